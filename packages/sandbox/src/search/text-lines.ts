import type { WorkspaceFile } from '@tackroom/core';

const CHUNK_BYTES = 65_536;
/** A longer line is not held: the search of its file ends there, and that is said. */
const MAX_LINE_BYTES = 64_000_000;
const LINE_FEED = 0x0a;

/** A line without its line feed and whether it had one, or why there are no more. */
export type Piece =
  | { readonly kind: 'line'; readonly bytes: Buffer; readonly fed: boolean }
  | { readonly kind: 'too-long' }
  | { readonly kind: 'binary'; readonly offset: number };

/** Lines without their line feeds. Text in UTF-16 with a mark is decoded; any other file with a NUL is binary from there on. */
export async function* readLines(file: WorkspaceFile): AsyncGenerator<Piece> {
  const mark = await file.read(0, 3);
  const decoder = utf16Decoder(mark);
  let held: Buffer[] = [];
  let heldBytes = 0;
  let offset = textStart(mark) ?? 0;
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
      yield { kind: 'line', bytes: joined(held, chunk.subarray(from, feed)), fed: true };
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
  if (heldBytes > 0) yield { kind: 'line', bytes: joined(held, Buffer.alloc(0)), fed: false };
}

/** Where the text of a file begins, by its first three bytes; undefined for UTF-16 with a mark, which must be decoded. */
export function textStart(mark: Uint8Array): number | undefined {
  if (utf16Decoder(mark) !== undefined) return undefined;
  return mark[0] === 0xef && mark[1] === 0xbb && mark[2] === 0xbf ? 3 : 0;
}

function joined(held: readonly Buffer[], last: Buffer): Buffer {
  return held.length === 0 ? last : Buffer.concat([...held, last]);
}

function utf16Decoder(mark: Uint8Array): InstanceType<typeof TextDecoder> | undefined {
  if (mark[0] === 0xff && mark[1] === 0xfe) return new TextDecoder('utf-16le');
  return mark[0] === 0xfe && mark[1] === 0xff ? new TextDecoder('utf-16be') : undefined;
}
