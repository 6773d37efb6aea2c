// @ts-check
/** `npm start`: installs and builds what is missing, then is the `tackroom` command in the caller's directory. */
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildIfStale } from './build-if-stale.mjs';
import { installIfStale } from './install-if-stale.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const COMMAND = 'apps/cli/bin/tackroom.js';

/** What `npm start` alone does: a conversation on the caller's directory, in which the person is the model until one is named. */
const MAIN_JOB = ['chat'];

const ready = (await installIfStale(root)) && (await buildIfStale(root));
if (!ready) {
  process.stderr.write('The workspace could not be made ready; the messages above say why.\n');
  process.exit(1);
}
// npm changes to the package's directory and leaves the caller's in INIT_CWD.
process.chdir(process.env['INIT_CWD'] ?? process.cwd());
const given = process.argv.slice(2);
// In this process, so that signals, exit code and terminal are the program's own.
process.argv = [process.execPath, join(root, COMMAND), ...(given.length > 0 ? given : MAIN_JOB)];
await import(pathToFileURL(join(root, COMMAND)).href);
