import { emptyCtx, ToolFailure } from '@tackroom/core';
import { InMemoryWorkspace } from '@tackroom/testing';
import { deleteEntry } from './delete-entry.js';
import { readFile } from './read-file.js';
import { ReadRevisions } from './read-revisions.js';
import { writeFile } from './write-file.js';

const workspace = new InMemoryWorkspace({ 'src/a.ts': 'a', 'dir/b': '', 'dir/c/d': '' });
const ctx = emptyCtx({ workspace: workspace.session('s') });

async function failureOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!ToolFailure.is(error)) throw new Error('expected a failure', { cause: error });
  return `${error.code}: ${error.message}`;
}

test('what a model reads of a file that was written', async () => {
  expect(await writeFile({ path: 'new/n.md', content: 'é\r\n' }, ctx)).toEqual({
    output: { path: 'new/n.md', bytes: 4, created: true },
    content: 'Created new/n.md (4 bytes).',
  });
  expect(await failureOf(writeFile({ path: 'src/a.ts', content: 'b' }, ctx))).toBe(
    'PATH_EXISTS: "src/a.ts" exists already. Set overwrite to replace it, or edit a part of it.',
  );
  expect((await writeFile({ path: 'src/a.ts', content: 'b', overwrite: true }, ctx)).content).toBe('Replaced src/a.ts (1 byte).');
  expect([workspace.text('new/n.md'), workspace.text('src/a.ts')]).toEqual(['é\r\n', 'b']);
});

test('text that no file can hold and text that is too long are refused', async () => {
  expect(await failureOf(writeFile({ path: 'x', content: 'a\ud83d' }, ctx))).toMatch(
    /^FILE_TEXT_INVALID: content holds half a surrogate pair/,
  );
  expect(await failureOf(writeFile({ path: 'x', content: '€€' }, ctx, { maxWriteBytes: 5 }))).toBe(
    'FILE_TOO_LARGE: content has 6 bytes; at most 5 can be written at once. Split it into smaller files.',
  );
  expect(workspace.text('x')).toBeUndefined();
});

test('where reading is required, an existing file is replaced only as it was seen', async () => {
  workspace.set('seen.txt', 'one');
  const settings = { maxWriteBytes: 100, maxReadBytes: 100, revisions: new ReadRevisions() };
  const replace = (): Promise<unknown> => writeFile({ path: 'seen.txt', content: 'mine', overwrite: true }, ctx, settings);
  expect(await failureOf(replace())).toBe('FILE_NOT_READ: seen.txt was not read in this run. Read it before changing it.');
  await readFile({ path: 'seen.txt' }, ctx, settings);
  workspace.set('seen.txt', 'two');
  expect(await failureOf(replace())).toBe('PATH_CHANGED: "seen.txt" was changed by somebody else meanwhile. Read it again.');
  await readFile({ path: 'seen.txt' }, ctx, settings);
  await replace();
  await replace();
  await writeFile({ path: 'fresh.txt', content: 'x', overwrite: true }, ctx, settings);
  await writeFile({ path: 'fresh.txt', content: 'y', overwrite: true }, ctx, settings);
  expect([workspace.text('seen.txt'), workspace.text('fresh.txt')]).toEqual(['mine', 'y']);
});

test('what a model reads of a deletion', async () => {
  expect(await failureOf(deleteEntry({ path: 'dir' }, ctx))).toBe(
    'PATH_NOT_EMPTY: "dir" is a directory that is not empty. Set recursive to delete it with everything in it.',
  );
  expect(await deleteEntry({ path: 'dir/b' }, ctx)).toEqual({ output: { path: 'dir/b', entries: 1 }, content: 'Deleted dir/b.' });
  expect(await deleteEntry({ path: 'dir', recursive: true }, ctx)).toEqual({
    output: { path: 'dir', entries: 3 },
    content: 'Deleted dir and all it held, 3 entries together.',
  });
});

test('what was not noted for longest is forgotten', () => {
  const revisions = new ReadRevisions();
  const run = (id: string) => ({ id, sessionId: 's', agentPath: [] });
  for (let index = 0; index < 2_001; index += 1) revisions.note(run('one'), `f${index}`, String(index));
  expect(() => revisions.seen(run('one'), 'f0', 'f0')).toThrow('f0 was not read');
  expect(revisions.seen(run('one'), 'f2000', 'f2000')).toBe('2000');
  for (let index = 0; index < 200; index += 1) revisions.note(run(String(index)), 'f', '1');
  expect(() => revisions.seen(run('one'), 'f2000', 'f2000')).toThrow('f2000 was not read');
});
