import type { LaneRequest, LaneTicket } from '../contracts/scheduler.js';

/** One call in a lane: waiting for its turn, then holding its lane until released. */
export class LaneEntry implements LaneTicket {
  /** How many conflicting entries hold their lane or come before this one. */
  blockers = 0;
  /** Whether it stands in line for a free start of its run. */
  awaitsStart = false;
  /** Its place among all that wait, and its neighbours there; kept by the order. */
  isPlaced = false;
  position = 0;
  previous: LaneEntry | undefined = undefined;
  next: LaneEntry | undefined = undefined;
  private grant: (() => void) | undefined = undefined;
  private promise: Promise<void> | undefined = undefined;
  private state: 'waiting' | 'held' | 'gone' = 'waiting';

  constructor(
    readonly request: LaneRequest,
    private readonly onGone: (entry: LaneEntry, held: boolean) => void,
  ) {}

  /** Whether it takes one of its run's starts; a call from inside a call of the same run goes on under that one's. */
  get needsStart(): boolean {
    const { maxParallelCalls, runId } = this.request;
    if (maxParallelCalls === Infinity) return false;
    for (let caller = this.request.parent; caller !== undefined; caller = caller.request.parent) {
      if (caller.request.runId === runId) return false;
    }
    return true;
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

  /** Whether `other` is a call from inside which this one is made. */
  isInside(other: LaneEntry): boolean {
    for (let caller = this.request.parent; caller !== undefined; caller = caller.request.parent) if (caller === other) return true;
    return false;
  }

  /** The running calls from inside which this one is made, the nearest first. */
  get callers(): readonly LaneEntry[] {
    const callers: LaneEntry[] = [];
    for (let caller = this.request.parent; caller !== undefined; caller = caller.request.parent) {
      if (caller instanceof LaneEntry && caller.held) callers.push(caller);
    }
    return callers;
  }

  /** Makes this entry the holder of its lane. */
  hold(): void {
    this.state = 'held';
    this.awaitsStart = false;
    this.grant?.();
  }

  release(): void {
    if (this.state === 'gone') return;
    const held = this.state === 'held';
    this.state = 'gone';
    this.onGone(this, held);
  }
}
