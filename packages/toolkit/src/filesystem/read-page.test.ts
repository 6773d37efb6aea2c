import fc from 'fast-check';
import { emptyCtx, type Ctx, type StructuredReturn, type ToolFailure } from '@tackroom/core';
import { InMemoryWorkspace, type MemoryFiles } from '@tackroom/testing';
import { readFile, type ReadFileArgs } from './read-file.js';

function ctxOver(files: MemoryFiles): Ctx {
  return emptyCtx({ workspace: new InMemoryWorkspace(files).session('s') });
}

async function read(content: string | Uint8Array, args: Partial<ReadFileArgs> = {}, maxReadBytes = 50_000): Promise<string> {
  const { content: text } = await readFile({ path: 'f', ...args }, ctxOver({ f: content }), { maxReadBytes });
  return String(text);
}

interface PageOutput {
  readonly path: string;
  readonly content: string;
  readonly from: number;
  readonly to: number;
  readonly totalLines?: number;
  readonly next?: { readonly offset: number; readonly byte_offset?: number };
}

async function readAll(content: Uint8Array, maxReadBytes: number, limit?: number): Promise<readonly PageOutput[]> {
  const ctx = ctxOver({ f: content });
  const pages: PageOutput[] = [];
  let next: PageOutput['next'] = { offset: 1 };
  while (next !== undefined) {
    const page: StructuredReturn = await readFile({ path: 'f', ...next, ...(limit === undefined ? {} : { limit }) }, ctx, { maxReadBytes });
    const output = page.output as unknown as PageOutput; // as the handler's doc says
    pages.push(output);
    expect(pages.length).toBeLessThan(5_000);
    next = output.next;
  }
  return pages;
}

describe('reading on', () => {
  test('gives structured output that says where', async () => {
    expect(await readAll(Buffer.from('a\nbb\nccc'), 9)).toEqual([
      { path: 'f', content: 'a\nbb\n', from: 1, to: 2, next: { offset: 3 } },
      { path: 'f', content: 'ccc', from: 3, to: 3, totalLines: 3 },
    ]);
  });

  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '\r', '\r\n', '\t', 'é', '€', '😀'), maxLength: 80 });

  test('gives every character exactly once, whatever the page and the lines', async () => {
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.integer({ min: 1, max: 60 }),
        fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
        async (whole, max, limit) => {
          const pages = await readAll(Buffer.from(whole), max, limit);
          expect(pages.map((page) => page.content).join('')).toBe(whole);
          if (whole !== '') expect(pages.at(-1)?.totalLines).toBe(whole.split('\n').length - (whole.endsWith('\n') ? 1 : 0));
        },
      ),
      { numRuns: 300 },
    );
  });

  test('in UTF-16 of either order too', async () => {
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 60 }), fc.boolean(), async (whole, max, isLittle) => {
        const bytes = Buffer.from(`\ufeff${whole}`, 'utf16le');
        const pages = await readAll(isLittle ? bytes : bytes.swap16(), max);
        expect(pages.map((page) => page.content).join('')).toBe(whole);
      }),
      { numRuns: 200 },
    );
  });

  test('and of bytes that are no text it is the same as decoding them at once', async () => {
    const bytes = fc.uint8Array({ min: 1, maxLength: 60 }).filter((list) => list.length === 0 || (list[0] ?? 0) < 0x80);
    await fc.assert(
      fc.asyncProperty(bytes, fc.integer({ min: 1, max: 40 }), async (list, max) => {
        const pages = await readAll(list, max).catch((error: ToolFailure) => error.code);
        if (pages === 'FILE_BINARY') return;
        expect((pages as readonly PageOutput[]).map((page) => page.content).join('')).toBe(Buffer.from(list).toString('utf8'));
      }),
      { numRuns: 300 },
    );
  });

  test('a page is never larger than its bound by more than the header and the notice', async () => {
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 8, max: 60 }), async (whole, max) => {
        const shown = await read(whole, {}, max);
        const lines = shown.split('\n').filter((line) => /^\d+\t/.test(line));
        if (whole !== '') expect(Buffer.byteLength(lines.join('\n'))).toBeLessThanOrEqual(max);
      }),
      {
        numRuns: 500,
        examples: [
          ['😀\n\n', 8],
          ['\n'.repeat(60), 10],
        ],
      },
    );
  });

  test('takes memory for a page, not for the file', async () => {
    const size = 5_000_000;
    let largest = 0;
    let total = 0;
    const session = new InMemoryWorkspace({}).session('s');
    const file = {
      path: 'f',
      size,
      revision: '1',
      read: (offset: number, length: number) => {
        const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - offset)), 'x');
        largest = Math.max(largest, bytes.length);
        total += bytes.length;
        return Promise.resolve(bytes);
      },
      close: () => Promise.resolve(),
    };
    const ctx = emptyCtx({ workspace: { ...session, cwd: '', open: () => Promise.resolve(file) } });
    const { output } = await readFile({ path: 'f' }, ctx, { maxReadBytes: 1_000 });
    expect(output).toMatchObject({ from: 1, to: 1, next: { offset: 1, byte_offset: 997 } });
    expect([largest, total < 20_000]).toEqual([8_192, true]);
    await readFile({ path: 'f', offset: 1, byte_offset: 4_000_000 }, ctx, { maxReadBytes: 1_000 });
    expect(largest).toBe(65_536);
  });

  test('stops counting lines when the call is cancelled', async () => {
    const ctx = { ...ctxOver({ f: 'a\n'.repeat(100) }), signal: AbortSignal.abort() };
    await expect(readFile({ path: 'f', offset: 50 }, ctx)).rejects.toMatchObject({ name: 'AbortError' });
  });
});
