import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, copyFile, lstat, mkdir, readFile, readlink, rename, rmdir, symlink, unlink } from 'node:fs/promises';
import { join, posix } from 'node:path';
import type { SyncConflict, SyncFailure, SyncReport } from '@tackroom/core';
import { errorCode } from '../workspace/path-failure.js';
import { RootedTree } from '../workspace/rooted-tree.js';
import type { PinnedDirectory } from '../workspace/pinned-directory.js';
import { entryState, isSameState, snapshotTree, type EntryState, type TreeSnapshot } from './tree-snapshot.js';

/** The two sides of a copy, and how both were when it was made. */
export interface CopiedTree {
  readonly host: string;
  readonly copy: string;
  readonly hostBefore: TreeSnapshot;
  readonly copyBefore: TreeSnapshot;
  /** Whether a path may not be changed on the host. */
  readonly isProtected: (path: string) => boolean;
}

/** The lists of a {@link SyncReport} while they are made. */
class Report implements SyncReport {
  readonly copied: string[] = [];
  readonly removed: string[] = [];
  readonly conflicts: SyncConflict[] = [];
  readonly refused: SyncFailure[] = [];
  readonly failed: SyncFailure[] = [];
}

/**
 * Brings what was changed in a copy back to the host, one entry at a time and through pinned directories. A file that was
 * changed on the host too is not touched: the copy's comes beside it. Nothing is brought back that a program outside would
 * be led astray by: links out of the workspace, devices, protected paths, set-user-id bits. What goes wrong is reported and
 * does not keep the rest.
 */
export async function syncBack(tree: CopiedTree): Promise<SyncReport> {
  const report = new Report();
  try {
    // Without the copy everything in it would seem to have been removed.
    const copyNow = await snapshotTree(tree.copy, { unlock: true });
    const host = new RootedTree(tree.host, { links: 'refuse' });
    for (const [path, state] of copyNow) {
      if (!isSameState(state, tree.copyBefore.get(path)))
        await orFail({ path, report }, (change) => bring(tree, host, { ...change, state }));
    }
    // From the leaves up, so that a directory is empty when its turn comes.
    for (const path of [...tree.copyBefore.keys()].reverse()) {
      if (!copyNow.has(path)) await orFail({ path, report }, (change) => take(tree, host, change));
    }
  } catch (error) {
    report.failed.push({ path: '.', reason: reasonOf(error) });
  }
  return { ...report };
}

async function orFail(change: Change, make: (change: Change) => Promise<void>): Promise<void> {
  try {
    await make(change);
  } catch (error) {
    change.report.failed.push({ path: change.path, reason: reasonOf(error) });
  }
}

function reasonOf(error: unknown): string {
  return `error ${errorCode(error) ?? String(error)}`;
}

interface Change {
  readonly path: string;
  readonly report: Report;
}

async function bring(tree: CopiedTree, host: RootedTree, { path, state, report }: Change & { readonly state: EntryState }): Promise<void> {
  const reason = await refusal(tree, path, state);
  if (reason !== undefined) return void report.refused.push({ path, reason });
  const place = await placeOf(host, path);
  if (place === undefined) return void report.failed.push({ path, reason: 'the directory that it lies in is not there any more' });
  try {
    const now = await entryState(place.directory.at(place.name));
    if (state.kind === 'directory') {
      if (now === undefined) await mkdir(place.directory.at(place.name));
      else if (now.kind !== 'directory') report.conflicts.push({ path, keptAs: undefined });
      return;
    }
    const isUntouched = isSameState(now, tree.hostBefore.get(path));
    if (!isUntouched && (await isSameContent(join(tree.copy, path), place, state, now))) return;
    const name = isUntouched && now?.kind !== 'directory' ? place.name : await freeName(place.directory, `${place.name}.sandbox`);
    await put(join(tree.copy, path), { ...place, name }, state);
    if (name === place.name) report.copied.push(path);
    else report.conflicts.push({ path, keptAs: posix.join(posix.dirname(path), name) });
  } finally {
    await place.directory.close();
  }
}

async function take(tree: CopiedTree, host: RootedTree, { path, report }: Change): Promise<void> {
  if (tree.isProtected(path)) return void report.refused.push({ path, reason: 'it is protected' });
  const place = await placeOf(host, path);
  if (place === undefined) return;
  try {
    const now = await entryState(place.directory.at(place.name));
    if (now === undefined) return;
    if (!isSameState(now, tree.hostBefore.get(path))) return void report.conflicts.push({ path, keptAs: undefined });
    if (now.kind !== 'directory') await unlink(place.directory.at(place.name));
    // A directory that somebody has put something into stays.
    else if (
      !(await rmdir(place.directory.at(place.name)).then(
        () => true,
        () => false,
      ))
    )
      return void report.conflicts.push({ path, keptAs: undefined });
    report.removed.push(path);
  } finally {
    await place.directory.close();
  }
}

async function refusal(tree: CopiedTree, path: string, state: EntryState): Promise<string | undefined> {
  if (tree.isProtected(path)) return 'it is protected';
  if (state.kind === 'other') return 'it is neither a file nor a directory nor a link';
  if (state.kind !== 'link') return undefined;
  const target = await readlink(join(tree.copy, path));
  // To commands the copy is where the host's files are, so a whole path may be one of these.
  const leads = posix.relative(tree.host, posix.resolve(tree.host, posix.dirname(path), target));
  return leads === '..' || leads.startsWith('../') ? 'it is a link that leads out of the workspace' : undefined;
}

interface Place {
  readonly directory: PinnedDirectory;
  readonly name: string;
}

async function placeOf(host: RootedTree, path: string): Promise<Place | undefined> {
  const parent = posix.dirname(path);
  const directory = await host.directory(parent === '.' ? '' : parent).catch(() => undefined);
  return directory && { directory, name: posix.basename(path) };
}

/** Writes beside the place and puts it there in one step, so that nobody reads a part. */
async function put(from: string, { directory, name }: Place, state: EntryState): Promise<void> {
  const temporary = directory.at(`.tackroom-${randomBytes(9).toString('hex')}.tmp`);
  try {
    if (state.kind === 'link') await symlink(state.target, temporary);
    else {
      await chmod(from, 0o600); // a command may have closed it to us
      await copyFile(from, temporary, constants.COPYFILE_EXCL);
      await chmod(temporary, state.kind === 'file' ? state.mode : 0o600);
    }
    await rename(temporary, directory.at(name));
  } finally {
    await unlink(temporary).catch(() => undefined);
  }
}

async function isSameContent(from: string, { directory, name }: Place, state: EntryState, now: EntryState | undefined): Promise<boolean> {
  if (state.kind === 'link' || now?.kind !== state.kind) return state.kind === 'link' && isSameState(state, now);
  if (state.kind !== 'file') return false;
  await chmod(from, 0o600);
  const [a, b] = [await lstat(from), await lstat(directory.at(name))];
  return a.size === b.size && (await readFile(from)).equals(await readFile(directory.at(name)));
}

async function freeName(directory: PinnedDirectory, wanted: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted}-${number}`;
    if ((await lstat(directory.at(name)).catch(() => undefined)) === undefined) return name;
  }
}
