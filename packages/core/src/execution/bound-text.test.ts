import fc from 'fast-check';
import { boundText } from './bound-text.js';

const notice = (omitted: number): string => `[${omitted} left out]`;

test('a text that fits is left alone', () => {
  expect(boundText('abc', 3, notice)).toEqual({ text: 'abc', omitted: 0 });
});

test('two thirds of the room are the head, one third the tail, and the notice counts', () => {
  expect(boundText('a'.repeat(50) + 'b'.repeat(50), 60, notice)).toMatchInlineSnapshot(`
   {
     "omitted": 56,
     "text": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaa
   [56 left out]
   bbbbbbbbbbbbbbb",
   }
  `);
});

test('any text is cut on code points, within its bound where half of it is enough for the notice', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), fc.integer({ min: 0, max: 200 }), (text, max) => {
      const bounded = boundText(text, max, notice);
      expect(bounded.text.isWellFormed()).toBe(true);
      expect(bounded.omitted).toBe(text.length - bounded.text.replace(`\n${notice(bounded.omitted)}\n`, '').length);
      if (max >= 2 * (notice(text.length).length + 2)) expect(bounded.text.length).toBeLessThanOrEqual(max);
      else expect(bounded.text.length).toBeLessThanOrEqual(Math.max(max, max / 2 + notice(text.length).length + 2));
    }),
  );
});
