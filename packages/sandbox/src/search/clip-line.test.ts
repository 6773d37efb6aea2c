import fc from 'fast-check';
import { clipLine } from './clip-line.js';

const whole = { before: false, after: false };

test('a short line is whole', () => {
  expect(clipLine(Buffer.from('short'), 2, whole)).toBe('short');
});

test('a long line is shown around the match', () => {
  const line = Buffer.from(`${'é'.repeat(1_000)}MATCH${'ü'.repeat(1_000)}`);
  const clipped = clipLine(line, 2_000, whole);
  expect(clipped).toMatch(/^…é{60}MATCHü+…$/);
  expect(Buffer.byteLength(clipped)).toBeLessThan(420);
});

test('characters are never cut', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 200, maxLength: 600 }), fc.nat(3_000), (text, at) => {
      const bytes = Buffer.from(text);
      const clipped = clipLine(bytes, Math.min(at, bytes.length), whole);
      expect(clipped.includes('\ufffd') && !text.includes('\ufffd')).toBe(false);
    }),
  );
});
