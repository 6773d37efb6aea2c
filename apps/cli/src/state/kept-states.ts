import { mkdirSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { CliError, reasonOf } from '../cli-error.js';
import { makeOwnFolder, OWN_FOLDER } from './own-folder.js';

const STATES = 'states';

/** Where the state of a run is kept that was not told where. Makes the folder. Throws `CLI_FILE_UNWRITABLE`. */
export function keptStatePath(project: string, runId: string): string {
  const folder = join(project, OWN_FOLDER, STATES);
  try {
    makeOwnFolder(project);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new CliError('CLI_FILE_UNWRITABLE', `The run's state cannot be kept in ${folder}: ${reasonOf(error)}.`, { cause: error });
  }
  return join(folder, `${runId.replace(/[^\w-]/g, '_')}.json`);
}

/** The one run that waits in a project. Throws `CLI_USAGE` if there is none, or more than one. */
export async function onlyKeptState(project: string, cwd: string): Promise<string> {
  const folder = join(project, OWN_FOLDER, STATES);
  const names = await readdir(folder).catch(() => []);
  const waiting = names.filter((name) => name.endsWith('.json')).sort();
  const [only] = waiting;
  if (only === undefined) {
    throw new CliError('CLI_USAGE', `No run waits in ${folder}. Give resume --state FILE, the file that the paused run wrote.`);
  }
  if (waiting.length === 1) return join(folder, only);
  const listed = waiting.map((name) => relative(cwd, join(folder, name))).join(', ');
  throw new CliError('CLI_USAGE', `Several runs wait here. Name one with --state FILE: ${listed}.`);
}
