import type { SyncConflict, SyncFailure, SyncReport } from '@tackroom/core';
import { isRepository, type GuardedPart, type NamePolicy } from '../confinement/name-policy.js';
import { childPath, parentPath, shownPath, textPath, type BytePath } from './byte-path.js';
import { leadsOut } from './leading-out.js';
import { isSameState, type EntryState, type TreeSnapshot } from './tree-snapshot.js';

/** The two sides of a copy, and how both were when it was made. */
export interface CopiedTree {
  readonly host: string;
  readonly copy: string;
  readonly hostBefore: TreeSnapshot;
  readonly copyBefore: TreeSnapshot;
  readonly policy: NamePolicy;
  /** Where the repositories of the host keep their hooks, relative to the root. */
  readonly hooks: readonly BytePath[];
}

/** The lists of a {@link SyncReport} while they are made. */
export class Report {
  readonly copied: string[] = [];
  readonly removed: string[] = [];
  readonly conflicts: SyncConflict[] = [];
  readonly refused: SyncFailure[] = [];
  readonly failed: SyncFailure[] = [];
  readonly notKept: SyncFailure[] = [];

  get result(): SyncReport {
    const { copied, removed, conflicts, refused, failed, notKept } = this;
    return { copied, removed, conflicts, refused, failed, ...(notKept.length === 0 ? {} : { notKept }) };
  }

  failAt(path: BytePath, reason: string): void {
    this.failed.push({ path: shownPath(path), reason });
  }

  conflictAt(path: BytePath, keptAs?: BytePath): void {
    this.conflicts.push({ path: shownPath(path), keptAs: keptAs === undefined ? undefined : shownPath(keptAs) });
  }

  refuseAt(path: BytePath, reason: string, keptAs?: BytePath): void {
    this.refused.push({ path: shownPath(path), reason, ...(keptAs === undefined ? {} : { keptAs: shownPath(keptAs) }) });
  }
}

/** Why what is guarded does not come back in its place. */
export const GUARDED_REASON: Readonly<Record<GuardedPart['kind'], string>> = {
  obeyed: 'it is protected',
  keys: 'it lies where keys are kept',
};

/** What was changed in a copy, and what may come of it. */
export class Changes {
  private readonly repositories: ReadonlySet<string>;
  private readonly refusedInPlace: ReadonlySet<BytePath>;

  constructor(
    readonly tree: CopiedTree,
    readonly now: TreeSnapshot,
  ) {
    this.repositories = new Set([...repositoriesOf(now), ...repositoriesOf(tree.hostBefore)].map(textPath));
    const replaced = [...now].filter(([path, state]) => this.hasOtherKind(path, state) && this.refusal(path, state) !== undefined);
    this.refusedInPlace = new Set(replaced.map(([path]) => path));
  }

  /** What is new or other than it was, parents first. */
  get brought(): readonly (readonly [BytePath, EntryState])[] {
    return [...this.now].filter(([path, state]) => !isSameState(state, this.tree.copyBefore.get(path)));
  }

  /** What is gone, or has become something else, from the leaves up. What takes its place may be refused: then it stays. */
  get taken(): readonly BytePath[] {
    const gone = [...this.tree.copyBefore].filter(([path, before]) => this.now.get(path)?.kind !== before.kind).map(([path]) => path);
    return gone.filter((path) => !this.staysFor(path)).reverse();
  }

  /** Whether a path is there in the copy, as something else than it was. */
  isReplaced(path: BytePath): boolean {
    return this.now.has(path);
  }

  /** The guarded part of a path, as a path. */
  guarded(path: BytePath): { readonly head: BytePath; readonly kind: GuardedPart['kind'] } | undefined {
    const { policy, hooks } = this.tree;
    const names = path.split('/');
    const part = policy.guarded(names.map(textPath), this.repositories);
    const inHooks = hooks.find((hook) => path === hook || path.startsWith(`${hook}/`));
    const hooksPart: GuardedPart | undefined = inHooks === undefined ? undefined : { kind: 'obeyed', length: inHooks.split('/').length };
    const first = part === undefined || (hooksPart !== undefined && hooksPart.length < part.length) ? hooksPart : part;
    if (first !== undefined) return { head: names.slice(0, first.length).join('/'), kind: first.kind };
    // A repository that is a file or a link is wherever that leads.
    const state = this.now.get(path);
    const isPointer = state !== undefined && state.kind !== 'directory' && policy.guarded([...names.map(textPath), 'config']) !== undefined;
    return isPointer ? { head: path, kind: 'obeyed' } : undefined;
  }

  /** Whether a path is guarded for its own names: also below what is guarded already, and where that comes to lie. */
  isGuardedAnywhere(path: BytePath): boolean {
    return this.tree.policy.isGuardedAnywhere(path.split('/').map(textPath), this.repositories) || this.guarded(path)?.head === path;
  }

  /** Why an entry does not come back at all, under no name. */
  refusal(path: BytePath, state: EntryState): string | undefined {
    if (state.kind === 'other') return 'it is neither a file nor a directory nor a link';
    const { policy, host: root } = this.tree;
    return state.kind === 'link' ? leadsOut(path, state.target, { entries: this.now, root, policy }) : undefined;
  }

  private hasOtherKind(path: BytePath, { kind }: EntryState): boolean {
    const before = this.tree.copyBefore.get(path);
    return before !== undefined && before.kind !== kind;
  }

  private staysFor(path: BytePath): boolean {
    if (this.refusedInPlace.size === 0) return false;
    for (let at = path; at !== ''; at = parentPath(at)) if (this.refusedInPlace.has(at)) return true;
    return false;
  }
}

function repositoriesOf(entries: TreeSnapshot): readonly BytePath[] {
  const found: BytePath[] = [];
  for (const path of entries.keys()) {
    if (path !== 'HEAD' && !path.endsWith('/HEAD')) continue;
    const directory = parentPath(path);
    if (isRepository((name) => entries.has(childPath(directory, name)))) found.push(directory);
  }
  return found;
}
