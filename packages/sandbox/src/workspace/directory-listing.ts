import type { Dirent, Stats } from 'node:fs';
import { lstat, opendir, readlink } from 'node:fs/promises';
import type { DirectoryEntry, DirectoryListing, EntryKind } from '@tackroom/core';
import type { FileTree } from './file-tree.js';
import { isTemporary } from './host-write.js';
import { systemFailure } from './path-failure.js';
import { pathOf } from './listed-name.js';
import type { PinnedDirectory } from './pinned-directory.js';

const STATS_AT_ONCE = 32;

/** Lists the directory at a normalised path: the first `limit` entries in name order, and the true total. Rejects with `ToolFailure`. */
export async function listHostDirectory(tree: FileTree, normalized: string, limit: number): Promise<DirectoryListing> {
  const directory = await tree.directory(normalized);
  try {
    const { first, total } = await firstNames(directory, limit);
    const entries: DirectoryEntry[] = [];
    for (let start = 0; start < first.length; start += STATS_AT_ONCE) {
      const some = first.slice(start, start + STATS_AT_ONCE);
      entries.push(...(await Promise.all(some.map((entry) => describeEntry(directory, entry)))));
    }
    await directory.verify();
    return { path: normalized, entries, total };
  } catch (error) {
    throw systemFailure(error, normalized);
  } finally {
    await directory.close();
  }
}

/** Kind of an entry as contracts name it. */
export function kindOf(stats: Pick<Stats, 'isFile' | 'isDirectory' | 'isSymbolicLink'>): EntryKind {
  if (stats.isSymbolicLink()) return 'link';
  if (stats.isDirectory()) return 'directory';
  return stats.isFile() ? 'file' : 'other';
}

/** Keeps no more than twice `limit` names at a time, whatever the directory holds. */
async function firstNames(directory: PinnedDirectory, limit: number): Promise<{ first: Dirent[]; total: number }> {
  let kept: Dirent[] = [];
  let total = 0;
  const keepFirst = (): void => {
    kept.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
    kept = kept.slice(0, limit);
  };
  for await (const entry of await opendir(directory.at(), { bufferSize: 256 })) {
    if (isTemporary(entry.name)) continue;
    total += 1;
    kept.push(entry);
    if (kept.length >= 2 * limit + 64) keepFirst();
  }
  keepFirst();
  return { first: kept, total };
}

async function describeEntry(directory: PinnedDirectory, entry: Dirent): Promise<DirectoryEntry> {
  try {
    const path = await pathOf(directory, entry.name);
    const stats = await lstat(path);
    const kind = kindOf(stats);
    const described = { name: entry.name, kind, size: kind === 'file' ? stats.size : 0 };
    return kind === 'link' ? { ...described, target: await readlink(path) } : described;
  } catch {
    // Gone since it was read: what the directory said is all there is.
    return { name: entry.name, kind: kindOf(entry), size: 0 };
  }
}
