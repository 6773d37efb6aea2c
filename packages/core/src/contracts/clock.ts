import { token, type Token } from './token.js';

/** A timer that can be taken back. */
export interface ClockTimer {
  cancel(): void;
}

/** Time. `now` is milliseconds since the epoch; `monotonic` only measures spans, in milliseconds. */
export interface Clock {
  now(): number;
  monotonic(): number;
  /** Calls `fire` once after `ms` (at most 2^31-1). Until then, or until it is cancelled, it keeps the process alive. */
  timer(ms: number, fire: () => void): ClockTimer;
}

/** Token of the {@link Clock} port. */
export const Clock: Token<Clock> = token('@tackroom/core/Clock');

/** Identity. Every id is unique across processes; `kind` becomes its prefix. */
export interface Ids {
  next(kind: 'run' | 'session' | 'call' | 'approval' | 'question' | 'artifact' | 'grant'): string;
}

/** Token of the {@link Ids} port. */
export const Ids: Token<Ids> = token('@tackroom/core/Ids');
