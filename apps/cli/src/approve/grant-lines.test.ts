import { cellWidth } from '../terminal/cells.js';
import { grantLines } from './grant-lines.js';

test.each([
  ['nothing to grant', [], []],
  ['a short rule', ['write_note{"text":"one"}'], ['"always" covers write_note{"text":"one"}']],
  ['two rows', [`t{"a":"${'x'.repeat(48)}"}`], [`"always" covers t{"a":"${'x'.repeat(48)}"}`]],
  [
    'a long rule',
    [`write_file{"content":"${'many words '.repeat(200)}","path":"a.txt"}`],
    ['"always" covers write_file{"content":"…', 'exactly as above, and nothing wider'],
  ],
  ['several rules', ['one{"a":"b"}', 'two{"a":"b"}'], ['"always" covers one{"a":"b"}, two{"a":"b"}']],
])('%s', (_, grants, lines) => {
  expect(grantLines(grants, 39)).toEqual(lines);
});

test('wide characters count for two', () => {
  const lines = grantLines([`t{"a":"${'漢'.repeat(60)}"}`], 40);
  expect(lines.map((line) => cellWidth(line))).toEqual([40, 35]);
});
