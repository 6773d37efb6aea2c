import { wrapCells } from '../terminal/cells.js';

/** Text that comes piece by piece, cut into rows of a terminal: rows that are finished, and the one that still grows. */
export class StreamedText {
  private row = '';

  /** The unfinished row. */
  get rest(): string {
    return this.row;
  }

  /** Takes one more piece, and gives the rows that it finished. */
  add(text: string, width: number): readonly string[] {
    const lines = (this.row + text.replaceAll('\t', '  ')).split('\n');
    const rows = lines.map((line) => wrapCells(line, width));
    this.row = rows.at(-1)?.at(-1) ?? '';
    return rows.flat().slice(0, -1);
  }

  /** Ends the text, and gives its last row if there is anything in it. */
  end(): readonly string[] {
    const { row } = this;
    this.row = '';
    return row === '' ? [] : [row];
  }
}
