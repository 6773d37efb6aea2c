import fc from 'fast-check';
import { cellWidth } from '../terminal/cells.js';
import { cut, formatTable } from './format-table.js';

test('columns are as wide as their widest cell, the last one is cut', () => {
  const rows = [
    ['a', 'first', 'short'],
    ['longer', 'b', 'this one is too long for the table\nand has another line'],
    ['👍', '', ''],
  ];
  expect(formatTable(rows, 30)).toEqual(['a       first  short', 'longer  b      this one is to…', '👍']);
});

test.each([
  ['short', 10, 'short'],
  ['exactly ten', 11, 'exactly ten'],
  ['a longer text', 6, 'a lon…'],
  ['first\nsecond', 10, 'first'],
  ['👍👍👍', 3, '👍…'],
  ['👍👍👍', 2, '…'],
  ['', 0, ''],
  ['x', 0, ''],
])('%j in %d columns', (text, width, shown) => {
  expect(cut(text, width)).toBe(shown);
});

test('no line is wider than the terminal', () => {
  const rows = fc.array(fc.array(fc.string(), { minLength: 1, maxLength: 4 }));
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 40 }), (table, width) => {
      for (const line of formatTable(table, width)) expect(cellWidth(line)).toBeLessThanOrEqual(width);
    }),
  );
});
