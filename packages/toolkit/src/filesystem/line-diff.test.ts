import fc from 'fast-check';
import { diffLines } from './line-diff.js';

const shown = (before: string, after: string): string =>
  diffLines([...before], [...after])
    .map(({ kind, line }) => `${kind === 'same' ? '' : kind === 'added' ? '+' : '-'}${line}`)
    .join(' ');

test.each([
  ['', '', ''],
  ['', 'ab', '+a +b'],
  ['ab', '', '-a -b'],
  ['abc', 'abc', 'a b c'],
  ['abc', 'axc', 'a -b +x c'],
  ['abcabba', 'cbabac', '-a -b c +b a b -b a +c'],
])('%j to %j', (before, after, expected) => {
  expect(shown(before, after)).toBe(expected);
});

test('what is left without the added lines is the one text, without the removed ones the other', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 30 });
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const changes = diffLines(before, after);
      const without = (kind: string): readonly string[] => changes.filter((change) => change.kind !== kind).map(({ line }) => line);
      expect([without('added'), without('removed')]).toEqual([before, after]);
    }),
  );
});

test('it is never longer than the longest common subsequence demands', () => {
  const lines = fc.array(fc.constantFrom('a', 'b'), { maxLength: 12 });
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const same = diffLines(before, after).filter(({ kind }) => kind === 'same').length;
      expect(same).toBe(commonLength(before, after));
    }),
  );
});

test('texts that have nothing in common cost no square of their length', () => {
  const before = Array.from({ length: 50_000 }, (_, index) => `a${index}`);
  const after = Array.from({ length: 50_000 }, (_, index) => `b${index}`);
  expect(diffLines(before, after)).toHaveLength(100_000);
});

function commonLength(a: readonly string[], b: readonly string[]): number {
  const [head, ...rest] = a;
  if (head === undefined || b.length === 0) return 0;
  const at = b.indexOf(head);
  return Math.max(commonLength(rest, b), at === -1 ? 0 : 1 + commonLength(rest, b.slice(at + 1)));
}
