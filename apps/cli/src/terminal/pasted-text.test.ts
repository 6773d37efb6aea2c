import { asEditedLine, asSaid, asShown } from './pasted-text.js';

test.each([
  ['one line', 'one line'],
  ['a\rb\r\nc\n\nd', 'a\nb\nc\n\nd'],
  ['ends here\r\n\n', 'ends here'],
  ['\n', ''],
  ['a\u2028b\u2029c', 'a\nb\nc'],
  ['\tkept\u0007 \u001bgone\u009b\u0003\ufdd0', '\tkept gone'],
])('%j says %j, and ends no line', (pasted, said) => {
  const line = asEditedLine(pasted);
  expect(line).not.toMatch(/[\r\n\u2028\u2029]/);
  expect(asSaid(line)).toBe(said);
  expect(asSaid(line)).toHaveLength(line.length);
});

test('breaks are shown', () => {
  expect(asShown(asEditedLine('a\n\nb'))).toBe('a⏎⏎b');
});
