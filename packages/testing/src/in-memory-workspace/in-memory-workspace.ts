import type { Workspace, WorkspaceSession } from '@tackroom/core';
import { locate } from './lexical-path.js';
import { MemoryRoots } from './memory-roots.js';
import { MemorySession } from './memory-session.js';
import { MemoryTree } from './memory-tree.js';
import type { MemoryEntry } from './memory-tree.js';

/** Files by path: text, bytes, `{ link: target }`, or `{ directory: true }` for an empty directory. */
export type MemoryFiles = Readonly<Record<string, MemoryEntry>>;

/** Options of an {@link InMemoryWorkspace}. */
export interface InMemoryWorkspaceOptions {
  /** What is done with links: refuse them, or follow those that stay inside the root. Default `refuse`. */
  readonly symlinks?: 'refuse' | 'inside';
  readonly caseInsensitive?: boolean;
  /** Further files that can only be read, by the name that stands for their root: with `{ docs: … }` they are `docs:/…`. */
  readonly also?: Readonly<Record<string, MemoryFiles>>;
}

/**
 * A workspace without a disk. It has no host path: absolute paths lead outside, and no command can run in it. Globs, ignore
 * files and failures are as on the host; regular expressions are a subset of what the host takes.
 */
export class InMemoryWorkspace implements Workspace {
  readonly name = 'memory';
  readonly root = null;
  private readonly tree: MemoryTree;
  private readonly roots: MemoryRoots;
  /** Copies of generated files, by the directory and name that they would have on a host. */
  readonly exported: ReadonlyMap<string, Uint8Array>;
  private readonly exports = new Map<string, Uint8Array>();
  private readonly sessions = new Map<string, MemorySession>();

  constructor(
    files: MemoryFiles = {},
    private readonly options: InMemoryWorkspaceOptions = {},
  ) {
    const { also = {}, caseInsensitive = false } = options;
    this.tree = treeOf(files, caseInsensitive);
    const mounts = Object.entries(also).map(([name, extra]) => [`${name}:`, treeOf(extra, caseInsensitive)] as const);
    this.exported = this.exports;
    this.roots = new MemoryRoots(this.tree, new Map(mounts));
  }

  /** Puts an entry at a path relative to the root, replacing what is there. Throws `ToolFailure` with a `PATH_*` code. */
  set(path: string, entry: MemoryEntry): void {
    this.tree.set(locate(path, []), entry);
  }

  /** Removes what is at a path relative to the root, if anything is. */
  delete(path: string): void {
    this.tree.delete(locate(path, []));
  }

  /** The text of a file at a path relative to the root; undefined if there is no file. */
  text(path: string): string | undefined {
    const found = this.tree.resolve(locate(path, []), { links: 'refuse', followLast: true });
    return found.kind === 'found' && found.node.kind === 'file' ? Buffer.from(found.node.bytes).toString('utf8') : undefined;
  }

  /** Changes a session's working directory. Throws `ToolFailure` with a `PATH_*` code. */
  setDirectory(sessionId: string, path: string): void {
    this.sessionOf(sessionId).enter(path);
  }

  session(sessionId: string): WorkspaceSession {
    return this.sessionOf(sessionId);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  private sessionOf(sessionId: string): MemorySession {
    const known = this.sessions.get(sessionId);
    if (known !== undefined) return known;
    const { symlinks = 'refuse', caseInsensitive = false } = this.options;
    const session = new MemorySession(this.roots, symlinks === 'refuse' ? 'refuse' : 'follow', caseInsensitive, this.exports);
    this.sessions.set(sessionId, session);
    return session;
  }
}

function treeOf(files: MemoryFiles, caseInsensitive: boolean): MemoryTree {
  const tree = new MemoryTree(caseInsensitive);
  for (const [path, entry] of Object.entries(files)) tree.set(locate(path, []), entry);
  return tree;
}
