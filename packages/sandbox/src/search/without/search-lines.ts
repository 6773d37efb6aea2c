import { ToolFailure, type WorkspaceFile } from '@tackroom/core';
import { clipLine } from '../clip-line.js';
import type { Breather } from './breather.js';
import type { LineMatcher } from './line-matcher.js';

const CHUNK_BYTES = 65_536;
/** A longer line is not held: the search of its file ends there, and that is said. */
const MAX_LINE_BYTES = 64_000_000;
const LINE_FEED = 0x0a;

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
    const bytes = piece.bytes.at(-1) === 0x0d ? piece.bytes.subarray(0, -1) : piece.bytes;
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

type Piece =
  { readonly kind: 'line'; readonly bytes: Buffer } | { readonly kind: 'too-long' } | { readonly kind: 'binary'; readonly offset: number };

/** Lines without their ends. Text in UTF-16 with a mark is decoded; any other file with a NUL is binary from there on. */
async function* readLines(file: WorkspaceFile): AsyncGenerator<Piece> {
  const mark = await file.read(0, 3);
  const decoder = utf16Decoder(mark);
  let held: Buffer[] = [];
  let heldBytes = 0;
  let offset = mark[0] === 0xef && mark[1] === 0xbb && mark[2] === 0xbf ? 3 : 0;
  for (;;) {
    const read = Buffer.from(await file.read(offset, CHUNK_BYTES));
    const isLast = read.length < CHUNK_BYTES;
    const chunk: Buffer = decoder === undefined ? read : Buffer.from(decoder.decode(read, { stream: !isLast }));
    const nul = chunk.indexOf(0);
    if (nul !== -1) {
      yield { kind: 'binary', offset: offset + nul };
      return;
    }
    let from = 0;
    for (let feed = chunk.indexOf(LINE_FEED); feed !== -1; feed = chunk.indexOf(LINE_FEED, from)) {
      yield { kind: 'line', bytes: joined(held, chunk.subarray(from, feed)) };
      held = [];
      heldBytes = 0;
      from = feed + 1;
    }
    if (from < chunk.length) held.push(chunk.subarray(from));
    heldBytes += chunk.length - from;
    if (heldBytes > MAX_LINE_BYTES) {
      yield { kind: 'too-long' };
      return;
    }
    offset += read.length;
    if (isLast) break;
  }
  if (heldBytes > 0) yield { kind: 'line', bytes: joined(held, Buffer.alloc(0)) };
}

function joined(held: readonly Buffer[], last: Buffer): Buffer {
  return held.length === 0 ? last : Buffer.concat([...held, last]);
}

function utf16Decoder(mark: Uint8Array): InstanceType<typeof TextDecoder> | undefined {
  if (mark[0] === 0xff && mark[1] === 0xfe) return new TextDecoder('utf-16le');
  return mark[0] === 0xfe && mark[1] === 0xff ? new TextDecoder('utf-16be') : undefined;
}
