import {
  HarnessError,
  ToolFailure,
  type DirectoryListing,
  type EntryKind,
  type GlobQuery,
  type GlobResult,
  type GrepQuery,
  type GrepResult,
  type PathFact,
  type RemovedEntry,
  type RemoveOptions,
  type SyncReport,
  type Workspace,
  type WorkspaceFile,
  type WorkspaceSession,
  type WriteOptions,
  type WrittenFile,
} from '@tackroom/core';
import { rememberedRipgrep } from '../search/ripgrep-binary.js';
import { DEFAULT_MAX_DEPTH } from '../search/search-base.js';
import { HostWorkspaceSession, type SessionContext } from '../workspace/host-workspace-session.js';
import { RootedTree } from '../workspace/rooted-tree.js';
import { canonicalRoot } from '../workspace/workspace-root.js';
import { givePath, type Owner } from './ownership.js';
import { WorkspaceCopy, type CopyOptions } from './workspace-copy.js';

/** A few hundred bytes each. */
const MAX_SESSIONS = 10_000;

/** A copy, and the working directories of those who work on it. */
class OpenCopy {
  /** Its changes are being brought back, or have been. */
  isOver = false;
  private readonly tree: RootedTree;
  private readonly context: SessionContext;
  private readonly sessions = new Map<string, WorkspaceSession>();

  /** Paths below the root that was copied mean those of the copy, as they do to commands. */
  constructor(
    readonly copy: WorkspaceCopy,
    root: string,
    private readonly owner: Owner | undefined,
  ) {
    this.tree = new RootedTree(copy.path, { links: 'refuse', alsoSpelled: root });
    this.context = { tree: this.tree, maxDepth: DEFAULT_MAX_DEPTH, ripgrep: rememberedRipgrep(undefined) };
  }

  /** `cwd` is where a session begins that has not been here. */
  filesOf(sessionId: string, cwd: string): WorkspaceSession {
    const files = this.sessions.get(sessionId) ?? new HostWorkspaceSession(this.context, cwd);
    this.sessions.delete(sessionId);
    this.sessions.set(sessionId, files);
    forgetOldest(this.sessions);
    return files;
  }

  /** Sees to it that commands may change what was written to a path. */
  async give(path: string): Promise<void> {
    if (this.owner !== undefined) await givePath(this.tree, path, this.owner);
  }

  /** Where the sessions are, by id. */
  get directories(): readonly (readonly [string, string])[] {
    return [...this.sessions].map(([sessionId, { cwd }]) => [sessionId, cwd]);
  }
}

/** A workspace of which each sandbox session has a copy of its own, made at its first use. Copies end with {@link CopiedWorkspace.end}. */
export class CopiedWorkspace implements Workspace {
  readonly name = 'copy';
  readonly root: string;
  private readonly open = new Map<string, OpenCopy>();
  /** Copies whose changes are being brought back: the next copy of the same session is made after that. */
  private readonly ending = new Map<string, Promise<unknown>>();
  /** Working directories of sessions outlive the copies that they were on. Those used longest ago are forgotten. */
  private readonly directories = new Map<string, string>();

  /** Throws `HarnessError` `WORKSPACE_ROOT_*` for a root that is not a directory. Files of copies belong to the `owner`, if there is one. */
  constructor(
    root: string,
    private readonly options: Omit<CopyOptions, 'after'>,
  ) {
    this.root = canonicalRoot(root);
  }

  session(sessionId: string, sandboxSessionId = sessionId): WorkspaceSession {
    return new CopiedSession(this.root, () => {
      const held = this.of(sandboxSessionId);
      return { held, files: held.filesOf(sessionId, this.directories.get(sessionId) ?? '') };
    });
  }

  /** The copy of a sandbox session as it is now. */
  copyOf(sandboxSessionId: string): WorkspaceCopy {
    return this.of(sandboxSessionId).copy;
  }

  /**
   * Brings a session's changes back once its `commands` have ended, and removes its copy: whoever works on that is refused
   * from now on. Whoever comes meanwhile gets another copy, with the changes.
   */
  async end(sandboxSessionId: string, commands: Promise<unknown> = Promise.resolve()): Promise<SyncReport | undefined> {
    const held = this.open.get(sandboxSessionId);
    if (held === undefined) return undefined;
    this.open.delete(sandboxSessionId);
    held.isOver = true;
    this.remember(held.directories);
    const ended = commands.catch(keepIfInUse(held.copy.path)).then(() => held.copy.sync().finally(() => held.copy.remove()));
    const settled = Promise.allSettled([this.ending.get(sandboxSessionId), ended]);
    this.ending.set(sandboxSessionId, settled);
    await settled;
    if (this.ending.get(sandboxSessionId) === settled) this.ending.delete(sandboxSessionId);
    return ended;
  }

  /** Removes all copies without bringing anything back. */
  async close(): Promise<void> {
    const copies = [...this.open.values()];
    this.open.clear();
    await Promise.all(copies.map(({ copy }) => copy.remove()));
  }

  private remember(directories: OpenCopy['directories']): void {
    for (const [sessionId, cwd] of directories) {
      this.directories.delete(sessionId);
      if (cwd !== '') this.directories.set(sessionId, cwd);
    }
    forgetOldest(this.directories);
  }

  private of(sandboxSessionId: string): OpenCopy {
    let held = this.open.get(sandboxSessionId);
    if (held === undefined) {
      const after = this.ending.get(sandboxSessionId);
      const options = { ...this.options, ...(after === undefined ? {} : { after }) };
      held = new OpenCopy(new WorkspaceCopy(this.root, options), this.root, this.options.owner);
      this.open.set(sandboxSessionId, held);
    }
    return held;
  }
}

/** While commands may still be at work in a copy nothing is taken from it. Whatever else went wrong at their end does not matter here. */
function keepIfInUse(path: string): (error: unknown) => void {
  return (error) => {
    if (!HarnessError.is(error, 'SANDBOX_CLOSE_FAILED')) return;
    const kept = `The changes of the session were not brought back. They are in ${path}.`;
    throw new HarnessError('SANDBOX_CLOSE_FAILED', `${error.message} ${kept}`, { cause: error });
  };
}

function forgetOldest(sessions: Map<string, unknown>): void {
  for (const oldest of sessions.keys()) {
    if (sessions.size <= MAX_SESSIONS) return;
    sessions.delete(oldest);
  }
}

interface EnteredCopy {
  readonly held: OpenCopy;
  readonly files: WorkspaceSession;
}

/** A session's files: what can be said of a path alone is said at once, everything else waits for the copy. */
class CopiedSession implements WorkspaceSession {
  private entered: EnteredCopy | undefined = undefined;

  constructor(
    readonly root: string,
    private readonly enter: () => EnteredCopy,
  ) {}

  get cwd(): string {
    return this.current().files.cwd;
  }

  get caseInsensitive(): boolean {
    return this.current().files.caseInsensitive;
  }

  normalize(path: string): string {
    return this.current().files.normalize(path);
  }

  async fact(path: string): Promise<PathFact> {
    return (await this.files()).fact(path);
  }

  async stat(path: string): Promise<{ readonly path: string; readonly kind: EntryKind; readonly size: number }> {
    return (await this.files()).stat(path);
  }

  async list(path: string, limit: number): Promise<DirectoryListing> {
    return (await this.files()).list(path, limit);
  }

  async open(path: string): Promise<WorkspaceFile> {
    return (await this.files()).open(path);
  }

  async write(path: string, content: Uint8Array, options: WriteOptions): Promise<WrittenFile> {
    const written = await (await this.files()).write(path, content, options);
    await this.entered?.held.give(written.path);
    return written;
  }

  async remove(path: string, options: RemoveOptions): Promise<RemovedEntry> {
    return (await this.files()).remove(path, options);
  }

  async exportFile(directory: string, name: string, content: Uint8Array, options: Pick<WriteOptions, 'overwrite'>): Promise<string> {
    return (await this.files()).exportFile(directory, name, content, options);
  }

  async changeDirectory(path: string): Promise<string> {
    return (await this.files()).changeDirectory(path);
  }

  at(cwd: string): WorkspaceSession {
    return new CopiedSession(this.root, () => {
      const { held, files } = this.current();
      return { held, files: files.at?.(cwd) ?? files };
    });
  }

  async glob(query: GlobQuery): Promise<GlobResult> {
    return (await this.files()).glob(query);
  }

  async grep(query: GrepQuery): Promise<GrepResult> {
    return (await this.files()).grep(query);
  }

  private async files(): Promise<WorkspaceSession> {
    const { held, files } = this.current();
    await held.copy.ready();
    return files;
  }

  /** The same copy to the end, so that whoever is late does not begin another one that nobody brings back. */
  private current(): EnteredCopy {
    this.entered ??= this.enter();
    if (this.entered.held.isOver)
      throw new ToolFailure('The sandbox of this run has been closed, and its files with it.', { code: 'SANDBOX_CLOSED' });
    return this.entered;
  }
}
