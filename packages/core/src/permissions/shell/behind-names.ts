import { couldBe } from './could-be.js';
import { PLAIN, STARTING_SUBCOMMANDS } from './known-programs.js';
import { programName } from './read-shell-word.js';

/** Where words begin of which each may be a command. */
export function suspectFrom(words: readonly string[]): number {
  const name = programName(words[0] ?? '');
  const starting = STARTING_SUBCOMMANDS.get(name);
  if (starting === undefined) return PLAIN.has(name) ? words.length : 1;
  const subcommand = words.findIndex((word, at) => at > 0 && couldBe(word, starting));
  return subcommand < 0 ? words.length : subcommand + 1;
}

/** Options in front that are looked at. */
const MAX_OPTIONS = 12;

/** Where the words after the options in front may begin (`git -C x push`): each option may have a value or not. */
export function afterOptions(words: readonly string[]): readonly number[] {
  if (!/^[-+]./.test(words[0] ?? '')) return [];
  const starts = new Set<number>();
  const seen = new Set([0]);
  for (const at of seen) {
    const word = words[at];
    if (word === undefined || at > 2 * MAX_OPTIONS) continue;
    if (!/^[-+]./.test(word)) starts.add(at);
    else for (const next of word.includes('=') ? [at + 1] : [at + 1, at + 2]) seen.add(next);
  }
  return [...starts];
}
