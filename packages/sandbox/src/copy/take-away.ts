import { rmdir, unlink } from 'node:fs/promises';
import { lastName, parentPath, shownPath, type BytePath } from './byte-path.js';
import { at, type HostPlaces } from './host-places.js';
import { GUARDED_REASON, type Changes, type Report } from './sync-changes.js';
import { isSameState, type EntryState } from './tree-snapshot.js';

/** What removals share: what was done, for those who bring something to the same places, and what stayed. */
export interface Removals {
  readonly changes: Changes;
  readonly places: HostPlaces;
  readonly report: Report;
  /** What is not there any more. */
  readonly taken: Set<BytePath>;
  /** Directories that something stayed in; that is reported already. */
  readonly kept: Set<BytePath>;
}

/** Removes from the host what is gone from the copy, or has become something else there, unless somebody else has changed it. */
export async function takeAway(path: BytePath, removals: Removals): Promise<void> {
  const { changes, places, report, taken } = removals;
  // What takes its place is reported, and kept beside it.
  const isReplaced = changes.isReplaced(path);
  const guarded = changes.guarded(path);
  if (guarded !== undefined) {
    keep(path, removals);
    return isReplaced ? undefined : report.refuseAt(path, GUARDED_REASON[guarded.kind]);
  }
  const entry = await places.entry(parentPath(path), lastName(path));
  if (entry === undefined) return;
  try {
    const { now, directory, name } = entry;
    if (now === undefined) return void taken.add(path);
    if (now.kind === 'directory' && removals.kept.has(path)) return;
    const isGone = isUntouched(now, changes.tree.hostBefore.get(path)) && (await couldRemove(now, at(directory, name)));
    if (!isGone) {
      keep(path, removals);
      return isReplaced ? undefined : report.conflictAt(path);
    }
    taken.add(path);
    if (!isReplaced) report.removed.push(shownPath(path));
  } finally {
    await entry.directory.close();
  }
}

/** Whether an entry of the host is as it was when it was copied. What is in a directory shows when that is removed. */
function isUntouched(now: EntryState, before: EntryState | undefined): boolean {
  return now.kind === 'directory' ? before?.kind === 'directory' : isSameState(now, before);
}

/** A directory that somebody has put something into stays. */
async function couldRemove(now: EntryState, path: string | Buffer): Promise<boolean> {
  if (now.kind !== 'directory') {
    await unlink(path);
    return true;
  }
  return rmdir(path).then(
    () => true,
    () => false,
  );
}

function keep(path: BytePath, { kept }: Removals): void {
  for (let directory = parentPath(path); directory !== ''; directory = parentPath(directory)) kept.add(directory);
}
