import type { WorkspaceFile } from '@tackroom/core';
import { clipLine, clipWindow } from './clip-line.js';
import type { MatchRecord } from './match-records.js';
import { runRipgrep } from './ripgrep-process.js';

const CHUNK_BYTES = 262_144;
/** Bytes before the end of what was already looked at that are looked at again, for a match that crosses it. */
const OVERLAP_BYTES = 4_096;

/** How the place of a match within a line is found: the pattern is given to ripgrep once more, over that line alone. */
export interface Locator {
  readonly binary: string;
  readonly pattern: string;
  readonly signal: AbortSignal | undefined;
}

/** Byte index of the first match in each line, in the order of `lines`; undefined where there is none. */
export async function locateInLines(locator: Locator, lines: readonly Buffer[]): Promise<readonly (number | undefined)[]> {
  const found = new Map<number, number>();
  const input = async function* (): AsyncGenerator<Uint8Array> {
    yield* lines.flatMap((line) => [line, Buffer.from('\n')]);
  };
  await locate(locator, input(), [], (line, column) => found.set(line, column));
  return lines.map((_, index) => found.get(index + 1));
}

/**
 * What to show of a line that is too long to hold: the part around its first match, read from the file. `record.text` is
 * the beginning of the line and holds no match. Undefined when the place was not found.
 */
export async function clipHugeLine(locator: Locator, record: MatchRecord, file: WorkspaceFile): Promise<string | undefined> {
  const skipped = Math.max(0, record.text.length - OVERLAP_BYTES);
  let column: number | undefined;
  await locate(locator, readFrom(file, record.offset + skipped), ['--max-count=1'], (line, at) => {
    if (line === 1) column = skipped + at;
  });
  if (column === undefined) return undefined;
  const window = clipWindow(column);
  const bytes = Buffer.from(await file.read(record.offset + window.from, window.length));
  const newline = bytes.indexOf(0x0a, Math.max(0, column - window.from));
  const end = newline > 0 && bytes[newline - 1] === 0x0d ? newline - 1 : newline;
  const line = newline === -1 ? bytes : bytes.subarray(0, end);
  return clipLine(line, column - window.from, { before: window.from > 0, after: newline === -1 });
}

async function locate(
  locator: Locator,
  stdin: AsyncIterable<Uint8Array>,
  more: readonly string[],
  take: (line: number, byteIndex: number) => void,
): Promise<void> {
  let text = '';
  // A line longer than one column prints as a note, so that the answer is small whatever the lines hold.
  const args = [
    '--no-config',
    '--color=never',
    '--no-filename',
    '--no-heading',
    '--line-number',
    '--column',
    '--max-columns=1',
    '--crlf',
    '--text',
    ...more,
  ];
  await runRipgrep({
    binary: locator.binary,
    args: [...args, '-e', locator.pattern, '--', '-'],
    directory: process.platform === 'win32' ? '.' : '/',
    stdin,
    signal: locator.signal,
    onOutput: (chunk) => {
      text += chunk.toString('latin1');
      const end = text.lastIndexOf('\n') + 1;
      for (const line of text.slice(0, end).split('\n')) {
        const [, number, column] = /^(\d+):(\d+):/.exec(line) ?? [];
        if (number !== undefined) take(Number(number), Number(column) - 1);
      }
      text = text.slice(end);
      return true;
    },
  });
}

async function* readFrom(file: WorkspaceFile, start: number): AsyncGenerator<Uint8Array> {
  for (let offset = start; ; offset += CHUNK_BYTES) {
    const bytes = await file.read(offset, CHUNK_BYTES);
    if (bytes.length > 0) yield bytes;
    if (bytes.length < CHUNK_BYTES) return;
  }
}
