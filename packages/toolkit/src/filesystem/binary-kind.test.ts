import { binaryKind } from './binary-kind.js';

test.each([
  ['GIF89a is how a GIF image begins\n', undefined],
  ['%PDF-1.7 is how one begins, \u20ac 5\n', undefined],
  ['%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'a PDF document'],
  ['GIF89a\x01\0\x01\0', 'a GIF image'],
  ['\x89PNG\r\n\x1a\n', 'a PNG image'],
  ['text\0', 'a binary file'],
  ['text', undefined],
])('%j is %s', (start, kind) => {
  const isWide = start.includes('\u20ac');
  expect(binaryKind(Buffer.from(start, isWide ? 'utf8' : 'latin1'))).toBe(kind);
});

test('a text whose sample ends inside a character is text', () => {
  expect(binaryKind(Buffer.from('GIF89a \u20ac').subarray(0, 9))).toBe(undefined);
});
