/**
 * Lines of a table: columns padded to their widest cell, the last one cut to the width. A character counts as one column,
 * whatever a terminal makes of it.
 */
export function formatTable(rows: readonly (readonly string[])[], width: number): readonly string[] {
  const widths: number[] = [];
  for (const row of rows) row.slice(0, -1).forEach((cell, column) => (widths[column] = Math.max(widths[column] ?? 0, length(cell))));
  return rows.map((row) => {
    const fixed = row.slice(0, -1).map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - length(cell)));
    return cut([...fixed, row.at(-1) ?? ''].join('  ').trimEnd(), width);
  });
}

/** The first line of a text, at most `width` characters of it. */
export function cut(text: string, width: number): string {
  const [line = ''] = text.split('\n', 1);
  const characters = [...line];
  return characters.length > width ? `${characters.slice(0, Math.max(0, width - 1)).join('')}…` : line;
}

function length(text: string): number {
  return [...text].length;
}
