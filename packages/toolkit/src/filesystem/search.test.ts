import { emptyCtx, type Ctx, type GrepResult } from '@tackroom/core';
import { InMemoryWorkspace } from '@tackroom/testing';
import { glob } from './glob.js';
import { grep } from './grep.js';

const workspace = new InMemoryWorkspace({
  'src/a.ts': 'one\nfind me\nthree\nfour\nfind me too\n',
  'src/b.ts': 'find me\n',
  'src/a\nb.ts': 'find me\n',
  '.gitignore': 'build/\n',
  'build/x.ts': 'find me\nhidden only\n',
});
workspace.setDirectory('inside', 'src');
const ctx = emptyCtx({ workspace: workspace.session('s') });
const inside = emptyCtx({ workspace: workspace.session('inside') });

/** A ctx whose searches give this. */
function giving(result: Partial<GrepResult>): Ctx {
  const found = { matches: [], more: false, ignored: 0, warnings: [], ...result };
  return emptyCtx({
    workspace: { ...ctx.workspace, cwd: '', grep: () => Promise.resolve(found), glob: () => Promise.resolve({ ...found, matches: [] }) },
  });
}

test('glob gives paths that can be passed back', async () => {
  expect(await glob({ pattern: '*.ts' }, ctx)).toEqual({
    output: { matches: ['src/a\nb.ts', 'src/a.ts', 'src/b.ts'] },
    content: '"src/a\\nb.ts"\nsrc/a.ts\nsrc/b.ts\n[Ignore files hide 1 more; set include_ignored to see them.]',
  });
  expect((await glob({ pattern: '*', path: '.' }, inside)).content).toBe('"a\\nb.ts"\na.ts\nb.ts');
  expect((await glob({ pattern: '*.ts', path: '../build' }, inside)).content).toBe('../build/x.ts');
});

test('glob says when there is more, or nothing', async () => {
  expect((await glob({ pattern: '*.ts', include_ignored: true }, ctx, { maxFiles: 2 })).content).toMatchInlineSnapshot(`
"build/x.ts
"src/a\\nb.ts"
[These are the first 2; there are more. Narrow the pattern or the path.]"
`);
  expect((await glob({ pattern: '*.md' }, ctx)).content).toMatchInlineSnapshot(`"No files match."`);
  expect((await glob({ pattern: 'build/**' }, ctx)).content).toMatchInlineSnapshot(`
"No files match.
[Ignore files hide 1 more; set include_ignored to see them.]"
`);
  expect((await glob({ pattern: '*' }, giving({ warnings: ['not searched: locked: Permission\ndenied'] }))).content).toMatchInlineSnapshot(`
"No files match in what could be searched.
[not searched: locked: Permission denied]"
`);
});

test('grep gives one line for each match', async () => {
  expect(await grep({ pattern: 'find' }, ctx)).toEqual({
    output: {
      matches: [
        { path: 'src/a\nb.ts', line: 1, text: 'find me' },
        { path: 'src/a.ts', line: 2, text: 'find me' },
        { path: 'src/a.ts', line: 5, text: 'find me too' },
        { path: 'src/b.ts', line: 1, text: 'find me' },
      ],
    },
    content: '"src/a\\nb.ts":1:find me\nsrc/a.ts:2:find me\nsrc/a.ts:5:find me too\nsrc/b.ts:1:find me',
  });
  expect((await grep({ pattern: 'too' }, inside)).content).toBe('a.ts:5:find me too');
});

test('context is told from matches, and gaps are marked', async () => {
  expect((await grep({ pattern: 'find', path: 'src', context: 1 }, ctx)).content).toMatchInlineSnapshot(`
""src/a\\nb.ts":1:find me
--
src/a.ts-1-one
src/a.ts:2:find me
src/a.ts-3-three
src/a.ts-4-four
src/a.ts:5:find me too
--
src/b.ts:1:find me"
`);
});

test('grep says when there is more, nothing, or only something hidden', async () => {
  expect((await grep({ pattern: 'find', max_matches: 1 }, ctx)).content).toMatchInlineSnapshot(`
""src/a\\nb.ts":1:find me
[This is the first one; there are more. Narrow the pattern or the path.]"
`);
  expect((await grep({ pattern: 'hidden' }, ctx)).content).toMatchInlineSnapshot(`
"No lines match.
[Ignore files hide 1 more; set include_ignored to see them.]"
`);
  expect((await grep({ pattern: 'x' }, giving({ ignored: 1_000 }))).content).toMatchInlineSnapshot(`
"No lines match.
[Ignore files hide a thousand or more; set include_ignored to see them.]"
`);
});

test('no more is collected than the bound, whatever is asked for', async () => {
  const limits: number[] = [];
  const watching = giving({});
  const asking = {
    ...watching,
    workspace: {
      ...watching.workspace,
      grep: (query: { limit: number }) => {
        limits.push(query.limit);
        return watching.workspace.grep({ pattern: 'x', limit: 1 });
      },
    },
  };
  await grep({ pattern: 'x' }, asking);
  await grep({ pattern: 'x', max_matches: 1e9 }, asking);
  await grep({ pattern: 'x', max_matches: 9_000 }, asking, { maxMatches: 8_000 });
  expect(limits).toEqual([200, 5_000, 8_000]);
});
