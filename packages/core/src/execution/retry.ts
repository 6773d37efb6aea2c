import type { Clock } from '../contracts/clock.js';
import type { ToolRetry } from '../contracts/tool-definition.js';
import type { RunContext } from './run-context.js';

/**
 * Wait before the repeat after `failures` + 1 attempts, in whole milliseconds: doubled each time, capped, shortened by a
 * random share.
 */
export function retryWait(retry: ToolRetry, failures: number, random: () => number = Math.random): number {
  const full = Math.min(retry.backoffMs * 2 ** failures, retry.maxBackoffMs);
  return Math.round(full * (1 - retry.jitter * random()));
}

/** Waits; false when the run was cancelled meanwhile. */
export function waitFor(clock: Clock, ms: number, run: RunContext): Promise<boolean> {
  return new Promise((resolve) => {
    const cancelled = (): void => {
      timer.cancel();
      resolve(false);
    };
    const timer = clock.timer(ms, () => {
      run.cancellation.remove(place);
      resolve(true);
    });
    const place = run.cancellation.add(cancelled);
  });
}
