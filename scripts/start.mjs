// @ts-check
/** `npm start`: installs and builds what is missing, then is the `tackroom` command in the caller's directory. */
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildIfStale } from './build-if-stale.mjs';
import { installIfStale } from './install-if-stale.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** What `npm start` alone does: one run of the first example's harness on the caller's directory. */
const MAIN_JOB = ['run', 'Say what is in this directory.', '--config', join(root, 'apps/examples/first-harness/tackroom.config.ts')];

const ready = (await installIfStale(root)) && (await buildIfStale(root));
if (!ready) {
  process.stderr.write('The workspace could not be made ready; the messages above say why.\n');
  process.exit(1);
}
// npm changes to the package's directory and leaves the caller's in INIT_CWD.
process.chdir(process.env['INIT_CWD'] ?? process.cwd());
const command = join(root, 'apps', 'cli', 'bin', 'tackroom.js');
const given = process.argv.slice(2);
process.argv = [process.execPath, command, ...(given.length > 0 ? given : MAIN_JOB)];
await import(pathToFileURL(command).href);
