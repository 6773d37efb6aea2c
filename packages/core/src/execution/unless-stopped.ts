import type { ClockTimer } from '../contracts/clock.js';
import type { Cancellation } from './cancellation.js';

/** What {@link unlessStopped} settles with when nobody waits any longer. */
export const STOPPED = Symbol('stopped');

/**
 * What `value` settles with, or {@link STOPPED} once the run is cancelled or the timer fires. Whatever comes later is
 * ignored, and neither listener nor timer is left behind.
 */
export async function unlessStopped<T>(
  value: PromiseLike<T> | T,
  cancellation: Cancellation,
  startTimer?: (fire: () => void) => ClockTimer,
): Promise<T | typeof STOPPED> {
  let stop = (): void => undefined;
  const stopped = new Promise<typeof STOPPED>((resolve) => {
    stop = () => resolve(STOPPED);
  });
  const timer = startTimer?.(stop);
  const place = cancellation.add(stop);
  try {
    return await Promise.race([value, stopped]);
  } finally {
    timer?.cancel();
    cancellation.remove(place);
  }
}
