import { closestStart } from './closest-start.js';

const MAX_SHOWN = 160;

/**
 * Where a file comes closest to text that is not in it, and the first character that differs, in one or two sentences
 * on one line.
 */
export function describeClosest(text: string, wanted: string): string {
  const start = closestStart(text, wanted);
  if (start === undefined) return 'Nothing in it comes close. Read the file and copy the text exactly.';
  const at = firstDifference(text, wanted, start);
  const line = lineAt(text, at.inText);
  const column = at.inText - text.lastIndexOf('\n', at.inText - 1);
  const found = nameCharacter(text, at.inText);
  const given = nameCharacter(wanted, at.inWanted);
  const shown = JSON.stringify(shownLine(text, at.inText));
  return `The closest text is around line ${lineAt(text, start)}; there, line ${line} is ${shown}. The first difference is at line ${line}, column ${column}: the file has ${found}, old_string has ${given}.${advice(found, given)}`;
}

function firstDifference(text: string, wanted: string, start: number): { readonly inText: number; readonly inWanted: number } {
  let length = 0;
  while (length < wanted.length && text[start + length] === wanted[length]) length += 1;
  // Never between the halves of a pair.
  const isInside = length > 0 && /[\ud800-\udbff]/.test(wanted[length - 1] ?? '');
  const same = isInside ? length - 1 : length;
  return { inText: start + same, inWanted: same };
}

function lineAt(text: string, index: number): number {
  let line = 1;
  for (let feed = text.indexOf('\n'); feed !== -1 && feed < index; feed = text.indexOf('\n', feed + 1)) line += 1;
  return line;
}

function shownLine(text: string, index: number): string {
  const from = text.lastIndexOf('\n', index - 1) + 1;
  const end = text.indexOf('\n', index);
  const line = text.slice(from, end === -1 ? undefined : end).replace(/\r$/, '');
  const points = Array.from(line.length > 4 * MAX_SHOWN ? line.slice(Math.max(0, index - from - 80), index - from + 160) : line);
  return points.length > MAX_SHOWN ? `${points.slice(0, MAX_SHOWN).join('')}…` : points.join('');
}

const NAMES: Readonly<Record<string, string>> = {
  '\r': 'a carriage return (CRLF line end)',
  '\n': 'a line feed',
  '\t': 'a tab',
  ' ': 'a space',
  '\u00a0': 'a no-break space (U+00A0)',
};

function nameCharacter(text: string, index: number): string {
  const point = text.codePointAt(index);
  if (point === undefined) return 'its end';
  const character = String.fromCodePoint(point);
  return (
    NAMES[character] ??
    `${/[\p{C}\p{Z}\p{M}]/u.test(character) ? '' : `${character} `}(U+${point.toString(16).toUpperCase().padStart(4, '0')})`
  );
}

function advice(found: string, given: string): string {
  if (found === NAMES['\r'] && given === NAMES['\n']) return ' That line ends in CRLF: write \\r\\n in old_string and new_string.';
  return '';
}
