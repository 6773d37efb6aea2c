import { emptyCtx } from '@tackroom/core';
import { InMemoryWorkspace, type MemoryFiles } from '@tackroom/testing';
import { listDirectory } from './list-directory.js';

const files: MemoryFiles = {
  'b.txt': 'x'.repeat(1_234),
  'one.txt': '1',
  'a\nb': '',
  dir: { directory: true },
  dead: { link: 'nowhere' },
  out: { link: '../secret/place' },
  absolute: { link: '/etc/passwd' },
  'sub/up': { link: '../b.txt' },
};

test('types, sizes, links; where a link leads out is not told', async () => {
  const ctx = emptyCtx({ workspace: new InMemoryWorkspace(files).session('s') });
  const { content, output } = await listDirectory({}, ctx);
  expect(content).toMatchInlineSnapshot(`
"., 8 entries
"a\\nb" (0 bytes)
absolute -> (outside the workspace)
b.txt (1,234 bytes)
dead -> nowhere
dir/
one.txt (1 byte)
out -> (outside the workspace)
sub/"
`);
  expect(JSON.stringify(output)).not.toMatch(/etc|secret/);
  expect(output).toMatchObject({ path: '', entries: expect.arrayContaining([{ name: 'dead', kind: 'link', size: 0, target: 'nowhere' }]) });
});

test('relative to the working directory', async () => {
  const workspace = new InMemoryWorkspace(files);
  workspace.setDirectory('s', 'sub');
  const ctx = emptyCtx({ workspace: workspace.session('s') });
  expect((await listDirectory({}, ctx)).content).toBe('., 1 entry\nup -> ../b.txt');
  expect((await listDirectory({ path: '../dir' }, ctx)).content).toBe('../dir is empty.');
  expect((await listDirectory({ path: '..' }, ctx)).content).toMatch(/^\.\., 8 entries\n/);
});

test('more entries than are shown are counted', async () => {
  const many = Object.fromEntries(Array.from({ length: 1_500 }, (_, index) => [String(index).padStart(4, '0'), '']));
  const ctx = emptyCtx({ workspace: new InMemoryWorkspace(many).session('s') });
  const { content, output } = await listDirectory({}, ctx);
  const lines = String(content).split('\n');
  expect([lines.length, lines[0], lines[1000], lines[1001]]).toEqual([
    1_002,
    '., 1,500 entries',
    '0999 (0 bytes)',
    '[The first 1,000 of 1,500 entries, by name. Find others with a pattern.]',
  ]);
  expect(output).toMatchObject({ total: 1_500 });
  expect(await listDirectory({}, ctx, { maxDirectoryEntries: 1 })).toEqual({
    output: { path: '', entries: [{ name: '0000', kind: 'file', size: 0 }], total: 1_500 },
    content: '., 1,500 entries\n0000 (0 bytes)\n[The first 1 of 1,500 entries, by name. Find others with a pattern.]',
  });
});
