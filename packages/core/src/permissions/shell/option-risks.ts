/** What options of a program can do that its name does not say. */
export interface RiskyOptions {
  /** Letters of short options. */
  readonly short?: string;
  /** Long options without dashes; also meant by any beginning of theirs, as most programs accept it. */
  readonly long?: string;
  /** The long options may stand behind one dash as well. */
  readonly oneDash?: true;
  /** Words that are whole by themselves, like those of `find`. */
  readonly words?: RegExp;
  /** The word right behind the program: letters without a dash. */
  readonly first?: RegExp;
  /** Whether they run programs. Otherwise they write files, or read settings from elsewhere. */
  readonly runs: boolean;
  /** They read files at most. A word that only the shell knows is not suspected of being one: any operand could read those. */
  readonly reads?: true;
}
