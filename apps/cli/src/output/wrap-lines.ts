import type { CommandOutput } from '../io.js';
import { wrapCells } from '../terminal/cells.js';

/** The command's own words as a terminal shows them whole: broken at blanks. Another program gets the lines as they are. */
export function wrapLines(text: string, { isTTY, columns }: CommandOutput): string {
  if (isTTY !== true || columns === undefined) return text;
  return text
    .split('\n')
    .flatMap((line) => wrapCells(line, columns))
    .join('\n');
}
