import fc from 'fast-check';
import { encodingOf, fitText } from './text-encoding.js';

test('every way to cut at a boundary decodes to the whole', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 24 }),
    fc
      .array(fc.constantFrom(0x41, 0x80, 0xbf, 0xc2, 0xe0, 0xa0, 0xed, 0x9f, 0xf0, 0x90, 0xf4, 0x8f, 0xff), { maxLength: 24 })
      .map((list) => Uint8Array.from(list)),
  );
  fc.assert(
    fc.property(bytes, fc.nat(40), (list, maxShown) => {
      const buffer = Buffer.from(list);
      const encoding = encodingOf(Uint8Array.of());
      const end = fitText(encoding, buffer, { from: 0, end: buffer.length }, maxShown);
      const [head, tail] = [encoding.decode(buffer.subarray(0, end)), encoding.decode(buffer.subarray(end))];
      expect(head + tail).toBe(buffer.toString('utf8'));
      expect(Buffer.byteLength(head)).toBeLessThanOrEqual(maxShown);
    }),
    { numRuns: 2_000 },
  );
});

test('UTF-16 is measured by what it shows', () => {
  const fit = (text: string, maxShown: number): number =>
    fitText(encodingOf(Uint8Array.of(0xff, 0xfe)), Buffer.from(text, 'utf16le'), { from: 0, end: text.length * 2 }, maxShown);
  expect([fit('abc', 2), fit('é€', 4), fit('é€', 5), fit('😀a', 3), fit('😀a', 4), fit('\ud800a', 3)]).toEqual([4, 2, 4, 0, 4, 2]);
});

test('line feeds of UTF-16 lie at its units', () => {
  const little = Buffer.from('\u0a00\u000a\u0a0a\n', 'utf16le');
  expect([0, 4].map((from) => encodingOf(Uint8Array.of(0xff, 0xfe)).indexOfLineFeed(little, from))).toEqual([2, 6]);
  const big = Buffer.from(little).swap16();
  expect([0, 4].map((from) => encodingOf(Uint8Array.of(0xfe, 0xff)).indexOfLineFeed(big, from))).toEqual([2, 6]);
});
