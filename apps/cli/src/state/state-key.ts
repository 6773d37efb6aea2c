import { randomBytes, randomUUID } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { link, lstat, mkdir, open, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CliError, reasonOf } from '../cli-error.js';
import { userStateFolder } from './user-state-folder.js';

const KEY_BYTES = 32;
/** Nobody's key is longer; a file that is was named by mistake. */
const MAX_KEY_BYTES = 4096;

/** Only the command's own key is made anew; one that somebody named is theirs. */
const OWN_SIZE = `a key has ${KEY_BYTES}. If it was cut, remove it: a new one is made, and runs that paused under the old one start again`;
const FIX =
  'Set XDG_STATE_HOME to a directory of your own, or name a key file with --state-key FILE. To make one: head -c 32 /dev/urandom > FILE; chmod 600 FILE';

/** Where the command keeps its own key; undefined where its user has no place for it. */
function stateKeyPath(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const folder = userStateFolder(env);
  return folder === undefined ? undefined : join(folder, 'key');
}

/**
 * The key that the command signs states with: 32 random bytes in a file that only its user can read. The first command that
 * needs it makes it, whole or not at all; of two at once one makes it and both use it. Throws `CLI_STATE_KEY` where it can be
 * neither read nor made, and where somebody else could have read or replaced it.
 */
export async function ownStateKey(env: Readonly<Record<string, string | undefined>>): Promise<Uint8Array> {
  const path = stateKeyPath(env);
  if (path === undefined) {
    throw new CliError('CLI_STATE_KEY', `There is no place for the key that signs paused runs: this user has no home directory. ${FIX}`);
  }
  const key = await readKey(path, KEY_BYTES, KEY_BYTES);
  if (key !== undefined) return key;
  await makeKey(path);
  const made = await readKey(path, KEY_BYTES, KEY_BYTES);
  if (made === undefined) throw unusable(path, 'it is gone again');
  return made;
}

/** A key from a file that somebody named. Throws `CLI_STATE_KEY`. */
export async function namedStateKey(path: string): Promise<Uint8Array> {
  const key = await readKey(path, KEY_BYTES, MAX_KEY_BYTES);
  if (key === undefined) throw unusable(path, 'there is no such file');
  return key;
}

/** Undefined if there is no such file. */
async function readKey(path: string, minBytes: number, maxBytes: number): Promise<Uint8Array | undefined> {
  try {
    // Not through a link: whoever can leave one there would choose the key.
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const stats = await file.stat();
      checkOwner(path, stats);
      checkFolder(dirname(path), await lstat(dirname(path)));
      if (stats.size < minBytes || stats.size > maxBytes) {
        throw unusable(
          path,
          `it has ${stats.size} bytes, and ${minBytes === maxBytes ? OWN_SIZE : `a key has ${minBytes} to ${maxBytes}`}`,
        );
      }
      return new Uint8Array(await file.readFile());
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof CliError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw unusable(path, code === 'ELOOP' ? 'it is a symbolic link, and a key is a plain file' : reasonOf(error), error);
  }
}

/** A key that others can read signs nothing. */
function checkOwner(path: string, stats: Stats): void {
  if (!stats.isFile()) throw unusable(path, 'it is not a plain file');
  const user = process.getuid?.();
  if (user === undefined) return; // Windows: the user's profile is closed to others
  if (stats.uid !== user) throw unusable(path, `it belongs to user ${stats.uid}, and this is user ${user}`);
  if ((stats.mode & 0o077) !== 0) {
    throw unusable(path, `others may read or write it (mode ${modeOf(stats)}). Make it yours with: chmod 600 ${path}`);
  }
}

/** Whoever can write to the folder could exchange the key. */
function checkFolder(path: string, stats: Stats): void {
  const user = process.getuid?.();
  if (user === undefined) return;
  if (!stats.isDirectory()) throw unusable(path, 'it is not a directory');
  if (stats.uid !== user && stats.uid !== 0) throw unusable(path, `the directory belongs to user ${stats.uid}, and this is user ${user}`);
  if ((stats.mode & 0o022) !== 0) {
    throw unusable(path, `others may write to the directory (mode ${modeOf(stats)}). Close it with: chmod 700 ${path}`);
  }
}

function modeOf({ mode }: Stats): string {
  return (mode & 0o777).toString(8).padStart(4, '0');
}

/** Written beside and linked: a reader finds the whole key or none, and a key that is there is never replaced. */
async function makeKey(path: string): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    await makeFolder(dirname(path));
    await writeFile(temporary, randomBytes(KEY_BYTES), { flag: 'wx', mode: 0o600, flush: true });
    await link(temporary, path).catch(ignoreExisting);
  } catch (error) {
    throw unusable(path, `it cannot be made: ${reasonOf(error)}`, error);
  } finally {
    await unlink(temporary).catch(() => undefined);
  }
}

/** One level after another: the recursive way of Node never ends below `/proc`. */
async function makeFolder(path: string): Promise<void> {
  const make = (): Promise<void> => mkdir(path, { mode: 0o700 }).catch(ignoreExisting);
  try {
    await make();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(path) === path) throw error;
    await makeFolder(dirname(path));
    await make();
  }
}

function ignoreExisting(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
}

function unusable(path: string, reason: string, cause?: unknown): CliError {
  return new CliError('CLI_STATE_KEY', `The key that signs paused runs cannot be used: ${path}: ${reason}. ${FIX}`, { cause });
}
