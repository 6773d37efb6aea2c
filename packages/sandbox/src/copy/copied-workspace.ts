import type {
  DirectoryListing,
  EntryKind,
  GlobQuery,
  GlobResult,
  GrepQuery,
  GrepResult,
  PathFact,
  RemovedEntry,
  RemoveOptions,
  Workspace,
  WorkspaceFile,
  WorkspaceSession,
  WriteOptions,
  WrittenFile,
} from '@tackroom/core';
import { HostWorkspace } from '../workspace/host-workspace.js';
import { canonicalRoot } from '../workspace/workspace-root.js';
import { WorkspaceCopy } from './workspace-copy.js';

interface OpenCopy {
  readonly copy: WorkspaceCopy;
  readonly files: WorkspaceSession;
}

/** A workspace of which each session has a copy of its own, made at its first use. Copies end with {@link CopiedWorkspace.forget}. */
export class CopiedWorkspace implements Workspace {
  readonly name = 'copy';
  readonly root: string;
  private readonly open = new Map<string, OpenCopy>();

  /** Throws `HarnessError` `WORKSPACE_ROOT_*` for a root that is none. `protect` are paths that never come back, `hide` those that are not copied. */
  constructor(
    root: string,
    private readonly protect: readonly string[],
    private readonly hide: readonly string[],
  ) {
    this.root = canonicalRoot(root);
  }

  session(sessionId: string): WorkspaceSession {
    return new CopiedSession(this.root, () => this.of(sessionId));
  }

  /** The copy of a session as it is now. */
  copyOf(sessionId: string): WorkspaceCopy {
    return this.of(sessionId).copy;
  }

  /** Removes a session's copy without bringing anything back. */
  async forget(sessionId: string): Promise<void> {
    const held = this.open.get(sessionId);
    this.open.delete(sessionId);
    await held?.copy.remove();
  }

  async close(): Promise<void> {
    await Promise.all([...this.open.keys()].map((sessionId) => this.forget(sessionId)));
  }

  private of(sessionId: string): OpenCopy {
    let held = this.open.get(sessionId);
    if (held === undefined) {
      const copy = new WorkspaceCopy(this.root, this.protect, this.hide);
      held = { copy, files: new HostWorkspace(copy.path).session('') };
      this.open.set(sessionId, held);
    }
    return held;
  }
}

/** A session's files: what can be said of a path alone is said at once, everything else waits for the copy. */
class CopiedSession implements WorkspaceSession {
  constructor(
    readonly root: string,
    private readonly current: () => OpenCopy,
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
    return (await this.files()).write(path, content, options);
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

  async glob(query: GlobQuery): Promise<GlobResult> {
    return (await this.files()).glob(query);
  }

  async grep(query: GrepQuery): Promise<GrepResult> {
    return (await this.files()).grep(query);
  }

  private async files(): Promise<WorkspaceSession> {
    const { copy, files } = this.current();
    await copy.ready();
    return files;
  }
}
