import { UNKNOWN_TEXT } from '../../contracts/shell-line.js';
import { couldBe } from './could-be.js';
import { isKnown } from './read-shell-word.js';
import type { Wrapper } from './wrapper.js';

/** What was read of a wrapper's own options. */
export interface OwnOptions {
  /** What follows them. */
  readonly rest: readonly string[];
  /** Shell lines that options hold. */
  readonly lines: readonly string[];
  /** Stands for text that the wrapper reads, wherever it occurs in the command. */
  readonly placeholder: string | undefined;
  /** It runs nothing, or it cannot be told what. */
  readonly stop?: 'inert' | 'unknown';
}

interface OwnOption {
  /** `next`: the word after it. */
  readonly value: 'none' | 'next' | { readonly text: string };
  readonly kind: 'plain' | 'line' | 'placeholder';
}

/** Reads the options before the first operand. */
export function readOwnOptions(words: readonly string[], wrapper: Wrapper): OwnOptions {
  const lines: string[] = [];
  let placeholder: string | undefined;
  let at = 0;
  for (; at < words.length; at++) {
    const word = words[at] ?? '';
    const stop = stopOf(word, wrapper);
    if (stop !== undefined) return { rest: [], lines, placeholder, stop };
    if (word === '-') continue;
    if (!word.startsWith('-')) break;
    if (word === '--') {
      at++;
      break;
    }
    const { value, kind } = readOption(word, wrapper);
    const text = value === 'next' ? (words[++at] ?? '') : value === 'none' ? '' : value.text;
    if (kind === 'line') lines.push(text);
    if (kind === 'placeholder') placeholder = text === '' ? '{}' : text;
  }
  return { rest: words.slice(at), lines, placeholder };
}

function stopOf(word: string, wrapper: Wrapper): OwnOptions['stop'] {
  const { inert, opaque } = wrapper;
  if (!isKnown(word)) return isCertainOption(word, wrapper) ? undefined : 'unknown';
  if (opaque?.test(word) === true) return 'unknown';
  if (inert?.test(word) === true) return 'inert';
  return isListed(word, wrapper) ? undefined : 'unknown';
}

/** Whether it is no option, or one of which the table says whether a word belongs to it. */
function isListed(word: string, wrapper: Wrapper): boolean {
  if (!/^-./.test(word) || word === '--') return true;
  return word.startsWith('--') ? isListedLong(word, wrapper) : isListedShort(word, wrapper);
}

function isListedLong(word: string, { longValues, longLines, longFlags, replaces, joinsValues }: Wrapper): boolean {
  if (joinsValues === true) return true;
  const [name = ''] = word.slice(2).split('=', 1);
  const takers = meant(name, [longValues, longLines, replaces === undefined ? undefined : 'replace']).length;
  const flags = meant(name, [longFlags]).length;
  // What is short for both kinds is an error to the program, or one of them exactly.
  return takers + flags > 0 && (takers === 0 || flags === 0 || word.includes('='));
}

function isListedShort(word: string, { values = '', attached = '', flags = '', lines = '', replaces }: Wrapper): boolean {
  const takers = `${values}${attached}${lines}${replaces === undefined ? '' : `${replaces}i`}`;
  const end = Array.from(word.slice(1)).find((letter) => !flags.includes(letter) || takers.includes(letter));
  return end === undefined || takers.includes(end);
}

/** Which long options a name stands for: itself, or else all that it begins. */
function meant(name: string, lists: readonly (string | undefined)[]): readonly string[] {
  const all = lists.flatMap((list) => (list === undefined ? [] : list.split(' ')));
  return all.filter((long) => long.startsWith(name));
}

/** Whether only the value of an option is unknown, or the word is not an option whatever its unknown part is. */
function isCertainOption(word: string, { values = '', attached = '', lines = '', replaces = '', inert, opaque }: Wrapper): boolean {
  if ([inert, opaque].some((table) => table !== undefined && couldBe(word, table))) return false;
  if (word.startsWith(UNKNOWN_TEXT)) return false;
  if (!word.startsWith('-')) return true;
  const known = word.slice(0, word.indexOf(UNKNOWN_TEXT));
  if (known.startsWith('--')) return known.includes('=');
  return Array.from(known.slice(1)).some(
    (letter) => `${values}${attached}${lines}${replaces}`.includes(letter) || (letter === 'i' && replaces !== ''),
  );
}

function readOption(word: string, wrapper: Wrapper): OwnOption {
  return word.startsWith('--') ? readLong(word.slice(2), wrapper) : readShort(word, wrapper);
}

function readLong(option: string, { longValues, longLines, replaces }: Wrapper): OwnOption {
  const end = option.indexOf('=');
  const name = end < 0 ? option : option.slice(0, end);
  const isPlaceholder = replaces !== undefined && 'replace'.startsWith(name);
  const kind = meant(name, [longLines]).length > 0 ? 'line' : isPlaceholder ? 'placeholder' : 'plain';
  if (end >= 0) return { kind, value: { text: option.slice(end + 1) } };
  // Unlike -I, --replace takes its placeholder behind "=" or not at all.
  if (isPlaceholder) return { kind, value: { text: '' } };
  return { kind, value: kind === 'line' || meant(name, [longValues]).length > 0 ? 'next' : 'none' };
}

/** Letters in one word; the first that takes a value takes the rest of the word, or else the next one. */
function readShort(word: string, { values = '', attached = '', lines = '', replaces = '' }: Wrapper): OwnOption {
  for (let at = 1; at < word.length; at++) {
    const letter = word[at] ?? '';
    const text = word.slice(at + 1);
    // Unlike -I, -i takes its placeholder from the same word or not at all.
    if (letter === 'i' && replaces !== '') return { kind: 'placeholder', value: { text } };
    if (attached.includes(letter)) return { kind: 'plain', value: { text } };
    const kind = lines.includes(letter) ? 'line' : replaces.includes(letter) ? 'placeholder' : 'plain';
    if (kind !== 'plain' || values.includes(letter)) return { kind, value: text === '' ? 'next' : { text } };
  }
  return { kind: 'plain', value: 'none' };
}
