import type { Clock, ClockTimer } from '@tackroom/core';

/** A person is told of a silence after this long, and again after each further {@link NEXT_NOTICE_MS}. */
const FIRST_NOTICE_MS = 10_000;
const NEXT_NOTICE_MS = 15_000;

/** What to do about a silence. */
export interface SilenceWatchOptions {
  readonly onLimit: (limitMs: number) => void;
  /** Absent when nobody listens. */
  readonly onSilent: ((seconds: number) => void) | undefined;
}

/**
 * Watches something that should show signs of life, again and again. A sign costs one look at the clock. The one timer is
 * left as it is when the watch ends or begins anew, and only set again when it fires too early.
 */
export class SilenceWatch {
  private timer: ClockTimer | undefined = undefined;
  private dueAt = 0;
  private lastAt = 0;
  private nextNoticeMs = FIRST_NOTICE_MS;
  private limitMs = Infinity;
  private active = false;

  constructor(
    private readonly clock: Clock,
    private readonly options: SilenceWatchOptions,
  ) {}

  /** Watches from now on. `limitMs`: the silence that ends the watched thing. */
  start(limitMs: number): void {
    this.active = true;
    this.limitMs = limitMs;
    this.touch();
    this.arm();
  }

  /** A sign of life. */
  touch(): void {
    this.lastAt = this.clock.monotonic();
    this.nextNoticeMs = FIRST_NOTICE_MS;
  }

  /** Watches no longer, for now. */
  stop(): void {
    this.active = false;
  }

  /** Lets go of the timer. */
  dispose(): void {
    this.active = false;
    this.timer?.cancel();
    this.timer = undefined;
  }

  private arm(): void {
    const untilMs = this.options.onSilent === undefined ? this.limitMs : Math.min(this.limitMs, this.nextNoticeMs);
    const dueAt = this.lastAt + untilMs;
    if (untilMs === Infinity || (this.timer !== undefined && this.dueAt <= dueAt)) return;
    this.timer?.cancel();
    this.dueAt = dueAt;
    // Whole milliseconds: a clock may keep its timers by duration.
    this.timer = this.clock.timer(Math.max(0, Math.ceil(dueAt - this.clock.monotonic())), this.check);
  }

  private readonly check = (): void => {
    this.timer = undefined;
    if (!this.active) return;
    const silentMs = this.clock.monotonic() - this.lastAt;
    const { limitMs } = this;
    const { onLimit, onSilent } = this.options;
    // Timers are precise to a millisecond only: what is due within one is due now.
    if (silentMs + 1 >= limitMs) return onLimit(limitMs);
    if (onSilent !== undefined && silentMs + 1 >= this.nextNoticeMs) {
      onSilent(Math.round(silentMs / 1000));
      this.nextNoticeMs += NEXT_NOTICE_MS;
    }
    this.arm();
  };
}
