import { ToolFailure, type WorkspaceFile } from '@tackroom/core';
import { fitText, type TextEncoding } from './text-encoding.js';

const SCAN_BYTES = 65_536;

/** Which part of a file to read. */
export interface PageRequest {
  /** First line, from 1. */
  readonly offset: number;
  /** Bytes of that line that were read before. */
  readonly byteOffset: number;
  /** How many lines at most. */
  readonly limit: number;
  /** Bound on the lines as they are shown, numbers included, in bytes of UTF-8. One character is read in any case. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** Of the file, for messages. */
  readonly name: string;
}

/** One line as it is shown, or a part of it. */
export interface PageLine {
  readonly number: number;
  /** Without its end. */
  readonly text: string;
  readonly end: 'lf' | 'crlf' | 'none';
}

/** A part of a text file. */
export interface Page {
  readonly lines: readonly PageLine[];
  /** Exactly what was read, line ends included; the parts of a file, one after another, are the file. */
  readonly content: string;
  /** Bytes of the page before decoding. */
  readonly bytes: Buffer;
  /** Where to read on, unless this was the end. */
  readonly next?: { readonly offset: number; readonly byteOffset: number };
  /** Known once the end was reached. */
  readonly totalLines?: number;
}

/**
 * Reads a page of a text file. Memory is bounded by the page, whatever the file holds; lines before the page are counted
 * in passing. Rejects with `ToolFailure` `FILE_PAST_END` when there is no such line or no such byte in it.
 */
export async function readPage(file: WorkspaceFile, encoding: TextEncoding, request: PageRequest): Promise<Page> {
  const lineStart = await findLine(file, encoding, request);
  if (request.byteOffset > 0) await checkByteOffset(file, encoding, lineStart, request);
  const start = lineStart + request.byteOffset;
  // A line is shown in at least half the bytes that it has, and a few more tell a cut character from a whole one.
  const wanted = request.maxBytes * encoding.unit + 16;
  const bytes = viewOf(await file.read(start, wanted));
  const { lines, end, cutIn } = takeLines(bytes, encoding, request, bytes.length < wanted);
  const isEnd = end === bytes.length && bytes.length < wanted;
  const last = lines.at(-1)?.number ?? 0;
  const taken = bytes.subarray(0, end);
  const page = { lines, content: encoding.decode(taken), bytes: taken };
  if (isEnd) return { ...page, totalLines: last };
  if (!cutIn) return { ...page, next: { offset: last + 1, byteOffset: 0 } };
  return { ...page, next: { offset: last, byteOffset: request.byteOffset + end } };
}

interface Taken {
  readonly lines: readonly PageLine[];
  /** Index after what was taken. */
  readonly end: number;
  /** Whether that is inside the first line, which is then the only one. */
  readonly cutIn: boolean;
}

/** Takes whole lines as long as they fit; of a first line that does not fit, as much as does. */
function takeLines(bytes: Buffer, encoding: TextEncoding, request: PageRequest, isLastWindow: boolean): Taken {
  const lines: PageLine[] = [];
  let left = request.maxBytes;
  let at = 0;
  while (at < bytes.length && lines.length < request.limit) {
    const number = request.offset + lines.length;
    const line = lineAt(bytes, encoding, at);
    const room = left - `${number}\t\n`.length;
    const fits = fitText(encoding, bytes, { from: at, end: line.textEnd }, room);
    const isWhole = fits === line.textEnd && (line.end !== 'none' || isLastWindow);
    // An empty line fits into nothing, but its number does not.
    if (lines.length > 0 && (room < 0 || !isWhole)) break;
    // The first character is taken even if nothing fits: reading on must get on.
    const least = at + encoding.measure(bytes, at, line.textEnd).length;
    const textEnd = isWhole ? fits : Math.max(fits, least);
    const text = encoding.decode(bytes.subarray(at, textEnd));
    const isCut = textEnd < line.textEnd || (line.end === 'none' && !isLastWindow);
    lines.push({ number, text, end: isCut ? 'none' : line.end });
    if (isCut) return { lines, end: textEnd, cutIn: true };
    left = room - Buffer.byteLength(text);
    at = line.next;
  }
  return { lines, end: at, cutIn: false };
}

interface FoundLine {
  /** Index after its text. */
  readonly textEnd: number;
  readonly end: PageLine['end'];
  /** Index after its end. */
  readonly next: number;
}

function lineAt(bytes: Buffer, encoding: TextEncoding, at: number): FoundLine {
  const feed = encoding.indexOfLineFeed(bytes, at);
  if (feed === -1) return { textEnd: bytes.length, end: 'none', next: bytes.length };
  const before = feed - encoding.unit;
  const hasReturn = before >= at && encoding.decode(bytes.subarray(before, feed)) === '\r';
  return { textEnd: hasReturn ? before : feed, end: hasReturn ? 'crlf' : 'lf', next: feed + encoding.unit };
}

/** Byte index of the start of a line. */
async function findLine(file: WorkspaceFile, encoding: TextEncoding, request: PageRequest): Promise<number> {
  let position = encoding.markBytes;
  let number = 1;
  let isBegun = false;
  if (request.offset === 1) return position;
  for (;;) {
    request.signal.throwIfAborted();
    const bytes = viewOf(await file.read(position, SCAN_BYTES));
    let at = 0;
    for (let feed = encoding.indexOfLineFeed(bytes, 0); feed !== -1; feed = encoding.indexOfLineFeed(bytes, at)) {
      at = feed + encoding.unit;
      number += 1;
      if (number === request.offset && (at < bytes.length || (await hasMore(file, position + at)))) return position + at;
      if (number === request.offset) throw pastEnd(request, number - 1);
    }
    // The file may end with the portion before, and then this one says nothing of the last line.
    if (bytes.length > 0) isBegun = at < bytes.length;
    if (bytes.length < SCAN_BYTES) throw pastEnd(request, isBegun ? number : number - 1);
    position += bytes.length - (bytes.length % encoding.unit);
  }
}

/** The same bytes: a copy of each portion would double what a scan leaves to be collected. */
function viewOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

async function hasMore(file: WorkspaceFile, position: number): Promise<boolean> {
  return (await file.read(position, 1)).length > 0;
}

/** The line must go on after the bytes that are said to have been read. */
async function checkByteOffset(file: WorkspaceFile, encoding: TextEncoding, lineStart: number, request: PageRequest): Promise<void> {
  let checked = 0;
  while (checked < request.byteOffset) {
    request.signal.throwIfAborted();
    const wanted = Math.min(SCAN_BYTES, request.byteOffset - checked);
    const bytes = viewOf(await file.read(lineStart + checked, wanted));
    const feed = encoding.indexOfLineFeed(bytes, 0);
    const length = feed === -1 ? bytes.length : feed;
    if (length < wanted) throw pastLineEnd(request, checked + length);
    checked += length;
  }
  if (request.byteOffset % encoding.unit !== 0 || !(await hasMore(file, lineStart + checked))) throw pastLineEnd(request, checked);
}

function pastEnd(request: PageRequest, lines: number): ToolFailure {
  const count = lines === 1 ? '1 line' : `${lines} lines`;
  return new ToolFailure(`${request.name} has ${count}; there is no line ${request.offset}.`, { code: 'FILE_PAST_END' });
}

function pastLineEnd(request: PageRequest, bytes: number): ToolFailure {
  const message = `Line ${request.offset} of ${request.name} has ${bytes} bytes; there is nothing to read at byte ${request.byteOffset} of it.`;
  return new ToolFailure(message, { code: 'FILE_PAST_END' });
}
