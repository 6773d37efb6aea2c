import { HarnessError, type Workspace, type WorkspaceSession } from '@tackroom/core';
import { findRipgrep } from '../search/ripgrep-binary.js';
import type { Containment, FileTree } from './file-tree.js';
import { HostWorkspaceSession } from './host-workspace-session.js';
import { OpenTree } from './open-tree.js';
import { RootedTree, type LinkPolicy } from './rooted-tree.js';

const DEFAULT_MAX_DEPTH = 24;

/** Options of {@link HostWorkspace}. */
export interface HostWorkspaceOptions {
  /**
   * Symbolic links on the way to a file: `refuse` (the default), or follow those that stay `inside` the root. A link that
   * leaves the root is refused in any case, and walks follow none.
   */
  readonly symlinks?: LinkPolicy;
  /** Path of the ripgrep binary; otherwise that of `@vscode/ripgrep`, else `rg` on the PATH. */
  readonly ripgrep?: string;
  /** How many directories deep a search goes; 24 unless given. `glob` says when it met that bound. */
  readonly maxDepth?: number;
}

/**
 * Files of this machine below one directory. Every path is judged by its spelling first and then opened without
 * following links, so that nothing outside the root is ever read. On Linux names are resolved relative to open
 * descriptors and swapping a directory for a link gains nothing; elsewhere ({@link HostWorkspace.containment} is
 * `checks`) a swap that is timed exactly can still win. Hard links and mounts inside the root are part of it. Searches
 * run in ripgrep, which follows no links but resolves names again: commands that rename directories meanwhile can
 * mislead it.
 */
export class HostWorkspace implements Workspace {
  readonly name = 'host';
  readonly root: string | null;
  /** How well the boundary holds here. */
  readonly containment: Containment;
  private readonly only: WorkspaceSession;

  /**
   * `root` must be an existing directory and is canonicalised once; throws `HarnessError` `WORKSPACE_ROOT_MISSING`,
   * `WORKSPACE_ROOT_NOT_DIRECTORY`, `WORKSPACE_ROOT_UNREADABLE`, `WORKSPACE_ROOT_INVALID` or `WORKSPACE_OPTION_INVALID`.
   * `null` means all files of the host under this process's permissions: say it only on purpose.
   */
  constructor(root: string | null, options: HostWorkspaceOptions = {}) {
    const { symlinks = 'refuse', maxDepth = DEFAULT_MAX_DEPTH } = options;
    if (symlinks !== 'refuse' && symlinks !== 'inside') {
      throw new HarnessError('WORKSPACE_OPTION_INVALID', `symlinks must be 'refuse' or 'inside', not ${JSON.stringify(symlinks)}.`);
    }
    if (!Number.isSafeInteger(maxDepth) || maxDepth < 1) {
      throw new HarnessError('WORKSPACE_OPTION_INVALID', 'maxDepth must be a whole number from 1.');
    }
    const tree: FileTree = root === null ? new OpenTree() : new RootedTree(root, symlinks);
    this.root = tree.root;
    this.containment = tree.containment;
    this.only = new HostWorkspaceSession({ tree, maxDepth, ripgrep: rememberedRipgrep(options.ripgrep) });
  }

  /** The whole file system under this process's permissions: no boundary at all. */
  static unrestricted(options: Omit<HostWorkspaceOptions, 'symlinks'> = {}): HostWorkspace {
    return new HostWorkspace(null, options);
  }

  /** All sessions share one: none of them can move its working directory. */
  session(_sessionId: string): WorkspaceSession {
    return this.only;
  }

  /** Nothing is held open between accesses. */
  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** Looked for once it is needed, and again after it was not found: it may be installed meanwhile. */
function rememberedRipgrep(given: string | undefined): () => Promise<string> {
  let binary: string | undefined;
  return async () => (binary ??= await findRipgrep(given));
}
