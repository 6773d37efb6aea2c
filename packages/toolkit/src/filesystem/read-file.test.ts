import { emptyCtx, ToolFailure, type Ctx } from '@tackroom/core';
import { InMemoryWorkspace, type MemoryFiles } from '@tackroom/testing';
import { readFile, type ReadFileArgs } from './read-file.js';

function ctxOver(files: MemoryFiles): Ctx {
  return emptyCtx({ workspace: new InMemoryWorkspace(files).session('s') });
}

async function read(content: string | Uint8Array, args: Partial<ReadFileArgs> = {}, maxReadBytes = 50_000): Promise<string> {
  const { content: text } = await readFile({ path: 'f', ...args }, ctxOver({ f: content }), { maxReadBytes });
  return String(text);
}

async function failure(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ToolFailure)) throw new Error('expected a failure', { cause: error });
  return `${error.code}: ${error.message}`;
}

describe('what a model sees', () => {
  test('numbered lines, with a tab between', async () => {
    expect(await read('first\n\tsecond\n\nlast\n')).toMatchInlineSnapshot(`
"f, lines 1-4 of 4
1	first
2		second
3	
4	last"
`);
  });

  test('a part, and how to go on', async () => {
    expect(await read('a\nb\nc\nd\ne\n', { offset: 2, limit: 2 })).toMatchInlineSnapshot(`
"f, lines 2-3; the file has 10 bytes
2	b
3	c
[There is more. To go on, read again with offset: 4.]"
`);
  });

  test('a page that is full', async () => {
    expect(await read('0123456789\n'.repeat(1_000), {}, 40)).toMatchInlineSnapshot(`
"f, lines 1-3; the file has 11,000 bytes
1	0123456789
2	0123456789
3	0123456789
[There is more. To go on, read again with offset: 4.]"
`);
  });

  test('a line that is longer than a page', async () => {
    const minified = `${'a'.repeat(100)}\n`;
    expect(await read(minified, {}, 40)).toMatchInlineSnapshot(`
"f, line 1; the file has 101 bytes
1	aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
[Line 1 goes on. To go on, read again with offset: 1, byte_offset: 37.]"
`);
    expect(await read(minified, { offset: 1, byte_offset: 74 }, 40)).toMatchInlineSnapshot(`
"f, line 1 of 1, from byte 74 of line 1
1	aaaaaaaaaaaaaaaaaaaaaaaaaa"
`);
  });

  test('what numbered lines do not show', async () => {
    expect(await read('a\r\nb\r\n')).toMatchInlineSnapshot(`
"f, lines 1-2 of 2; lines end in CRLF
1	a
2	b"
`);
    expect(await read('a\r\nb\nc\r\nd')).toMatchInlineSnapshot(`
"f, lines 1-4 of 4; line ends are mixed: CRLF after 1, 3, LF after the others; no line end after the last line
1	a
2	b
3	c
4	d"
`);
    expect((await read('a\rb\nc\rd\r\n')).split('\n')[0]).toBe(
      'f, lines 1-2 of 2; line ends are mixed: CRLF after 2, LF after the others; a carriage return inside lines 1, 2',
    );
    expect(await read('\ufeffa\n')).toMatchInlineSnapshot(`
"f, line 1 of 1; begins with a byte order mark
1	a"
`);
    expect(await read(Buffer.from('\ufeffwide €\n', 'utf16le'))).toMatchInlineSnapshot(`
"f, line 1 of 1; UTF-16LE
1	wide €"
`);
    expect(await read(Buffer.from('\ufeffwide €\n', 'utf16le').swap16())).toMatchInlineSnapshot(`
"f, line 1 of 1; UTF-16BE
1	wide €"
`);
    expect(await read(Buffer.from('caf\xe9\n', 'latin1'))).toMatchInlineSnapshot(`
"f, line 1 of 1; not valid UTF-8, what cannot be decoded is shown as �
1	caf�"
`);
    expect(await read(`${'x'.repeat(9_000)}\nnul \0\n`, { offset: 2 })).toMatchInlineSnapshot(`
"f, line 2 of 2; NUL characters are shown as ␀
2	nul ␀"
`);
  });

  test('an empty file', async () => {
    expect(await read('')).toMatchInlineSnapshot(`"f is an empty file."`);
    expect(await read('\ufeff')).toMatchInlineSnapshot(`"f is an empty file but for a byte order mark."`);
  });

  test('a name that is no plain line is quoted', async () => {
    const { content } = await readFile({ path: 'a\nb' }, ctxOver({ 'a\nb': 'x\n' }));
    expect(content).toBe('"a\\nb", line 1 of 1\n1\tx');
  });
});

describe('refusals', () => {
  test.each([
    ['a PNG image', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0', 'latin1')],
    ['a JPEG image', Buffer.from('\xff\xd8\xff\xe0', 'latin1')],
    ['a PDF document', Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')],
    ['a ZIP archive', Buffer.from('PK\x03\x04')],
    ['an ELF program', Buffer.from('\x7fELF')],
    ['a binary file', Buffer.from('text with one \0')],
    ['text in UTF-32', Buffer.from('\xff\xfe\0\0', 'latin1')],
  ])('%s', async (kind, bytes) => {
    expect(await failure(read(bytes))).toBe(`FILE_BINARY: f is ${kind} (${bytes.length} bytes), not text.`);
  });

  test.each(['the ftyp box\n', 'get 1AY&SY\n', 'WHATWEBPVP8 is\n', 'MM is, II* is\n', 'BZh9 is\n'])('%j is text', async (text) => {
    expect(await read(text)).toBe(`f, line 1 of 1\n1\t${text.trimEnd()}`);
  });

  test.each([
    ['an MP4 file', '\0\0\0\x18ftypisom'],
    ['bzip2 data', 'BZh91AY&SY'],
    ['a WebP image', 'RIFF\x24\0\0\0WEBPVP8 '],
    ['a TIFF image', 'MM\0*'],
  ])('%s is known by all of its first bytes', async (kind, start) => {
    expect(await failure(read(Buffer.from(start, 'latin1')))).toContain(`f is ${kind} (`);
  });

  test('text whose sample ends inside a character is text', async () => {
    expect(await read(`${'x'.repeat(8_191)}€\n`, { byte_offset: 8_191 })).toMatch(/\n1\t€$/);
  });

  test('lines that are not there', async () => {
    for (const text of ['a\nb\nc', 'a\nb\nc\n']) {
      expect(await read(text, { offset: 3 })).toMatch(/, line 3 of 3.*\n3\tc$/);
      expect(await failure(read(text, { offset: 4 }))).toBe('FILE_PAST_END: f has 3 lines; there is no line 4.');
      expect(await failure(read(text, { offset: 100 }))).toBe('FILE_PAST_END: f has 3 lines; there is no line 100.');
    }
    expect(await failure(read('', { offset: 2 }))).toBe('FILE_PAST_END: f has 0 lines; there is no line 2.');
    expect(await failure(read('a', { offset: 2 }))).toBe('FILE_PAST_END: f has 1 line; there is no line 2.');
    for (const size of [65_535, 65_536, 131_072]) {
      expect(await failure(read('x'.repeat(size), { offset: 2 }))).toBe('FILE_PAST_END: f has 1 line; there is no line 2.');
      expect(await failure(read(`${'x'.repeat(size - 1)}\n`, { offset: 9 }))).toBe('FILE_PAST_END: f has 1 line; there is no line 9.');
    }
    expect(await failure(read('a\r\n', { offset: 2 }))).toBe('FILE_PAST_END: f has 1 line; there is no line 2.');
  });

  test('bytes that are not in the line', async () => {
    expect(await failure(read('abc\ndef\n', { byte_offset: 4 }))).toBe(
      'FILE_PAST_END: Line 1 of f has 3 bytes; there is nothing to read at byte 4 of it.',
    );
    expect(await failure(read('abc', { byte_offset: 3 }))).toMatch(/^FILE_PAST_END: Line 1 of f has 3 bytes/);
    expect(await failure(read(Buffer.from('\ufeffabc', 'utf16le'), { byte_offset: 3 }))).toMatch(/^FILE_PAST_END/);
  });

  test.each([
    [{ offset: 0 }, 'offset'],
    [{ offset: -1 }, 'offset'],
    [{ offset: 1.5 }, 'offset'],
    [{ limit: 0 }, 'limit'],
    [{ byte_offset: -1 }, 'byte_offset'],
  ])('%j', async (args, name) => {
    expect(await failure(read('a\n', args))).toMatch(new RegExp(`^FILE_RANGE_INVALID: The ${name} must be a whole number from`));
  });

  test('directories and missing files are told apart', async () => {
    const ctx = ctxOver({ 'note.ts': '', 'd/x': '' });
    expect(await failure(readFile({ path: 'd' }, ctx))).toMatch(/^PATH_NOT_FILE: /);
    expect(await failure(readFile({ path: 'nope.ts' }, ctx))).toMatch(/^PATH_NOT_FOUND: /);
  });
});

test('an image is shown only where that is switched on, and only up to a bound', async () => {
  const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(8)]);
  const ctx = ctxOver({ 'a.png': png, 'big.png': Buffer.concat([png, Buffer.alloc(5_000_000)]) });
  const settings = { maxReadBytes: 100, images: true };
  expect(await readFile({ path: 'a.png' }, ctx, settings)).toEqual({
    output: { path: 'a.png', mediaType: 'image/png', bytes: 16 },
    content: [
      { type: 'text', text: 'a.png, an image (image/png, 16 bytes)' },
      { type: 'image', mediaType: 'image/png', data: png.toString('base64') },
    ],
  });
  await expect(readFile({ path: 'a.png' }, ctx)).rejects.toMatchObject({ code: 'FILE_BINARY' });
  await expect(readFile({ path: 'big.png' }, ctx, settings)).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
});
