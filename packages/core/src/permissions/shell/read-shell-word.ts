import type { Word, WordPart } from 'unbash';
import { UNKNOWN_TEXT } from '../../contracts/shell-line.js';

/** The text of a word without its quotes; what the shell alone knows is `UNKNOWN_TEXT`. */
export function readShellWord(word: Word): string {
  // Bash ends a word at NUL where we would read on.
  if (/[\0]/.test(word.value)) return UNKNOWN_TEXT;
  if (word.parts === undefined) return word.value;
  return word.parts.map(partText).join('');
}

function partText(part: WordPart): string {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return part.value;
    case 'DoubleQuoted':
      return part.parts.map(partText).join('');
    default:
      return UNKNOWN_TEXT; // expansions, and locale strings, which a catalogue may replace
  }
}

/** Whether all of the text is known. */
export function isKnown(text: string): boolean {
  return !text.includes(UNKNOWN_TEXT);
}

/** Words as one text, in the form of `ShellCommand.text`. */
export function joinWords(words: readonly string[]): string {
  return words.map((word) => (word === '' || /\s/.test(word) ? `'${word}'` : word)).join(' ');
}

/** The file name of a program's path. */
export function programName(word: string): string {
  return word.slice(word.lastIndexOf('/') + 1);
}
