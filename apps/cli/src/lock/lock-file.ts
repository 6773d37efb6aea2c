import { readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { CliError, reasonOf } from '../cli-error.js';
import type { Settings } from '../settings/settings.js';
import { formatLock, parseLock, type LockedTools } from './tool-lock.js';

const LOCK_FILE = 'tackroom.tools.lock.json';

/** Where the lock file of a project is: as given, else beside its configuration, else in the directory it works in. */
export function lockPath(
  given: string | undefined,
  { cwd, config }: Pick<Settings, 'cwd' | 'config'>,
): { readonly path: string; readonly name: string } {
  if (given === '') throw new CliError('CLI_USAGE', 'The name of the lock file is empty. Name a file, or leave it out.');
  const path = given === undefined ? join(config?.folder ?? cwd, LOCK_FILE) : resolve(cwd, given);
  return { path, name: given ?? relative(cwd, path) };
}

/** Reads a lock file. Throws `CLI_FILE_UNREADABLE`, and what {@link parseLock} throws. */
export async function readLock({ path, name }: ReturnType<typeof lockPath>): Promise<LockedTools> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const reason = isMissing ? 'there is no such file. Write it: tackroom tools lock' : reasonOf(error);
    throw new CliError('CLI_FILE_UNREADABLE', `The lock file ${name} cannot be read: ${reason}.`, { cause: error });
  });
  return parseLock(text, name);
}

/** Writes a lock file, whole or not at all. Throws `CLI_FILE_UNWRITABLE`. */
export async function writeLock({ path, name }: ReturnType<typeof lockPath>, tools: LockedTools): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    await writeFile(temporary, formatLock(tools));
    await rename(temporary, path);
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw new CliError('CLI_FILE_UNWRITABLE', `The lock file cannot be written to ${name}: ${reasonOf(error)}.`, { cause: error });
  }
}
