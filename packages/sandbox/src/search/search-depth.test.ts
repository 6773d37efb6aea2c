import { bothEngines, searchScratch } from '../../test/search-scratch.js';

bothEngines((engine) => {
  const { scratch, open } = searchScratch(engine);
  const warnings = ['not searched: files more than 3 levels down; search further down with path'];
  const down = (levels: number): string => Array.from({ length: levels }, (_, index) => index + 1).join('/');

  async function warned(maxDepth: number | undefined, query: { readonly pattern?: string; readonly includeIgnored?: boolean } = {}) {
    const session = open(maxDepth === undefined ? {} : { maxDepth });
    const globbed = await session.glob({ pattern: '*', limit: 99, ...query });
    const grepped = await session.grep({ limit: 99, ...query, pattern: 'x' });
    expect(grepped.warnings).toEqual(globbed.warnings);
    return globbed.warnings;
  }

  test('a file at the limit is found, and nothing is said', async () => {
    scratch.write({ 'root/1/2/x': 'x\n' });
    const session = open({ maxDepth: 3 });
    const found = { more: false, ignored: 0, warnings: [] };
    expect(await session.glob({ pattern: 'x', limit: 9 })).toEqual({ ...found, matches: ['1/2/x'] });
    expect(await session.grep({ pattern: 'x', limit: 9 })).toEqual({
      ...found,
      matches: [{ path: '1/2/x', line: 1, text: 'x', isContext: false }],
    });
  });

  test('a file below the limit is not, and that is said, whatever was looked for', async () => {
    scratch.write({ 'root/1/2/x': 'x\n', 'root/1/2/3/y.md': 'y\n' });
    const session = open({ maxDepth: 3 });
    expect(await session.glob({ pattern: '*.md', limit: 9 })).toEqual({ matches: [], more: false, ignored: 0, warnings });
    expect(await session.glob({ pattern: '**/x', limit: 9 })).toMatchObject({ matches: ['1/2/x'], warnings });
    expect(await session.glob({ pattern: '**/x', path: '1', limit: 9 })).toMatchObject({ warnings: [] });
    expect(await session.grep({ pattern: 'y', limit: 9 })).toEqual({ matches: [], more: false, ignored: 0, warnings });
    expect(await session.grep({ pattern: 'y', include: '*.txt', limit: 9 })).toMatchObject({ matches: [], warnings });
    expect(await session.grep({ pattern: 'y', path: '1', limit: 9 })).toMatchObject({ matches: [{ path: '1/2/3/y.md' }], warnings: [] });
  });

  test('the limit is 24 levels unless another is given', async () => {
    scratch.write({ [`root/${down(23)}/x`]: 'x\n' });
    expect(await warned(undefined)).toEqual([]);
    scratch.write({ [`root/${down(24)}/x`]: 'x\n' });
    expect(await warned(undefined)).toEqual(['not searched: files more than 24 levels down; search further down with path']);
    expect(await warned(25)).toEqual([]);
  });

  test('files much further down, with only directories between, are noticed', async () => {
    scratch.write({ [`root/${down(200)}/x`]: 'x\n' });
    expect(await warned(3)).toEqual(warnings);
  });

  test('empty directories, links, ignored files and .git below the limit are nothing that was left out', async () => {
    scratch.write({ 'root/1/2/.git/x': 'x\n', 'root/1/2/out/x': 'x\n', 'root/.gitignore': 'out/\n', 'root/1/2/3/.tackroom-1.tmp': 'x\n' });
    scratch.link('root/1/2/3/link', '../../../a.txt');
    expect(await warned(3)).toEqual([]);
    expect(await warned(3, { includeIgnored: true })).toEqual(warnings);
  });

  test('a list that is cut says nothing of what comes after', async () => {
    scratch.write({ 'root/1/2/3/x': 'x\n', 'root/b': 'x\n', 'root/c': 'x\n' });
    const session = open({ maxDepth: 3 });
    expect(await session.glob({ pattern: '*', limit: 1 })).toMatchObject({ more: true, warnings: [] });
    expect(await session.grep({ pattern: 'x', limit: 1 })).toMatchObject({ more: true, warnings: [] });
  });
});
