import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

const PREFIX = 'tackroom-undo-';

/** Is among the copies while an undo puts them back: if that was interrupted, they may be the only ones. */
export const UNDOING = 'undo-is-at-work';

/** How the folder begins that a process keeps its copies in; something unique follows. */
export function copiesPrefix(pid: number): string {
  return `${PREFIX}${pid}-`;
}

/**
 * Removes the copies below `parent` of processes that were killed before they could: the folder is the user's own, and no
 * process has the number that it is named for. What cannot be removed is left. Gives the folders that an interrupted undo
 * left, which stay.
 */
export async function removeLeftoverCopies(parent: string): Promise<readonly string[]> {
  const interrupted: string[] = [];
  const names = await readdir(parent).catch(() => []);
  for (const name of names) {
    const [, pid] = /^tackroom-undo-(\d+)-\w+$/.exec(name) ?? [];
    const folder = join(parent, name);
    if (pid !== undefined && isGone(Number(pid)) && (await isOwnFolder(folder))) {
      const isUndoing = await lstat(join(folder, UNDOING)).then(
        () => true,
        () => false,
      );
      if (isUndoing) interrupted.push(folder);
      else await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    }
  }
  return interrupted;
}

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

async function isOwnFolder(path: string): Promise<boolean> {
  const stats = await lstat(path).catch(() => undefined);
  return stats?.isDirectory() === true && (process.getuid === undefined || stats.uid === process.getuid());
}
