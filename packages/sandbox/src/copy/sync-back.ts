import { chmod, lstat, mkdir } from 'node:fs/promises';
import type { SyncReport } from '@tackroom/core';
import { errorCode } from '../workspace/path-failure.js';
import type { PinnedDirectory } from '../workspace/pinned-directory.js';
import { childPath, hostPath, lastName, parentPath, shownPath, type BytePath } from './byte-path.js';
import { isSameContent } from './copy-content.js';
import { at, freeName, HostPlaces, type HostEntry, type HostPlace } from './host-places.js';
import { KeptAttributes } from './kept-attributes.js';
import { putEntry } from './put-entry.js';
import { Changes, GUARDED_REASON, Report, type CopiedTree } from './sync-changes.js';
import { takeAway, type Removals } from './take-away.js';
import { isSameState, snapshotTree, type EntryState } from './tree-snapshot.js';

/**
 * Brings what was changed in a copy back to the host, one entry at a time and through pinned directories. First goes what is gone,
 * so that a directory can become a file. What was changed on the host too is not touched: the copy's comes beside it, and so does
 * what is guarded. Nothing is brought back that leads out of the workspace, no devices, no set-user-id bits. What goes wrong is
 * reported and does not keep the rest.
 */
export async function syncBack(tree: CopiedTree): Promise<SyncReport> {
  const report = new Report();
  try {
    // Without the copy everything in it would seem to have been removed.
    const changes = new Changes(tree, await snapshotTree(tree.copy, { unlock: true }));
    await new SyncBack(changes, report).run();
  } catch (error) {
    report.failAt('.', reasonOf(error));
  }
  return report.result;
}

function reasonOf(error: unknown): string {
  return `error ${errorCode(error) ?? String(error)}`;
}

class SyncBack {
  private readonly places: HostPlaces;
  private readonly removals: Removals;
  /** Directories whose modes are set last: a closed one would keep out what goes into it. */
  private readonly modes = new Map<BytePath, number>();
  private attributes: KeptAttributes | undefined;

  constructor(
    private readonly changes: Changes,
    private readonly report: Report,
  ) {
    this.places = new HostPlaces(changes);
    this.removals = { changes, places: this.places, report, taken: new Set(), kept: new Set() };
  }

  async run(): Promise<void> {
    const { changes } = this;
    for (const path of changes.taken) await this.orFail(path, () => takeAway(path, this.removals));
    const brought = changes.brought;
    try {
      this.attributes = await KeptAttributes.of(
        changes.tree.host,
        brought.filter(([path]) => this.isFileOnBoth(path)).map(([path]) => path),
      );
      for (const [path, state] of brought) await this.orFail(path, () => this.bring(path, state));
    } finally {
      await this.attributes?.close();
    }
    for (const [path, mode] of [...this.modes].reverse()) await this.orFail(path, () => this.setMode(path, mode));
  }

  private isFileOnBoth(path: BytePath): boolean {
    return this.changes.tree.hostBefore.get(path)?.kind === 'file' && this.changes.now.get(path)?.kind === 'file';
  }

  private async orFail(path: BytePath, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.report.failAt(path, reasonOf(error));
    }
  }

  private async bring(path: BytePath, state: EntryState): Promise<void> {
    const reason = this.changes.refusal(path, state);
    if (reason !== undefined) return this.report.refuseAt(path, reason);
    const guarded = this.changes.guarded(path);
    if (guarded !== undefined) return this.bringAside(path, state, GUARDED_REASON[guarded.kind]);
    const place = await this.places.of(parentPath(path));
    if (place.aside !== undefined) return this.bringAside(path, state, undefined);
    const entry = await this.places.entry(place.path, lastName(path));
    if (entry === undefined) return this.report.failAt(path, 'the directory that it lies in is not there any more');
    try {
      if (state.kind === 'directory') await this.bringDirectory(path, state, entry);
      else await this.bringFile(path, state, entry);
    } finally {
      await entry.directory.close();
    }
  }

  private async bringDirectory(
    path: BytePath,
    { mode }: Extract<EntryState, { kind: 'directory' }>,
    { directory, name, now }: HostEntry,
  ): Promise<void> {
    const before = this.changes.tree.copyBefore.get(path);
    if (now === undefined && before?.kind !== 'directory') {
      await mkdir(at(directory, name), 0o700);
      this.modes.set(path, mode);
    } else if (now?.kind === 'directory') {
      if (before?.kind === 'directory') this.modes.set(path, mode);
    } else if (before?.kind !== 'directory') {
      const { path: keptAs } = await this.places.makeAside(path, {});
      this.report.conflictAt(path, keptAs);
    }
    // Else somebody has removed it, and what was changed in it makes a place for itself.
  }

  private async bringFile(path: BytePath, state: EntryState, { directory, name, now }: HostEntry): Promise<void> {
    const { tree } = this.changes;
    const from = hostPath(tree.copy, path);
    const before = this.removals.taken.has(path) ? undefined : tree.hostBefore.get(path);
    const isUntouched = isSameState(now, before);
    if (await isSame(from, { directory, name, now }, state)) {
      if (isUntouched) await this.keepContent(path, state, { directory, name, now });
      return;
    }
    if (isUntouched && now?.kind !== 'directory') {
      const attributes = state.kind === 'file' && now?.kind === 'file' ? await this.attributes?.take(path) : undefined;
      this.note(path, await putEntry(directory, name, { from, state, attributes }));
      this.report.copied.push(shownPath(path));
      return;
    }
    const free = await freeName(directory, `${name}.sandbox`);
    await putEntry(directory, free, { from, state });
    this.report.conflictAt(path, childPath(parentPath(path), free));
  }

  /** A file that says what it said is not written again; its mode may be another. */
  private async keepContent(path: BytePath, state: EntryState, { directory, name }: HostEntry): Promise<void> {
    const before = this.changes.tree.copyBefore.get(path);
    if (state.kind !== 'file' || before?.kind !== 'file' || before.mode === state.mode) return;
    // A pinned name may still be exchanged for a link, which would be followed.
    if ((await lstat(at(directory, name))).isFile()) await chmod(at(directory, name), state.mode);
    this.report.copied.push(shownPath(path));
  }

  /** Puts an entry where nobody obeys it: beside its place, or below what was made beside a directory on the way. */
  private async bringAside(path: BytePath, state: EntryState, refused: string | undefined): Promise<void> {
    if (state.kind === 'directory') return this.bringDirectoryAside(path, refused);
    const place = await this.places.of(parentPath(path));
    const directory = await this.places.pin(place.path);
    if (directory === undefined) return this.report.failAt(path, 'the directory that it lies in is not there any more');
    try {
      const isBeside = place.aside === undefined || this.changes.isGuardedAnywhere(path);
      const wanted = isBeside ? `${lastName(path)}.sandbox` : lastName(path);
      const name = await freeName(directory, wanted);
      await putEntry(directory, name, { from: hostPath(this.changes.tree.copy, path), state });
      this.tellAside(path, childPath(place.path, name), place, refused);
    } finally {
      await directory.close();
    }
  }

  /** Only one that is new: what was changed in others makes its own place. */
  private async bringDirectoryAside(path: BytePath, refused: string | undefined): Promise<void> {
    if (this.changes.tree.copyBefore.get(path)?.kind === 'directory') {
      if (refused !== undefined) this.report.refuseAt(path, `${refused}, and keeps its mode`);
      return;
    }
    const place = await this.places.of(path);
    this.tellAside(path, place.path, place, refused);
  }

  private tellAside(path: BytePath, keptAs: BytePath, place: HostPlace, refused: string | undefined): void {
    const reason = refused ?? place.aside?.refused;
    if (reason === undefined) this.report.conflictAt(path, keptAs);
    else this.report.refuseAt(path, reason, keptAs);
  }

  private async setMode(path: BytePath, mode: number): Promise<void> {
    const directory = await this.places.pin(path);
    if (directory === undefined) return;
    try {
      const now = (await lstat(`${directory.at()}/.`)).mode & 0o7777;
      const before = this.changes.tree.hostBefore.get(path);
      if (before?.kind === 'directory' && (now & 0o777) !== before.mode) {
        return this.note(path, `its mode ${mode.toString(8)} was not set, because somebody has set another meanwhile`);
      }
      await setDirectoryMode(directory, (now & 0o7000) | mode);
      if (before?.kind === 'directory') this.report.copied.push(shownPath(path));
    } finally {
      await directory.close();
    }
  }

  private note(path: BytePath, reason: string | undefined): void {
    if (reason !== undefined) this.report.notKept.push({ path: shownPath(path), reason });
  }
}

function setDirectoryMode(directory: PinnedDirectory, mode: number): Promise<void> {
  return chmod(`${directory.at()}/.`, mode);
}

async function isSame(from: string | Buffer, { directory, name, now }: HostEntry, state: EntryState): Promise<boolean> {
  if (state.kind === 'link') return isSameState(state, now);
  if (state.kind !== 'file' || now?.kind !== 'file') return false;
  await chmod(from, 0o600);
  return isSameContent(from, at(directory, name)).catch(() => false);
}
