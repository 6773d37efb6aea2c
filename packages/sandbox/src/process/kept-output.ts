/**
 * Keeps the beginning and the end of a text that comes in pieces, in bounded memory. `maxChars` are UTF-16 code units; no
 * surrogate pair is ever cut.
 */
export class KeptOutput {
  private readonly headMax: number;
  private readonly tailMax: number;
  private head = '';
  private headFull = false;
  private tail: string[] = [];
  private tailChars = 0;
  private omitted = 0;

  constructor(maxChars: number) {
    this.headMax = Math.ceil(maxChars / 2);
    this.tailMax = maxChars - this.headMax;
  }

  push(text: string): void {
    if (text === '') return;
    let rest = text;
    if (!this.headFull) {
      const end = cutBefore(rest, this.headMax - this.head.length);
      this.head += rest.slice(0, end);
      if (end === rest.length) return;
      this.headFull = true;
      rest = rest.slice(end);
    }
    this.tail.push(rest);
    this.tailChars += rest.length;
    if (this.tailChars > 2 * this.tailMax + 4_096) this.trim();
  }

  /** The text, with a line in the place of what was left out. */
  toString(): string {
    this.trim();
    const tail = this.tail.join('');
    if (this.omitted === 0) return this.head + tail;
    const gap = `[… ${this.omitted} characters left out …]`;
    return `${this.head}${this.head.endsWith('\n') ? '' : '\n'}${gap}\n${tail}`;
  }

  private trim(): void {
    const whole = this.tail.join('');
    const from = cutBefore(whole, Math.max(0, whole.length - this.tailMax));
    this.omitted += from;
    // Through a buffer, so that the kept part does not hold the whole text in memory.
    this.tail = [from === 0 ? whole : Buffer.from(whole.slice(from), 'utf16le').toString('utf16le')];
    this.tailChars = whole.length - from;
  }
}

/** The index itself, or one less if it would cut a surrogate pair. */
function cutBefore(text: string, index: number): number {
  const end = Math.min(index, text.length);
  const last = text.charCodeAt(end - 1);
  return end > 0 && end < text.length && last >= 0xd800 && last < 0xdc00 ? end - 1 : end;
}
