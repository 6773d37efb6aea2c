import fc from 'fast-check';
import { Utf8Decoder } from './utf8-decoder.js';

/** Bytes that are often the beginnings and middles of characters. */
const byte = fc.oneof(
  fc.nat(255),
  fc.constantFrom(0xc2, 0xe0, 0xe2, 0xed, 0xef, 0xf0, 0xf4, 0xf5, 0x80, 0x82, 0x8f, 0x90, 0x9f, 0xa0, 0xac, 0xbf, 0x41, 0x0a),
);

test('any bytes, in any pieces, become what the system makes of them', () => {
  fc.assert(
    fc.property(fc.array(fc.array(byte, { maxLength: 12 }), { maxLength: 6 }), (pieces) => {
      const decoder = new Utf8Decoder();
      const decoded = pieces.map((piece) => decoder.write(Buffer.from(piece))).join('') + decoder.end();
      expect(decoded).toBe(new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.from(pieces.flat())));
    }),
    { numRuns: 2_000 },
  );
});

test('a character that is cut waits for its rest', () => {
  const decoder = new Utf8Decoder();
  const pieces = [[0x61, 0xf0], [0x9f], [0x98, 0x80, 0xe2], [0x82]].map((piece) => decoder.write(Buffer.from(piece)));
  expect([...pieces, decoder.end()]).toEqual(['a', '', '😀', '', '\ufffd']);
});
