import fc from 'fast-check';
import { HarnessError } from '../contracts/errors.js';
import { compileGlob, escapeGlob, isGlob } from './glob.js';

test.each([
  ['read_file', 'read_file', true],
  ['read_file', 'read_files', false],
  ['read_file', 'Read_File', false],
  ['', '', true],
  ['', 'a', false],
  ['*', '', true],
  ['*', 'any\nthing', true],
  ['**', 'a', true],
  ['read_*', 'read_', true],
  ['read_*', 'read_file', true],
  ['read_*', 'thread_file', false],
  ['*_file', 'read_file', true],
  ['*_file', 'read_files', false],
  ['a*a', 'a', false],
  ['a*a', 'aa', true],
  ['*rm -rf*', 'cd / && rm -rf .', true],
  ['a*b*c', 'abbc', true],
  ['a*b*c', 'acb', false],
  ['a*bc*c', 'abc', false],
  ['?', 'a', true],
  ['?', '', false],
  ['?', '😀', true],
  ['??', '😀', false],
  ['*?', '😀', true],
  ['*?x', 'a😀x', true],
  ['?*?', 'a', false],
  ['*a?c*', 'xxabcxx', true],
  ['*a?c*', 'xxabbcxx', false],
  ['*[0-9]', 'v12', true],
  ['*[0-9]', 'v', false],
  ['[abc]', 'b', true],
  ['[a-c]x', 'cx', true],
  ['[a-c]x', 'dx', false],
  ['[!a-c]', 'd', true],
  ['[!a-c]', 'a', false],
  ['[^a-c]', 'd', true],
  ['[!a]', '', false],
  ['[]]', ']', true],
  ['[!]]', 'x', true],
  ['[a-]', '-', true],
  ['[-a]', '-', true],
  ['[a-z-9]', '-', true],
  ['[😀-😎]', '😃', true],
  ['[*]', '*', true],
  ['[*]', 'a', false],
  ['\\*', '\\anything', true],
  ['a.c', 'abc', false],
  ['{a,b}', 'a', false],
  ['{a,b}', '{a,b}', true],
  [']', ']', true],
])('%j on %j is %j', (pattern, text, expected) => {
  expect(compileGlob(pattern)(text)).toBe(expected);
});

test.each([
  ['[', 'The pattern "[" has a "[" without its "]"; write "[[]" for a literal "[".'],
  ['a[]', 'The pattern "a[]" has a "[" without its "]"; write "[[]" for a literal "[".'],
  ['[z-a]', 'The pattern "[z-a]" has the reversed range "z-a".'],
  ['x'.repeat(1001), `The pattern "${'x'.repeat(40)}…" has 1001 characters; at most 1000 are allowed.`],
])('%# is refused', (pattern, message) => {
  const compile = (): unknown => compileGlob(pattern);
  expect(compile).toThrow(message);
  expect(compile).toThrow(HarnessError);
});

test('a pattern that is not a string is refused', () => {
  const pattern: unknown = 7;
  expect(() => compileGlob(pattern as string)).toThrow('The pattern "7" is a number; a pattern is a string.');
});

test.each([
  ['read_file', false],
  ['read_*', true],
  ['a?', true],
  ['[a]', true],
  ['a]', false],
])('isGlob(%j) is %j', (text, expected) => {
  expect(isGlob(text)).toBe(expected);
});

test('an escaped text matches itself and nothing else', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '*', '?', '[', ']', '!', '-', '\\', '😀'), maxLength: 12 });
  fc.assert(
    fc.property(text, text, (a, b) => {
      const matches = compileGlob(escapeGlob(a));
      expect(matches(a)).toBe(true);
      expect(matches(b)).toBe(a === b);
    }),
  );
});

/** The obvious definition, exponential and right. */
function reference(pattern: readonly string[], text: readonly string[]): boolean {
  const [head, ...rest] = pattern;
  if (head === undefined) return text.length === 0;
  if (head === '*') return reference(rest, text) || (text.length > 0 && reference(pattern, text.slice(1)));
  return text.length > 0 && (head === '?' || head === text[0]) && reference(rest, text.slice(1));
}

test('agrees with the recursive definition', () => {
  const pattern = fc.array(fc.constantFrom('a', 'b', '😀', '*', '?'), { maxLength: 8 });
  const text = fc.array(fc.constantFrom('a', 'b', '😀'), { maxLength: 8 });
  fc.assert(
    fc.property(pattern, text, (p, t) => {
      expect(compileGlob(p.join(''))(t.join(''))).toBe(reference(p, t));
    }),
    { numRuns: 2000 },
  );
});

test('long segments with wildcards are found across word boundaries', () => {
  const length = fc.integer({ min: 28, max: 70 });
  fc.assert(
    fc.property(length, fc.nat(20), fc.nat(3), (holes, before, after) => {
      const text = `${'a'.repeat(before)}${'xy'.repeat(holes)}z${'a'.repeat(after)}`;
      expect(compileGlob(`*${'x?'.repeat(holes)}z*`)(text)).toBe(true);
      expect(compileGlob(`*${'x?'.repeat(holes + 1)}z*`)(text)).toBe(false);
      expect(compileGlob(`*${'x?'.repeat(holes)}?z*`)(text)).toBe(false);
    }),
  );
});

test('many stars do not multiply: each character is looked at a bounded number of times', () => {
  const matches = compileGlob(`${'*a'.repeat(400)}*b`);
  expect(matches('a'.repeat(200_000))).toBe(false);
  expect(compileGlob(`*${'a?'.repeat(400)}b*`)('a'.repeat(200_000))).toBe(false);
});
