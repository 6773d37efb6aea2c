import type { BigIntStats } from 'node:fs';
import { chmod, lstat, readdir, readlink } from 'node:fs/promises';
import { errorCode } from '../workspace/path-failure.js';
import { childPath, hostPath, type BytePath } from './byte-path.js';

/** One entry of a tree at one moment. What two moments agree on is taken for unchanged. */
export type EntryState =
  | { readonly kind: 'directory'; readonly mode: number }
  | { readonly kind: 'link'; readonly target: BytePath }
  | FileState
  | { readonly kind: 'other' };

/** A file at one moment. */
export interface FileState {
  readonly kind: 'file';
  /** With the time of the last change to the inode, which no program can set: it tells a write from none. */
  readonly stamp: string;
  readonly mode: number;
}

/** Entries by path relative to the root; parents before what is in them. */
export type TreeSnapshot = ReadonlyMap<BytePath, EntryState>;

/** How a tree is looked at. */
export interface SnapshotOptions {
  /** The tree is ours alone: directories that were closed to us are opened, because what is in them would seem to be gone. */
  readonly unlock?: boolean;
  /** What is left out, with all that is below it. */
  readonly skip?: (path: BytePath) => boolean;
}

/**
 * Looks at every entry below a directory without following links. Entries that go away meanwhile are left out, and so is
 * what lies in directories that cannot be read. Rejects if the directory itself cannot be.
 */
export async function snapshotTree(root: string, { unlock = false, skip = () => false }: SnapshotOptions = {}): Promise<TreeSnapshot> {
  const entries = new Map<BytePath, EntryState>();
  const visit = async (directory: BytePath, names: readonly BytePath[]): Promise<void> => {
    for (const name of [...names].sort()) {
      const path = childPath(directory, name);
      if (skip(path)) continue;
      const state = await entryState(hostPath(root, path)).catch((error: unknown) => {
        if (unlock) throw error; // it is there, and must not seem to be gone
        return undefined;
      });
      if (state === undefined) continue;
      entries.set(path, state);
      if (state.kind === 'directory') await visit(path, await namesIn(hostPath(root, path), unlock && (state.mode & 0o700) !== 0o700));
    }
  };
  await visit('', await readdir(root, 'latin1'));
  return entries;
}

async function namesIn(directory: string | Buffer, unlock: boolean): Promise<readonly BytePath[]> {
  if (unlock) await chmod(directory, 0o700).catch(() => undefined); // it may be gone meanwhile
  return readdir(directory, 'latin1').catch((): BytePath[] => []);
}

/** What is at a path of the host; undefined if nothing is. */
export async function entryState(path: string | Buffer): Promise<EntryState | undefined> {
  const found = await lstat(path, { bigint: true }).catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return undefined;
    throw error;
  });
  if (found === undefined) return undefined;
  const mode = Number(found.mode & 0o777n);
  if (found.isDirectory()) return { kind: 'directory', mode };
  if (found.isSymbolicLink()) return { kind: 'link', target: await readlink(path, 'latin1').catch(() => '') };
  return found.isFile() ? { kind: 'file', stamp: stampOf(found), mode } : { kind: 'other' };
}

/** Whether an entry is as it was. Of a directory only its mode counts, not what is in it. */
export function isSameState(a: EntryState | undefined, b: EntryState | undefined): boolean {
  return a?.kind === b?.kind && markOf(a) === markOf(b);
}

/** What tells an entry from another of its kind. */
function markOf(state: EntryState | undefined): string | number | undefined {
  switch (state?.kind) {
    case 'file':
      return state.stamp;
    case 'directory':
      return state.mode;
    case 'link':
      return state.target;
    default:
      return undefined;
  }
}

function stampOf({ ino, size, ctimeNs }: BigIntStats): string {
  return `${ino}:${size}:${ctimeNs}`;
}
