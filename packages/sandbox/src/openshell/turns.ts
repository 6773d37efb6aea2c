/** Who is at a mirrored workspace. Many of one kind may be at once, never both kinds. */
export type Party = 'files' | 'commands';

interface Waiting {
  readonly party: Party;
  readonly admit: () => void;
}

/**
 * Lets files and commands take turns, first come first served. Before the first of a party is let in after the other,
 * `prepare` brings its side up to date; if that fails it is tried again for the next.
 */
export class Turns {
  private readonly queue: Waiting[] = [];
  private active: Party | undefined;
  private count = 0;
  private prepared: Promise<void> | undefined;

  constructor(private readonly prepare: (party: Party) => Promise<void>) {}

  async take<T>(party: Party, work: () => Promise<T>): Promise<T> {
    await this.enter(party);
    try {
      this.prepared ??= this.prepare(party);
      const preparing = this.prepared;
      await preparing.catch((error: unknown) => {
        if (this.prepared === preparing) this.prepared = undefined;
        throw error;
      });
      return await work();
    } finally {
      this.leave();
    }
  }

  private enter(party: Party): Promise<void> | undefined {
    if (this.queue.length === 0 && (this.count === 0 || this.active === party)) {
      this.admit(party);
      return undefined;
    }
    return new Promise((resolve) => this.queue.push({ party, admit: resolve }));
  }

  private leave(): void {
    this.count -= 1;
    if (this.count > 0) return;
    const next = this.queue[0]?.party;
    while (next !== undefined && this.queue[0]?.party === next) {
      this.admit(next);
      this.queue.shift()?.admit();
    }
  }

  private admit(party: Party): void {
    if (this.active !== party) this.prepared = undefined;
    this.active = party;
    this.count += 1;
  }
}
