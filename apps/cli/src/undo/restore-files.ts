import { randomUUID } from 'node:crypto';
import { chmod, lstat, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { reasonOf } from '../cli-error.js';
import { toBytes } from './byte-names.js';
import { NO_CHANGES, sameState, type ChangeSet, type FileChange, type PathState } from './file-change.js';
import { hashFile } from './file-keeper.js';
import { KeptAside } from './kept-aside.js';
import { giveModes, makeFolders, removeFolders } from './restore-folders.js';
import { isInside, LED_OUT, type RestoredPath } from './restored-path.js';
import { entryAt } from './scan-tree.js';

/** What became of each changed path, and what is still to be undone because something failed. */
export interface Restored {
  readonly paths: readonly RestoredPath[];
  readonly left: ChangeSet;
  /** Where what was taken away is kept, relative to the root; undefined if nothing was. */
  readonly aside: string | undefined;
}

/**
 * Puts back what stood at the changed paths before. A path that is no longer as the calls left it, because somebody else
 * wrote there since, is left alone, and so is one whose content was not kept. What is taken away is kept aside: no content is
 * destroyed. Nothing outside the root is touched.
 */
export async function restoreFiles(root: string, changed: ChangeSet): Promise<Restored> {
  const { changes } = changed;
  const aside = new KeptAside(root);
  const restored: RestoredPath[] = [];
  // What was made goes first: a file may have become a folder, or a folder a file.
  const made = changes.filter(({ before }) => before.kind === 'nothing');
  for (const change of made) restored.push(await restore(root, change, aside));
  restored.push(...(await removeFolders(root, changed)));
  const folders = await makeFolders(root, changed);
  restored.push(...folders.told);
  for (const change of changes) if (!made.includes(change)) restored.push(await restore(root, change, aside));
  restored.push(...changed.notes);
  await giveModes(root, folders.made);
  const failed = new Set(restored.filter(({ outcome }) => outcome === 'failed').map(({ path }) => path));
  const left = failed.size === 0 ? NO_CHANGES : { ...changed, notes: [], changes: changes.filter(({ path }) => failed.has(path)) };
  return { paths: restored.sort((a, b) => (a.path < b.path ? -1 : 1)), left, aside: await aside.folder() };
}

async function restore(root: string, { path, before, after }: FileChange, aside: KeptAside): Promise<RestoredPath> {
  const kept = (reason: string): RestoredPath => ({ path, outcome: 'kept', reason });
  if (before.kind === 'file' && before.copy === undefined) return kept(`no copy of it was kept, because ${before.why ?? 'it was gone'}`);
  try {
    const now = await stateNow(join(root, path));
    if (sameState(now, before)) return { path, outcome: before.kind === 'nothing' ? 'removed' : 'restored' };
    if (!sameState(now, after)) return kept('it was changed again since');
    if (!(await isInside(root, dirname(join(root, path))))) return kept(LED_OUT);
    return await putBack({ root, path, aside }, { before, after });
  } catch (error) {
    return { path, outcome: 'failed', reason: reasonOf(error) };
  }
}

interface Place {
  readonly root: string;
  readonly path: string;
  readonly aside: KeptAside;
}

async function putBack({ root, path, aside }: Place, { before, after }: Pick<FileChange, 'before' | 'after'>): Promise<RestoredPath> {
  const target = join(root, path);
  if (before.kind === 'nothing') {
    await aside.take(path);
    return { path, outcome: 'removed' };
  }
  if (before.kind === 'file' && after.kind === 'file' && before.hash === after.hash) {
    await chmod(toBytes(target), before.mode);
    return { path, outcome: 'restored' };
  }
  await mkdir(toBytes(dirname(target)), { recursive: true });
  const temporary = toBytes(join(dirname(target), `.${randomUUID()}.undo`));
  try {
    if (before.kind === 'link') await symlink(toBytes(before.target), temporary);
    else {
      await writeFile(temporary, await readFile(before.copy ?? ''), { mode: before.mode, flush: true, flag: 'wx' });
      await chmod(temporary, before.mode);
    }
    // Only when all of what comes in its place is on the disk.
    if (after.kind !== 'nothing') await aside.take(path);
    await mustBeFree(target);
    await rename(temporary, toBytes(target));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  return { path, outcome: 'restored' };
}

/** What somebody put there meanwhile is theirs. */
async function mustBeFree(target: string): Promise<void> {
  const stats = await lstat(toBytes(target)).catch(() => undefined);
  if (stats !== undefined) throw new Error('something else has come there meanwhile');
}

async function stateNow(path: string): Promise<PathState> {
  const entry = await entryAt(path);
  if (entry === undefined) return { kind: 'nothing' };
  if (entry.target !== undefined) return { kind: 'link', target: entry.target };
  return { kind: 'file', hash: await hashFile(path), copy: undefined, mode: entry.mode };
}
