import type { Clock, ClockTimer } from '../contracts/clock.js';

/**
 * The system's time. Timers of one duration share a single system timer: a deadline per call then costs two pointer
 * writes instead of a `setTimeout` (0.03 against 0.3 µs), and almost every deadline is taken back before it fires.
 */
export class SystemClock implements Clock {
  private readonly lists = new Map<number, TimerList>();

  now(): number {
    return Date.now();
  }

  monotonic(): number {
    return performance.now();
  }

  timer(ms: number, fire: () => void): ClockTimer {
    return (this.lists.get(ms) ?? this.makeList(ms)).add(fire);
  }

  private makeList(ms: number): TimerList {
    // The system takes what it cannot count for 1 ms, and a time that is no number would never have come.
    const wait = ms >= 0 ? Math.min(ms, MAX_MS) : 0;
    const list = new TimerList(wait, () => this.lists.delete(ms));
    this.lists.set(ms, list);
    return list;
  }
}

/** Longest time that a system timer counts. */
const MAX_MS = 2 ** 31 - 1;

/** Timers of one duration are due in the order they were set, so one system timer for the first of them is enough. */
class TimerList {
  private first: PendingTimer | undefined;
  private last: PendingTimer | undefined;
  private system: NodeJS.Timeout | undefined;

  constructor(
    private readonly ms: number,
    private readonly onIdle: () => void,
  ) {}

  add(fire: () => void): ClockTimer {
    const timer = new PendingTimer(this, performance.now() + this.ms, fire);
    if (this.last === undefined) {
      this.first = this.last = timer;
      if (this.system === undefined) this.arm(this.ms);
      else this.system.ref();
    } else {
      timer.previous = this.last;
      this.last.next = timer;
      this.last = timer;
    }
    return timer;
  }

  remove(timer: PendingTimer): void {
    if (timer.previous === undefined) this.first = timer.next;
    else timer.previous.next = timer.next;
    if (timer.next === undefined) this.last = timer.previous;
    else timer.next.previous = timer.previous;
    timer.previous = timer.next = undefined;
    // The system timer stays set for the next call of this duration; without waiting timers it must not hold the process.
    if (this.first === undefined) this.system?.unref();
  }

  private arm(delay: number): void {
    this.system = setTimeout(() => this.fireDue(), Math.max(1, Math.ceil(delay)));
  }

  private fireDue(): void {
    const now = performance.now();
    this.system = undefined;
    try {
      while (this.first !== undefined && this.first.due <= now) {
        const timer = this.first;
        timer.cancel();
        timer.fire();
      }
    } finally {
      this.armAgain(now);
    }
  }

  private armAgain(now: number): void {
    // A timer that fired may have set another one of the same duration, which armed the list already.
    if (this.system !== undefined) return;
    if (this.first === undefined) this.onIdle();
    else this.arm(this.first.due - now);
  }
}

class PendingTimer implements ClockTimer {
  previous: PendingTimer | undefined = undefined;
  next: PendingTimer | undefined = undefined;
  private pending = true;

  constructor(
    private readonly list: TimerList,
    readonly due: number,
    readonly fire: () => void,
  ) {}

  cancel(): void {
    if (!this.pending) return;
    this.pending = false;
    this.list.remove(this);
  }
}
