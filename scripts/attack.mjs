// @ts-check
/** `npm run attack`: installs and builds what is missing, then attacks; arguments go to the program. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildIfStale } from './build-if-stale.mjs';
import { installIfStale } from './install-if-stale.mjs';
import { runProcess } from './run-process.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
if (!((await installIfStale(root)) && (await buildIfStale(root)))) process.exit(1);
const main = join(root, 'tools/attack/src/main.ts');
process.exitCode = await runProcess(process.execPath, ['--import', 'tsx', main, ...process.argv.slice(2)], { cwd: root });
