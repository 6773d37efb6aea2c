import fc from 'fast-check';
import { UNKNOWN_TEXT } from '../../contracts/shell-line.js';
import { compileGlob } from '../../registry/glob.js';
import { compileMayMatch } from './globs-meet.js';

const X = UNKNOWN_TEXT;

test.each([
  ['rm *', `${X} x`, true],
  ['rm *', `r${X}`, true],
  ['rm *', `git ${X}`, false],
  ['git push *', `git ${X}`, true],
  ['git push', `${X} origin`, false],
  ['*x*', `a${X}b`, true],
  ['a?c', `a${X}c`, true],
  ['a?c', `ac${X}d`, false],
  ['[*]', `${X}`, true],
  ['[*]', `a${X}`, false],
  ['a', 'a', true],
  ['', X, true],
  ['rm', 'r', false],
  ['r', 'rm', false],
  ['\u{1f600}x', `\ud83d${X}`, false],
  ['\u{1f600}x', `\u{1f600}${X}`, true],
])('%j and %j: %s', (pattern, text, expected) => {
  expect(compileMayMatch(pattern)(text)).toBe(expected);
});

test('a text that some filling makes match may match', () => {
  const piece = fc.constantFrom('a', 'b', X, `a${X}b`);
  const pattern = fc.array(fc.constantFrom('a', 'b', '*', '?', '[ab]', '[!a]'), { maxLength: 5 }).map((parts) => parts.join(''));
  const fillings = ['', 'a', 'b', 'ab', 'ba', 'aab'];
  fc.assert(
    fc.property(pattern, fc.array(piece, { maxLength: 4 }), fc.constantFrom(...fillings), (glob, pieces, filling) => {
      const text = pieces.join('');
      if (compileGlob(glob)(text.replaceAll(X, filling))) expect(compileMayMatch(glob)(text)).toBe(true);
    }),
    { numRuns: 3_000 },
  );
});

test('a comparison that would take long says yes', () => {
  expect(compileMayMatch(`*${'a'.repeat(900)}`)(`${X}${'b'.repeat(5_000)}`)).toBe(true);
});
