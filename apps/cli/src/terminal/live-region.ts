import type { CommandOutput } from '../io.js';
import { cellWidth } from './cells.js';

/**
 * Lines at the bottom of a terminal that are drawn anew as things change, while finished text goes by above them. The
 * cursor stands at the beginning of the line below the region, so that whatever else is printed stays whole.
 */
export class LiveRegion {
  private shown: readonly string[] = [];

  constructor(private readonly output: CommandOutput) {}

  /** Shows these lines in place of those before. Each must fit the terminal's width; what does not fit its height is left out at the top. */
  draw(lines: readonly string[]): void {
    const fitting = lines.slice(-this.room());
    if (same(fitting, this.shown)) return;
    this.replace('', fitting);
  }

  /** Puts finished text, which ends a line, above the region; `lines` is what the region shows from now on. */
  commit(text: string, lines: readonly string[] = this.shown): void {
    this.replace(text, lines.slice(-this.room()));
  }

  /** Takes the lines away. */
  clear(): void {
    if (this.shown.length > 0) this.replace('', []);
  }

  /** In one write, so that no half of it is ever seen. */
  private replace(text: string, lines: readonly string[]): void {
    const erased = this.shown.length === 0 ? '' : `\u001b[${this.rowsShown()}A\r\u001b[J`;
    this.shown = lines;
    this.output.write(erased + text + lines.map((line) => `${line}\n`).join(''));
  }

  /** A terminal that became narrower has wrapped what it showed. */
  private rowsShown(): number {
    const columns = this.output.columns ?? 80;
    return this.shown.reduce((rows, line) => rows + Math.max(1, Math.ceil(cellWidth(line) / columns)), 0);
  }

  private room(): number {
    return Math.max(1, (this.output.rows ?? 24) - 1);
  }
}

function same(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((line, index) => line === b[index]);
}
