import { readGit } from './git-words.js';
import { isKnown } from './read-shell-word.js';
import { isInertAssignment } from './shell-variables.js';

/** Judges the word at a place among the words behind a program's name. */
type Harmless = (words: readonly string[], at: number) => boolean;

/**
 * Words that look like an option which writes or executes and are not: the letter is the value of another one, it means
 * something else to this subcommand, or what is written is thrown away. Letters that may stand before it take no value.
 */
const HARMLESS: ReadonlyMap<string, Harmless> = new Map<string, Harmless>([
  ['curl', discards(/^(?:-[sSfLkiIvgN#]*o|--output)$/, /^-[sSfLkiIvgN#]*o(?:\/dev\/null|-)$/)],
  ['wget', discards(/^(?:-[qvSc]*O|--output-document)$/, /^(?:-[qvSc]*O|--output-document=)(?:\/dev\/null|-)$/)],
  ['sort', (words, at) => /^-[bdfghinRrMVucCmsz]*[tkS]./.test(words[at] ?? '')],
  // The beginning of longer ones to others; node cuts no option short.
  ['node', (words, at) => words[at] === '--test'],
  ['make', (words, at) => isHarmlessSetting(words[at] ?? '')],
  ['git', (words, at) => isHarmlessForGit(words, at)],
]);

/** Whether the word that was found in the table of options that write or execute does neither here. */
export function isHarmless(name: string, words: readonly string[], at: number): boolean {
  const word = words[at];
  return word !== undefined && isKnown(word) && HARMLESS.get(name)?.(words, at) === true;
}

/** `before`: the option, its value being the next word. `whole`: the option with its value. */
function discards(before: RegExp, whole: RegExp): Harmless {
  return (words, at) => {
    const word = words[at] ?? '';
    return whole.test(word) || (before.test(word) && /^(?:\/dev\/null|-)$/.test(words[at + 1] ?? ''));
  };
}

/** A variable of make's that says how much is printed, or one that only changes how programs speak. */
function isHarmlessSetting(word: string): boolean {
  const [, name = '', value = ''] = /^(\w+)=(\w*)$/.exec(word) ?? [];
  return /^(?:V|VERBOSE)$/.test(name) ? /^\d?$/.test(value) : isInertAssignment(name, value);
}

/** Letters that git as a whole gives one meaning, and these subcommands another. */
const OF_SUBCOMMANDS: ReadonlyMap<string, RegExp> = new Map([
  // Copies and the combined format.
  ...['diff', 'log', 'show', 'whatchanged', 'diff-tree', 'diff-index', 'diff-files'].map((name) => [name, /^-(?:C\d*%?|c)$/] as const),
  ['blame', /^-(?:C\d*|c)$/],
  // Untracked, cached, excluded.
  ['ls-files', /^-(?:[cdmoiktuvz]+|x.*)$/],
  // Counts, and only what matches; not -O, which opens a pager.
  ['grep', /^-[hHiIwvEGFPnlLzocqW]+$/],
  ['cherry-pick', /^-x$/],
  ['switch', /^-c$/],
]);

/** Subcommands whose -O names a file that gives the order of what is shown. */
const ORDERED: ReadonlySet<string> = new Set(['diff', 'log', 'show', 'whatchanged']);

function isHarmlessForGit(words: readonly string[], at: number): boolean {
  const git = readGit(words);
  if (git === undefined || at <= git.at) return false;
  const word = words[at] ?? '';
  if (ORDERED.has(git.subcommand) && word.startsWith('-O')) return isInside(word === '-O' ? (words[at + 1] ?? '') : word.slice(2));
  return OF_SUBCOMMANDS.get(git.subcommand)?.test(word) === true;
}

/** A path that leads nowhere else by its text. */
function isInside(path: string): boolean {
  return isKnown(path) && !/^[/~]|(?:^|\/)\.\.(?:\/|$)/.test(path);
}
