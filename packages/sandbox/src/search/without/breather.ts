const MAX_BUSY_MS = 8;

/** Lets the rest of the process run now and then during long work. */
export class Breather {
  private since = performance.now();

  /** Waits a turn of the event loop if the last one is some milliseconds ago. */
  async breathe(): Promise<void> {
    if (performance.now() - this.since < MAX_BUSY_MS) return;
    await new Promise((resolve) => setImmediate(resolve));
    this.since = performance.now();
  }
}
