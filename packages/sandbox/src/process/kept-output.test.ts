import fc from 'fast-check';
import { KeptOutput } from './kept-output.js';

function keep(maxChars: number, ...pieces: readonly string[]): string {
  const kept = new KeptOutput(maxChars);
  for (const piece of pieces) kept.push(piece);
  return kept.toString();
}

test.each([
  [10, ['short'], 'short'],
  [10, ['0123456789'], '0123456789'],
  [10, ['01234', '56789'], '0123456789'],
  [10, ['0123456789a'], '01234\n[… 1 characters left out …]\n6789a'],
  [10, ['head\n', 'x'.repeat(100), 'tail\n'], 'head\n[… 100 characters left out …]\ntail\n'],
  [4, ['😀😀😀😀'], '😀\n[… 4 characters left out …]\n😀'],
  [3, ['😀😀😀'], '😀\n[… 2 characters left out …]\n😀'],
])('%d characters of %j', (maxChars, pieces, expected) => {
  expect(keep(maxChars, ...pieces)).toBe(expected);
});

test('head and tail are those of the whole text, in whatever pieces it came', () => {
  const pieces = fc.array(fc.string({ unit: 'grapheme', maxLength: 40 }), { maxLength: 40 });
  fc.assert(
    fc.property(pieces, fc.integer({ min: 2, max: 200 }), (list, maxChars) => {
      const whole = list.join('');
      const shown = keep(maxChars, ...list);
      expect(shown).toBe(keep(maxChars, whole));
      if (whole.length <= maxChars || shown === whole) return expect(shown).toBe(whole);
      const [, head = '', omitted = '', tail = ''] = /^(.*?)\n?\[… (\d+) characters left out …\]\n(.*)$/s.exec(shown) ?? [];
      expect(whole.startsWith(head) && whole.endsWith(tail)).toBe(true);
      expect(head.length + Number(omitted) + tail.length).toBeGreaterThanOrEqual(whole.length - 1);
      expect(/\p{Surrogate}/u.test(shown)).toBe(false);
    }),
  );
});

test('memory does not grow with the text', () => {
  const kept = new KeptOutput(30_000);
  const piece = 'y\n'.repeat(32_768);
  for (let count = 0; count < 2_000; count += 1) kept.push(piece);
  expect(kept.toString().length).toBeLessThan(30_100);
});
