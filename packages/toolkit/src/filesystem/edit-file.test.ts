import { emptyCtx, ToolFailure, type Ctx } from '@tackroom/core';
import { InMemoryWorkspace } from '@tackroom/testing';
import fc from 'fast-check';
import type { EditFileArgs } from './apply-edits.js';
import { editFile } from './edit-file.js';
import { ReadRevisions } from './read-revisions.js';
import { readFile } from './read-file.js';

type Edit = Omit<EditFileArgs, 'path'>;

function over(content: string | Uint8Array): { readonly workspace: InMemoryWorkspace; readonly ctx: Ctx } {
  const workspace = new InMemoryWorkspace({ f: content });
  return { workspace, ctx: emptyCtx({ workspace: workspace.session('s') }) };
}

async function bytesOf(ctx: Ctx): Promise<Buffer> {
  const file = await ctx.workspace.open('f');
  return Buffer.from(await file.read(0, file.size));
}

async function failureOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!ToolFailure.is(error)) throw new Error('expected a failure', { cause: error });
  return `${error.code}: ${error.message}`;
}

test.each<[what: string, before: string, edit: Edit, after: string]>([
  ['one place', 'a b c', { old_string: 'b', new_string: 'B' }, 'a B c'],
  ['nothing in the place of something', 'abc', { old_string: 'b', new_string: '' }, 'ac'],
  ['text that means something to String.replace', 'a x', { old_string: 'x', new_string: "$& $1 $$ $' \\n" }, "a $& $1 $$ $' \\n"],
  ['text that means something to a pattern', 'a.* [x]', { old_string: '.* [', new_string: '(' }, 'a(x]'],
  ['all places', 'aXbXc', { old_string: 'X', new_string: 'XX', replace_all: true }, 'aXXbXXc'],
  ['places that overlap, from the left', 'aaa', { old_string: 'aa', new_string: 'b', replace_all: true }, 'ba'],
  ['no final newline', 'a\nb', { old_string: 'b', new_string: 'B' }, 'a\nB'],
  ['white space at the end of a line', 'a  \n', { old_string: 'a', new_string: 'A' }, 'A  \n'],
  ['a final newline that goes', 'a\n', { old_string: 'a\n', new_string: 'b' }, 'b'],
  ['CRLF outside the place', 'a\r\nb\r\nc\n', { old_string: 'b', new_string: 'B\nB' }, 'a\r\nB\nB\r\nc\n'],
  ['CRLF inside the place', 'a\r\nb\r\n', { old_string: 'a\r\nb', new_string: 'x\r\ny' }, 'x\r\ny\r\n'],
  ['a byte order mark', '\ufeffa\n', { old_string: 'a', new_string: 'b' }, '\ufeffb\n'],
  ['characters of all lengths', 'é€😀x', { old_string: '€😀', new_string: '😀“' }, 'é😀“x'],
  [
    'edits in order',
    'a',
    {
      edits: [
        { old_string: 'a', new_string: 'b' },
        { old_string: 'b', new_string: 'c' },
      ],
    },
    'c',
  ],
])('%s', async (_what, before, edit, after) => {
  const { ctx } = over(before);
  await editFile({ path: 'f', ...edit }, ctx);
  expect((await bytesOf(ctx)).toString()).toBe(after);
});

test('all places are all places, however many there are', async () => {
  const { ctx } = over(','.repeat(150_001));
  const { output } = await editFile({ path: 'f', old_string: ',', new_string: ';', replace_all: true }, ctx);
  expect(output).toEqual({ path: 'f', replacements: 150_001 });
  expect((await bytesOf(ctx)).includes(',')).toBe(false);
  expect(await failureOf(editFile({ path: 'f', old_string: ';', new_string: ',' }, ctx))).toContain('at least 100000 times');
  const huge = { old_string: ';', new_string: 'x'.repeat(1_000_000), replace_all: true };
  expect(await failureOf(editFile({ path: 'f', ...huge }, ctx))).toMatch(
    /^FILE_TOO_LARGE: After the edit f would have 150,001,000,000 bytes/,
  );
});

test.each<[what: string, before: string | Uint8Array, edit: Edit, failure: string]>([
  [
    'an empty text',
    'abc',
    { old_string: '', new_string: 'X', replace_all: true },
    'EDIT_INVALID: old_string is empty. Give the text to replace; a new file is written, not edited.',
  ],
  [
    'no change',
    'abc',
    { old_string: 'b', new_string: 'b' },
    'EDIT_INVALID: old_string and new_string are the same: there is nothing to change.',
  ],
  ['nothing to do', 'abc', { old_string: 'b' }, 'EDIT_INVALID: Give old_string and new_string, or a list of them as edits.'],
  ['an empty list', 'abc', { edits: [] }, 'EDIT_INVALID: edits is empty; give at least one edit.'],
  [
    'both ways at once',
    'abc',
    { old_string: 'a', new_string: 'b', edits: [{ old_string: 'a', new_string: 'b' }] },
    'EDIT_INVALID: Give either old_string and new_string, or edits, not both.',
  ],
  [
    'two places',
    'x\ny x\n',
    { old_string: 'x', new_string: 'z' },
    'EDIT_AMBIGUOUS: old_string occurs 2 times in f, on lines 1, 2. Give more of the text around it so that it occurs once, or set replace_all. Nothing was changed.',
  ],
  [
    'two places that overlap',
    'aaa',
    { old_string: 'aa', new_string: 'b' },
    'EDIT_AMBIGUOUS: old_string occurs 2 times in f, all on line 1. Give more of the text around it so that it occurs once, or set replace_all. Nothing was changed.',
  ],
  [
    'an edit of several that fits nowhere',
    'a',
    {
      edits: [
        { old_string: 'a', new_string: 'b' },
        { old_string: 'zzz', new_string: 'y' },
      ],
    },
    'EDIT_NO_MATCH: edits[1].old_string does not occur in f. Nothing in it comes close. Read the file and copy the text exactly. Nothing was changed.',
  ],
  [
    'Latin-1',
    Uint8Array.of(0x61, 0xe9, 0x62),
    { old_string: 'a', new_string: 'x' },
    'FILE_UNDECODABLE: f is not valid UTF-8, so it cannot be edited without damage. It was not changed.',
  ],
  [
    'half a unit of UTF-16',
    Uint8Array.of(0xff, 0xfe, 0x61, 0, 0x62),
    { old_string: 'a', new_string: 'x' },
    'FILE_UNDECODABLE: f is not valid UTF-16, so it cannot be edited without damage. It was not changed.',
  ],
  ['a binary file', 'a\0b', { old_string: 'a', new_string: 'x' }, 'FILE_BINARY: f is a binary file (3 bytes), not text.'],
  [
    'half a character to write',
    'abc',
    { old_string: 'a', new_string: '\ud83d' },
    'FILE_TEXT_INVALID: new_string holds half a surrogate pair (\\ud800 to \\udfff on its own), which no file can hold. Write the whole character.',
  ],
])('%s is refused, and the file is as it was', async (_what, before, edit, failure) => {
  const { ctx } = over(before);
  expect(await failureOf(editFile({ path: 'f', ...edit }, ctx))).toBe(failure);
  expect((await bytesOf(ctx)).equals(Buffer.from(before as string))).toBe(true); // bytes and text alike
});

test.each<[what: string, text: string, wanted: string, said: string]>([
  [
    'curly quotes',
    'x\nsay(“hi”)\n',
    'say("hi")',
    'The closest text is around line 2; there, line 2 is "say(“hi”)". The first difference is at line 2, column 5: the file has “ (U+201C), old_string has " (U+0022).',
  ],
  [
    'a tab',
    '\tif x:\n',
    '        if x:',
    'The closest text is around line 1; there, line 1 is "\\tif x:". The first difference is at line 1, column 1: the file has a tab, old_string has a space.',
  ],
  [
    'a no-break space',
    'a\u00a0b = 1\n',
    'a b = 1',
    'The closest text is around line 1; there, line 1 is "a\u00a0b = 1". The first difference is at line 1, column 2: the file has a no-break space (U+00A0), old_string has a space.',
  ],
  [
    'line ends',
    'one\r\ntwo\r\n',
    'one\ntwo',
    'The closest text is around line 1; there, line 1 is "one". The first difference is at line 1, column 4: the file has a carriage return (CRLF line end), old_string has a line feed. That line ends in CRLF: write \\r\\n in old_string and new_string.',
  ],
  [
    'a wrong word in one of two similar blocks',
    'begin\n  alpha one\n  beta\nend\nbegin\n  alpha two\n  gamma\nend\n',
    'begin\n  alpha too\n  gamma\nend',
    'The closest text is around line 5; there, line 6 is "  alpha two". The first difference is at line 6, column 10: the file has w (U+0077), old_string has o (U+006F).',
  ],
  [
    'a line that is nearly there',
    'const total = price * count;\n',
    'const total = price * counts;',
    'The closest text is around line 1; there, line 1 is "const total = price * count;". The first difference is at line 1, column 28: the file has ; (U+003B), old_string has s (U+0073).',
  ],
])('what does not match by %s is told, not taken', async (_what, text, wanted, said) => {
  const { ctx } = over(text);
  const failure = await failureOf(editFile({ path: 'f', old_string: wanted, new_string: 'X' }, ctx));
  expect(failure).toBe(`EDIT_NO_MATCH: old_string does not occur in f. ${said} Nothing was changed.`);
  expect((await bytesOf(ctx)).toString()).toBe(text);
});

test('what a model reads of an edit', async () => {
  const { ctx } = over('a\nb\na\n');
  expect(await editFile({ path: './f', old_string: 'b', new_string: 'x' }, ctx)).toEqual({
    output: { path: 'f', replacements: 1 },
    content: 'Edited f: 1 replacement, on line 2.',
  });
  expect((await editFile({ path: 'f', old_string: 'a', new_string: 'x', replace_all: true }, ctx)).content).toBe(
    'Edited f: 2 replacements, on lines 1, 3.',
  );
});

test('every byte outside the place stays, in every encoding', async () => {
  const encodings: readonly ((text: string) => Buffer)[] = [
    (text) => Buffer.from(text),
    (text) => Buffer.from(`\ufeff${text}`),
    (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
    (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
  ];
  const text = fc
    .array(fc.constantFrom('a', 'é', '😀', '\n', '\r\n', '\r', ' ', '\t', '\u0a0d', '\u0d0a', '“', '$'), { maxLength: 40 })
    .map((list) => list.join(''));
  await fc.assert(
    fc.asyncProperty(text, text, text, fc.constantFrom(...encodings), async (before, after, replacement, encode) => {
      const { ctx } = over(encode(`${before}<here>${after}`));
      await editFile({ path: 'f', old_string: '<here>', new_string: `${replacement}.` }, ctx);
      expect((await bytesOf(ctx)).equals(encode(`${before}${replacement}.${after}`))).toBe(true);
    }),
  );
});

test('a failing search in a large file takes no long time for its closest text', async () => {
  const text = Array.from({ length: 60_000 }, (_, index) => `line ${index} of many`).join('\n');
  const { ctx } = over(text);
  expect(await failureOf(editFile({ path: 'f', old_string: 'line 7777 of munny', new_string: 'x' }, ctx))).toMatch(
    /the closest text is around line 7778/i,
  );
  expect(await failureOf(editFile({ path: 'f', old_string: 'x'.repeat(200_000), new_string: 'y' }, ctx))).toMatch(/^EDIT_NO_MATCH/);
});

test('bounds hold for the file and for what becomes of it', async () => {
  const { ctx } = over('abc');
  const edit = { path: 'f', old_string: 'a', new_string: 'longer' };
  expect(await failureOf(editFile(edit, ctx, { maxWriteBytes: 2 }))).toMatch(/^FILE_TOO_LARGE: f has 3 bytes; at most 2/);
  expect(await failureOf(editFile(edit, ctx, { maxWriteBytes: 5 }))).toMatch(/^FILE_TOO_LARGE: After the edit f would have 8 bytes/);
});

test('where reading is required, a run edits what it has seen and made itself', async () => {
  const { workspace, ctx } = over('one');
  const settings = { maxWriteBytes: 100, maxReadBytes: 100, revisions: new ReadRevisions() };
  const edit = (from: string, to: string): Promise<unknown> => editFile({ path: './f', old_string: from, new_string: to }, ctx, settings);
  expect(await failureOf(edit('one', 'two'))).toBe('FILE_NOT_READ: f was not read in this run. Read it before changing it.');
  await readFile({ path: 'f' }, ctx, settings);
  await edit('one', 'two');
  await edit('two', 'three');
  workspace.set('f', 'three, by another hand');
  expect(await failureOf(edit('three', 'four'))).toBe('PATH_CHANGED: f was changed since it was read in this run. Read it again.');
  const otherRun = { ...ctx, run: { ...ctx.run, id: 'another' } };
  expect(await failureOf(editFile({ path: 'f', old_string: 'three', new_string: 'x' }, otherRun, settings))).toMatch(/^FILE_NOT_READ/);
});

test('each line of several replacements is named once', async () => {
  const { ctx } = over('a a a\nb\na\n');
  const all = { path: 'f', replace_all: true };
  expect((await editFile({ ...all, old_string: 'a', new_string: 'c' }, ctx)).content).toBe('Edited f: 4 replacements, on lines 1, 3.');
  expect((await editFile({ ...all, old_string: 'c ', new_string: 'd ' }, ctx)).content).toBe('Edited f: 2 replacements, on line 1.');
});

// The lines of all places are counted when there is more than one: from the start of the line for each that took minutes.
test('millions of places on one line take no longer than as many on their own', async () => {
  const { ctx } = over('x'.repeat(500_000));
  expect(await failureOf(editFile({ path: 'f', old_string: 'x', new_string: 'y' }, ctx))).toMatch(
    /^EDIT_AMBIGUOUS: .* at least 100000 times in "?f"?, all on line 1\./,
  );
  expect(await editFile({ path: 'f', old_string: 'x', new_string: 'y', replace_all: true }, ctx)).toMatchObject({
    output: { replacements: 500_000 },
  });
});
