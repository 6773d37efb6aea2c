import fc from 'fast-check';
import { printable } from './printable.js';

test.each([
  ['plain text, ünïcode 日本 👍', 'plain text, ünïcode 日本 👍'],
  ['two\nlines\tand a tab', 'two\nlines\tand a tab'],
  ['windows\r\nlines', 'windows\nlines'],
  ['overwritten\rtext', 'overwritten\\x0dtext'],
  ['\u001b[31mred\u001b[0m', '\\x1b[31mred\\x1b[0m'],
  ['\u009b31m', '\\x9b31m'],
  ['\u001b]52;c;aGk=\u0007', '\\x1b]52;c;aGk=\\x07'],
  ['a\u202etxt.exe', 'a\\u202etxt.exe'],
  ['\u2066x\u2069', '\\u2066x\\u2069'],
  ['nul\0', 'nul\\x00'],
])('%j', (text, shown) => {
  expect(printable(text)).toBe(shown);
});

test('nothing printable can move a cursor', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => expect(printable(text)).not.toMatch(/[^\P{Cc}\n\t]/u)));
});
