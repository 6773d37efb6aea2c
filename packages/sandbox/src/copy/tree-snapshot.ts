import type { BigIntStats } from 'node:fs';
import { lstat, readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';

/** One entry of a tree at one moment. What two moments agree on is taken for unchanged. */
export type EntryState =
  | { readonly kind: 'directory' }
  | { readonly kind: 'link'; readonly target: string }
  /** The time of the last change to the inode, which no program can set, tells a write from none. */
  | { readonly kind: 'file'; readonly stamp: string; readonly mode: number }
  | { readonly kind: 'other' };

/** Entries by path relative to the root; parents before what is in them. */
export type TreeSnapshot = ReadonlyMap<string, EntryState>;

/** Looks at every entry below a directory without following links. Entries that go away meanwhile are left out. */
export async function snapshotTree(root: string): Promise<TreeSnapshot> {
  const entries = new Map<string, EntryState>();
  const visit = async (directory: string): Promise<void> => {
    const names = await readdir(join(root, directory)).catch((): string[] => []);
    for (const name of names.sort()) {
      const path = directory === '' ? name : `${directory}/${name}`;
      const state = await entryState(join(root, path));
      if (state === undefined) continue;
      entries.set(path, state);
      if (state.kind === 'directory') await visit(path);
    }
  };
  await visit('');
  return entries;
}

/** What is at a path of the host; undefined if nothing is. */
export async function entryState(path: string): Promise<EntryState | undefined> {
  const found = await lstat(path, { bigint: true }).catch(() => undefined);
  if (found === undefined) return undefined;
  if (found.isDirectory()) return { kind: 'directory' };
  if (found.isSymbolicLink()) return { kind: 'link', target: await readlink(path).catch(() => '') };
  return found.isFile() ? { kind: 'file', stamp: stampOf(found), mode: Number(found.mode & 0o777n) } : { kind: 'other' };
}

/** Whether an entry is as it was. */
export function isSameState(a: EntryState | undefined, b: EntryState | undefined): boolean {
  if (a?.kind !== b?.kind) return false;
  if (a?.kind === 'file' && b?.kind === 'file') return a.stamp === b.stamp;
  return a?.kind === 'link' && b?.kind === 'link' ? a.target === b.target : true;
}

function stampOf({ ino, size, ctimeNs }: BigIntStats): string {
  return `${ino}:${size}:${ctimeNs}`;
}
