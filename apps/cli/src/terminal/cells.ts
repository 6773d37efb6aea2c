import stringWidth from 'string-width';

/** How many columns a text takes in a terminal. Colour codes take none, wide characters two. */
export function cellWidth(text: string): number {
  return stringWidth(text);
}

/** The text, or as much of it as fits into `width` columns with an ellipsis at its end. Takes text without colour codes. */
export function cutCells(text: string, width: number): string {
  if (cellWidth(text) <= width) return text;
  if (width < 1) return '';
  let cut = '';
  let used = 0;
  for (const { segment } of graphemes.segment(text)) {
    used += stringWidth(segment);
    if (used > width - 1) break;
    cut += segment;
  }
  return `${cut}…`;
}

/** The text with blanks after it up to `width` columns. */
export function padCells(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - cellWidth(text)));
}

/**
 * One line of text as rows of at most `width` columns, broken at blanks where there are some. The blank that a row is
 * broken at is left out. Takes text without colour codes.
 */
export function wrapCells(line: string, width: number): readonly string[] {
  const room = Math.max(1, width);
  if (line.length < room && cellWidth(line) <= room) return [line];
  const rows: string[] = [];
  let row = '';
  let used = 0;
  let blankAt = -1;
  for (const { segment } of graphemes.segment(line)) {
    const cells = stringWidth(segment);
    if (used + cells > room && row !== '') {
      const rest = segment === ' ' ? '' : blankAt < 0 ? segment : row.slice(blankAt + 1) + segment;
      rows.push(segment === ' ' || blankAt < 0 ? row : row.slice(0, blankAt));
      row = rest;
      used = stringWidth(rest);
      blankAt = rest.lastIndexOf(' ');
    } else {
      if (segment === ' ') blankAt = row.length;
      row += segment;
      used += cells;
    }
  }
  return [...rows, row];
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
