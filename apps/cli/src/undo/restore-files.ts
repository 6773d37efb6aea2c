import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { reasonOf } from '../cli-error.js';
import { NO_CHANGES, sameState, type ChangeSet, type FileChange, type PathState } from './file-change.js';
import { hashFile } from './file-keeper.js';
import { giveModes, makeFolders, removeFolders } from './restore-folders.js';
import { isInside, LED_OUT, type RestoredPath } from './restored-path.js';
import { entryAt } from './scan-tree.js';

/** What became of each changed path, and what is still to be undone because something failed. */
export interface Restored {
  readonly paths: readonly RestoredPath[];
  readonly left: ChangeSet;
}

/**
 * Puts back what stood at the changed paths before. A path that is no longer as the calls left it, because somebody else
 * wrote there since, is left alone, and so is one whose content was not kept. Nothing outside the root is touched.
 */
export async function restoreFiles(root: string, changed: ChangeSet): Promise<Restored> {
  const { changes } = changed;
  const restored: RestoredPath[] = [];
  // What was made goes first: a file may have become a folder, or a folder a file.
  const made = changes.filter(({ before }) => before.kind === 'nothing');
  for (const change of made) restored.push(await restore(root, change));
  restored.push(...(await removeFolders(root, changed)));
  const folders = await makeFolders(root, changed);
  restored.push(...folders.told);
  for (const change of changes) if (!made.includes(change)) restored.push(await restore(root, change));
  await giveModes(root, folders.made);
  const failed = new Set(restored.filter(({ outcome }) => outcome === 'failed').map(({ path }) => path));
  const left = failed.size === 0 ? NO_CHANGES : { ...changed, changes: changes.filter(({ path }) => failed.has(path)) };
  return { paths: restored.sort((a, b) => (a.path < b.path ? -1 : 1)), left };
}

async function restore(root: string, { path, before, after }: FileChange): Promise<RestoredPath> {
  const kept = (reason: string): RestoredPath => ({ path, outcome: 'kept', reason });
  if (before.kind === 'file' && before.copy === undefined) return kept(`no copy of it was kept, because ${before.why ?? 'it was gone'}`);
  try {
    const now = await stateNow(join(root, path));
    if (sameState(now, before)) return { path, outcome: before.kind === 'nothing' ? 'removed' : 'restored' };
    if (!sameState(now, after)) return kept('it was changed again since');
    if (!(await isInside(root, dirname(join(root, path))))) return kept(LED_OUT);
    return await putBack(root, path, before);
  } catch (error) {
    return { path, outcome: 'failed', reason: reasonOf(error) };
  }
}

async function putBack(root: string, path: string, before: PathState): Promise<RestoredPath> {
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
