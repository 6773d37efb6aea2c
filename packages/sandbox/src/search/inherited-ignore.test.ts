import { rebaseRule } from './inherited-ignore.js';

test.each([
  ['*.log', ['*.log']],
  ['build/', ['build/']],
  ['!keep.log', ['!keep.log']],
  ['# a comment', []],
  ['', []],
  ['name\\ ', ['name\\ ']],
  ['trailing   ', ['trailing']],
  ['/sub/a/x', ['/x']],
  ['sub/a/x/', ['/x/']],
  ['!/sub/a/x', ['!/x']],
  ['/other/x', []],
  ['/sub/x', []],
  ['/*/a/x', ['/x']],
  ['**/a/x', ['/**/a/x', '/x', '/a/x']],
  ['sub/**/x', ['/**/x', '/x']],
  ['/sub', []],
  ['/sub/', []],
  ['sub/a/**', []],
  ['sub/**', []],
  ['sub/a/*', []],
  ['sub/[a/x', []],
])('the rule %j reads below sub/a as %j', (rule, expected) => {
  expect(rebaseRule(rule, ['sub', 'a'])).toEqual(expected);
});
