import fc from 'fast-check';
import { nameSimilarity } from './name-similarity.js';

test.each([
  ['', '', 1],
  ['read_file', 'read_file', 1],
  ['serch_web', 'search_web', 0.9],
  ['raed_file', 'read_file', 1 - 1 / 9],
  ['git_ad', 'git_add', 1 - 1 / 7],
  ['abc', 'abd', 0],
  ['', 'a', 0],
])('%j and %j', (a, b, expected) => {
  expect(nameSimilarity(a, b, 0.85)).toBeCloseTo(expected, 10);
});

test('exactly at the bound counts', () => {
  expect(nameSimilarity('a'.repeat(20), `${'a'.repeat(17)}bbb`, 0.85)).toBeCloseTo(0.85, 10);
  expect(nameSimilarity('a'.repeat(20), `${'a'.repeat(16)}bbbb`, 0.85)).toBe(0);
});

/** The whole table, without a band. */
function distance(a: string, b: string): number {
  const d = Array.from({ length: a.length + 1 }, (_, i) => Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)));
  const at = (i: number, j: number): number => d[i]?.[j] ?? Infinity;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      let least = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, at(i - 2, j - 2) + 1);
      (d[i] ?? [])[j] = least;
    }
  }
  return at(a.length, b.length);
}

test('agrees with the whole table down to the bound', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 10 });
  fc.assert(
    fc.property(word, word, fc.constantFrom(0, 0.5, 0.85), (a, b, atLeast) => {
      const longest = Math.max(a.length, b.length);
      const exact = longest === 0 ? 1 : 1 - distance(a, b) / longest;
      expect(nameSimilarity(a, b, atLeast)).toBeCloseTo(exact + 1e-12 < atLeast ? 0 : exact, 10);
      expect(nameSimilarity(a, b, atLeast)).toBe(nameSimilarity(b, a, atLeast));
    }),
    { numRuns: 2000 },
  );
});
