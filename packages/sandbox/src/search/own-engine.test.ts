import { chmodSync } from 'node:fs';
import { describeNeeding, openDescriptors } from '../../test/scratch.js';
import { searchScratch } from '../../test/search-scratch.js';

const { scratch, open, glob, grep, failure } = searchScratch({ ripgrep: false });

test('a line of megabytes holds up nothing else, and a search in it can be cancelled', async () => {
  scratch.write({ 'root/huge': `${'a'.repeat(3_000_000)}!` });
  let ticks = 0;
  const ticking = setInterval(() => (ticks += 1), 1);
  expect(await grep('(a+)+$', { path: 'huge' })).toEqual([]);
  clearInterval(ticking);
  expect(ticks).toBeGreaterThan(20);
  const control = new AbortController();
  const search = failure(open().grep({ pattern: '(a+)+$', path: 'huge', limit: 9, signal: control.signal }));
  setTimeout(() => control.abort(), 1);
  expect(await search).toBe('SEARCH_CANCELLED: The search was cancelled.');
});

test('long lines are searched one after the other, in one file and in the next, whether they match or not', async () => {
  const long = 'b'.repeat(70_000);
  scratch.write({ 'root/long/1': `${long}\n${long} here\n${long}\n`, 'root/long/2': `${long}\n${long}`, 'root/long/3': `${long} here` });
  expect((await grep('here', { path: 'long' })).map((line) => line.slice(0, 8))).toEqual(['long/1:2', 'long/3:1']);
  expect(await grep('nowhere', { path: 'long' })).toEqual([]);
});

const canBeNobody = process.getuid?.() !== 0 || process.platform === 'linux';
describeNeeding('a user who may not read everything', canBeNobody, 'unreadable files', () => {
  test('are a warning, never "no matches"', async () => {
    scratch.write({ 'root/locked': 'alpha\n', 'root/shut/x': 'alpha\n' });
    chmodSync(scratch.path, 0o755);
    chmodSync(scratch.at('root/locked'), 0);
    chmodSync(scratch.at('root/shut'), 0);
    const session = open();
    const isRoot = process.getuid?.() === 0;
    if (isRoot) process.seteuid?.(65_534);
    try {
      const warnings = ['not searched: locked: Permission denied', 'not searched: shut: Permission denied'];
      expect(await session.grep({ pattern: 'alpha', limit: 9 })).toMatchObject({ matches: [{ path: 'a.txt' }], warnings });
      expect(await session.grep({ pattern: 'gamma', limit: 9 })).toMatchObject({ matches: [], warnings });
      expect(await session.glob({ pattern: '*', limit: 9 })).toMatchObject({
        matches: ['a.txt', 'locked'],
        warnings: warnings.slice(1),
      });
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
    chmodSync(scratch.at('root/shut'), 0o755);
  });
});

test('nothing stays open', async () => {
  scratch.write({ 'root/.gitignore': '/sub/x\n', 'root/sub/y': 'alpha\n', 'root/long': 'b'.repeat(100_000) });
  const use = async (): Promise<void> => {
    await grep('alpha', { limit: 1 });
    await glob('*', { limit: 1 });
    await grep('alpha', { path: 'a.txt' });
    await failure(open().grep({ pattern: '(', path: 'sub', limit: 9 }));
  };
  await use();
  const before = openDescriptors();
  await use();
  expect(openDescriptors()).toBe(before);
});
