import type { BigIntStats } from 'node:fs';
import { lstat, readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';

/** A file or link as it was found. */
export interface FoundEntry {
  /** Target of a link; undefined for a file. */
  readonly target: string | undefined;
  readonly bytes: number;
  readonly mode: number;
  /** When it was last changed in any way, in milliseconds since the epoch. */
  readonly changedAt: number;
  /** Changes whenever the entry is written, replaced, or has its times or mode set. */
  readonly signature: string;
}

/** What stands in a directory and below it. */
export interface FoundTree {
  /** By path relative to the root, with `/`. */
  readonly entries: ReadonlyMap<string, FoundEntry>;
  readonly folders: ReadonlySet<string>;
  /** Folders and entries that could not be looked at: nothing is known of them and of what is below them. */
  readonly unread: ReadonlySet<string>;
  /** Whether there were more files and links than asked for; what was not looked at is not in the maps. */
  readonly cut: boolean;
  /** When looking began, in milliseconds since the epoch. */
  readonly takenAt: number;
}

/** What others keep: histories of version control, and packages that are installed again. */
const SKIPPED = new Set(['.git', '.hg', '.svn', 'node_modules']);

/** Finds at most `maxEntries` files and links below a directory. Links are not followed; sockets and devices are passed over. */
export async function scanTree(root: string, maxEntries: number): Promise<FoundTree> {
  const tree = { entries: new Map<string, FoundEntry>(), folders: new Set<string>(), unread: new Set<string>(), takenAt: Date.now() };
  const left = [''];
  for (let folder = left.pop(); folder !== undefined; folder = left.pop()) {
    const found = await readdir(join(root, folder), { withFileTypes: true }).catch(() => undefined);
    if (found === undefined) tree.unread.add(folder);
    const paths: string[] = [];
    for (const item of found ?? []) {
      const path = folder === '' ? item.name : `${folder}/${item.name}`;
      if (item.isDirectory() && !SKIPPED.has(item.name)) {
        tree.folders.add(path);
        left.push(path);
      } else if (item.isFile() || item.isSymbolicLink()) paths.push(path);
    }
    if (tree.entries.size + paths.length > maxEntries) return { ...tree, cut: true };
    await Promise.all(paths.map((path) => addEntry(tree, root, path)));
  }
  return { ...tree, cut: false };
}

async function addEntry(
  tree: { readonly entries: Map<string, FoundEntry>; readonly unread: Set<string> },
  root: string,
  path: string,
): Promise<void> {
  try {
    const entry = await entryAt(join(root, path));
    if (entry !== undefined) tree.entries.set(path, entry);
  } catch {
    tree.unread.add(path);
  }
}

/** The file or link at a path; undefined where there is neither. Rejects if that cannot be found out. */
export async function entryAt(path: string): Promise<FoundEntry | undefined> {
  const stats = await lstat(path, { bigint: true }).catch(ignoreMissing);
  if (stats === undefined || !(stats.isFile() || stats.isSymbolicLink())) return undefined;
  const target = stats.isSymbolicLink() ? await readlink(path) : undefined;
  return {
    target,
    bytes: Number(stats.size),
    mode: Number(stats.mode & 0o7777n),
    changedAt: Number(stats.ctimeMs),
    signature: signatureOf(stats),
  };
}

function signatureOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs, ctimeNs].join(':');
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
  throw error;
}
