import type { ShellLine } from './shell-line.js';

/** A path argument as the workspace understands it. Relative paths use `/` and never begin with one. */
export interface PathFact {
  readonly raw: string;
  /** Relative to the root after lexical normalisation; `''` is the root; `undefined` when it leads outside. */
  readonly normalized: string | undefined;
  /** After links were followed, as far as the path exists; `undefined` when that cannot be told or it leads outside. */
  readonly canonical: string | undefined;
  readonly outside: boolean;
  /** True where nothing can be changed: in a further root that is only for reading. */
  readonly readOnly?: true;
  /**
   * What no name tells: it is part of a git repository that is not called `.git`, or would make one, or lies where the
   * repository of the root keeps its hooks. Looked for where a call may change files.
   */
  readonly obeyed?: 'repository' | 'hooks';
  /** Of a directory that a call may change with all that it holds. */
  readonly below?: PathsBelow;
}

/** What a directory holds at every depth, links not followed. */
export interface PathsBelow {
  /** Relative to the directory, `/` between segments; what is in a directory comes before what is deeper. */
  readonly entries: readonly string[];
  /** False where the directory holds more than was looked through. */
  readonly complete: boolean;
}

/** A URL argument; `href` is the WHATWG form, `undefined` when it does not parse. */
export interface UrlFact {
  readonly raw: string;
  readonly href: string | undefined;
  readonly host: string | undefined;
}

/** A shell line argument and what parsing makes of it. */
export interface CommandFact {
  readonly raw: string;
  readonly line: ShellLine;
  /** What the workspace says of the line's places, by their text. One that is missing is not allowed by pattern. */
  readonly places?: Readonly<Record<string, PathFact>>;
}

/** What was learnt about a call's arguments before it is decided, by parameter name; by `name[index]` for elements. */
export interface CallFacts {
  readonly paths: Readonly<Record<string, PathFact>>;
  readonly urls: Readonly<Record<string, UrlFact>>;
  /** Shell lines; absent where nobody parsed them, which no rule that permits accepts. */
  readonly commands?: Readonly<Record<string, CommandFact>>;
  /** True when the file system compares names without regard to case. */
  readonly caseInsensitivePaths: boolean;
  /** Host path of the workspace's root: what absolute patterns are read against. Absent when there is none. */
  readonly workspaceRoot?: string;
}

/** Facts of a call without any. */
export const NO_FACTS: CallFacts = Object.freeze({ paths: Object.freeze({}), urls: Object.freeze({}), caseInsensitivePaths: false });
