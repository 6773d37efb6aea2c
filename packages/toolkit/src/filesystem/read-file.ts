import { isUtf8 } from 'node:buffer';
import { ToolFailure, type Ctx, type JsonObject, type StructuredReturn, type WorkspaceFile } from '@tackroom/core';
import { binaryKind } from './binary-kind.js';
import { DEFAULT_FILE_LIMITS, type FileLimits } from './file-limits.js';
import { formatNumber } from '../format-number.js';
import { readImage, type ReadImage } from './read-image.js';
import { readPage, type Page } from './read-page.js';
import type { ReadRevisions } from './read-revisions.js';
import { shownPath } from './shown-path.js';
import { encodingOf, type TextEncoding } from './text-encoding.js';

const SAMPLE_BYTES = 8_192;

/** Arguments of `read_file`. */
export interface ReadFileArgs {
  /** The file, relative to the working directory. */
  readonly path: string;
  /**
   * First line to read, from 1.
   * @integer
   * @minimum 1
   * @default 1
   */
  readonly offset?: number;
  /**
   * How many lines to read at most; as many as fit on a page unless given.
   * @integer
   * @minimum 1
   */
  readonly limit?: number;
  /**
   * Byte within line `offset` to go on from. Only as a page that ended inside a line says it.
   * @integer
   * @minimum 0
   */
  readonly byte_offset?: number;
}

/** What `read_file` goes by. */
export interface ReadSettings extends Pick<FileLimits, 'maxReadBytes'> {
  /** Whether images are shown to the model, which must be one that sees; refused like other binary files unless given. */
  readonly images?: boolean;
  /** Where it is noted what the run has seen. */
  readonly revisions?: ReadRevisions | undefined;
}

/**
 * Reads a page of a text file. `content` has numbered lines and says how to read on; reading on until it no longer does
 * gives every byte exactly once. Rejects with `ToolFailure`: `PATH_*`, `FILE_BINARY`, `FILE_PAST_END`,
 * `FILE_RANGE_INVALID`. Called plainly it bypasses the harness: no schema, no permission, no deadline.
 */
export async function readFile(
  args: ReadFileArgs,
  ctx: Pick<Ctx, 'workspace' | 'signal'> & Partial<Pick<Ctx, 'run'>>,
  settings: ReadSettings = DEFAULT_FILE_LIMITS,
): Promise<StructuredReturn> {
  const range = checkRange(args);
  const file = await ctx.workspace.open(args.path);
  try {
    const name = shownPath(file.path, ctx.workspace);
    const start = await file.read(0, SAMPLE_BYTES);
    if (ctx.run !== undefined) settings.revisions?.note(ctx.run, file.path, file.revision);
    const kind = binaryKind(start);
    const image = settings.images === true && kind !== undefined ? await readImage(file, start) : undefined;
    if (image !== undefined) return imageReturn(file, name, image);
    if (kind !== undefined) {
      throw new ToolFailure(`${name} is ${kind} (${formatNumber(file.size)} bytes), not text.`, { code: 'FILE_BINARY' });
    }
    const encoding = encodingOf(start);
    const page = await readPage(file, encoding, { ...range, name, maxBytes: settings.maxReadBytes, signal: ctx.signal });
    const content = page.lines.length === 0 ? emptyText(name, encoding) : pageText(name, file, encoding, { page, range });
    return { output: pageOutput(file.path, page), content };
  } finally {
    await file.close();
  }
}

function imageReturn(file: WorkspaceFile, name: string, image: ReadImage): StructuredReturn {
  const text = `${name}, an image (${image.mediaType}, ${formatNumber(file.size)} bytes)`;
  return {
    output: { path: file.path, mediaType: image.mediaType, bytes: file.size },
    content: [
      { type: 'text', text },
      { type: 'image', ...image },
    ],
  };
}

interface Range {
  readonly offset: number;
  readonly byteOffset: number;
  readonly limit: number;
}

function checkRange(args: ReadFileArgs): Range {
  const { offset = 1, byte_offset: byteOffset = 0, limit = Infinity } = args;
  const wrong =
    !Number.isSafeInteger(offset) || offset < 1
      ? `offset must be a whole number from 1 to ${Number.MAX_SAFE_INTEGER}`
      : limit !== Infinity && (!Number.isSafeInteger(limit) || limit < 1)
        ? `limit must be a whole number from 1 to ${Number.MAX_SAFE_INTEGER}`
        : !Number.isSafeInteger(byteOffset) || byteOffset < 0
          ? `byte_offset must be a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`
          : undefined;
  if (wrong !== undefined) throw new ToolFailure(`The ${wrong}.`, { code: 'FILE_RANGE_INVALID' });
  return { offset, byteOffset, limit };
}

function pageOutput(path: string, page: Page): JsonObject {
  const { lines, next } = page;
  return {
    path,
    content: page.content,
    from: lines[0]?.number ?? 0,
    to: lines.at(-1)?.number ?? 0,
    ...(page.totalLines === undefined ? {} : { totalLines: page.totalLines }),
    ...(next === undefined ? {} : { next: { offset: next.offset, ...(next.byteOffset === 0 ? {} : { byte_offset: next.byteOffset }) } }),
  };
}

function emptyText(name: string, encoding: TextEncoding): string {
  return encoding.markBytes === 0 ? `${name} is an empty file.` : `${name} is an empty file but for a byte order mark.`;
}

function pageText(name: string, file: WorkspaceFile, encoding: TextEncoding, read: { readonly page: Page; readonly range: Range }): string {
  const { page, range } = read;
  const [from, to] = [page.lines[0]?.number ?? 0, page.lines.at(-1)?.number ?? 0];
  const lines = from === to ? `line ${from}` : `lines ${from}-${to}`;
  const of = page.totalLines === undefined ? '' : ` of ${page.totalLines}`;
  const inside = range.byteOffset === 0 ? '' : `, from byte ${range.byteOffset} of line ${from}`;
  const size = page.next === undefined ? '' : `; the file has ${formatNumber(file.size)} bytes`;
  const header = [`${name}, ${lines}${of}${inside}${size}`, ...notes(page, encoding)].join('; ');
  const shown = page.lines.map((line) => `${line.number}\t${line.text.replaceAll('\0', '␀')}`);
  return [header, ...shown, ...continuation(page)].join('\n');
}

/** What an editor of the file must know that numbered lines do not show. */
function notes(page: Page, encoding: TextEncoding): readonly string[] {
  const returns = page.lines.filter((line) => line.end === 'crlf');
  const feeds = page.lines.filter((line) => line.end === 'lf');
  const notes: string[] = [];
  if (encoding.name !== 'UTF-8') notes.push(encoding.name);
  else if (encoding.markBytes > 0) notes.push('begins with a byte order mark');
  if (returns.length > 0 && feeds.length === 0) notes.push('lines end in CRLF');
  if (returns.length > 0 && feeds.length > 0)
    notes.push(`line ends are mixed: CRLF after ${someNumbers(returns.map((line) => line.number))}, LF after the others`);
  const inside = page.lines.filter((line) => line.text.includes('\r'));
  if (inside.length > 0)
    notes.push(`a carriage return inside ${inside.length === 1 ? 'line' : 'lines'} ${someNumbers(inside.map((line) => line.number))}`);
  if (page.next === undefined && page.lines.at(-1)?.end === 'none') notes.push('no line end after the last line');
  if (encoding.name === 'UTF-8' && !isUtf8(page.bytes)) notes.push('not valid UTF-8, what cannot be decoded is shown as \ufffd');
  if (page.content.includes('\0')) notes.push('NUL characters are shown as ␀');
  return notes;
}

function someNumbers(numbers: readonly number[]): string {
  const shown = numbers.slice(0, 10).join(', ');
  return numbers.length > 10 ? `${shown} and ${numbers.length - 10} more` : shown;
}

function continuation(page: Page): readonly string[] {
  const { next } = page;
  if (next === undefined) return [];
  if (next.byteOffset === 0) return [`[There is more. To go on, read again with offset: ${next.offset}.]`];
  return [`[Line ${next.offset} goes on. To go on, read again with offset: ${next.offset}, byte_offset: ${next.byteOffset}.]`];
}
