/**
 * A run's cancellation: one flag, one reason, and whoever must act on it. Cheaper than an `AbortSignal` per call;
 * signals are made from it only where somebody looks at one.
 */
export class Cancellation {
  private readonly listeners = new Set<() => void>();
  private fired = false;
  private why: unknown;
  private controller: AbortController | undefined;

  /** Whether the run has been cancelled. */
  get cancelled(): boolean {
    return this.fired;
  }

  /** What {@link cancel} was given. */
  get reason(): unknown {
    return this.why;
  }

  /** An `AbortSignal` that follows this cancellation; made on first use. */
  get signal(): AbortSignal {
    if (this.controller === undefined) {
      this.controller = new AbortController();
      if (this.fired) this.controller.abort(this.why);
    }
    return this.controller.signal;
  }

  /** Cancels once; later calls do nothing. Listeners run in the order they came and cannot stop each other. */
  cancel(reason?: unknown): void {
    if (this.fired) return;
    this.fired = true;
    this.why = reason;
    for (const listener of [...this.listeners]) listener();
    this.listeners.clear();
    this.controller?.abort(reason);
  }

  /** Calls `listener` on cancellation. Must not throw. A listener added too late is called at once. */
  add(listener: () => void): void {
    if (this.fired) listener();
    else this.listeners.add(listener);
  }

  /** Takes a listener back. */
  remove(listener: () => void): void {
    this.listeners.delete(listener);
  }
}
