import { mkdirSync, writeFileSync } from 'node:fs';
import { describeNeeding, hasDescriptors } from '../../test/scratch.js';
import { bothEngines, searchScratch } from '../../test/search-scratch.js';

bothEngines((engine) => {
  const { scratch, open, glob, grep } = searchScratch(engine);

  test('are in path order and cut with the truth about more', async () => {
    scratch.write(Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`root/d/${String(index).padStart(3, '0')}.js`, 'x\nx\n'])));
    const session = open();
    const first = ['d/000.js', 'd/001.js', 'd/002.js'];
    expect(await session.glob({ pattern: '*.js', limit: 3 })).toEqual({ matches: first, more: true, ignored: 0, warnings: [] });
    expect((await session.glob({ pattern: '*.js', limit: 300 })).more).toBe(false);
    expect((await session.glob({ pattern: '*.js', limit: 299 })).more).toBe(true);
    const { matches, more } = await session.grep({ pattern: 'x', include: '*.js', limit: 5 });
    expect([matches.map(({ path, line }) => `${path}:${line}`), more]).toEqual([
      ['d/000.js:1', 'd/000.js:2', 'd/001.js:1', 'd/001.js:2', 'd/002.js:1'],
      true,
    ]);
    expect((await session.grep({ pattern: 'x', include: '*.js', limit: 600 })).more).toBe(false);
  });

  test('context lines are told apart and do not count', async () => {
    scratch.write({ 'root/c.md': 'one\ntwo\nthree\r\nfour\nfive\n' });
    const session = open();
    const { matches, more } = await session.grep({ pattern: 'three', include: '*.md', context: 1, limit: 1 });
    expect(matches.map(({ line, text, isContext }) => [line, text, isContext])).toEqual([
      [2, 'two', true],
      [3, 'three', false],
      [4, 'four', true],
    ]);
    expect(more).toBe(false);
  });

  test('one file, by its name', async () => {
    expect(await grep('a$', { path: 'a.txt' })).toEqual(['a.txt:1:alpha', 'a.txt:2:beta']);
  });

  test('names with line feeds and other oddities', async () => {
    scratch.write({ 'root/n\nl.txt': 'odd\n', 'root/-e': 'odd\n', 'root/(g)/[id]/$p.ts': 'odd\n' });
    expect(await grep('odd')).toEqual(['(g)/[id]/$p.ts:1:odd', '-e:1:odd', 'n\nl.txt:1:odd']);
    expect(await grep('odd', { path: '(g)/[id]' })).toEqual(['(g)/[id]/$p.ts:1:odd']);
    expect(await glob('n?l.txt')).toEqual(['n\nl.txt']);
  });

  describeNeeding('names that are any bytes', hasDescriptors(), 'names that are not valid UTF-8', () => {
    test('are found, and what lies below them', async () => {
      const odd = Buffer.concat([Buffer.from(scratch.at('root/caf')), Buffer.of(0xe9)]);
      mkdirSync(odd);
      writeFileSync(Buffer.concat([odd, Buffer.from('/x'), Buffer.of(0xff)]), 'odd\n');
      writeFileSync(Buffer.concat([odd, Buffer.from('.txt')]), 'odd\n');
      const [below, beside] = ['caf\ufffd/x\ufffd', 'caf\ufffd.txt'];
      expect(await open().grep({ pattern: 'odd', limit: 9 })).toMatchObject({
        matches: [{ path: below }, { path: beside }],
        warnings: [],
      });
      expect(await glob('caf*/**')).toEqual([below]);
      expect(await glob('caf*')).toEqual([beside]);
    });

    test('and of several that read the same one is searched, which is said, or all', async () => {
      for (const byte of [0xe8, 0xe9]) writeFileSync(Buffer.concat([Buffer.from(scratch.at('root/caf')), Buffer.of(byte)]), 'odd\n');
      const { matches, warnings } = await open().grep({ pattern: 'odd', limit: 9 });
      expect(matches.length + warnings.length).toBe(2);
    });
  });

  test('long lines are shown around the match', async () => {
    scratch.write({
      'root/long': `${'é'.repeat(2_000)}NEEDLE${'ü'.repeat(2_000)}\nshort NEEDLE\n`,
      'root/huge': `first\n${'a;'.repeat(2_000_000)}NEEDLE${'b;'.repeat(1_000)}\nlast\n`,
      'root/mark': `\ufeff${'a;'.repeat(30_000)}NEEDLE\r\n`,
    });
    const lines = await grep('NEEDLE');
    expect(lines.map((line) => line.replace(/(é|ü|a;|b;)\1{20,}/g, '$1*'))).toEqual([
      'huge:2:…a;*NEEDLEb;*…',
      'long:1:…é*NEEDLEü*…',
      'long:2:short NEEDLE',
      'mark:1:…a;*NEEDLE',
    ]);
    for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThan(430);
  });

  test('a line full of matches costs little', async () => {
    scratch.write({ 'root/min.js': 'a;'.repeat(5_000_000) });
    const { matches } = await open().grep({ pattern: '.', include: '*.js', limit: 10 });
    expect(matches.map(({ line, text }) => [line, text.length])).toEqual([[1, 401]]);
  });

  test('binary files are passed over, and said to be when they are asked for', async () => {
    scratch.write({ 'root/b.bin': 'needle\n\0\n', 'root/late.bin': `needle\n${'x\n'.repeat(100_000)}\0` });
    const all = await open().grep({ pattern: 'needle', limit: 9 });
    expect(all.matches.map(({ path }) => path)).toEqual(['late.bin']);
    expect(all.warnings).toEqual(['searched in part: late.bin is binary from byte 200007 on']);
    const one = await open().grep({ pattern: 'needle', path: 'b.bin', limit: 9 });
    expect([one.matches, one.warnings]).toEqual([[], ['not searched: b.bin is a binary file']]);
  });

  test('UTF-16 with a mark and bytes that are no UTF-8', async () => {
    scratch.write({
      'root/u16': Buffer.from('\ufeffwide needle\n', 'utf16le'),
      'root/latin1': Buffer.from('caf\xe9 needle\n', 'latin1'),
    });
    expect(await grep('needle')).toEqual(['latin1:1:caf\ufffd needle', 'u16:1:wide needle']);
  });
});
