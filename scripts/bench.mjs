// @ts-check
/** `npm run bench`: installs and builds what is missing, then measures; arguments go to the benchmark. */
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildIfStale } from './build-if-stale.mjs';
import { installIfStale } from './install-if-stale.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
if (!((await installIfStale(root)) && (await buildIfStale(root)))) process.exit(1);
await import(pathToFileURL(join(root, 'tools/bench/src/main.mjs')).href);
