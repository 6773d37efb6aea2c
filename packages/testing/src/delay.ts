import type { Clock } from '@tackroom/core';

/** What a {@link delay} is measured by and what ends it early. */
export interface DelayOptions {
  /** Default: a platform timer, which keeps the process alive as an open connection would. */
  readonly clock?: Clock | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Resolves after `ms` milliseconds (`Infinity`: never); rejects with the signal's reason as soon as it fires. */
export function delay(ms: number, { clock, signal }: DelayOptions = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      signal?.removeEventListener('abort', abort);
      resolve();
    };
    const cancel = startTimer(ms, clock, settle);
    const abort = (): void => {
      cancel();
      reject(signal?.reason as Error); // whatever the caller aborted with is what it wants to catch
    };
    if (signal?.aborted === true) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}

function startTimer(ms: number, clock: Clock | undefined, fire: () => void): () => void {
  if (ms === Infinity) return () => undefined;
  if (clock !== undefined) {
    const timer = clock.timer(ms, fire);
    return () => timer.cancel();
  }
  const timer = setTimeout(fire, ms);
  return () => clearTimeout(timer);
}
