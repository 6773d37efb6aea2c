/**
 * Stands in a spelling for text that only the shell knows when it runs: a variable, a substitution, a file name pattern.
 * It is no character of any text, so a line that holds it is at most taken for less known than it is.
 */
export const UNKNOWN_TEXT = '\uFFFF';

/** A simple command that stands on a shell line, as rules that permit see it: nothing is stripped or looked up. */
export interface ShellCommand {
  /** Its words without quotes, joined by blanks; a word with white space in it, or an empty one, stands in single quotes. */
  readonly text: string;
  /** What a pattern must spell out to cover it: options that write or execute, programs it starts, code it is given. */
  readonly mustName: readonly string[];
  /**
   * The same text cut in front of each command that another one starts: `timeout 5` and `npm test`. One blank belongs between
   * two parts. Absent when it starts none, or none whose words stand on the line.
   */
  readonly parts?: readonly string[];
  /** Variables that are set before it; a pattern must name each that is not inert. */
  readonly sets?: readonly SetVariable[];
  /** Other texts that mean the same, each with what a pattern must spell out then: `git status` of `git --no-pager status`. */
  readonly as?: readonly ShellCommand[];
  /** Of a program that only starts others: it is covered, too, if it is by itself and each of these is. */
  readonly starts?: {
    /** What a pattern that covers the program alone must spell out. */
    readonly mustName: readonly string[];
    readonly commands: readonly ShellCommand[];
  };
  /** It stands for reading this file, or holds if this is a directory inside the workspace: see `CommandFact.places`. */
  readonly place?: { readonly path: string; readonly is: 'read' | 'directory' };
}

/** A variable before a command, with its value. */
export interface SetVariable {
  readonly name: string;
  readonly value: string;
  /** It changes how a program speaks and nothing else. */
  readonly isInert: boolean;
  /** It can decide what runs, so that a pattern must give its value in full. */
  readonly isLoaded: boolean;
}

/** What parsing makes of a shell line. Plain JSON. */
export interface ShellLine {
  /** Every simple command of the line, also inside substitutions, loops and functions, in order. */
  readonly commands: readonly ShellCommand[];
  /** Why no pattern may allow the line, as a clause; absent when each command can be judged. */
  readonly obstacle?: string;
  /** All that a restricting pattern is compared with: each command, and what wrappers start, in several spellings. */
  readonly spellings: readonly string[];
  /** The same commands, each word by word. */
  readonly words: readonly (readonly string[])[];
  /** Texts after the name of a program that we know nothing of: it may start them. */
  readonly suspects: readonly string[];
  /** Why it cannot be told which programs run, as a clause; absent when all of them are among the spellings. */
  readonly hidden?: string;
  /** What the list of dangerous commands says of the line, as clauses. */
  readonly dangers: readonly string[];
  /** Some command of it has `sets`, `as`, `starts` or a `place`; absent for most lines, which are judged faster so. */
  readonly composed?: true;
  /** Paths that commands of the line depend on, as they are written; absent when there are none. */
  readonly places?: readonly string[];
}
