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
}

/** A shell line argument and what parsing makes of it. */
export interface CommandFact {
  readonly raw: string;
  readonly line: ShellLine;
}
