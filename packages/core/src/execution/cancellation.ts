/** A listener's place; what {@link Cancellation.remove} takes back. */
export class CancellationPlace {
  previous: CancellationPlace | undefined = undefined;
  next: CancellationPlace | undefined = undefined;
  waiting = true;

  constructor(readonly listener: () => void) {}
}

/**
 * A run's cancellation: one flag, one reason, and whoever must act on it. Cheaper than an `AbortSignal` per call;
 * signals are made from it only where somebody looks at one.
 */
export class Cancellation {
  private first: CancellationPlace | undefined = undefined;
  private last: CancellationPlace | undefined = undefined;
  private fired = false;
  private why: unknown = undefined;
  private controller: AbortController | undefined = undefined;

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
    for (let place = this.first; place !== undefined; place = this.first) {
      this.remove(place);
      place.listener();
    }
    this.controller?.abort(reason);
  }

  /** Calls `listener` on cancellation. Must not throw. A listener added too late is called at once and has no place. */
  add(listener: () => void): CancellationPlace | undefined {
    if (this.fired) {
      listener();
      return undefined;
    }
    // A list and no set: every call adds and removes one, and a set that is used so is rebuilt again and again.
    const place = new CancellationPlace(listener);
    place.previous = this.last;
    if (this.last === undefined) this.first = place;
    else this.last.next = place;
    this.last = place;
    return place;
  }

  /** Takes a listener back. Taking one back twice, or none, does nothing. */
  remove(place: CancellationPlace | undefined): void {
    if (place?.waiting !== true) return;
    place.waiting = false;
    if (place.previous === undefined) this.first = place.next;
    else place.previous.next = place.next;
    if (place.next === undefined) this.last = place.previous;
    else place.next.previous = place.previous;
  }
}
