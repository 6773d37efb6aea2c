import { splitWords } from './split-words.js';

test.each([
  ['a=1 b=2', ['a=1', 'b=2'], false],
  ['  a=1   ', ['a=1'], false],
  [`a="two words" b='and "three" more'`, ['a=two words', 'b=and "three" more'], false],
  ['a="say \\"hi\\" \\\\" b', ['a=say "hi" \\', 'b'], false],
  [String.raw`two\ words 'a\b'`, ['two words', String.raw`a\b`], false],
  [`a='' b=""`, ['a=', 'b='], false],
  [`a='open`, ['a=open'], true],
  ['a="open', ['a=open'], true],
  ['end\\', ['end\\'], false],
  ['', [], false],
])('%j', (line, words, open) => {
  expect(splitWords(line)).toEqual({ words, open });
});
