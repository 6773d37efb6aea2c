import { emptyCtx, type ToolFailure } from '@tackroom/core';
import { InMemoryWorkspace } from '@tackroom/testing';
import { previewDelete, previewEdit, previewGenerate, previewWrite } from './change-preview.js';
import { deleteEntry } from './delete-entry.js';
import { editFile } from './edit-file.js';
import { DEFAULT_FILE_LIMITS } from './file-limits.js';
import { generateFile } from './generate-file.js';
import { readFile } from './read-file.js';
import { ReadRevisions } from './read-revisions.js';
import { unifiedDiff } from './unified-diff.js';
import { writeFile } from './write-file.js';

const lines = Array.from({ length: 20 }, (_, index) => `line ${index + 1}\n`).join('');
const workspace = new InMemoryWorkspace({
  'a.txt': lines,
  'bin.dat': Uint8Array.of(0, 1, 2),
  'dir/x': '',
  'dir/sub/y': '',
  none: { directory: true },
  link: { link: 'a.txt' },
});
const ctx = emptyCtx({ workspace: workspace.session('s') });

test('an edit is shown as a diff', async () => {
  const edits = [
    { old_string: 'line 2\n', new_string: 'line two\n' },
    { old_string: 'line 18\n', new_string: '' },
  ];
  expect(await previewEdit({ path: 'a.txt', edits }, ctx, DEFAULT_FILE_LIMITS)).toMatchInlineSnapshot(`
   "--- a.txt
   +++ a.txt
   @@ -1,5 +1,5 @@
    line 1
   -line 2
   +line two
    line 3
    line 4
    line 5
   @@ -15,6 +15,5 @@
    line 15
    line 16
    line 17
   -line 18
    line 19
    line 20"
  `);
  await expect(previewEdit({ path: 'a.txt', old_string: 'zzz', new_string: 'y' }, ctx, DEFAULT_FILE_LIMITS)).rejects.toMatchObject({
    code: 'EDIT_NO_MATCH',
  });
  expect(workspace.text('a.txt')).toBe(lines);
});

test('so is a file that is written', async () => {
  expect(await previewWrite({ path: 'new.txt', content: 'one\ntwo' }, ctx, DEFAULT_FILE_LIMITS)).toMatchInlineSnapshot(`
   "--- (no file)
   +++ new.txt
   @@ -0,0 +1,2 @@
   +one
   +two
   \\ no line end"
  `);
  expect(await previewWrite({ path: 'a.txt', content: 'x', overwrite: false }, ctx, DEFAULT_FILE_LIMITS)).toMatchInlineSnapshot(
    `"a.txt exists already, and overwrite is not set: nothing will be written."`,
  );
  expect(
    await previewWrite({ path: 'a.txt', content: lines.replace('line 1\n', 'line 1 \t\n'), overwrite: true }, ctx, DEFAULT_FILE_LIMITS),
  ).toMatchInlineSnapshot(`
   "--- a.txt
   +++ a.txt
   @@ -1,4 +1,4 @@
   -line 1
   +line 1·→
    line 2
    line 3
    line 4"
  `);
  expect(await previewWrite({ path: 'bin.dat', content: 'x', overwrite: true }, ctx, DEFAULT_FILE_LIMITS)).toMatchInlineSnapshot(
    `"bin.dat (binary, 3 bytes) will be replaced."`,
  );
});

test('and what a deletion takes is named', async () => {
  const shown = await Promise.all(['a.txt', 'dir', 'none', 'link'].map((path) => previewDelete({ path, recursive: true }, ctx)));
  expect(shown.join('\n')).toMatchInlineSnapshot(`
   "Deletes a.txt (151 bytes).
   Deletes the directory dir and all below it:
     sub/
     x
   Deletes the empty directory none.
   Deletes the link link; what it leads to stays."
  `);
  expect(await previewDelete({ path: 'dir' }, ctx)).toBe(
    'dir is a directory that is not empty, and recursive is not set: nothing will be deleted.',
  );
  expect(await previewDelete({ path: 'none' }, ctx)).toBe('Deletes the empty directory none.');
});

describe('what the call will refuse is not shown as a change', () => {
  const settings = { ...DEFAULT_FILE_LIMITS, maxWriteBytes: 200, revisions: new ReadRevisions(), outputDir: 'output' };
  const files = new InMemoryWorkspace(
    { 'seen.txt': 'old\n', 'unseen.txt': 'old\n', 'stale.txt': 'old\n' },
    { also: { docs: { x: 'old\n' } } },
  );
  const here = emptyCtx({ workspace: files.session('s'), run: { id: 'r', sessionId: 's', agentPath: [] } });
  const edit = { old_string: 'old', new_string: 'new' };
  const all = { content: 'new\n', overwrite: true };

  beforeAll(async () => {
    for (const path of ['seen.txt', 'stale.txt']) await readFile({ path }, here, settings);
    files.set('stale.txt', 'other\n');
  });

  const saidOf = (work: Promise<unknown>): Promise<string> => work.then(String, ({ code, message }: ToolFailure) => `${code}: ${message}`);

  test.each([
    ['unseen.txt', 'FILE_NOT_READ: unseen.txt was not read in this run. Read it before changing it.'],
    ['stale.txt', 'PATH_CHANGED: stale.txt was changed since it was read in this run. Read it again.'],
    ['gone.txt', 'PATH_NOT_FOUND: "gone.txt" does not exist.'],
  ])('an edit of %s', async (path, said) => {
    expect(await saidOf(previewEdit({ path, ...edit }, here, settings))).toBe(said);
    expect(await saidOf(editFile({ path, ...edit }, here, settings))).toBe(said);
  });

  test('what must have been read, over something else, or too long', async () => {
    const said = 'FILE_NOT_READ: unseen.txt was not read in this run. Read it before changing it.';
    expect(await saidOf(previewWrite({ path: 'unseen.txt', ...all }, here, settings))).toBe(said);
    expect(await saidOf(writeFile({ path: 'unseen.txt', ...all }, here, settings))).toBe(said);
    expect(await saidOf(previewWrite({ path: 'stale.txt', ...all }, here, settings))).toMatch(/^PATH_CHANGED: /);
    expect(await saidOf(writeFile({ path: 'stale.txt', ...all }, here, settings))).toMatch(/^PATH_CHANGED: /);
    const long = { path: 'new.txt', content: 'x'.repeat(201) };
    expect(await saidOf(previewWrite(long, here, settings))).toBe(await saidOf(writeFile(long, here, settings)));
    expect(await saidOf(previewWrite(long, here, settings))).toMatch(/^FILE_TOO_LARGE: /);
    const named = { path: 'new.txt', content: '', display_name: 'a/b' };
    expect(await saidOf(previewGenerate(named, here, settings))).toBe(await saidOf(generateFile(named, here, settings)));
    expect(await saidOf(previewWrite({ path: 'seen.txt', ...all }, here, settings))).toContain('+new');
  });

  test('anything in a root that can only be read', async () => {
    expect(await previewEdit({ path: 'docs:/x', ...edit }, here, DEFAULT_FILE_LIMITS)).toBe(
      'docs:/x lies in a root that can only be read: nothing will be changed.',
    );
    expect(await saidOf(editFile({ path: 'docs:/x', ...edit }, here, DEFAULT_FILE_LIMITS))).toMatch(/^PATH_READ_ONLY: /);
    expect(await previewWrite({ path: 'docs:/new', content: '' }, here, settings)).toBe(
      'docs:/new lies in a root that can only be read: nothing will be written.',
    );
    expect(await previewDelete({ path: 'docs:/x' }, here)).toBe('docs:/x lies in a root that can only be read: nothing will be deleted.');
    expect(await saidOf(deleteEntry({ path: 'docs:/x' }, here))).toMatch(/^PATH_READ_ONLY: /);
  });
});

test('changes of line ends are seen', () => {
  expect(unifiedDiff('f', 'a\nb\n', 'a\r\nb')).toMatchInlineSnapshot(`
   "--- f
   +++ f
   @@ -1,2 +1,2 @@
   -a
   -b
   +a\\r
   +b
   \\ no line end"
  `);
  expect(unifiedDiff('f', 'a\n', 'a\n')).toMatchInlineSnapshot(`
   "--- f
   +++ f
   (no line changes)"
  `);
});

test('a long diff and a long line are cut, and that is said', () => {
  const diff = unifiedDiff('f', undefined, 'x\n'.repeat(1_000)).split('\n');
  expect([diff.length, diff.at(-1)]).toEqual([403, '[… 601 more lines of the diff …]']);
  expect(unifiedDiff('f', undefined, 'y'.repeat(10_000)).length).toBeLessThan(500);
});
