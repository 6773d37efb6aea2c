import type { Ids } from '@tackroom/core';

/** Ids that a test can write down: `run_1`, `call_1`, `call_2`, counted per kind. Unique within this object only. */
export class SequentialIds implements Ids {
  private readonly counts = new Map<string, number>();

  next(kind: Parameters<Ids['next']>[0]): string {
    const count = (this.counts.get(kind) ?? 0) + 1;
    this.counts.set(kind, count);
    return `${kind}_${count}`;
  }
}
