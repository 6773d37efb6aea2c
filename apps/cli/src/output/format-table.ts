/** Lines of a table: columns padded to their widest cell, the last one cut to the width. Lengths count code units. */
export function formatTable(rows: readonly (readonly string[])[], width: number): readonly string[] {
  const widths: number[] = [];
  for (const row of rows) row.slice(0, -1).forEach((cell, column) => (widths[column] = Math.max(widths[column] ?? 0, cell.length)));
  return rows.map((row) => {
    const fixed = row.slice(0, -1).map((cell, column) => cell.padEnd(widths[column] ?? 0));
    const line = [...fixed, row.at(-1) ?? ''].join('  ').trimEnd();
    return line.length > width ? `${line.slice(0, Math.max(0, width - 1))}…` : line;
  });
}
