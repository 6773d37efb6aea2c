import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readFile, realpath, rename, rm, rmdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { reasonOf } from '../cli-error.js';
import { sameState, type ChangeSet, type FileChange, type PathState } from './file-change.js';
import { hashFile } from './file-keeper.js';
import { entryAt } from './scan-tree.js';

/** What became of one changed path. */
export interface RestoredFile {
  readonly path: string;
  readonly outcome: 'restored' | 'removed' | 'kept';
  /** Why it was left as it is. */
  readonly reason?: string;
}

/**
 * Puts back what stood at the changed paths before. A path that is no longer as the calls left it, because somebody else
 * wrote there since, is left alone, and so is one whose content was not kept. Nothing outside the root is touched.
 */
export async function restoreFiles(root: string, { changes, newFolders }: ChangeSet): Promise<readonly RestoredFile[]> {
  const restored: RestoredFile[] = [];
  for (const change of changes) restored.push(await restore(root, change));
  const deepestFirst = [...newFolders].sort((a, b) => b.length - a.length);
  for (const folder of deepestFirst) await rmdir(join(root, folder)).catch(() => undefined); // what is not empty stays
  return restored.sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function restore(root: string, { path, before, after }: FileChange): Promise<RestoredFile> {
  const kept = (reason: string): RestoredFile => ({ path, outcome: 'kept', reason });
  if (before.kind === 'file' && before.copy === undefined)
    return kept('no copy of it was kept: it is larger than 8 MB, or the session has kept 256 MB');
  try {
    const now = await stateNow(join(root, path));
    if (sameState(now, before)) return { path, outcome: before.kind === 'nothing' ? 'removed' : 'restored' };
    if (!sameState(now, after)) return kept('it was changed again since');
    if (!(await isInside(root, dirname(join(root, path))))) return kept('its folder now leads out of the workspace');
    return await putBack(root, path, before);
  } catch (error) {
    return kept(reasonOf(error));
  }
}

async function putBack(root: string, path: string, before: PathState): Promise<RestoredFile> {
  const target = join(root, path);
  if (before.kind === 'nothing') {
    await rm(target);
    return { path, outcome: 'removed' };
  }
  await mkdir(dirname(target), { recursive: true });
  const temporary = join(dirname(target), `.${randomUUID()}.undo`);
  try {
    if (before.kind === 'link') await symlink(before.target, temporary);
    else {
      await writeFile(temporary, await readFile(before.copy ?? ''), { mode: before.mode, flush: true, flag: 'wx' });
      await chmod(temporary, before.mode);
    }
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  return { path, outcome: 'restored' };
}

async function stateNow(path: string): Promise<PathState> {
  const entry = await entryAt(path);
  if (entry === undefined) return { kind: 'nothing' };
  if (entry.target !== undefined) return { kind: 'link', target: entry.target };
  return { kind: 'file', hash: await hashFile(path), copy: undefined, mode: entry.mode };
}

/** Looks at the nearest folder above that exists: a deleted folder is made anew below it. */
async function isInside(root: string, folder: string): Promise<boolean> {
  const realRoot = await realpath(root);
  for (let nearest = folder; ; nearest = dirname(nearest)) {
    const real = await realpath(nearest).catch(() => undefined);
    if (real !== undefined) return real === realRoot || real.startsWith(realRoot.endsWith(sep) ? realRoot : realRoot + sep);
    if (nearest === dirname(nearest)) return false;
  }
}
