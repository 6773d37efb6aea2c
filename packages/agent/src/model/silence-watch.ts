import type { Clock, ClockTimer } from '@tackroom/core';

/** A person is told of a silence after this long, and again after each further {@link NEXT_NOTICE_MS}. */
const FIRST_NOTICE_MS = 10_000;
const NEXT_NOTICE_MS = 15_000;

/** What to do about a silence. */
export interface SilenceWatchOptions {
  /** Silence that ends the watched thing, in milliseconds; `Infinity` for none. */
  readonly limitMs: number;
  readonly onLimit: () => void;
  /** Absent when nobody listens. */
  readonly onSilent: ((seconds: number) => void) | undefined;
}

/**
 * Watches something that should show signs of life. A sign costs one look at the clock; the one timer is set again only
 * when it fires.
 */
export class SilenceWatch {
  private timer: ClockTimer | undefined = undefined;
  private lastAt = 0;
  private nextNoticeMs = FIRST_NOTICE_MS;

  constructor(
    private readonly clock: Clock,
    private readonly options: SilenceWatchOptions,
  ) {}

  start(): void {
    this.touch();
    this.arm(0);
  }

  /** A sign of life. */
  touch(): void {
    this.lastAt = this.clock.monotonic();
    this.nextNoticeMs = FIRST_NOTICE_MS;
  }

  stop(): void {
    this.timer?.cancel();
    this.timer = undefined;
  }

  private arm(silentMs: number): void {
    const { limitMs, onSilent } = this.options;
    const untilMs = onSilent === undefined ? limitMs : Math.min(limitMs, this.nextNoticeMs);
    this.timer = untilMs === Infinity ? undefined : this.clock.timer(untilMs - silentMs, () => this.check());
  }

  private check(): void {
    const silentMs = this.clock.monotonic() - this.lastAt;
    const { limitMs, onLimit, onSilent } = this.options;
    // Timers are precise to a millisecond only: what is due within one is due now.
    if (silentMs + 1 >= limitMs) {
      this.timer = undefined;
      return onLimit();
    }
    if (onSilent !== undefined && silentMs + 1 >= this.nextNoticeMs) {
      onSilent(Math.round(silentMs / 1000));
      this.nextNoticeMs += NEXT_NOTICE_MS;
    }
    this.arm(silentMs);
  }
}
