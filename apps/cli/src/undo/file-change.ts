import type { KeptTree } from './file-keeper.js';

/** What stood at a path at one time. */
export type PathState =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'link'; readonly target: string }
  | { readonly kind: 'file'; readonly hash: string | undefined; readonly copy: string | undefined; readonly mode: number };

/** What calls made of one path. */
export interface FileChange {
  readonly path: string;
  readonly before: PathState;
  readonly after: PathState;
}

/** What calls changed: files and links, and the folders that they made. */
export interface ChangeSet {
  readonly changes: readonly FileChange[];
  readonly newFolders: readonly string[];
}

/** Nothing is different. */
export const NO_CHANGES: ChangeSet = { changes: [], newFolders: [] };

/** Clocks of file systems lag behind the system's by some milliseconds. */
const CLOCK_LAG_MS = 100;

/**
 * What is different in a tree. A file that was written with the content it had is not. Of a tree that was not looked at
 * whole nothing is said: what merely was not seen before must never look as if a call had made it.
 */
export function compareTrees(before: KeptTree, after: KeptTree): ChangeSet {
  if (before.cut || after.cut) return NO_CHANGES;
  const paths = new Set([...before.entries.keys(), ...after.entries.keys()]);
  const unread = [...before.unread, ...after.unread];
  const changes: FileChange[] = [];
  for (const path of paths) {
    const now = after.entries.get(path);
    if (before.entries.get(path)?.signature === now?.signature) continue;
    if (unread.some((folder) => folder === '' || path === folder || path.startsWith(`${folder}/`))) continue;
    if (now !== undefined && now.changedAt < before.takenAt - CLOCK_LAG_MS) continue;
    const change = { path, before: stateOf(before, path), after: stateOf(after, path) };
    if (!sameState(change.before, change.after)) changes.push(change);
  }
  const newFolders = [...after.folders].filter((folder) => !before.folders.has(folder));
  return { changes, newFolders };
}

/** Two sets, one after the other, as one. */
export function joinChanges(first: ChangeSet, second: ChangeSet): ChangeSet {
  const byPath = new Map(first.changes.map((change) => [change.path, change]));
  for (const change of second.changes) {
    byPath.set(change.path, { ...change, before: byPath.get(change.path)?.before ?? change.before });
  }
  const changes = [...byPath.values()].filter(({ before, after }) => !sameState(before, after));
  return { changes, newFolders: [...new Set([...first.newFolders, ...second.newFolders])] };
}

/** Whether two states mean the same content. Files whose content nobody kept are never the same. */
export function sameState(a: PathState, b: PathState): boolean {
  if (a.kind === 'file' && b.kind === 'file') return a.hash !== undefined && a.hash === b.hash && a.mode === b.mode;
  if (a.kind === 'link' && b.kind === 'link') return a.target === b.target;
  return a.kind === b.kind && a.kind === 'nothing';
}

function stateOf(tree: KeptTree, path: string): PathState {
  const entry = tree.entries.get(path);
  if (entry === undefined) return { kind: 'nothing' };
  if (entry.target !== undefined) return { kind: 'link', target: entry.target };
  const { hash, copy } = tree.files.get(path) ?? {};
  return { kind: 'file', hash, copy, mode: entry.mode };
}
