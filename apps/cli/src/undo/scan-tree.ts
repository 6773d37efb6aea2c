import type { BigIntStats } from 'node:fs';
import { lstat, readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { nameOf, toBytes } from './byte-names.js';
import type { PassesOver } from './passed-over.js';

/** A file or link as it was found. */
export interface FoundEntry {
  /** Target of a link; undefined for a file. */
  readonly target: string | undefined;
  readonly bytes: number;
  readonly mode: number;
  /** Changes whenever the entry is written, replaced, or has its times or mode set. */
  readonly signature: string;
}

/** What stands in a directory and below it. */
export interface FoundTree {
  /** By path relative to the root, with `/`. */
  readonly entries: ReadonlyMap<string, FoundEntry>;
  /** Modes of folders by path. */
  readonly folders: ReadonlyMap<string, number>;
  /** Folders that are passed over, and pipes, sockets and devices: only that they are there is known. */
  readonly others: ReadonlySet<string>;
  /** Folders and entries that could not be looked at: nothing is known of them and of what is below them. */
  readonly unread: ReadonlySet<string>;
  /** Whether there were more files and links than asked for; what was not looked at is not in the maps. */
  readonly cut: boolean;
}

/** How far to look. */
export interface ScanLimits {
  /** Files and links that are looked at. */
  readonly maxEntries: number;
  readonly passesOver: PassesOver;
}

/** Finds at most `maxEntries` files and links below a directory. Links are not followed; of sockets and devices only the names are kept. */
export async function scanTree(root: string, { maxEntries, passesOver }: ScanLimits): Promise<FoundTree> {
  const tree = {
    entries: new Map<string, FoundEntry>(),
    folders: new Map<string, number>(),
    unread: new Set<string>(),
    others: new Set<string>(),
  };
  const left = [''];
  for (let folder = left.pop(); folder !== undefined; folder = left.pop()) {
    const found = await readdir(toBytes(join(root, folder)), { withFileTypes: true, encoding: 'buffer' }).catch(() => undefined);
    if (found === undefined) tree.unread.add(folder);
    if (folder !== '') await addFolder(tree, root, folder);
    const items = (found ?? []).map((item) => ({ item, path: folder === '' ? nameOf(item.name) : `${folder}/${nameOf(item.name)}` }));
    left.push(...items.filter(({ item, path }) => item.isDirectory() && !passesOver(path)).map(({ path }) => path));
    for (const { item, path } of items) {
      if (item.isDirectory() ? passesOver(path) : !item.isFile() && !item.isSymbolicLink())
        tree.others.add(item.isDirectory() ? `${path}/` : path);
    }
    const paths = items.filter(({ item }) => item.isFile() || item.isSymbolicLink()).map(({ path }) => path);
    if (tree.entries.size + paths.length > maxEntries) return { ...tree, cut: true };
    await Promise.all(paths.map((path) => addEntry(tree, root, path)));
  }
  return { ...tree, cut: false };
}

async function addFolder({ folders }: { readonly folders: Map<string, number> }, root: string, path: string): Promise<void> {
  const stats = await lstat(toBytes(join(root, path))).catch(() => undefined);
  if (stats?.isDirectory() === true) folders.set(path, stats.mode & 0o7777);
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
  const stats = await lstat(toBytes(path), { bigint: true }).catch(ignoreMissing);
  if (stats === undefined || !(stats.isFile() || stats.isSymbolicLink())) return undefined;
  const target = stats.isSymbolicLink() ? nameOf(await readlink(toBytes(path), { encoding: 'buffer' })) : undefined;
  return {
    target,
    bytes: Number(stats.size),
    mode: Number(stats.mode & 0o7777n),
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
