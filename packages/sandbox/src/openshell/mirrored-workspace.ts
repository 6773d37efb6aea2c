import {
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
  type Workspace,
  type WorkspaceFile,
  type WorkspaceSession,
  type WriteOptions,
  type WrittenFile,
} from '@tackroom/core';
import { CopiedWorkspace } from '../copy/copied-workspace.js';
import type { CopyOptions } from '../copy/workspace-copy.js';
import { RootedTree } from '../workspace/rooted-tree.js';
import { directoryFailure } from './directory-failure.js';
import { MirroredFiles, type EndedFiles } from './mirrored-files.js';
import type { RemoteSandbox } from './remote-sandbox.js';

/** A workspace of which each session has a copy here and the same in a sandbox. Whoever comes to one finds what the other made. */
export class MirroredWorkspace implements Workspace {
  readonly name = 'mirror';
  private readonly copies: CopiedWorkspace;
  private readonly open = new Map<string, MirroredFiles>();

  /** Throws `HarnessError` `WORKSPACE_ROOT_*` for a root that is not a directory. */
  constructor(
    root: string,
    options: Pick<CopyOptions, 'policy' | 'exclude'>,
    private readonly create: () => Promise<RemoteSandbox>,
  ) {
    this.copies = new CopiedWorkspace(root, options);
  }

  get root(): string {
    return this.copies.root;
  }

  session(sessionId: string, sandboxSessionId = sessionId): WorkspaceSession {
    return new MirroredSession(this.copies.session(sessionId, sandboxSessionId), () => this.filesOf(sandboxSessionId));
  }

  /**
   * A directory that a command is to start in, relative to the root. Whether it is there, the sandbox knows. Throws `ToolFailure`
   * with a `SANDBOX_CWD_*` code.
   */
  directory(cwd: string): string {
    try {
      return new RootedTree(this.copies.root, { links: 'refuse' }).normalize(cwd === '' ? '.' : cwd, '');
    } catch (cause) {
      if (!ToolFailure.is(cause)) throw cause;
      throw directoryFailure(cause.code === 'PATH_OUTSIDE' ? 'OUTSIDE' : 'INVALID', cause.message, cause);
    }
  }

  /** Both sides of a session. */
  filesOf(sessionId: string): MirroredFiles {
    let files = this.open.get(sessionId);
    if (files === undefined) {
      files = new MirroredFiles(this.copies.copyOf(sessionId), this.create);
      this.open.set(sessionId, files);
    }
    return files;
  }

  /** Brings what a session changed back to the root and gives up both sides. */
  async end(sessionId: string): Promise<EndedFiles> {
    const files = this.filesOf(sessionId);
    this.open.delete(sessionId);
    return files.end((ready) => this.copies.end(sessionId, ready));
  }

  async close(): Promise<void> {
    const all = [...this.open.values()];
    this.open.clear();
    try {
      await Promise.all(all.map((files) => files.drop()));
    } finally {
      await this.copies.close();
    }
  }
}

/** A session's files: what can be said of a path alone is said at once, everything else waits for its turn. */
class MirroredSession implements WorkspaceSession {
  constructor(
    private readonly files: WorkspaceSession,
    private readonly current: () => MirroredFiles,
  ) {}

  get root(): string | null {
    return this.files.root;
  }

  get cwd(): string {
    return this.files.cwd;
  }

  get caseInsensitive(): boolean {
    return this.files.caseInsensitive;
  }

  normalize(path: string): string {
    return this.files.normalize(this.local(path));
  }

  fact(path: string): Promise<PathFact> {
    return this.inTurn(() => this.files.fact(this.local(path)));
  }

  stat(path: string): Promise<{ readonly path: string; readonly kind: EntryKind; readonly size: number }> {
    return this.inTurn(() => this.files.stat(this.local(path)));
  }

  list(path: string, limit: number): Promise<DirectoryListing> {
    return this.inTurn(() => this.files.list(this.local(path), limit));
  }

  open(path: string): Promise<WorkspaceFile> {
    return this.inTurn(() => this.files.open(this.local(path)));
  }

  write(path: string, content: Uint8Array, options: WriteOptions): Promise<WrittenFile> {
    return this.inTurn(() => this.files.write(this.local(path), content, options));
  }

  remove(path: string, options: RemoveOptions): Promise<RemovedEntry> {
    return this.inTurn(() => this.files.remove(this.local(path), options));
  }

  exportFile(directory: string, name: string, content: Uint8Array, options: Pick<WriteOptions, 'overwrite'>): Promise<string> {
    return this.files.exportFile(directory, name, content, options);
  }

  changeDirectory(path: string): Promise<string> {
    return this.inTurn(() => this.files.changeDirectory(this.local(path)));
  }

  at(cwd: string): WorkspaceSession {
    return new MirroredSession(this.files.at?.(cwd) ?? this.files, this.current);
  }

  glob(query: GlobQuery): Promise<GlobResult> {
    return this.inTurn(() => this.files.glob(query));
  }

  grep(query: GrepQuery): Promise<GrepResult> {
    return this.inTurn(() => this.files.grep(query));
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    return this.current().withFiles(work);
  }

  /** Commands name files by where they are in the sandbox. */
  private local(path: string): string {
    const { project } = this.current();
    if (project === undefined) return path;
    if (path === project) return '.';
    return path.startsWith(`${project}/`) ? `./${path.slice(project.length + 1)}` : path;
  }
}
