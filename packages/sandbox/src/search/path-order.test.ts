import fc from 'fast-check';
import { comparePaths } from './path-order.js';

test('names are compared one by one, by code point', () => {
  const sorted = ['a/b', 'a/b/c', 'a.txt', 'ab', '\uffee', '😀'];
  expect([...sorted].reverse().sort(comparePaths)).toEqual(sorted);
});

test('it is the order of the bytes when a slash comes first', () => {
  const bytes = (path: string): Buffer => Buffer.from(path.replaceAll('/', '\u0000'));
  const path = fc.string({ unit: fc.constantFrom('/', 'a', '.', 'é', '\uffee', '😀'), maxLength: 6 });
  fc.assert(fc.property(path, path, (a, b) => expect(Math.sign(comparePaths(a, b))).toBe(Math.sign(Buffer.compare(bytes(a), bytes(b))))));
});
