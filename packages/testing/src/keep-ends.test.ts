import { keepEnds } from './keep-ends.js';

test.each([
  ['abcdef', 6, 'abcdef'],
  ['abcdef', 4, 'ab\n[2 characters left out]\nef'],
  ['abcdef', 1, '\n[6 characters left out]\n'],
  ['a😀b😀c', 4, 'a\n[5 characters left out]\nc'],
] as const)('of %s within %d', (text, max, kept) => {
  expect(keepEnds(text, max)).toBe(kept);
});
