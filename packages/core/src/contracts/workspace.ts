import type { PathFact } from './call-facts.js';
import { token, type Token } from './token.js';

/** Kind of a directory entry. Links are never followed by a listing. */
export type EntryKind = 'file' | 'directory' | 'link' | 'other';

/** One entry of a directory. */
export interface DirectoryEntry {
  readonly name: string;
  readonly kind: EntryKind;
  /** Bytes; 0 for anything but a file. */
  readonly size: number;
  /** Where a link points, as stored. */
  readonly target?: string;
}

/** A listing: at most `limit` entries in name order, and how many there are. */
export interface DirectoryListing {
  readonly path: string;
  readonly entries: readonly DirectoryEntry[];
  readonly total: number;
}

/** An open regular file. Offsets and sizes are bytes. */
export interface WorkspaceFile {
  readonly path: string;
  readonly size: number;
  /** Changes whenever the file's content does, by whomever: for {@link WriteOptions.revision}. Says nothing by itself. */
  readonly revision: string;
  /** At most `length` bytes from `offset`; fewer only at the end of the file. */
  read(offset: number, length: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** How a file is written. */
export interface WriteOptions {
  /** Whether an existing file is replaced; otherwise it is `PATH_EXISTS`, also where two creators race. */
  readonly overwrite: boolean;
  /** The revision that the existing file must have: any other is `PATH_CHANGED`, and a missing file `PATH_NOT_FOUND`. */
  readonly revision?: string;
}

/** A file as it was written. */
export interface WrittenFile {
  readonly path: string;
  readonly bytes: number;
  /** False when it took the place of a file. */
  readonly created: boolean;
  readonly revision: string;
}

/** How an entry is removed. */
export interface RemoveOptions {
  /** Whether a directory may go with what it holds; otherwise a directory that is not empty is `PATH_NOT_EMPTY`. */
  readonly recursive: boolean;
  readonly signal?: AbortSignal;
}

/** What was removed: how many entries, the named one included. */
export interface RemovedEntry {
  readonly path: string;
  readonly entries: number;
}

/** What to search for. Paths are relative to the root or to the session's directory. */
export interface GlobQuery {
  readonly pattern: string;
  readonly path?: string;
  readonly includeIgnored?: boolean;
  readonly limit: number;
  readonly signal?: AbortSignal;
}

/** Files that match, in path order. `more` is true when the limit cut the list. */
export interface GlobResult {
  readonly matches: readonly string[];
  readonly more: boolean;
  /** Matches that ignore files removed; 0 when unknown or none. */
  readonly ignored: number;
  readonly warnings: readonly string[];
}

/** What to search in files. `pattern` is a regular expression of linear-time syntax. */
export interface GrepQuery {
  readonly pattern: string;
  readonly path?: string;
  /** Glob that file paths must match. */
  readonly include?: string;
  /** Lines of context on each side. */
  readonly context?: number;
  readonly includeIgnored?: boolean;
  readonly limit: number;
  readonly signal?: AbortSignal;
}

/** One matching line (or, with `context` set, a neighbour of one). Line numbers begin at 1. */
export interface GrepMatch {
  readonly path: string;
  readonly line: number;
  readonly text: string;
  readonly isContext: boolean;
}

/** Lines that match, by path then line. */
export interface GrepResult {
  readonly matches: readonly GrepMatch[];
  readonly more: boolean;
  readonly ignored: number;
  readonly warnings: readonly string[];
}

/**
 * The files of one session: its working directory and access inside the root. Every failure is a `ToolFailure` whose
 * message names no host path outside the root.
 */
export interface WorkspaceSession {
  /** Host path of the root for commands; null when there is none (in memory, or no root). */
  readonly root: string | null;
  /** Relative to the root, `/` between segments, `''` for the root. */
  readonly cwd: string;
  readonly caseInsensitive: boolean;
  /** The path relative to the root after lexical checks. Throws `ToolFailure` with `PATH_*` codes. */
  normalize(path: string): string;
  /** What a rule may know of a path argument; never throws. */
  fact(path: string): Promise<PathFact>;
  stat(path: string): Promise<{ readonly path: string; readonly kind: EntryKind; readonly size: number }>;
  list(path: string, limit: number): Promise<DirectoryListing>;
  open(path: string): Promise<WorkspaceFile>;
  /**
   * Puts a whole file at a path and makes the directories above it. Whoever reads sees the old content or the new, never
   * a part; what is replaced keeps its mode, and a new file has the mode that the process gives new files.
   */
  write(path: string, content: Uint8Array, options: WriteOptions): Promise<WrittenFile>;
  /** Removes a file, a link (never what it leads to) or a directory. The root stays: `PATH_DENIED`. */
  remove(path: string, options: RemoveOptions): Promise<RemovedEntry>;
  /**
   * Puts a copy of generated content where people look for it: in `directory`, a path of the host that the programmer chose
   * and never the model, made if it is missing. Without `overwrite` a name that is taken gets a number. Resolves to the
   * name of the copy.
   */
  exportFile(directory: string, name: string, content: Uint8Array, options: Pick<WriteOptions, 'overwrite'>): Promise<string>;
  /** Makes a directory the working directory of this session. Resolves to the new `cwd`. */
  changeDirectory(path: string): Promise<string>;
  /**
   * The same files, with a working directory that stays where it is whatever else the session does: what one call works
   * with. `cwd` is relative to the root. Its `changeDirectory` starts there and changes the session's directory too.
   * A workspace without this member is used as it is, and a call does not run once the directory has changed under it.
   */
  at?(cwd: string): WorkspaceSession;
  glob(query: GlobQuery): Promise<GlobResult>;
  grep(query: GrepQuery): Promise<GrepResult>;
}

/** Which path a string names, and file access inside the root. One per harness; sessions carry the working directory. */
export interface Workspace {
  readonly name: string;
  readonly root: string | null;
  /** `sandboxSessionId` is the session whose files are meant where they are a sandbox's; the same id unless given. */
  session(sessionId: string, sandboxSessionId?: string): WorkspaceSession;
  close(): Promise<void>;
}

/** Token of the {@link Workspace} port. */
export const Workspace: Token<Workspace> = token('@tackroom/core/Workspace');
