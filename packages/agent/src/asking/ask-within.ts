/** What comes of asking somebody who has not answered in time. */
export const TIMED_OUT = Symbol('timed out');

/**
 * Asks, and waits for the answer for so many milliseconds. The signal that is handed on fires when the wait is over, or with
 * `outer`; what is said after that counts for nothing. Rejects with what asking threw, or with the reason of `outer`.
 */
export function askWithin<T>(
  ask: (signal: AbortSignal) => T | Promise<T>,
  outer: AbortSignal,
  timeoutMs: number,
): Promise<T | typeof TIMED_OUT> {
  const withdrawn = new AbortController();
  return new Promise((resolve, reject) => {
    const settle = (end: () => void): void => {
      clearTimeout(deadline);
      outer.removeEventListener('abort', cancelled);
      end();
    };
    const withdraw = (reason: unknown, end: () => void): void => {
      settle(end);
      withdrawn.abort(reason);
    };
    const cancelled = (): void => withdraw(outer.reason, () => reject(outer.reason as Error)); // whatever it was cancelled with
    const deadline = setTimeout(
      () => withdraw(new DOMException('Nobody answered in time.', 'TimeoutError'), () => resolve(TIMED_OUT)),
      timeoutMs,
    );
    if (outer.aborted) return cancelled();
    outer.addEventListener('abort', cancelled, { once: true });
    new Promise<T>((answer) => answer(ask(withdrawn.signal))).then(
      (answer) => settle(() => resolve(answer)),
      (error: unknown) => settle(() => reject(error)), // whatever asking threw
    );
  });
}
