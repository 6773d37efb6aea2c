import type { Clock, ClockTimer } from '@tackroom/core';

/** A timer that has not fired. `inMs` is how far away it is. */
export interface PendingTimer {
  readonly inMs: number;
}

interface Timer {
  readonly due: number;
  readonly fire: () => void;
}

/** 2026-01-01T00:00:00Z. */
const START = Date.UTC(2026, 0, 1);
const MAX_TIMER_MS = 2 ** 31 - 1;
const setImmediateNow = setImmediate;

/**
 * A clock that moves only when told. Timers fire in the order they are due, equal ones in the order they were made, and after
 * each the code that waited for it runs before time moves on.
 */
export class FakeClock implements Clock {
  private readonly timers = new Set<Timer>();
  private elapsed = 0;

  /** `start` is milliseconds since the epoch; default 2026-01-01T00:00:00Z. */
  constructor(private readonly start: number = START) {}

  now(): number {
    return this.start + this.elapsed;
  }

  monotonic(): number {
    return this.elapsed;
  }

  /** Throws a RangeError for a span that a platform timer could not keep, so that a test notices. */
  timer(ms: number, fire: () => void): ClockTimer {
    if (!(ms >= 0 && ms <= MAX_TIMER_MS)) throw new RangeError(`A timer of ${ms} ms is not between 0 and ${MAX_TIMER_MS}.`);
    const timer: Timer = { due: this.elapsed + ms, fire };
    this.timers.add(timer);
    return { cancel: () => void this.timers.delete(timer) };
  }

  /** Timers that have not fired, next one first. */
  get pending(): readonly PendingTimer[] {
    return [...this.timers].map(({ due }) => ({ inMs: due - this.elapsed })).sort((a, b) => a.inMs - b.inMs);
  }

  /** Moves time on by `ms`, firing what becomes due, timers made on the way included. */
  async advance(ms: number): Promise<void> {
    const until = this.elapsed + ms;
    await settled();
    for (let next = this.next(); next !== undefined && next.due <= until; next = this.next()) await this.fire(next);
    this.elapsed = until;
    await settled();
  }

  /** Moves time to the next timer and fires it and those due with it; gives the milliseconds moved, undefined if there is none. */
  async advanceToNext(): Promise<number | undefined> {
    await settled();
    const next = this.next();
    if (next === undefined) return undefined;
    const ms = next.due - this.elapsed;
    await this.advance(ms);
    return ms;
  }

  private next(): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of this.timers) if (next === undefined || timer.due < next.due) next = timer;
    return next;
  }

  private async fire(timer: Timer): Promise<void> {
    this.timers.delete(timer);
    this.elapsed = timer.due;
    timer.fire();
    await settled();
  }
}

/** Lets promises that can go on do so, and what they started in turn. Work outside the process is not waited for. */
function settled(): Promise<void> {
  return new Promise((resolve) => void setImmediateNow(resolve));
}
