import { emptyCtx, ToolFailure, type PublishedArtifact } from '@tackroom/core';
import { InMemoryWorkspace } from '@tackroom/testing';
import { generateFile, type PublishedCopy } from './generate-file.js';
import { mediaTypeOf } from './media-type.js';

function setup(publish?: () => Promise<string>) {
  const workspace = new InMemoryWorkspace({ 'old.md': 'old' });
  const published: [unknown, PublishedArtifact][] = [];
  const call = {
    ...emptyCtx().call,
    publish: (data: unknown, info: PublishedArtifact) => {
      published.push([data, info]);
      return publish?.() ?? Promise.resolve(`art_${published.length}`);
    },
  };
  return { workspace, published, ctx: emptyCtx({ workspace: workspace.session('s'), call }) };
}

const settings = { maxWriteBytes: 1_000, outputDir: '/srv/out' };
const keeping = (): typeof settings & { readonly copies: Map<string, PublishedCopy> } => ({ ...settings, copies: new Map() });

test('a generated file is written, copied, kept and handed over', async () => {
  const { workspace, published, ctx } = setup();
  expect(await generateFile({ path: 'reports/q1.md', content: '# Q1é\n', display_name: 'Quarter 1.md' }, ctx, settings)).toEqual({
    output: { path: 'reports/q1.md', artifact: 'art_1' },
    content: [
      { type: 'text', text: 'Generated reports/q1.md (7 bytes) and published it as Quarter 1.md.' },
      { type: 'file', mediaType: 'text/markdown', data: Buffer.from('# Q1é\n').toString('base64'), filename: 'Quarter 1.md' },
    ],
  });
  expect(published).toEqual([['# Q1é\n', { mediaType: 'text/markdown', filename: 'Quarter 1.md', path: 'reports/q1.md' }]]);
  expect([workspace.text('reports/q1.md'), [...workspace.exported.keys()]]).toEqual(['# Q1é\n', ['/srv/out/Quarter 1.md']]);
});

test('an existing file is replaced only on purpose, its copy with it', async () => {
  const { workspace, ctx } = setup();
  await expect(generateFile({ path: 'old.md', content: 'x' }, ctx, settings)).rejects.toMatchObject({ code: 'PATH_EXISTS' });
  expect(workspace.exported.size).toBe(0);
  const kept = keeping();
  await generateFile({ path: 'a/r.csv', content: '1' }, ctx, kept);
  await generateFile({ path: 'b/r.csv', content: '2' }, ctx, kept);
  await generateFile({ path: 'a/r.csv', content: '3', overwrite: true }, ctx, kept);
  await generateFile({ path: 'b/r.csv', content: '4', overwrite: true }, ctx, kept);
  const texts = [...workspace.exported].map(([path, bytes]) => [path, Buffer.from(bytes).toString()]);
  expect(texts).toEqual([
    ['/srv/out/r.csv', '3'],
    ['/srv/out/r-2.csv', '4'],
  ]);
});

test('a copy of another path, or one that lay there before, is never replaced', async () => {
  const { workspace, ctx } = setup();
  const kept = keeping();
  await generateFile({ path: 'r.md', content: '1' }, ctx, kept);
  await generateFile({ path: 'other.md', content: '2', display_name: 'r.md', overwrite: true }, ctx, kept);
  await generateFile({ path: 'r.md', content: '3', overwrite: true }, ctx, keeping());
  const texts = [...workspace.exported].map(([path, bytes]) => [path, Buffer.from(bytes).toString()]);
  expect(texts).toEqual([
    ['/srv/out/r.md', '1'],
    ['/srv/out/r-2.md', '2'],
    ['/srv/out/r-3.md', '3'],
  ]);
});

test.each(['../x', 'a/b', 'a\\b', '.env', 'x\n.md', 'con:', ' x', 'x '])('%j is no name to show', async (display_name) => {
  const { workspace, ctx } = setup();
  await expect(generateFile({ path: 'f.md', content: 'x', display_name }, ctx, settings)).rejects.toMatchObject({
    code: 'FILE_NAME_INVALID',
  });
  expect([workspace.text('f.md'), workspace.exported.size]).toEqual([undefined, 0]);
});

test('a failure to publish says that the file is there', async () => {
  const { workspace, ctx } = setup(() => Promise.reject(new ToolFailure('The store is full.', { code: 'ARTIFACT_NOT_KEPT' })));
  await expect(generateFile({ path: 'f.md', content: 'x' }, ctx, settings)).rejects.toMatchObject({
    code: 'ARTIFACT_NOT_KEPT',
    message: 'f.md was written, but not published: The store is full.',
  });
  expect(workspace.text('f.md')).toBe('x');
});

test.each([
  ['a.MD', 'text/markdown'],
  ['a.csv', 'text/csv'],
  ['Makefile', 'text/plain'],
  ['a.constructor', 'text/plain'],
])('%s is %s', (name, type) => {
  expect(mediaTypeOf(name)).toBe(type);
});
