import type { CommandChunk } from '@tackroom/core';

const MAX_AT_ONCE = 65_536;
const MAX_PER_SECOND = 16_384;

/**
 * Passes a command's output on while it runs, as much as somebody can watch: a burst at first, then so many characters per
 * second. What is left out is counted in the next piece. The result holds head and tail of the output in any case.
 */
export class LiveOutput {
  private allowed = MAX_AT_ONCE;
  private lastAt: number;
  private skipped = 0;

  constructor(
    private readonly pass: (chunk: CommandChunk) => void,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.lastAt = this.now();
  }

  push(chunk: CommandChunk): void {
    const at = this.now();
    this.allowed = Math.min(MAX_AT_ONCE, this.allowed + ((at - this.lastAt) / 1_000) * MAX_PER_SECOND);
    this.lastAt = at;
    if (chunk.text.length > this.allowed) {
      this.skipped += chunk.text.length;
      return;
    }
    this.allowed -= chunk.text.length;
    const gap = this.skipped === 0 ? '' : `[… ${this.skipped} characters not shown …]\n`;
    this.skipped = 0;
    this.pass({ stream: chunk.stream, text: gap + chunk.text });
  }
}
