/** How a command ended, as its last word on standard error says. */
export interface Trailer {
  readonly status: number;
  /** Whether processes were left that had to be ended, or that there was no such directory to start in. */
  readonly note: 'nothing' | 'left' | 'missing';
  /** How much of the output it was. */
  readonly bytes: number;
}

/** Takes the last word off a stream of text. The word is one that nobody can guess. */
export class TrailerFilter {
  private held = '';
  private readonly mark: string;

  constructor(
    word: string,
    private readonly pass: ((text: string) => void) | undefined,
  ) {
    this.mark = `\n${word} `;
  }

  /** Passes on what cannot be the beginning of the trailer. */
  push(text: string): void {
    this.held += text;
    let from = this.held.indexOf(this.mark);
    if (from < 0) {
      const line = this.held.lastIndexOf('\n');
      from = line >= 0 && this.mark.startsWith(this.held.slice(line)) ? line : this.held.length;
    }
    const ready = this.held.slice(0, from);
    this.held = this.held.slice(from);
    if (ready !== '') this.pass?.(ready);
  }

  /** What the trailer said, if it came; what was no trailer is passed on. */
  end(): Trailer | undefined {
    const { held } = this;
    this.held = '';
    const [, status, note] = /^\n\w+ (\d{1,3}) (0|1|missing)\n$/.exec(held) ?? [];
    if (status !== undefined && held.startsWith(this.mark)) {
      return { status: Number(status), note: note === 'missing' ? note : note === '1' ? 'left' : 'nothing', bytes: held.length };
    }
    if (held !== '') this.pass?.(held);
    return undefined;
  }

  /** A text of the same stream without the trailer at its end. */
  cut(text: string): string {
    const at = text.lastIndexOf(this.mark);
    return at < 0 ? text : text.slice(0, at);
  }
}
