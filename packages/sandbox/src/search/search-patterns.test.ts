import { bothEngines, searchScratch } from '../../test/search-scratch.js';

bothEngines((engine) => {
  const { scratch, open, grep, failure } = searchScratch(engine);

  test.each([
    ['x*', 2],
    ['^', 2],
    ['$', 2],
    ['-e', 0],
    ['--pre=touch', 0],
    ['(?i)ALPHA', 1],
    ['\\bbeta\\b', 1],
    ['\\u{62}eta', 1],
    ['[\\u0062]eta', 1],
    ['(?P<x>beta)', 1],
    ['[[:alpha:]]+', 2],
    ['[\\[\\&&]', 0],
    ['^[^\\r\\n]+$', 2],
    ['[^\\x0at]a$', 1],
    ['[b\\n]', 1],
    ['^[^\\x00]+$', 2],
  ])('%s gives %d lines', async (pattern, count) => {
    expect(await grep(pattern)).toHaveLength(count);
  });

  test.each([
    '(',
    '(?=a)',
    '(a)\\1',
    'a\nb',
    'a\\nb',
    'a{100000000}',
    'x'.repeat(4_001),
    'a\0',
    'a\ud83d',
    '[z-a]',
    'a{',
    '(?x)a b',
    '(?i-x:a)',
    '[a&&b]',
    '[+--]',
    '[a~~b]',
    '[a[bc]]',
    '[a[^b]]',
    '\\Aa',
    'a\\z',
    '(?-m)^a',
    '(?i-m:a)$',
    'a\\r',
    'a\\x0d',
    '[\\r\\n]',
    'a\\x00',
    '\\0',
    '[\\0a]',
    '(a)\\12',
  ])('the pattern %j is refused, for one file too', async (pattern) => {
    for (const path of ['.', 'a.txt']) {
      expect(await failure(open().grep({ pattern, path, limit: 9 }))).toMatch(
        /^PATTERN_INVALID: The pattern is not a regular expression that can be searched for: .+\. Look-around/,
      );
    }
  });

  test.each([
    ['^\\w+$', ['1', '2', '5']],
    ['^[\\w-]+$', ['1', '2', '3', '5']],
    ['^\\d$', ['2']],
    ['^[[:alpha:]]\\s', ['4']],
    ['^[^\\w]', []],
    ['^[]a-]', ['3', '4']],
    ['(?i)NAÏVE', ['1']],
    ['\\{|\\[', []],
    ['^.{5}$', ['1', '5']],
  ])('%s finds lines %j of letters and digits of all scripts', async (pattern, numbers) => {
    scratch.write({ 'root/u': 'naïve\n٣\na-b\na\u00a0b\nабвгд\n' });
    expect((await grep(pattern, { path: 'u' })).map((line) => line.split(':')[1])).toEqual(numbers);
  });

  test('a pattern that would stall a backtracking engine does not stall the event loop', async () => {
    scratch.write({ 'root/redos': `${'a'.repeat(35)}!\n` });
    let ticks = 0;
    const ticking = setInterval(() => (ticks += 1), 1);
    expect(await grep('(a+)+$', { include: 'redos' })).toEqual([]);
    clearInterval(ticking);
    expect(ticks).toBeGreaterThan(0);
  });
});
