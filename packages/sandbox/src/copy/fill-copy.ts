import { lstat, lutimes, mkdir, readdir, symlink } from 'node:fs/promises';
import { errorCode } from '../workspace/path-failure.js';
import { hostPath, type BytePath } from './byte-path.js';
import { copyContent } from './copy-content.js';
import { giveTree, type Owner } from './ownership.js';
import { snapshotTree, type EntryState, type TreeSnapshot } from './tree-snapshot.js';

/** Files that are copied at once. */
const AT_ONCE = 32;

/** How both sides of a copy were when it was made. What was not copied is on neither side. */
export interface FilledCopy {
  readonly hostBefore: TreeSnapshot;
  readonly copyBefore: TreeSnapshot;
}

/** What is left out of a copy, and whom it is given to. */
export interface FillOptions {
  readonly isHidden: (path: BytePath) => boolean;
  readonly owner?: Owner | undefined;
}

/**
 * Copies a tree into an empty directory, without what is hidden, without devices and sockets, and without what this process
 * may not read. The host is looked at before it is copied: what changes on it meanwhile counts as changed afterwards.
 */
export async function fillCopy(host: string, copy: string, { isHidden, owner }: FillOptions): Promise<FilledCopy> {
  await readdir(copy); // it may have been removed since it was made: then nothing is to be put there
  const entries = [...(await snapshotTree(host, { skip: isHidden }))].filter(([, { kind }]) => kind !== 'other');
  const directories = entries.filter(([, { kind }]) => kind === 'directory');
  const files = entries.filter(([, { kind }]) => kind !== 'directory');
  const missing = new Set<BytePath>();
  const copyEntry = async ([path, state]: readonly [BytePath, EntryState]): Promise<void> => {
    if (!(await couldCopy(state, hostPath(host, path), hostPath(copy, path)))) missing.add(path);
  };
  for (const directory of directories) await copyEntry(directory);
  for (let at = 0; at < files.length; at += AT_ONCE) await Promise.all(files.slice(at, at + AT_ONCE).map(copyEntry));
  const hostBefore = new Map(entries.filter(([path]) => !missing.has(path)));
  if (owner !== undefined) await giveTree(copy, owner);
  return { hostBefore, copyBefore: await snapshotTree(copy) };
}

/** Whether an entry could be copied. One that cannot be read, or has gone, is left out. */
async function couldCopy(state: EntryState, from: string | Buffer, to: string | Buffer): Promise<boolean> {
  try {
    if (state.kind === 'directory') await mkdir(to, state.mode | 0o700);
    else if (state.kind === 'link') await symlink(Buffer.from(state.target, 'latin1'), to);
    else {
      await copyContent(from, to);
      const { atime, mtime } = await lstat(from);
      await lutimes(to, atime, mtime); // programs like make go by it
    }
    return true;
  } catch (error) {
    if (['EACCES', 'EPERM', 'ENOENT', 'ENOTDIR', 'ELOOP'].includes(errorCode(error) ?? '')) return false;
    throw error;
  }
}
