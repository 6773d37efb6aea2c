import { cellWidth, cutCells, padCells } from '../terminal/cells.js';

/** Lines of a table: columns padded to their widest cell, the last one cut to the width, which is in columns of a terminal. */
export function formatTable(rows: readonly (readonly string[])[], width: number): readonly string[] {
  const widths: number[] = [];
  for (const row of rows) row.slice(0, -1).forEach((cell, column) => (widths[column] = Math.max(widths[column] ?? 0, cellWidth(cell))));
  return rows.map((row) => {
    const fixed = row.slice(0, -1).map((cell, column) => padCells(cell, widths[column] ?? 0));
    return cut([...fixed, row.at(-1) ?? ''].join('  ').trimEnd(), width);
  });
}

/** The first line of a text, at most `width` columns of it. */
export function cut(text: string, width: number): string {
  const [line = ''] = text.split('\n', 1);
  return cutCells(line, width);
}
