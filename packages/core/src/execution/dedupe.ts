import type { ToolResult } from '../contracts/tool-call.js';

/** Results of `safe` calls of one run that an identical call may reuse. */
export class DedupeStore {
  private readonly kept = new Map<string, Promise<ToolResult> | ToolResult>();

  /** The finished or running execution of an identical call. */
  find(key: string): Promise<ToolResult> | ToolResult | undefined {
    return this.kept.get(key);
  }

  /** Shares a running execution; its result is kept only if it succeeds. */
  share(key: string, running: Promise<ToolResult>): void {
    this.kept.set(key, running);
    void running.then(
      (result) => {
        if (this.kept.get(key) !== running) return;
        if (result.success) this.kept.set(key, result);
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
