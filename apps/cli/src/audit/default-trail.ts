import { closeSync, existsSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { reasonOf } from '../cli-error.js';
import type { CommandIo } from '../io.js';

/** Where commands record what they do, unless the configuration says: below its folder, or the directory of the command. */
export const DEFAULT_TRAIL = join('.tackroom', 'audit.jsonl');

/**
 * The `audit` option of commands that make calls. Where the file cannot be written they run without a trail, and stderr
 * says so: nobody asked for this one.
 */
export function defaultTrail(folder: string, { stderr }: Pick<CommandIo, 'stderr'>): { readonly file: string } | undefined {
  const file = join(folder, DEFAULT_TRAIL);
  try {
    const own = dirname(file);
    if (!existsSync(own)) {
      mkdirSync(own, { mode: 0o700 });
      // Arguments of calls are nothing to commit, nor for a model to search.
      writeFileSync(join(own, '.gitignore'), '*\n');
    }
    closeSync(openSync(file, 'a', 0o600));
    return { file };
  } catch (error) {
    stderr.write(`tackroom: Calls are not recorded: ${file} cannot be written: ${reasonOf(error)} [AUDIT_FILE]\n`);
    return undefined;
  }
}
