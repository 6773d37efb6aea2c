/** Something that went wrong while closing, and what was being closed. */
export interface DisposalFailure {
  readonly what: string;
  readonly error: unknown;
}

interface Entry {
  readonly what: string;
  readonly dispose: () => unknown;
}

/**
 * What was made, to be closed last made first. Everything is closed one after the other, also after a failure; failures
 * are returned, never thrown. Draining twice closes nothing twice.
 */
export class DisposalStack {
  private readonly entries: Entry[] = [];
  private readonly known = new Set<unknown>();

  /** Marks `value` as somebody else's: {@link track} will leave it alone. */
  spare(value: unknown): void {
    this.known.add(value);
  }

  /** Whether `value` was tracked or spared here. */
  knows(value: unknown): boolean {
    return this.known.has(value);
  }

  /** Closes `value` later if it can be closed and nobody else owns it. */
  track(what: string, value: unknown): void {
    if (this.known.has(value)) return;
    const dispose = disposerOf(value);
    if (dispose === undefined) return;
    this.known.add(value);
    this.entries.push({ what, dispose });
  }

  /** Calls `dispose` later. */
  defer(what: string, dispose: () => unknown): void {
    this.entries.push({ what, dispose });
  }

  /** Closes what is there, newest first, what is added meanwhile included. */
  async drain(): Promise<readonly DisposalFailure[]> {
    const failures: DisposalFailure[] = [];
    for (let entry = this.entries.pop(); entry !== undefined; entry = this.entries.pop()) {
      try {
        await entry.dispose();
      } catch (error) {
        failures.push({ what: entry.what, error });
      }
    }
    return failures;
  }
}

/**
 * How `value` wants to be closed: `Symbol.asyncDispose`, `Symbol.dispose`, `dispose()` or `close()`, the first that is
 * there. A method that wants arguments is not a disposer.
 */
function disposerOf(value: unknown): (() => unknown) | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const candidate = value as Record<PropertyKey, unknown>;
  for (const key of [Symbol.asyncDispose, Symbol.dispose, 'dispose', 'close']) {
    const method = candidate[key];
    if (typeof method === 'function' && method.length === 0) return () => (method as () => unknown).call(value);
  }
  return undefined;
}
