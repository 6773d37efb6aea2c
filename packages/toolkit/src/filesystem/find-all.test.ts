import fc from 'fast-check';
import { findAll } from './find-all.js';

test('the places are those that a search behind each place finds', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 40 });
  fc.assert(
    fc.property(
      text,
      text.filter((wanted) => wanted !== ''),
      fc.constantFrom(1 as const, 2 as const),
      fc.nat(10),
      (whole, wanted, unit, more) => {
        const [bytes, piece] = [Buffer.from(whole), Buffer.from(wanted.slice(0, 4))];
        const all = Array.from(bytes.keys()).filter((at) => at % unit === 0 && bytes.subarray(at, at + piece.length).equals(piece));
        expect(Array.from(findAll(bytes, piece, { unit, limit: more + 1 }))).toEqual(all.slice(0, more + 1));
      },
    ),
    { numRuns: 1_000 },
  );
});

test('long repetitions take linear time', () => {
  const whole = Buffer.alloc(2_000_000, 'a');
  expect(findAll(whole, Buffer.alloc(500_000, 'a'), { unit: 1, limit: Infinity })).toHaveLength(1_500_001);
});
