import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { reasonOf } from '../cli-error.js';
import type { CommandIo } from '../io.js';
import { makeOwnFolder, OWN_FOLDER } from '../state/own-folder.js';

/** Where commands record what they do, unless the configuration says: below its folder, or the directory of the command. */
export const DEFAULT_TRAIL = join(OWN_FOLDER, 'audit.jsonl');

/**
 * The `audit` option of commands that make calls. Where the file cannot be written they run without a trail, and stderr
 * says so: nobody asked for this one.
 */
export function defaultTrail(folder: string, { stderr }: Pick<CommandIo, 'stderr'>): { readonly file: string } | undefined {
  const file = join(folder, DEFAULT_TRAIL);
  try {
    makeOwnFolder(folder);
    closeSync(openSync(file, 'a', 0o600));
    return { file };
  } catch (error) {
    stderr.write(`tackroom: Calls are not recorded: ${file} cannot be written: ${reasonOf(error)} [AUDIT_FILE]\n`);
    return undefined;
  }
}
