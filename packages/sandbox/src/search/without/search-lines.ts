import { ToolFailure, type WorkspaceFile } from '@tackroom/core';
import { clipLine } from '../clip-line.js';
import { readLines } from '../text-lines.js';
import type { Breather } from './breather.js';
import type { LineMatcher } from './line-matcher.js';

/** How the lines of a file are searched. */
export interface LineSearch {
  readonly matcher: LineMatcher;
  readonly breather: Breather;
  /** Lines to show on each side of a match. */
  readonly context: number;
  readonly limit: number;
  readonly signal: AbortSignal | undefined;
}

/** A line to show. */
export interface FoundLine {
  readonly line: number;
  readonly text: string;
  readonly isContext: boolean;
}

/** What a search of one file gave. */
export interface FoundLines {
  readonly lines: readonly FoundLine[];
  /** Whether there is one match more than the limit. */
  readonly more: boolean;
  /** Where the file turned out to be binary; it was searched up to there. */
  readonly binaryFrom?: number;
  /** A line that was too long to search. */
  readonly longLine?: number;
}

/** Searches one file line by line, holding no more than a line. Rejects with `SEARCH_CANCELLED`. */
export async function searchLines(file: WorkspaceFile, search: LineSearch): Promise<FoundLines> {
  const gathered = new GatheredLines(search.context, search.limit);
  let number = 0;
  for await (const piece of readLines(file)) {
    if (search.signal?.aborted === true) throw new ToolFailure('The search was cancelled.', { code: 'SEARCH_CANCELLED' });
    if (piece.kind === 'binary') return { lines: gathered.lines, more: false, binaryFrom: piece.offset };
    number += 1;
    if (piece.kind === 'too-long') return { lines: gathered.lines, more: false, longLine: number };
    const bytes = piece.fed && piece.bytes.at(-1) === 0x0d ? piece.bytes.subarray(0, -1) : piece.bytes;
    const text = bytes.toString('utf8');
    const found = search.matcher.find(text);
    const place = typeof found === 'number' ? found : await found;
    if (!gathered.add(number, bytes, place === -1 ? undefined : Buffer.byteLength(text.slice(0, place)))) {
      return { lines: gathered.lines, more: true };
    }
    await search.breather.breathe();
  }
  return { lines: gathered.lines, more: false };
}

/** Matching lines and those around them, each once. */
class GatheredLines {
  readonly lines: FoundLine[] = [];
  private before: (readonly [line: number, bytes: Buffer])[] = [];
  private after = 0;
  private count = 0;

  constructor(
    private readonly context: number,
    private readonly limit: number,
  ) {}

  /** Takes one line; `place` is where its match begins, in bytes. False when it is one match too many. */
  add(line: number, bytes: Buffer, place: number | undefined): boolean {
    if (place !== undefined) {
      if (this.count === this.limit) return false;
      for (const [number, earlier] of this.before) this.show(number, earlier, undefined);
      this.before = [];
      this.show(line, bytes, place);
      this.count += 1;
      this.after = this.context;
    } else if (this.after > 0) {
      this.show(line, bytes, undefined);
      this.after -= 1;
    } else if (this.context > 0) {
      this.before.push([line, bytes]);
      if (this.before.length > this.context) this.before.shift();
    }
    return true;
  }

  private show(line: number, bytes: Buffer, place: number | undefined): void {
    const whole = { before: false, after: false };
    this.lines.push({ line, text: clipLine(bytes, place ?? 0, whole), isContext: place === undefined });
  }
}
