import { rawName } from '../workspace/listed-name.js';
import type { PinnedDirectory } from '../workspace/pinned-directory.js';

/** A way through directories below a base that goes on from what it has in common with the way before. Whoever made it closes it. */
export class PinnedWay {
  private readonly pinned: { readonly name: string; readonly directory: PinnedDirectory }[] = [];

  constructor(private readonly base: PinnedDirectory) {}

  /**
   * The directory with this path from the base, which ends in a slash, or is empty for the base. It is pinned until the next one
   * is asked for. Rejects with the error of the operating system.
   */
  async to(prefix: string): Promise<PinnedDirectory> {
    const names = prefix.split('/').slice(0, -1);
    let common = 0;
    while (common < names.length && this.pinned[common]?.name === names[common]) common += 1;
    await this.backTo(common);
    let directory = this.pinned.at(-1)?.directory ?? this.base;
    for (const name of names.slice(common)) {
      directory = await directory.enter(await rawName(directory, name));
      this.pinned.push({ name, directory });
    }
    return directory;
  }

  /** Also says whether the last directory still has its name, where that is not sure. */
  async close(): Promise<void> {
    await this.backTo(0);
    await this.base.verify();
  }

  private async backTo(depth: number): Promise<void> {
    const left = this.pinned.splice(depth);
    try {
      // The last one speaks for all on the way to it.
      await left.at(-1)?.directory.verify();
    } finally {
      for (const { directory } of left.reverse()) await directory.close();
    }
  }
}
