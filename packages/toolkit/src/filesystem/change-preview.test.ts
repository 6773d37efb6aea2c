import { emptyCtx } from '@tackroom/core';
import { InMemoryWorkspace } from '@tackroom/testing';
import { previewDelete, previewEdit, previewWrite } from './change-preview.js';
import { DEFAULT_FILE_LIMITS } from './file-limits.js';
import { unifiedDiff } from './unified-diff.js';

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
  expect(await previewWrite({ path: 'new.txt', content: 'one\ntwo' }, ctx)).toMatchInlineSnapshot(`
   "--- (no file)
   +++ new.txt
   @@ -0,0 +1,2 @@
   +one
   +two
   \\ no line end"
  `);
  expect(await previewWrite({ path: 'a.txt', content: 'x', overwrite: false }, ctx)).toMatchInlineSnapshot(
    `"a.txt exists already, and overwrite is not set: nothing will be written."`,
  );
  expect(await previewWrite({ path: 'a.txt', content: lines.replace('line 1\n', 'line 1 \t\n'), overwrite: true }, ctx))
    .toMatchInlineSnapshot(`
   "--- a.txt
   +++ a.txt
   @@ -1,4 +1,4 @@
   -line 1
   +line 1·→
    line 2
    line 3
    line 4"
  `);
  expect(await previewWrite({ path: 'bin.dat', content: 'x', overwrite: true }, ctx)).toMatchInlineSnapshot(
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
