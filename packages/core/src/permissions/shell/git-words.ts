import { isKnown } from './read-shell-word.js';

/** A git command whose options before the subcommand change nothing but where it runs and whether it pages. */
export interface GitWords {
  readonly subcommand: string;
  /** Where the subcommand stands among the words behind `git`. */
  readonly at: number;
  /** Directories it changes to, one from the other. */
  readonly directories: readonly string[];
}

const PLAIN_OPTIONS: ReadonlySet<string> = new Set(['--no-pager', '-P', '--no-optional-locks', '--literal-pathspecs', '--no-advice']);

/** Nobody changes it more often; and words are read again for each of the options. */
const MAX_DIRECTORIES = 8;

/** Reads the words behind `git`; undefined where an option before the subcommand can do more, or is not known. */
export function readGit(words: readonly string[]): GitWords | undefined {
  const directories: string[] = [];
  let at = 0;
  for (; at < words.length; at++) {
    const word = words[at] ?? '';
    if (PLAIN_OPTIONS.has(word)) continue;
    if (word !== '-C') break;
    const directory = words[++at];
    if (
      directory === undefined ||
      directory === '' ||
      directories.length > MAX_DIRECTORIES ||
      /^[-~]/.test(directory) ||
      !isKnown(directory)
    )
      return undefined;
    directories.push(directory);
  }
  const subcommand = words[at] ?? '';
  return /^[a-z][a-z-]*$/.test(subcommand) ? { subcommand, at, directories } : undefined;
}
