import { isKnown, programName } from './read-shell-word.js';
import { RISKY_OPTIONS, type RiskyOptions } from './risky-options.js';
import { sedActs } from './sed-acts.js';

/** What of a command's words may write or execute. */
export interface RiskyWords {
  /** Texts that a pattern must spell out. */
  readonly named: readonly string[];
  /** One of them runs something that its words do not show as a command of the line. */
  readonly runs: boolean;
  /** A word that only the shell knows may be such an option. */
  readonly unknown: boolean;
}

/** Looks at the words of a command, its name first. */
export function findRiskyWords(words: readonly string[]): RiskyWords {
  const name = generalName(programName(words[0] ?? ''));
  const rest = words.slice(1);
  const options = optionsOf(name, rest);
  const named: string[] = [];
  let runs = false;
  for (const word of rest) {
    const found = options.find((candidate) => isRisky(word, candidate));
    if (found === undefined) continue;
    named.push(optionOf(word, found));
    runs ||= found.runs;
  }
  const acting = actingScripts(name, rest);
  if (name === 'uniq' && rest.filter((word) => !word.startsWith('-')).length > 1) named.push(rest.at(-1) ?? '');
  const isScripted = name === 'sed' || name === 'awk';
  // A word that begins with known text other than a dash is no option, whatever follows.
  const mayHide = options.length > 0 && rest.some((word) => !isKnown(word) && (isScripted || /^[-\uFFFF]/.test(word)));
  const unknown = mayHide || (name === 'uniq' && !rest.every(isKnown));
  return { named: [...named, ...acting], runs: runs || acting.length > 0, unknown };
}

function generalName(name: string): string {
  if (name === 'gsed') return 'sed';
  return /^(?:gawk|mawk|nawk|original-awk)$/.test(name) ? 'awk' : name;
}

function optionsOf(name: string, rest: readonly string[]): readonly RiskyOptions[] {
  const own = Object.hasOwn(RISKY_OPTIONS, name) ? (RISKY_OPTIONS[name] ?? []) : [];
  const sub = rest.flatMap((word) => RISKY_OPTIONS[`${name} ${word}`] ?? []);
  return sub.length === 0 ? own : [...own, ...sub];
}

function isRisky(word: string, { short = '', long = '', words }: RiskyOptions): boolean {
  if (words?.test(word)) return true;
  if (word.startsWith('--')) {
    const option = word.slice(2).split('=', 1)[0] ?? '';
    return option !== '' && long.split(' ').some((name) => name.startsWith(option));
  }
  return /^-[^-]/.test(word) && [...short].some((letter) => word.includes(letter));
}

/** The part of a word that a pattern must name: an option without its value, for a short one the whole cluster. */
function optionOf(word: string, { words }: RiskyOptions): string {
  if (words?.test(word)) return word;
  return word.startsWith('--') ? (word.split('=', 1)[0] ?? word) : word;
}

/** What of the words is a script that may write or execute. Any word of an awk command is taken for one. */
function actingScripts(name: string, rest: readonly string[]): readonly string[] {
  if (name === 'awk') return rest.filter((word) => /system|[|>@]|getline|close/.test(word));
  if (name !== 'sed') return [];
  const given = rest.flatMap((word, index) => expressionOf(word, rest[index + 1]));
  const scripts = given.length > 0 ? given : rest.filter((word) => !word.startsWith('-')).slice(0, 1);
  return scripts.filter((script) => sedActs(script));
}

function expressionOf(word: string, next: string | undefined): readonly string[] {
  if (word.startsWith('--')) {
    if (!'--expression'.startsWith(word.split('=', 1)[0] ?? '') || word === '--') return [];
    return word.includes('=') ? [word.slice(word.indexOf('=') + 1)] : [next ?? ''];
  }
  const letter = /^-[^-]/.test(word) ? word.indexOf('e') : -1;
  if (letter < 0) return [];
  return letter === word.length - 1 ? [next ?? ''] : [word.slice(letter + 1)];
}
