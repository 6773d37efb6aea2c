const NEWLINE = 0x0a;
const MAX_RECORD_BYTES = 1_048_576;
const NUMBERS = /^(\d+)([:-])(\d+)[:-]/;
const BINARY =
  /^(?:\.\/)?([^\0]*?): (?:WARNING: stopped searching binary file after match|binary file matches) \(found "\\0" byte around offset (\d+)\)\n/;

/** One line that ripgrep printed. */
export interface MatchRecord {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** Where the line begins in the file, in bytes (of the decoded text, if ripgrep decoded it). */
  readonly offset: number;
  /** Bytes of the line without its end, or the beginning of a line that was too long. */
  readonly text: Buffer;
  /** True when the line goes on after `text`. */
  readonly cut: boolean;
  readonly isContext: boolean;
}

/**
 * Longer lines are cut by ripgrep. Bytes; of what it cuts it keeps so many grapheme clusters. Its JSON output would hold
 * such a line whole, with every match in it: 1.3 GB for a pattern of one dot and a line of 10 MB.
 */
const MAX_COLUMNS = 32_768;
const CUT_NOTE = / \[\.\.\. [^\]]*\]$/;

/** Options that make ripgrep print records as {@link MatchRecords} reads them. */
export const RECORD_OPTIONS: readonly string[] = [
  '--no-heading',
  '--with-filename',
  '--null',
  '--line-number',
  '--byte-offset',
  '--no-column',
  '--field-match-separator=:',
  '--field-context-separator=-',
  '--no-context-separator',
  `--max-columns=${MAX_COLUMNS}`,
  '--max-columns-preview',
];

/**
 * Reads ripgrep's output record by record: path, NUL, numbers, text, line feed. A file name may hold line feeds, a line
 * may be anything; no more than one record is held at a time.
 */
export class MatchRecords {
  /** Files of which only a part was searched because they turned out to be binary, with the offset where that showed. */
  readonly binary: { readonly path: string; readonly offset: number }[] = [];
  private held: Buffer[] = [];
  private heldBytes = 0;
  private sawName = false;

  /** Calls `take` for each record that is complete; stops and returns false when it does. */
  push(chunk: Buffer, take: (record: MatchRecord) => boolean): boolean {
    let from = 0;
    while (from < chunk.length) {
      if (!this.sawName) {
        const end = chunk.indexOf(0, from);
        this.hold(chunk.subarray(from, end === -1 ? chunk.length : end + 1));
        if (end === -1) return true;
        this.sawName = true;
        from = end + 1;
        continue;
      }
      const end = chunk.indexOf(NEWLINE, from);
      this.hold(chunk.subarray(from, end === -1 ? chunk.length : end));
      if (end === -1) return true;
      from = end + 1;
      const record = this.takeHeld();
      if (record !== undefined && !take(record)) return false;
    }
    return true;
  }

  /** Reads what came after the last record. */
  end(): void {
    if (!this.sawName) this.peelNotices(Buffer.concat(this.held).toString('utf8'));
  }

  private hold(part: Buffer): void {
    if (this.heldBytes >= MAX_RECORD_BYTES) return;
    // A copy: the chunk is a view of a larger buffer that must not be kept alive by a long wait.
    this.held.push(Buffer.from(part.subarray(0, MAX_RECORD_BYTES - this.heldBytes)));
    this.heldBytes += part.length;
  }

  private takeHeld(): MatchRecord | undefined {
    const whole = Buffer.concat(this.held);
    this.held = [];
    this.heldBytes = 0;
    this.sawName = false;
    const nameEnd = whole.indexOf(0);
    if (nameEnd === -1) return undefined;
    const path = this.peelNotices(whole.toString('utf8', 0, nameEnd)).replace(/^\.\//, '');
    const numbers = NUMBERS.exec(whole.toString('latin1', nameEnd + 1, nameEnd + 48));
    if (numbers === null) return undefined;
    const [all, number, separator, offset] = numbers;
    const line = whole.subarray(nameEnd + 1 + all.length, whole.at(-1) === 0x0d ? -1 : undefined);
    return { path, line: Number(number), offset: Number(offset), ...withoutNote(line), isContext: separator === '-' };
  }

  /** Notices stand between records and have no NUL of their own, so they come in front of the next name. */
  private peelNotices(text: string): string {
    let rest = text;
    for (let notice = BINARY.exec(rest); notice !== null; notice = BINARY.exec(rest)) {
      this.binary.push({ path: notice[1] ?? '', offset: Number(notice[2]) });
      rest = rest.slice(notice[0].length);
    }
    return rest;
  }
}

/** No whole line is longer than the bound, so whatever is ends in a note of ripgrep's. */
function withoutNote(line: Buffer): { readonly text: Buffer; readonly cut: boolean } {
  if (line.length <= MAX_COLUMNS) return { text: line, cut: false };
  const note = CUT_NOTE.exec(line.toString('latin1', line.length - 80));
  return { text: note === null ? line : line.subarray(0, line.length - note[0].length), cut: true };
}
