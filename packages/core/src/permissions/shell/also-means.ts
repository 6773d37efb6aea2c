import type { SetVariable, ShellCommand } from '../../contracts/shell-line.js';
import { readGit } from './git-words.js';
import { isPlainFind, plainStart } from './plain-start.js';
import { joinWords } from './read-shell-word.js';
import { findRiskyWords } from './risky-words.js';
import type { Started } from './started.js';

const NOTHING_ELSE: Pick<ShellCommand, 'as'> = {};

/** Git's subcommand without the options before it that change nothing but the directory. */
export function asPlainGit(words: readonly string[]): Pick<ShellCommand, 'as'> {
  if (words[0] !== 'git' || words[1]?.startsWith('-') !== true) return NOTHING_ELSE;
  const git = readGit(words.slice(1));
  if (git === undefined) return NOTHING_ELSE;
  const plain = ['git', ...words.slice(1 + git.at)];
  const path = git.directories.reduce((from, to) => (to.startsWith('/') ? to : `${from}/${to}`), '.');
  const isHere = /^\.(?:\/\.?)*$/.test(path) && !path.includes('..');
  const { named } = findRiskyWords(plain);
  return { as: [{ text: joinWords(plain), mustName: named, ...(isHere ? {} : { place: { path, is: 'directory' } }) }] };
}

/** Of a program that only starts others: what it starts, and its text without its own options. */
export function alsoMeans(
  words: readonly string[],
  {
    started,
    own,
    mustName,
    commands,
  }: {
    readonly started: Started;
    readonly own: readonly string[];
    readonly mustName: readonly string[];
    readonly commands: readonly ShellCommand[];
  },
): Pick<ShellCommand, 'as' | 'starts'> {
  if (words[0] === 'find' && isPlainFind(words.slice(1))) return { starts: { mustName: own.filter((word) => word !== '-exec'), commands } };
  const at = plainStart(words);
  if (at === undefined || commands.length !== 1 || started.starts?.[0] !== at) return {};
  const starts = { starts: { mustName: own, commands } };
  if (words[0] !== 'xargs' || at === 1) return starts;
  const plain = ['xargs', ...words.slice(at)];
  return { ...starts, as: [{ text: joinWords(plain), mustName, parts: ['xargs', joinWords(plain.slice(1))], ...starts }] };
}

/** The command, and all that it starts, with variables that a pattern must name. */
export function withVariables(command: ShellCommand, sets: readonly SetVariable[]): ShellCommand {
  const { as, starts } = command;
  return {
    ...command,
    sets,
    ...(as === undefined ? {} : { as: as.map((other) => withVariables(other, sets)) }),
    ...(starts === undefined ? {} : { starts: { ...starts, commands: starts.commands.map((inner) => withVariables(inner, sets)) } }),
  };
}

/** Words as texts, cut at these places. */
export function cutWords(words: readonly string[], starts: readonly number[]): readonly string[] {
  const ends = [...new Set(starts)].filter((start) => start < words.length).sort((one, other) => one - other);
  return [0, ...ends].map((from, at) => joinWords(words.slice(from, ends[at])));
}
