import { HarnessError, problemsError, type Problem, type Workspace, type WorkspaceSession } from '@tackroom/core';
import { rememberedRipgrep } from '../search/ripgrep-binary.js';
import { DEFAULT_MAX_DEPTH } from '../search/search-base.js';
import type { Containment, FileTree } from './file-tree.js';
import { HostWorkspaceSession, type SessionContext } from './host-workspace-session.js';
import { MountedTree } from './mounted-tree.js';
import { OpenTree } from './open-tree.js';
import { RootedTree, type LinkPolicy } from './rooted-tree.js';
import { canonicalRoot } from './workspace-root.js';

/** A few hundred bytes each. */
const MAX_SESSIONS = 10_000;
/** No drive letter, and nothing that reads as the scheme of an address. */
const EXTRA_ROOT_NAME = /^[A-Za-z][\w.-]+$/;

/** Options of {@link HostWorkspace}. */
export interface HostWorkspaceOptions {
  /**
   * Symbolic links on the way to a file: `refuse` (the default), or follow those that stay `inside` the root. A link that
   * leaves the root is refused in any case, and walks follow none.
   */
  readonly symlinks?: LinkPolicy;
  /**
   * Path of the ripgrep binary; otherwise that of `@vscode/ripgrep`, else `rg` on the PATH. Without any, and with `false`, files
   * are searched in this process, which finds the same and takes longer.
   */
  readonly ripgrep?: string | false;
  /** How many levels down a search goes; 24 unless given. A search says when there are files further down. */
  readonly maxDepth?: number;
  /** Further directories that can only be read, by the name that stands for each: with `{ docs: '/path' }` files are `docs:/…`. */
  readonly also?: Readonly<Record<string, string>>;
}

/**
 * Files of this machine below one directory. Every path is judged by its spelling first and then opened without
 * following links, so that nothing outside the root is ever read or changed. On Linux names are resolved relative to open
 * descriptors and swapping a directory for a link gains nothing; elsewhere ({@link HostWorkspace.containment} is
 * `checks`) a swap that is timed exactly can still win. Hard links and mounts inside the root are part of it. Searches
 * run in ripgrep where there is one, which follows no links but resolves names again: what it finds is shown only if it is
 * found once more in this way.
 */
export class HostWorkspace implements Workspace {
  readonly name = 'host';
  readonly root: string | null;
  /** How well the boundary holds here. */
  readonly containment: Containment;
  private readonly context: SessionContext;
  private readonly sessions = new Map<string, WorkspaceSession>();

  /**
   * `root` must be an existing directory and is canonicalised once; throws `HarnessError` `WORKSPACE_ROOT_MISSING`,
   * `WORKSPACE_ROOT_NOT_DIRECTORY`, `WORKSPACE_ROOT_UNREADABLE`, `WORKSPACE_ROOT_INVALID` or `WORKSPACE_OPTION_INVALID`.
   * `null` means all files of the host under this process's permissions: say it only on purpose.
   */
  constructor(root: string | null, options: HostWorkspaceOptions = {}) {
    const { symlinks = 'refuse', maxDepth = DEFAULT_MAX_DEPTH, also = {} } = options;
    const problems = [...checkOptions(root, options), ...checkExtraRoots(root, also)];
    if (problems.length === 1 && problems[0] !== undefined) throw new HarnessError(problems[0].code, problems[0].message);
    if (problems.length > 1) throw problemsError('WORKSPACE_OPTION_INVALID', 'The workspace cannot be opened', problems);
    const main = root === null ? new OpenTree() : new RootedTree(root, { links: symlinks });
    const tree = withExtraRoots(main, also, symlinks);
    this.root = tree.root;
    this.containment = tree.containment;
    this.context = { tree, maxDepth, ripgrep: rememberedRipgrep(options.ripgrep) };
  }

  /** The whole file system under this process's permissions: no boundary at all. */
  static unrestricted(options: Omit<HostWorkspaceOptions, 'symlinks'> = {}): HostWorkspace {
    return new HostWorkspace(null, options);
  }

  /** The same session for the same id, so that its working directory lasts. Those not used for longest are forgotten. */
  session(sessionId: string): WorkspaceSession {
    const session = this.sessions.get(sessionId) ?? new HostWorkspaceSession(this.context);
    this.sessions.delete(sessionId);
    this.sessions.set(sessionId, session);
    const [oldest] = this.sessions.keys();
    if (this.sessions.size > MAX_SESSIONS && oldest !== undefined) this.sessions.delete(oldest);
    return session;
  }

  /** Nothing is held open between accesses. */
  close(): Promise<void> {
    return Promise.resolve();
  }
}

const OPTIONS: readonly string[] = ['symlinks', 'ripgrep', 'maxDepth', 'also'] satisfies readonly (keyof HostWorkspaceOptions)[];

function checkOptions(root: string | null, options: HostWorkspaceOptions): readonly Problem[] {
  const { symlinks, maxDepth, also } = options;
  const unknown = Object.keys(options).filter((name) => !OPTIONS.includes(name));
  const problems = unknown.map((name) => problem(name, `is no option of a workspace; the options are ${OPTIONS.join(', ')}`));
  if (symlinks !== undefined && symlinks !== 'refuse' && symlinks !== 'inside') {
    problems.push(problem('symlinks', `must be 'refuse' or 'inside', not ${JSON.stringify(symlinks)}`));
  }
  if (maxDepth !== undefined && (!Number.isSafeInteger(maxDepth) || maxDepth < 1)) {
    problems.push(problem('maxDepth', 'must be a whole number from 1'));
  }
  if (root === null && also !== undefined) problems.push(problem('also', 'is of no use without a root: everything can be reached'));
  if (root === null && symlinks === 'refuse') {
    problems.push(problem('symlinks', "cannot be 'refuse' without a root: the operating system follows all links"));
  }
  if (root === null && symlinks === 'inside') problems.push(problem('symlinks', "cannot be 'inside' without a root to be inside of"));
  return problems;
}

function checkExtraRoots(root: string | null, also: Readonly<Record<string, unknown>>): readonly Problem[] {
  if (root === null) return [];
  return Object.entries(also).flatMap(([name, path]) => {
    const where = `also.${name}`;
    if (!EXTRA_ROOT_NAME.test(name)) return [problem(where, 'must have a name of at least two of A-Z a-z 0-9 . _ -, a letter first')];
    try {
      canonicalRoot(path as string); // looks at its type
      return [];
    } catch (error) {
      if (!HarnessError.is(error)) throw error;
      return [{ code: error.code, where, message: `${where}: ${error.message}` }];
    }
  });
}

function problem(where: string, message: string): Problem {
  return { code: 'WORKSPACE_OPTION_INVALID', where, message: `${where} ${message}.` };
}

function withExtraRoots(main: FileTree, also: Readonly<Record<string, string>>, symlinks: LinkPolicy): FileTree {
  const mounts = Object.entries(also).map(
    ([name, path]) => [name, new RootedTree(path, { links: symlinks, prefix: [`${name}:`] })] as const,
  );
  return mounts.length === 0 ? main : new MountedTree(main, new Map(mounts));
}
