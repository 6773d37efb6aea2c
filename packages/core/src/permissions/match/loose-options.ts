import { UNKNOWN_TEXT } from '../../contracts/shell-line.js';
import { compileGlob, isGlob } from '../../registry/glob.js';
import { couldBe } from '../shell/could-be.js';
import { compileMayMatch } from './globs-meet.js';
import type { Match } from './matcher.js';
import { OPTION_NAMES, WHOLE_WORD_OPTIONS } from './option-names.js';

/** Judges a command, word by word, its name first and without the folder of the program. */
export type CommandTest = (words: readonly string[]) => Match;

/** An option that a pattern names: a letter or a long name, and what its value must match. */
interface WantedOption {
  readonly name: string;
  readonly value: ((text: string) => boolean) | undefined;
  /** The pattern ends in a star: it is about every longer name as well. */
  readonly open: boolean;
}

/** What a command says before `--`. */
interface GivenOption {
  readonly name: string;
  /** The text after the letter or `=`, and the word that follows. */
  readonly values: readonly (string | undefined)[];
}

/**
 * Compiles a restricting pattern that names options (`rm -rf *`), so that it matches them in any order, place and
 * spelling: `rm x -r --force`. All options that it names must be there, others may be, and what is left of the pattern
 * must match what is left of the command. It may match too much and is never used to permit. Undefined for a pattern that
 * names no options, or whose options are globs themselves.
 */
export function compileLooseOptions(pattern: string): CommandTest | undefined {
  const [program = '', ...words] = pattern.match(/'[^']*'|\S+/g) ?? [];
  if (isGlob(program)) return undefined;
  const wanted: WantedOption[] = [];
  const operands: string[] = [];
  for (const [at, word] of words.entries()) {
    if (!/^-./.test(word) || word === '--') {
      operands.push(word);
      continue;
    }
    const options = readWanted(word, program);
    if (options === undefined) return undefined;
    wanted.push(...options);
    if (word.endsWith('*') && at === words.length - 1) operands.push('*');
  }
  if (wanted.length === 0) return undefined;
  const rest = [program, ...operands].join(' ');
  const shortest = rest.endsWith(' *') ? rest.slice(0, -2) : rest;
  const matches = [compileGlob(rest), compileGlob(shortest)];
  const [mayMatchRest, mayMatchShortest] = [compileMayMatch(rest), compileMayMatch(shortest)];
  const mayMatch = (text: string): boolean => mayMatchRest(text) || mayMatchShortest(text);
  return (given) => (given[0] === program ? judge(given, { wanted, matches, mayMatch }) : 'no');
}

function judge(
  words: readonly string[],
  pattern: {
    readonly wanted: readonly WantedOption[];
    readonly matches: readonly ((text: string) => boolean)[];
    readonly mayMatch: (text: string) => boolean;
  },
): Match {
  const { options, operands, maybe } = readGiven(words);
  const names = namesOf(operands);
  const isThere = pattern.wanted.every((wanted) => isGiven(wanted, options, names));
  if (!isThere && !maybe) return 'no';
  const text = operands.join(' ');
  if (pattern.matches.some((matches) => matches(text))) return isThere ? 'yes' : 'unknown';
  return text.includes(UNKNOWN_TEXT) && pattern.mayMatch(text) ? 'unknown' : 'no';
}

/** The options in a word of a pattern; undefined if it is a glob in more than its end. */
function readWanted(word: string, program: string): readonly WantedOption[] | undefined {
  const open = word.endsWith('*');
  const isLong = word.startsWith('--') || WHOLE_WORD_OPTIONS.has(program);
  const end = isLong ? word.indexOf('=') : -1;
  if (end > 0) {
    const name = word.slice(0, end).replace(/^--?/, '');
    return isGlob(name) ? undefined : [{ name, value: compileGlob(word.slice(end + 1)), open: false }];
  }
  const name = (open ? word.slice(0, -1) : word).replace(/^--?/, '');
  if (name === '' || isGlob(name)) return undefined;
  if (isLong || name.length > 5) return [{ name, value: undefined, open }];
  return Array.from(name, (letter) => ({ name: letter, value: undefined, open: false }));
}

function readGiven(words: readonly string[]): {
  readonly options: readonly GivenOption[];
  readonly operands: readonly string[];
  /** A word that only the shell knows may be an option. */
  readonly maybe: boolean;
} {
  const [program = ''] = words;
  const end = words.indexOf('--');
  const options: GivenOption[] = [];
  const operands: string[] = [];
  let maybe = false;
  words.forEach((word, at) => {
    if (end >= 0 && at >= end) {
      if (at > end) operands.push(word);
      return;
    }
    maybe ||= at > 0 && /^(?:\uFFFF|-[^=]*\uFFFF)/.test(word);
    if (/^-./.test(word)) options.push(...readOption(word, words[at + 1], program));
    else operands.push(word);
  });
  return { options, operands, maybe };
}

/** A word of options: a long one, or letters, or by programs that are known for it one word after one dash. */
function readOption(word: string, next: string | undefined, program: string): readonly GivenOption[] {
  const isLong = word.startsWith('--');
  const [name = ''] = word.replace(/^--?/, '').split('=', 1);
  const value = word.includes('=') ? word.slice(word.indexOf('=') + 1) : undefined;
  const whole: GivenOption = { name, values: [value, next] };
  if (isLong || WHOLE_WORD_OPTIONS.has(program)) return [whole];
  const letters = Array.from(word.slice(1));
  return [whole, ...letters.map((letter, at) => ({ name: letter, values: [letters.slice(at + 1).join(''), next] }))];
}

const OPTION_ENTRIES = Object.entries(OPTION_NAMES);

/** The entries of the table for a command: of the program, and of it with each of the first words. */
function namesOf(operands: readonly string[]): readonly string[] {
  const [program = '', ...rest] = operands;
  const keys = [program, ...rest.slice(0, 3).map((word) => `${program} ${word}`)];
  return keys.flatMap((key) => {
    if (key.includes(UNKNOWN_TEXT)) return OPTION_ENTRIES.flatMap(([listed, names]) => (couldBe(key, listed) ? names : []));
    return Object.hasOwn(OPTION_NAMES, key) ? (OPTION_NAMES[key] ?? []) : [];
  });
}

function isGiven(wanted: WantedOption, options: readonly GivenOption[], names: readonly string[]): boolean {
  const all = [wanted.name, ...names.filter((entry) => !entry.includes('=')).flatMap((entry) => synonyms(entry, wanted.name))];
  const whole = names.find((entry) => entry.startsWith(`${wanted.name}=`));
  const isPart = names.some((entry) => {
    const [letter = '', parts] = entry.split('=');
    return parts?.split(' ').some((part) => all.includes(part)) === true && options.some(({ name }) => name === letter);
  });
  if (isPart || options.some((option) => isOne(option, all, wanted))) return true;
  const parts = whole?.slice(wanted.name.length + 1).split(' ') ?? [];
  return parts.length > 0 && parts.every((part) => isGiven({ ...wanted, name: part }, options, names));
}

function synonyms(entry: string, name: string): readonly string[] {
  const names = entry.split(' ');
  return names.includes(name) ? names : [];
}

/** Whether a given option is one of these names. A long one may be cut short, as most programs accept it. */
function isOne({ name, values }: GivenOption, names: readonly string[], { value, open }: WantedOption): boolean {
  const isNamed = names.some(
    (wanted) => name === wanted || (name.length > 1 && wanted.startsWith(name)) || (open && name.startsWith(wanted)),
  );
  return isNamed && (value === undefined || values.some((text) => text !== undefined && value(text)));
}
