/** What a command starts besides itself. */
export interface Started {
  /** Commands, each as its words. */
  readonly commands: readonly (readonly string[])[];
  /** Where the words of each of these begin, counted from the name of the program; undefined where they are not its own words. */
  readonly starts?: readonly (number | undefined)[];
  /** Shell lines that it is given as text. */
  readonly lines: readonly string[];
  /** Code that an allow pattern must spell out. */
  readonly code: readonly string[];
  /** Why it cannot be told what it starts, as a clause. */
  readonly hidden?: string;
  /** It runs what its standard input says. */
  readonly readsCode?: boolean;
}

/** A command that starts nothing. */
export const NOTHING: Started = { commands: [], lines: [], code: [] };

/** A wrapper that is told to run nothing: its words are no commands. */
export const INERT: Started = { ...NOTHING };

/** A command of which it cannot be told what it starts. */
export function hidden(why: string): Started {
  return { ...NOTHING, hidden: why };
}
