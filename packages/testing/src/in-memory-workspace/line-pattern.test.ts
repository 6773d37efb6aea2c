import fc from 'fast-check';
import { compileLinePattern } from './line-pattern.js';

const finds = (pattern: string, line: string): boolean => compileLinePattern(pattern).search(Array.from(line)) !== undefined;

/** Patterns that mean the same to JavaScript. */
const pattern = fc
  .letrec<{ atom: string; repeated: string; sequence: string; pattern: string }>((tie) => ({
    atom: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      fc.constantFrom(
        'a',
        'b',
        '.',
        '😀',
        '[ab]',
        '[^a]',
        '[b-z😀]',
        '\\w',
        '\\W',
        '\\d',
        '^',
        '$',
        '\\b',
        '\\.',
        '\\x61',
        '\\u{1F600}',
        '\\p{L}',
      ),
      tie('pattern').map((inner) => `(${inner})`),
      tie('pattern').map((inner) => `(?:${inner})`),
    ),
    repeated: fc
      .tuple(tie('atom'), fc.constantFrom('', '', '', '*', '+', '?', '*?', '+?', '{2}', '{1,}', '{0,2}'))
      .map(([atom, count]) => (/^(?:\^|\$|\\b)$/.test(atom) ? atom : atom + count)),
    sequence: fc.array(tie('repeated'), { maxLength: 3 }).map((parts) => parts.join('')),
    pattern: fc.array(tie('sequence'), { minLength: 1, maxLength: 2 }).map((options) => options.join('|')),
  }))
  .pattern.filter((source) => source.length <= 80); // the engine that is compared with backtracks

test('a pattern finds what it finds in JavaScript', () => {
  const line = fc.array(fc.constantFrom('a', 'b', 'c', '1', ' ', '.', '😀', 'é')).map((characters) => characters.join(''));
  fc.assert(
    fc.property(pattern, line, fc.boolean(), (source, text, ignoreCase) => {
      const expected = new RegExp(source, ignoreCase ? 'iu' : 'u').test(text);
      expect({ source, text, found: finds(ignoreCase ? `(?i)${source}` : source, text) }).toEqual({ source, text, found: expected });
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['[]a]', ']', true],
  ['[^]a]', 'b', true],
  ['[^]a]', ']', false],
  ['a{0}b', 'b', true],
  ['a\\x0d', 'a\r', undefined],
  ['a\\r', 'a\r', undefined],
  ['(?<name>a)\\1?', 'a', undefined],
  ['(?P<name>a)b', 'ab', true],
  ['(?i)É', 'é', true],
  ['a{1001}', 'a', undefined],
  ['(((a{100}){100}){100})', 'a', undefined],
  ['[[:alpha:]]', 'a', undefined],
  ['x'.repeat(1001), 'x', undefined],
] as const)('%s in %s', (source, line, expected) => {
  if (expected === undefined) expect(() => finds(source, line)).toThrow(expect.objectContaining({ code: 'PATTERN_INVALID' }));
  else expect(finds(source, line)).toBe(expected);
});
