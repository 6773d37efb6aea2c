import type { CallIntent, CallJournal } from 'tackroom';
import { reasonOf } from '../cli-error.js';
import { compareTrees, joinChanges, NO_CHANGES, type ChangeSet } from './file-change.js';
import { FileKeeper, type KeptTree } from './file-keeper.js';
import { restoreFiles, type RestoredFile } from './restore-files.js';

/** What undoing did. */
export interface Undone {
  readonly files: readonly RestoredFile[];
}

/** Files and links that are watched unless another number is given. */
const MAX_ENTRIES = 20_000;

/** Turns that can be undone. */
const MAX_TURNS = 50;

/**
 * Remembers what tool calls did to the files below a watched directory, one entry for each turn of a conversation. It is the journal of
 * the calls: before the first call that may have effects begins, the tree is kept, and after the last of those that
 * overlap has ended the two are compared. Changes of anybody else count only if they fall into that time. Whoever makes
 * one closes it.
 */
export class UndoLog implements CallJournal {
  private keeper: FileKeeper | undefined;
  private watched: string | undefined;
  private readonly running = new Set<string>();
  private before: KeptTree | undefined;
  private turn: ChangeSet = NO_CHANGES;
  private readonly turns: ChangeSet[] = [];
  /** Keeping and comparing happen one at a time. */
  private last: Promise<void> = Promise.resolve();
  private problem: string | undefined;

  constructor(private readonly maxEntries = MAX_ENTRIES) {}

  /** The directory that is watched; undefined if none is, and then nothing can be undone. */
  get root(): string | undefined {
    return this.watched;
  }

  /** Watches a directory from the next call on. */
  watch(root: string): void {
    this.watched = root;
    this.keeper = new FileKeeper(root, this.maxEntries);
  }

  /** Why some calls cannot be undone; undefined as long as all can. */
  get gap(): string | undefined {
    return this.problem;
  }

  /** Begins a call: waits until the files are kept. Calls that are harmless to repeat change none. */
  intent({ runId, callId, replayPolicy }: CallIntent): Promise<void> {
    if (replayPolicy === 'safe' || this.keeper === undefined) return Promise.resolve();
    return this.next(async () => {
      this.running.add(`${runId}/${callId}`);
      this.before ??= await this.keep();
    });
  }

  /** Ends a call. */
  result(runId: string, callId: string): Promise<void> {
    return this.next(async () => {
      if (!this.running.delete(`${runId}/${callId}`) || this.running.size > 0) return;
      await this.compare();
    });
  }

  /** Ends a turn: what its calls changed is one entry from now on. Also closes calls whose result never came. */
  async endTurn(): Promise<void> {
    await this.next(async () => {
      this.running.clear();
      await this.compare();
    });
    if (this.turn.changes.length > 0) this.turns.push(this.turn);
    if (this.turns.length > MAX_TURNS) this.turns.shift();
    this.turn = NO_CHANGES;
  }

  /** Takes back the newest turn that changed files; undefined if there is none. */
  async undo(): Promise<Undone | undefined> {
    const newest = this.turns.pop();
    if (newest === undefined || this.watched === undefined) return undefined;
    return { files: await restoreFiles(this.watched, newest) };
  }

  /** Removes what was kept. */
  close(): Promise<void> {
    return this.next(async () => this.keeper?.close());
  }

  private async compare(): Promise<void> {
    const { before } = this;
    this.before = undefined;
    const after = before && (await this.keep());
    if (before !== undefined && after !== undefined) this.turn = joinChanges(this.turn, compareTrees(before, after));
  }

  /** A call must not fail because it cannot be undone. */
  private async keep(): Promise<KeptTree | undefined> {
    try {
      const tree = await this.keeper?.keep();
      if (tree?.cut === true) this.problem = `there are more than ${this.maxEntries} files below ${this.watched ?? ''}`;
      return tree;
    } catch (error) {
      this.problem = `files could not be kept: ${reasonOf(error)}`;
      return undefined;
    }
  }

  private next(work: () => Promise<void>): Promise<void> {
    this.last = this.last.then(work, work);
    return this.last;
  }
}
