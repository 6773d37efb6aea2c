import type { ToolResult } from '../contracts/tool-call.js';

/** Results that are kept; the oldest goes first. A run that only reads never clears them. */
const MAX_KEPT = 1_000;

/** An execution under way; it settles with undefined when it ends without a result. */
type Running = Promise<ToolResult | undefined>;

/** Results of `safe` calls of one run that an identical call may reuse. */
export class DedupeStore {
  private readonly kept = new Map<string, Running | ToolResult>();

  /** The finished or running execution of an identical call. */
  find(key: string): Running | ToolResult | undefined {
    return this.kept.get(key);
  }

  /** Shares a running execution with whoever comes while it runs; afterwards its result is kept only if it succeeded. */
  share(key: string, running: Running): void {
    this.kept.set(key, running);
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= MAX_KEPT) break;
      this.kept.delete(oldest);
    }
    void running.then(
      (result) => {
        if (this.kept.get(key) !== running) return;
        if (result?.success === true) this.kept.set(key, result);
        else this.kept.delete(key);
      },
      () => {
        if (this.kept.get(key) === running) this.kept.delete(key);
      },
    );
  }

  /** Forgets everything: a call that may have changed the world succeeded. */
  clear(): void {
    this.kept.clear();
  }

  /** Finished results, for a persisted run. */
  entries(): readonly (readonly [string, ToolResult])[] {
    const finished: (readonly [string, ToolResult])[] = [];
    for (const [key, value] of this.kept) if (!(value instanceof Promise)) finished.push([key, value]);
    return finished;
  }

  /** A store that already holds `entries`. */
  static of(entries: readonly (readonly [string, ToolResult])[]): DedupeStore {
    const store = new DedupeStore();
    for (const [key, result] of entries) store.kept.set(key, result);
    return store;
  }
}
