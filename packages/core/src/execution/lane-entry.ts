import type { LaneRequest, LaneTicket } from '../contracts/scheduler.js';

/**
 * One call in a lane: waiting for the entries it must follow, then holding its lane until released. Waiting is kept as
 * edges between entries, so a release looks only at those that waited for it.
 */
export class LaneEntry implements LaneTicket {
  /** Entries this one waits for; undefined once nothing is left to wait for. */
  blockers: Set<LaneEntry> | undefined = undefined;
  private followers: Set<LaneEntry> | undefined = undefined;
  private grant: (() => void) | undefined = undefined;
  private promise: Promise<void> | undefined = undefined;
  private state: 'waiting' | 'held' | 'gone' = 'held';

  constructor(
    readonly request: LaneRequest,
    private readonly onUnblocked: (entry: LaneEntry) => void,
    private readonly onGone: (entry: LaneEntry, held: boolean) => void,
  ) {}

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

  /** Puts this entry behind `earlier`. */
  follow(earlier: LaneEntry): void {
    this.state = 'waiting';
    (this.blockers ??= new Set()).add(earlier);
    (earlier.followers ??= new Set()).add(this);
  }

  /** Waits for something that is no entry (a free start of its run). */
  wait(): void {
    this.state = 'waiting';
  }

  /** Makes this entry the holder of its lane. */
  hold(): void {
    if (this.state !== 'waiting') return;
    this.state = 'held';
    this.grant?.();
  }

  release(): void {
    if (this.state !== 'gone') this.go(this.state === 'held');
  }

  /** Whether this entry waits for `other`, directly or through others. */
  waitsFor(other: LaneEntry, seen: Set<LaneEntry> = new Set()): boolean {
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
