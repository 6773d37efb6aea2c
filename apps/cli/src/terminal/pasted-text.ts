/** Stands for a line break inside of a line that is edited: a noncharacter, which no text may hold and which takes one column. */
const BREAK = '\ufdd0';

/** What a terminal could be moved by, and what ends a line; a tab is neither. */
const CONTROLS = /(?!\t)\p{Cc}|\ufdd0/gu;

/**
 * Pasted text as a line that is edited holds it: its line breaks are kept as marks that end no line, those at its end are
 * left out, and so are control characters.
 */
export function asEditedLine(pasted: string): string {
  return pasted
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/\n+$/, '')
    .split('\n')
    .map((line) => line.replace(CONTROLS, ''))
    .join(BREAK);
}

/** What an edited line says, with its line breaks. As long as the line itself. */
export function asSaid(line: string): string {
  return line.replaceAll(BREAK, '\n');
}

/** What a terminal shows of an edited line: one row, with a sign for each line break. */
export function asShown(output: string): string {
  return output.replaceAll(BREAK, '⏎');
}
