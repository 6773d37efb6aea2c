import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CliError, reasonOf } from '../cli-error.js';
import type { CommandIo } from '../io.js';
import { DEFAULT_TRAIL } from './default-trail.js';

/** Reads an audit file line by line. Throws `CLI_FILE_UNREADABLE`. */
export async function readTrail(
  { file, cwd }: { readonly file?: string; readonly cwd?: string },
  io: CommandIo,
): Promise<{ readonly name: string; readonly lines: readonly string[] }> {
  const name = file ?? DEFAULT_TRAIL;
  const text = await readFile(resolve(io.cwd, cwd ?? '.', name), 'utf8').catch((error: unknown) => {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const reason = isMissing
      ? 'there is no such file. Commands that make calls write it, beside the configuration if there is one; name it with --file'
      : reasonOf(error);
    throw new CliError('CLI_FILE_UNREADABLE', `The audit trail ${name} cannot be read: ${reason}.`, { cause: error });
  });
  const lines = text.split('\n');
  return { name, lines: lines.at(-1) === '' ? lines.slice(0, -1) : lines };
}
