import { toRe2 } from './re2-syntax.js';

test.each([
  ['a{2}b{3,}c{4,5}', 'a{2}b{3,}c{4,5}'],
  ['[{]\\{', '[{]\\{'],
  ['\\D', '[^\\p{Nd}]'],
  ['[\\d]x\\d', '[\\p{Nd}]x[\\p{Nd}]'],
  ['[]{]\\d', '[]{]\\d'.replace('\\d', '[\\p{Nd}]')],
  ['[^]\\d]', '[^]\\p{Nd}]'],
  ['[[:alpha:]{]', '[[:alpha:]{]'],
  ['\\p{L}\\P{Nd}\\x{212a}a{2}', '\\p{L}\\P{Nd}\\x{212a}a{2}'],
  ['\\u{66}\\u0066[\\U00000066]\\x66', '\\x{66}\\x{66}[\\x{66}]\\x{66}'],
  ['[^\\n][^\\r\\n"][a\\x0d][^\\x00]', '[^\\x{a}][^\\x{d}\\x{a}"][a\\x{d}][^\\x{0}]'],
  ['\\\\d', '\\\\d'],
  ['a\\', 'a\\'],
])('%j is %j', (pattern, expected) => {
  expect(toRe2(pattern)).toBe(expected);
});

test.each([
  '\\<a',
  'a\\>',
  'a\\r',
  '\\Qa',
  'a{',
  '{a}',
  'x{,3}',
  'a\nb',
  'a\\nb',
  '[\\n]',
  '[\\r\\n]',
  '\\x00',
  '[\\x{0}]',
  '\\0',
  '[\\1]',
  '\\12',
  'a\rb',
  '\\x0a',
  '[\\x0D]',
  '\\u{d}',
  '\\u000a',
])('%j is refused', (pattern) => {
  expect(() => toRe2(pattern)).toThrow(expect.objectContaining({ code: 'PATTERN_INVALID' }));
});
