import * as fc from 'fast-check';
import { cellWidth, cutCells, padCells, wrapCells } from './cells.js';

test.each([
  ['plain', 5],
  ['漢字', 4],
  ['👩‍👩‍👧 x', 4],
  ['e\u0301', 1],
  ['\u001b[31mred\u001b[39m', 3],
])('%j takes %i columns', (text, width) => {
  expect(cellWidth(text)).toBe(width);
});

test.each([
  ['short', 5, 'short'],
  ['longer', 5, 'long…'],
  ['漢字漢字', 5, '漢字…'],
  ['漢字漢字', 4, '漢…'],
  ['abc', 1, '…'],
  ['abc', 0, ''],
])('%j cut to %i columns is %j', (text, width, cut) => {
  expect(cutCells(text, width)).toBe(cut);
});

test('blanks fill a column', () => {
  expect(padCells('漢', 4)).toBe('漢  ');
  expect(padCells('long', 2)).toBe('long');
});

test.each([
  ['fits', 10, ['fits']],
  ['two words', 5, ['two', 'words']],
  ['two words', 4, ['two', 'word', 's']],
  ['a bb ccc dddd', 6, ['a bb', 'ccc', 'dddd']],
  ['ends with ', 9, ['ends with', '']],
  ['漢字漢字', 4, ['漢字', '漢字']],
  ['', 4, ['']],
])('%j wrapped to %i columns', (text, width, rows) => {
  expect(wrapCells(text, width)).toEqual(rows);
});

test('no row is wider than asked, and no word is lost', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 12 })),
      fc.integer({ min: 1, max: 30 }),
      (words, width) => {
        const text = words.map((word) => word.replace(/\s/g, '_')).join(' ');
        const rows = wrapCells(text, width);
        expect(Math.max(...rows.map(cellWidth))).toBeLessThanOrEqual(width);
        expect(rows.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
      },
    ),
  );
});
