/** How to find the command that a program starts. Of an option that is not listed it cannot be told whether a word belongs to it. */
export interface Wrapper {
  /** Letters of short options that take a value: the rest of the word, or else the next one. */
  readonly values?: string;
  /** Letters of short options whose value is the rest of the word, if there is any. */
  readonly attached?: string;
  /** Letters of short options that take no value. */
  readonly flags?: string;
  /** Long options that take a value, without dashes and divided by blanks; it may be the next word. */
  readonly longValues?: string;
  /** Long options that take no value, or one behind `=` only. */
  readonly longFlags?: string;
  /** Letters of short options whose value is a shell line. */
  readonly lines?: string;
  /** Long options whose value is a shell line. */
  readonly longLines?: string;
  /** Words before the command that are not part of it. */
  readonly operands?: number;
  /** Assignments may stand before the command. */
  readonly assigns?: boolean;
  /** Words that it reads from elsewhere follow the command's. */
  readonly adds?: boolean;
  /** Letters of options whose value stands for such a word wherever it occurs in the command. */
  readonly replaces?: string;
  /** With one of these options it runs nothing. */
  readonly inert?: RegExp;
  /** With one of these options it cannot be told what it runs. */
  readonly opaque?: RegExp;
  /** What is left of its words is no command. */
  readonly takesNoCommand?: boolean;
  /** The command's words are one shell line. */
  readonly joins?: boolean;
  /** Its lines are words in a notation of its own, and the words behind its options are added to them. */
  readonly splits?: boolean;
  /** If no command follows it starts a shell, which runs what its input says. */
  readonly startsShell?: boolean;
  /** Every long option takes its value behind `=` only. */
  readonly joinsValues?: boolean;
}
