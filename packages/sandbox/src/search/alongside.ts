import { setImmediate } from 'node:timers/promises';

/** Work that runs beside other work. */
export interface Aside<T> {
  readonly result: Promise<T>;
  /** Ends it: nobody wants to know any more. */
  giveUp(): void;
}

/** Runs `aside` while `use` runs. It is ended, and gone, when `use` has settled. */
export async function alongside<Side, Result>(
  signal: AbortSignal | undefined,
  aside: (signal: AbortSignal) => Promise<Side>,
  use: (aside: Aside<Side>) => Promise<Result>,
): Promise<Result> {
  const stop = new AbortController();
  // After what `use` begins with: to start a process holds up this one for milliseconds.
  const result = setImmediate().then(() => aside(signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal])));
  const settled = result.catch(() => undefined);
  try {
    return await use({ result, giveUp: () => stop.abort() });
  } finally {
    stop.abort();
    await settled;
  }
}
