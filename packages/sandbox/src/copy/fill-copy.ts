import { constants } from 'node:fs';
import { chmod, copyFile, lstat, lutimes, mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../workspace/path-failure.js';
import { snapshotTree, type EntryState, type TreeSnapshot } from './tree-snapshot.js';

/** How both sides of a copy were when it was made. What was not copied is on neither side. */
export interface FilledCopy {
  readonly hostBefore: TreeSnapshot;
  readonly copyBefore: TreeSnapshot;
}

/**
 * Copies a tree into an empty directory, without what is hidden, without devices and sockets, and without what this process
 * may not read. The host is looked at before it is copied: what changes on it meanwhile counts as changed afterwards.
 */
export async function fillCopy(host: string, copy: string, isHidden: (path: string) => boolean): Promise<FilledCopy> {
  await readdir(copy); // it may have been removed since it was made: then nothing is to be put there
  const hostBefore = new Map<string, EntryState>();
  for (const [path, state] of await snapshotTree(host)) {
    if (!isHidden(path) && (await copyEntry({ host, copy, path, state }))) hostBefore.set(path, state);
  }
  return { hostBefore, copyBefore: await snapshotTree(copy) };
}

interface Entry {
  readonly host: string;
  readonly copy: string;
  readonly path: string;
  readonly state: EntryState;
}

/** Whether the entry could be copied. One that cannot be read, or has gone, is left out. */
async function copyEntry({ host, copy, path, state }: Entry): Promise<boolean> {
  const [from, to] = [join(host, path), join(copy, path)];
  try {
    if (state.kind === 'other') return false;
    if (state.kind === 'directory') await mkdir(to, state.mode | 0o700);
    else if (state.kind === 'link') await symlink(state.target, to);
    else {
      await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
      await chmod(to, state.mode | 0o600);
    }
    const { atime, mtime } = await lstat(from);
    await lutimes(to, atime, mtime);
    return true;
  } catch (error) {
    if (['EACCES', 'EPERM', 'ENOENT', 'ENOTDIR', 'ELOOP'].includes(errorCode(error) ?? '')) return false;
    throw error;
  }
}
