import type { LaneRequest, LaneTicket } from '../contracts/scheduler.js';

/**
 * One call in a lane: waiting for the entries it must follow, then holding its lane until released. Waiting is kept as
 * edges between entries, so a release looks only at those that waited for it.
 */
export class LaneEntry implements LaneTicket {
  /** Entries this one waits for; undefined once nothing is left to wait for. */
  blockers: Set<LaneEntry> | undefined = undefined;
  /** Whether it stands in line for a free start of its run. */
  awaitsStart = false;
  private followers: Set<LaneEntry> | undefined = undefined;
  private grant: (() => void) | undefined = undefined;
  private promise: Promise<void> | undefined = undefined;
  private state: 'waiting' | 'held' | 'gone' = 'held';

  constructor(
    readonly request: LaneRequest,
    private readonly onUnblocked: (entry: LaneEntry) => void,
    private readonly onGone: (entry: LaneEntry, held: boolean) => void,
  ) {}

  /** Whether it takes one of its run's starts; a call from inside a call of the same run goes on under its caller's. */
  get needsStart(): boolean {
    const { maxParallelCalls, parent, runId } = this.request;
    return maxParallelCalls !== Infinity && parent?.request.runId !== runId;
  }

  get granted(): Promise<void> {
    this.promise ??= new Promise((resolve) => {
      if (this.state === 'held') resolve();
      else this.grant = resolve;
    });
    return this.promise;
  }

  get held(): boolean {
    return this.state === 'held';
  }

  private holdsStartOf(runId: string): boolean {
    return this.state === 'held' && this.request.runId === runId && this.needsStart;
  }

  /** Puts this entry behind `earlier`. */
  follow(earlier: LaneEntry): void {
    this.state = 'waiting';
    (this.blockers ??= new Set()).add(earlier);
    (earlier.followers ??= new Set()).add(this);
  }

  /** Waits for a free start of its run. */
  awaitStart(): void {
    this.state = 'waiting';
    this.awaitsStart = true;
  }

  /** Makes this entry the holder of its lane. */
  hold(): void {
    if (this.state !== 'waiting') return;
    this.state = 'held';
    this.awaitsStart = false;
    this.grant?.();
  }

  release(): void {
    if (this.state !== 'gone') this.go(this.state === 'held');
  }

  /**
   * Whether this entry waits for `other`, directly or through others: also where it has yet to get a start and `other` has
   * one of the same run, which may be the one it gets.
   */
  waitsFor(other: LaneEntry, seen: Set<LaneEntry> = new Set()): boolean {
    if (this.state === 'waiting' && this.needsStart && other.holdsStartOf(this.request.runId)) return true;
    if (this.blockers === undefined || seen.has(this)) return false;
    seen.add(this);
    if (this.blockers.has(other)) return true;
    for (const blocker of this.blockers) if (blocker.waitsFor(other, seen)) return true;
    return false;
  }

  private go(held: boolean): void {
    this.state = 'gone';
    if (this.blockers !== undefined) for (const blocker of this.blockers) blocker.followers?.delete(this);
    this.blockers = undefined;
    this.onGone(this, held);
    const followers = this.followers;
    this.followers = undefined;
    if (followers === undefined) return;
    for (const follower of followers) {
      follower.blockers?.delete(this);
      if (follower.blockers?.size === 0) {
        follower.blockers = undefined;
        this.onUnblocked(follower);
      }
    }
  }
}
