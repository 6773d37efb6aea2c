import type { CommandIo } from '../io.js';
import { cut } from './format-table.js';
import { printable } from './printable.js';

const FRAMES: readonly string[] = [...'⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'];
const FRAME_MS = 100;

/** Overwrites the line that the cursor stands at the beginning of. */
const CLEAR_LINE = '\r\u001b[K';

/** A line that moves while somebody waits. Shows nothing unless the output is a terminal that can overwrite a line. */
export class Spinner {
  private timer: NodeJS.Timeout | undefined;
  private text = '';
  private frame = 0;
  private shown = false;

  constructor(private readonly io: CommandIo) {}

  /** Shows the text, from the next frame on, until {@link clear}. */
  show(text: string): void {
    if (this.io.stdout.isTTY !== true || this.io.env['TERM'] === 'dumb') return;
    this.text = text;
    this.timer ??= setInterval(() => this.draw(), FRAME_MS).unref();
  }

  /** Takes the line away; the cursor stands where the line began. */
  clear(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    if (this.shown) this.io.stdout.write(CLEAR_LINE);
    this.shown = false;
  }

  /** Draws the next frame. */
  draw(): void {
    this.frame = (this.frame + 1) % FRAMES.length;
    const line = cut(`${FRAMES[this.frame] ?? ''} ${printable(this.text)}`, (this.io.stdout.columns ?? 80) - 1);
    this.io.stdout.write(`${CLEAR_LINE}${line}`);
    this.shown = true;
  }
}
