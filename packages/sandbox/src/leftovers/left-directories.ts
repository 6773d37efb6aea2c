import { lstat, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isGone, OWNER_FILE, prefixOf, type DirectoryUse, type Owner } from './owned-directory.js';

/** A copy of a workspace whose process was ended before it could bring the changes back. */
export interface LeftCopy {
  /** Host path of the directory; the files are in `content`. */
  readonly path: string;
  /** The workspace that it is a copy of. */
  readonly root: string;
  /** When it was made, in milliseconds since the epoch. */
  readonly madeAt: number;
}

interface LeftDirectory {
  readonly path: string;
  readonly owner: Owner;
  readonly madeAt: number;
}

/** Copies that dead processes of this user left behind, oldest first. They may hold the only version of somebody's work, so nobody removes them. */
export async function findLeftCopies(): Promise<readonly LeftCopy[]> {
  const found = await findLeft('copy');
  return found.map(({ path, owner, madeAt }) => ({ path, root: owner.root ?? '', madeAt })).sort((a, b) => a.madeAt - b.madeAt);
}

/** Removes what the sessions of dead processes of this user left behind: a `/tmp` that nobody will see again. */
export async function removeLeftSessions(): Promise<void> {
  for (const { path } of await findLeft('session')) await rm(path, { recursive: true, force: true });
}

async function findLeft(use: DirectoryUse): Promise<readonly LeftDirectory[]> {
  const names = await readdir(tmpdir()).catch((): string[] => []);
  const mine = names.filter((name) => name.startsWith(prefixOf(use)));
  const found = await Promise.all(mine.map((name) => leftDirectory(join(tmpdir(), name))));
  return found.filter((directory) => directory !== undefined);
}

/** Others may put directories of any name there, so only those of this user count. */
async function leftDirectory(path: string): Promise<LeftDirectory | undefined> {
  const found = await lstat(path).catch(() => undefined);
  if (found?.isDirectory() !== true || found.uid !== process.getuid?.()) return undefined;
  const owner = await readFile(join(path, OWNER_FILE), 'utf8').then(readOwner, () => undefined);
  return owner !== undefined && isGone(owner) ? { path, owner, madeAt: found.birthtimeMs } : undefined;
}

/** Undefined for a file that is cut off, as of a process that was ended while it wrote. */
function readOwner(text: string): Owner | undefined {
  try {
    const value = JSON.parse(text) as Partial<Owner> | null; // looked at below
    return typeof value?.pid === 'number' && typeof value.started === 'string' ? (value as Owner) : undefined;
  } catch {
    return undefined;
  }
}
