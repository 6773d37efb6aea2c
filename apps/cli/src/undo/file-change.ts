import type { KeptTree } from './file-keeper.js';
import type { RestoredPath } from './restored-path.js';

/** What stood at a path at one time. */
export type PathState =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'link'; readonly target: string }
  | {
      readonly kind: 'file';
      readonly hash: string | undefined;
      readonly copy: string | undefined;
      /** Why there is no copy. */
      readonly why?: string;
      readonly mode: number;
    };

/** What calls made of one path. */
export interface FileChange {
  readonly path: string;
  readonly before: PathState;
  readonly after: PathState;
}

/** A folder that was there, and how. */
export interface GoneFolder {
  readonly path: string;
  readonly mode: number;
}

/** What calls changed: files and links, and the folders that they made and deleted. */
export interface ChangeSet {
  readonly changes: readonly FileChange[];
  readonly newFolders: readonly string[];
  readonly goneFolders: readonly GoneFolder[];
  /** What else is different, and cannot be put back. */
  readonly notes: readonly RestoredPath[];
}

/** Nothing is different. */
export const NO_CHANGES: ChangeSet = { changes: [], newFolders: [], goneFolders: [], notes: [] };

/** Whether nothing is different. */
export function isUnchanged({ changes, newFolders, goneFolders, notes }: ChangeSet): boolean {
  return changes.length + newFolders.length + goneFolders.length + notes.length === 0;
}

/**
 * What is different in a tree. A file that was written with the content it had is not. Of a tree that was not looked at
 * whole nothing is said: what merely was not seen before must never look as if a call had made it.
 */
export function compareTrees(before: KeptTree, after: KeptTree): ChangeSet {
  if (before.cut || after.cut) return NO_CHANGES;
  const paths = new Set([...before.entries.keys(), ...after.entries.keys()]);
  const unread = [...before.unread, ...after.unread];
  const isUnread = (path: string): boolean => unread.some((folder) => folder === '' || path === folder || path.startsWith(`${folder}/`));
  const changes: FileChange[] = [];
  for (const path of paths) {
    const now = after.entries.get(path);
    if (before.entries.get(path)?.signature === now?.signature) continue;
    if (isUnread(path)) continue;
    const change = { path, before: stateOf(before, path), after: stateOf(after, path) };
    if (!sameState(change.before, change.after)) changes.push(change);
  }
  const newFolders = [...after.folders.keys()].filter((folder) => !before.folders.has(folder) && !isUnread(folder));
  const goneFolders = [...before.folders]
    .filter(([folder]) => !after.folders.has(folder) && !isUnread(folder))
    .map(([path, mode]) => ({ path, mode }));
  return { changes, newFolders, goneFolders, notes: notesOf(before, after) };
}

/** Of what is not looked into only that it came or went can be told. */
function notesOf(before: KeptTree, after: KeptTree): readonly RestoredPath[] {
  const gone = [...before.others].filter((path) => !after.others.has(path) && !after.entries.has(path));
  const made = [...after.others].filter((path) => !before.others.has(path) && !path.endsWith('/'));
  return [
    ...gone.map((path) => ({
      path,
      outcome: 'kept' as const,
      reason: path.endsWith('/')
        ? 'the folder is gone, and no copy of what was in it was kept, because it is not watched'
        : 'it is gone, and it was not a file',
    })),
    ...made.map((path) => ({ path, outcome: 'kept' as const, reason: 'it was made, and it is not a file' })),
  ];
}

/** Two sets, one after the other, as one. */
export function joinChanges(first: ChangeSet, second: ChangeSet): ChangeSet {
  const byPath = new Map(first.changes.map((change) => [change.path, change]));
  for (const change of second.changes) {
    const earlier = byPath.get(change.path);
    // What somebody else wrote between the two stays: only the second one is taken back.
    const follows = earlier !== undefined && sameState(earlier.after, change.before);
    byPath.set(change.path, follows ? { ...change, before: earlier.before } : change);
  }
  const changes = [...byPath.values()].filter(({ before, after }) => !sameState(before, after));
  const made = new Set([...first.newFolders, ...second.newFolders]);
  const gone = new Map([...second.goneFolders, ...first.goneFolders].map((folder) => [folder.path, folder]));
  const notes = [...new Map([...first.notes, ...second.notes].map((note) => [note.path, note])).values()];
  // What was made and deleted again was not there before, and what was deleted and made again is there.
  const newFolders = [...made].filter((path) => !gone.has(path));
  return { changes, newFolders, goneFolders: [...gone.values()].filter(({ path }) => !made.has(path)), notes };
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
  const { hash, copy, why } = tree.files.get(path) ?? {};
  return { kind: 'file', hash, copy, mode: entry.mode, ...(why === undefined ? {} : { why }) };
}
