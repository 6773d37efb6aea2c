/** What comes of asking somebody who has not answered in time. */
export const TIMED_OUT = Symbol('timed out');
const CANCELLED = Symbol('cancelled');

/** How long an answer is waited for. */
export interface Wait {
  /** Ends the wait early. */
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/**
 * Asks, and waits for the answer. The signal that is handed on fires when the wait is over; what is said after that counts for
 * nothing. Rejects with what asking threw, or with the reason of the signal that ended the wait.
 */
export async function askWithin<T>(
  ask: (signal: AbortSignal) => T | Promise<T>,
  { signal, timeoutMs }: Wait,
): Promise<T | typeof TIMED_OUT> {
  signal.throwIfAborted();
  const withdrawn = new AbortController();
  let deadline: NodeJS.Timeout | undefined;
  let cancelled: () => void = () => undefined;
  const over = new Promise<typeof TIMED_OUT | typeof CANCELLED>((resolve) => {
    deadline = setTimeout(() => resolve(TIMED_OUT), timeoutMs);
    cancelled = () => resolve(CANCELLED);
    signal.addEventListener('abort', cancelled, { once: true });
  });
  try {
    const end = await Promise.race([over, (async () => ask(withdrawn.signal))()]);
    if (end === TIMED_OUT) withdrawn.abort(new DOMException('Nobody answered in time.', 'TimeoutError'));
    if (end !== CANCELLED) return end;
    withdrawn.abort(signal.reason);
    signal.throwIfAborted();
    return TIMED_OUT;
  } finally {
    clearTimeout(deadline);
    signal.removeEventListener('abort', cancelled);
  }
}
