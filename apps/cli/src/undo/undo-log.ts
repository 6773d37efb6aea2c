import { tmpdir } from 'node:os';
import type { CallIntent, CallJournal } from 'tackroom';
import { reasonOf } from '../cli-error.js';
import { compareTrees, isUnchanged, joinChanges, NO_CHANGES, type ChangeSet } from './file-change.js';
import { FileKeeper, type KeptTree } from './file-keeper.js';
import { notKept } from './not-kept.js';
import { removeLeftoverCopies } from './leftover-copies.js';
import { readPassedOver, type PassesOver } from './passed-over.js';
import { restoreFiles } from './restore-files.js';
import type { RestoredPath } from './restored-path.js';

/** What undoing did. */
export interface Undone {
  readonly files: readonly RestoredPath[];
  /** Whether something failed and is still to be undone: the next time is another try. */
  readonly isLeft: boolean;
  /** Where what was taken away is kept, relative to the root. */
  readonly aside?: string;
}

/** What an undo log can be told. */
export interface UndoOptions {
  /** Files and links that are looked at. */
  readonly maxEntries?: number;
  /** Is told how many files are read when the first reading takes long. */
  readonly onSlow?: (files: number) => void;
  /** Calls `fire` when that takes long, unless what it gives is called first. */
  readonly whenSlow?: (fire: () => void) => () => void;
}

/** Files and links that are watched unless another number is given. */
const MAX_ENTRIES = 20_000;

/** A person wonders what happens after so many milliseconds. */
const SLOW_MS = 500;

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
  private before: { readonly tree: KeptTree; readonly passesOver: PassesOver } | undefined;
  private turn: ChangeSet = NO_CHANGES;
  private readonly turns: ChangeSet[] = [];
  /** Keeping and comparing happen one at a time. */
  private last: Promise<void> = Promise.resolve();
  private problem: string | undefined;
  private unkept: string | undefined;
  private interrupted: string | undefined;
  private isFirst = true;
  private readonly maxEntries: number;

  constructor(private readonly options: UndoOptions = {}) {
    this.maxEntries = options.maxEntries ?? MAX_ENTRIES;
  }

  /** The directory that is watched; undefined if none is, and then nothing can be undone. */
  get root(): string | undefined {
    return this.watched;
  }

  /** Watches a directory from the next call on. Copies that processes left which were killed are removed. */
  watch(root: string): void {
    this.watched = root;
    this.keeper = new FileKeeper(root);
    void this.next(async () => {
      const [folder] = await removeLeftoverCopies(tmpdir());
      if (folder !== undefined)
        this.interrupted = `an undo was interrupted; copies of what it did not put back are in ${folder}, until you delete it`;
    });
  }

  /** Why some calls cannot be undone; undefined as long as all can. */
  get gap(): string | undefined {
    return this.problem ?? this.unkept ?? this.interrupted;
  }

  /** Begins a call: waits until the files are kept. Calls that are harmless to repeat change none. */
  intent({ runId, callId, replayPolicy }: CallIntent): Promise<void> {
    if (replayPolicy === 'safe' || this.keeper === undefined) return Promise.resolve();
    return this.next(async () => {
      this.running.add(`${runId}/${callId}`);
      this.before ??= await this.keepBefore();
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
    if (!isUnchanged(this.turn)) this.turns.push(this.turn);
    if (this.turns.length > MAX_TURNS) this.turns.shift();
    this.turn = NO_CHANGES;
  }

  /** Takes back the newest turn that changed files; undefined if there is none. What failed stays to be undone. */
  async undo(): Promise<Undone | undefined> {
    const newest = this.turns.pop();
    if (newest === undefined || this.watched === undefined) return undefined;
    const { watched, keeper } = this;
    const work = (): ReturnType<typeof restoreFiles> => restoreFiles(watched, newest);
    const { paths, left, aside } = await (keeper === undefined ? work() : keeper.whileUndoing(work));
    if (!isUnchanged(left)) this.turns.push(left);
    return { files: paths, isLeft: !isUnchanged(left), ...(aside === undefined ? {} : { aside }) };
  }

  /** Removes what was kept. */
  close(): Promise<void> {
    return this.next(async () => this.keeper?.close());
  }

  private async compare(): Promise<void> {
    const { before } = this;
    this.before = undefined;
    const after = before && (await this.keep(before.passesOver));
    if (before !== undefined && after !== undefined) this.turn = joinChanges(this.turn, compareTrees(before.tree, after));
  }

  private async keepBefore(): Promise<UndoLog['before']> {
    // The same folders are passed over afterwards: what a call does to `.gitignore` neither hides files nor makes some new.
    const passesOver = await readPassedOver(this.watched ?? '');
    const tree = await this.keep(passesOver);
    return tree && { tree, passesOver };
  }

  /** A call must not fail because it cannot be undone. */
  private async keep(passesOver: PassesOver): Promise<KeptTree | undefined> {
    const { maxEntries } = this;
    const notice = this.noticeOnce();
    try {
      const tree = await this.keeper?.keep({ maxEntries, passesOver }, notice.found);
      if (tree?.cut === true) this.problem = `there are more than ${maxEntries} files below ${this.watched ?? ''}`;
      this.unkept = tree && notKept(tree);
      return tree;
    } catch (error) {
      this.problem = `files could not be kept: ${reasonOf(error)}`;
      return undefined;
    } finally {
      notice.end();
    }
  }

  /** Says how many files are read once that is known and has taken long, the first time only. */
  private noticeOnce(): { readonly found: (files: number) => void; readonly end: () => void } {
    const { onSlow, whenSlow = afterHalfASecond } = this.options;
    if (!this.isFirst || onSlow === undefined) return { found: () => undefined, end: () => undefined };
    this.isFirst = false;
    let count: number | undefined;
    let isSlow = false;
    const say = (): void => {
      if (isSlow && count !== undefined) onSlow(count);
    };
    const end = whenSlow(() => {
      isSlow = true;
      say();
    });
    const found = (files: number): void => {
      count = files;
      say();
    };
    return { found, end };
  }

  private next(work: () => Promise<void>): Promise<void> {
    this.last = this.last.then(work, work);
    return this.last;
  }
}

function afterHalfASecond(fire: () => void): () => void {
  const timer = setTimeout(fire, SLOW_MS);
  return () => clearTimeout(timer);
}
