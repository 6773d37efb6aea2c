/** Repeats of a model request. Times are milliseconds; `backoffMs` doubles up to `maxBackoffMs`. */
export interface ModelRetry {
  /** Tries of one model in all, the first included. */
  readonly attempts: number;
  readonly backoffMs: number;
  /** Also bounds what a provider's `Retry-After` may ask for. */
  readonly maxBackoffMs: number;
  /** Share of the wait that is drawn at random, 0 to 1, downwards. */
  readonly jitter: number;
}

/** Four tries, 0.5 s doubled up to 60 s, a quarter of the wait drawn at random. */
export const DEFAULT_MODEL_RETRY: ModelRetry = Object.freeze({ attempts: 4, backoffMs: 500, maxBackoffMs: 60_000, jitter: 0.25 });

/** How long to wait after the failure number `failures` (from 1), in milliseconds. */
export function modelRetryWait(retry: ModelRetry, failures: number, retryAfterMs: number | undefined, random: () => number): number {
  if (retryAfterMs !== undefined) return Math.min(retryAfterMs, retry.maxBackoffMs);
  const full = Math.min(retry.backoffMs * 2 ** (failures - 1), retry.maxBackoffMs);
  return full * (1 - retry.jitter * random());
}
