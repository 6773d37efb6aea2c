import type { Word, WordPart } from 'unbash';
import { UNKNOWN_TEXT } from '../../contracts/shell-line.js';
import { decodeAnsiC } from './decode-ansi-c.js';
import { knownText } from './known-text.js';

/** The text of a word without its quotes; what the shell alone knows is `UNKNOWN_TEXT`. */
export function readShellWord(word: Word): string {
  // Bash ends a word at NUL where we would read on.
  if (/[\0]/.test(word.value)) return UNKNOWN_TEXT;
  if (word.parts === undefined) return word.value;
  return word.parts.map(partText).join('');
}

/**
 * The words that a word may become, for looking them up in tables. An expansion outside of quotes, or of a list, may add any words
 * behind its own; braces and file name patterns may add words with the same beginning. One more stands for all that are added:
 * it takes the place that the next word of the line would have.
 */
export function readExpandedWord(word: Word): readonly string[] {
  const text = readShellWord(word);
  if (word.parts === undefined || isKnown(text)) return [text];
  if (word.parts.some(splits)) return [text, UNKNOWN_TEXT];
  return word.parts.some(({ type }) => type === 'Glob' || type === 'BraceExpansion' || type === 'ExtendedGlob') ? [text, text] : [text];
}

/** Whether what stands for a part may be several words. */
function splits(part: WordPart): boolean {
  switch (part.type) {
    case 'SimpleExpansion':
      return !/^\$[#?!$]$/.test(part.text); // numbers
    case 'ParameterExpansion':
    case 'CommandExpansion':
      return true;
    case 'BraceExpansion':
    case 'ExtendedGlob':
    case 'Glob':
      return part.parts?.some(splits) === true;
    case 'DoubleQuoted':
    case 'LocaleString':
      return part.parts.some(isList);
    default:
      return false;
  }
}

/** Expansions that are several words even in double quotes: `$@`, `${x[@]}`, `${@:2}`, `${!x*}`. */
function isList({ type, text }: WordPart): boolean {
  return (type === 'SimpleExpansion' || type === 'ParameterExpansion') && text.includes('@');
}

function partText(part: WordPart): string {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
      return part.value;
    case 'AnsiCQuoted':
      return decodeAnsiC(part.text);
    case 'DoubleQuoted':
      return part.parts.map(quotedText).join('');
    default:
      return UNKNOWN_TEXT; // expansions, and locale strings, which a catalogue may replace
  }
}

/** In double quotes a substitution is one text, which may be known. */
function quotedText(part: WordPart): string {
  return (part.type === 'CommandExpansion' ? knownText(part.script) : undefined) ?? partText(part);
}

/** Whether all of the text is known. */
export function isKnown(text: string): boolean {
  return !text.includes(UNKNOWN_TEXT);
}

/** Words as one text, in the form of `ShellCommand.text`. */
export function joinWords(words: readonly string[]): string {
  return words.some(needsQuotes) ? words.map((word) => (needsQuotes(word) ? `'${word}'` : word)).join(' ') : words.join(' ');
}

function needsQuotes(word: string): boolean {
  return word === '' || /\s/.test(word);
}

/** The file name of a program's path. */
export function programName(word: string): string {
  return word.slice(word.lastIndexOf('/') + 1);
}
