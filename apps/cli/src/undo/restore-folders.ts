import { chmod, lstat, mkdir, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { reasonOf } from '../cli-error.js';
import { toBytes } from './byte-names.js';
import type { ChangeSet, GoneFolder } from './file-change.js';
import { isInside, LED_OUT, type RestoredPath } from './restored-path.js';

/** Removes folders that were made, unless something is in them. Tells of those that nothing else tells of. */
export async function removeFolders(root: string, { newFolders, changes }: ChangeSet): Promise<readonly RestoredPath[]> {
  const told: RestoredPath[] = [];
  for (const folder of [...newFolders].sort(byLength).reverse()) {
    const removed = await removeFolder(root, folder);
    const isEmpty = ![...newFolders, ...changes.map(({ path }) => path)].some((path) => path.startsWith(`${folder}/`));
    if (removed !== undefined && (isEmpty || removed.outcome === 'failed')) told.push(removed);
  }
  return told;
}

/** Folders that were made again, and what there is to tell of them. */
export interface MadeFolders {
  readonly made: readonly GoneFolder[];
  readonly told: readonly RestoredPath[];
}

/** Makes deleted folders again, for now so that files can be put into them. Tells of those that nothing else tells of. */
export async function makeFolders(root: string, { goneFolders, changes }: ChangeSet): Promise<MadeFolders> {
  const made: GoneFolder[] = [];
  const told: RestoredPath[] = [];
  for (const folder of [...goneFolders].sort((a, b) => byLength(a.path, b.path))) {
    const { path } = folder;
    const restored = await makeFolder(root, path);
    if (restored?.outcome === 'restored') made.push(folder);
    const isEmpty = ![...goneFolders, ...changes].some((other) => other.path.startsWith(`${path}/`));
    if (restored !== undefined && (isEmpty || restored.outcome !== 'restored')) told.push(restored);
  }
  return { made, told };
}

/** Gives folders that were made again the modes they had, once nothing is put into them any more. */
export async function giveModes(root: string, made: readonly GoneFolder[]): Promise<void> {
  for (const { path, mode } of [...made].reverse()) await chmod(toBytes(join(root, path)), mode).catch(() => undefined);
}

/** Undefined if it is gone already. */
async function removeFolder(root: string, folder: string): Promise<RestoredPath | undefined> {
  const path = `${folder}/`;
  try {
    if (!(await isInside(root, dirname(join(root, folder))))) return { path, outcome: 'kept', reason: LED_OUT };
    await rmdir(toBytes(join(root, folder)));
    return { path, outcome: 'removed' };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    if (code === 'ENOTEMPTY' || code === 'EEXIST') return { path, outcome: 'kept', reason: 'it is not empty' };
    return { path, outcome: 'failed', reason: reasonOf(error) };
  }
}

/** Undefined if it is there already. */
async function makeFolder(root: string, folder: string): Promise<RestoredPath | undefined> {
  const path = `${folder}/`;
  const target = join(root, folder);
  try {
    const stands = await lstat(toBytes(target)).catch(() => undefined);
    if (stands?.isDirectory() === true) return undefined;
    if (stands !== undefined) return { path, outcome: 'kept', reason: 'something else is there now' };
    if (!(await isInside(root, dirname(target)))) return { path, outcome: 'kept', reason: LED_OUT };
    await mkdir(toBytes(target), { recursive: true, mode: 0o700 });
    return { path, outcome: 'restored' };
  } catch (error) {
    return { path, outcome: 'failed', reason: reasonOf(error) };
  }
}

function byLength(a: string, b: string): number {
  return a.length - b.length;
}
