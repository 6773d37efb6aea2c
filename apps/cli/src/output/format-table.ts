import { cellWidth, cutCells, padCells, wrapCells } from '../terminal/cells.js';

/** Lines of a table: columns padded to their widest cell, the last one cut to the width, which is in columns of a terminal. */
export function formatTable(rows: readonly (readonly string[])[], width: number): readonly string[] {
  const widths = widthsOf(rows);
  return rows.map((row) => cut(`${fixedCells(row, widths)}${row.at(-1) ?? ''}`.trimEnd(), width));
}

/** The same with all of the last column, in as many lines as it takes. */
export function formatWrappedTable(rows: readonly (readonly string[])[], width: number): readonly string[] {
  const widths = widthsOf(rows);
  return rows.flatMap((row) => {
    const fixed = fixedCells(row, widths);
    const indent = cellWidth(fixed);
    const lines = wrapCells(row.at(-1) ?? '', Math.max(20, width - indent));
    return lines.map((line, at) => `${at === 0 ? fixed : ' '.repeat(indent)}${line}`.trimEnd());
  });
}

function widthsOf(rows: readonly (readonly string[])[]): readonly number[] {
  const widths: number[] = [];
  for (const row of rows) row.slice(0, -1).forEach((cell, column) => (widths[column] = Math.max(widths[column] ?? 0, cellWidth(cell))));
  return widths;
}

function fixedCells(row: readonly string[], widths: readonly number[]): string {
  return row
    .slice(0, -1)
    .map((cell, column) => `${padCells(cell, widths[column] ?? 0)}  `)
    .join('');
}

/** The first line of a text, at most `width` columns of it. */
export function cut(text: string, width: number): string {
  const [line = ''] = text.split('\n', 1);
  return cutCells(line, width);
}
