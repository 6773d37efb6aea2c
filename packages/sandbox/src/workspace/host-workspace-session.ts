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
  WorkspaceFile,
  WorkspaceSession,
  WriteOptions,
  WrittenFile,
} from '@tackroom/core';
import { globWithout } from '../search/without/glob-without.js';
import { grepWithout } from '../search/without/grep-without.js';
import { globFiles } from '../search/glob-files.js';
import { grepFiles } from '../search/grep-files.js';
import type { SearchContext } from '../search/search-base.js';
import { kindOf, listHostDirectory } from './directory-listing.js';
import type { FileTree } from './file-tree.js';
import { exportHostFile } from './host-export.js';
import { openHostFile } from './host-file.js';
import { removeHostEntry } from './host-remove.js';
import { writeHostFile } from './host-write.js';
import { pathFailure, showPath } from './path-failure.js';

const SLASH_AT_END = process.platform === 'win32' ? /[/\\]\.?$/ : /\/\.?$/;

/** What the sessions of a workspace share. */
export interface SessionContext extends Omit<SearchContext, 'ripgrep'> {
  /** Path of the ripgrep binary; undefined where searches must do without. Rejects with `SEARCH_UNAVAILABLE`. */
  readonly ripgrep: () => Promise<string | undefined>;
}

/** A session of a host workspace: a tree of files, and the working directory that relative paths start from. */
export class HostWorkspaceSession implements WorkspaceSession {
  readonly root: string | null;
  readonly caseInsensitive: boolean;
  private readonly tree: FileTree;

  /** `directory` is where it begins. `session`: the one that this is a view of, for one call. */
  constructor(
    private readonly context: SessionContext,
    private directory = '',
    private readonly session?: HostWorkspaceSession,
  ) {
    this.tree = context.tree;
    this.root = this.tree.root;
    this.caseInsensitive = this.tree.caseInsensitive;
  }

  get cwd(): string {
    return this.directory;
  }

  normalize(path: string): string {
    return this.tree.normalize(path, this.cwd);
  }

  fact(path: string): Promise<PathFact> {
    return this.tree.fact(path, this.cwd);
  }

  async stat(path: string): Promise<{ readonly path: string; readonly kind: EntryKind; readonly size: number }> {
    const normalized = this.normalize(path);
    const { directory, stats } = await this.tree.entry(normalized, false);
    await directory.close();
    const kind = kindOf(stats);
    return { path: normalized, kind, size: kind === 'file' ? stats.size : 0 };
  }

  async list(path: string, limit: number): Promise<DirectoryListing> {
    return listHostDirectory(this.tree, this.normalize(path), limit);
  }

  async open(path: string): Promise<WorkspaceFile> {
    return openHostFile(this.tree, await this.entryPath(path));
  }

  async write(path: string, content: Uint8Array, options: WriteOptions): Promise<WrittenFile> {
    return writeHostFile(this.tree, await this.entryPath(path), content, options);
  }

  async remove(path: string, options: RemoveOptions): Promise<RemovedEntry> {
    return removeHostEntry(this.tree, await this.entryPath(path), options);
  }

  async exportFile(directory: string, name: string, content: Uint8Array, options: Pick<WriteOptions, 'overwrite'>): Promise<string> {
    return exportHostFile(directory, name, content, options.overwrite);
  }

  async changeDirectory(path: string): Promise<string> {
    const normalized = this.normalize(path);
    if (this.tree.rootDepth(normalized) > 0 || isAbsolute(normalized)) {
      const message = 'The working directory stays in the workspace. Name files elsewhere by their whole path.';
      throw pathFailure('PATH_OUTSIDE', message);
    }
    await (await this.tree.directory(normalized)).close();
    this.enter(normalized);
    return normalized;
  }

  at(cwd: string): WorkspaceSession {
    return new HostWorkspaceSession(this.context, cwd, this);
  }

  private enter(directory: string): void {
    this.directory = directory;
    this.session?.enter(directory);
  }

  async glob(query: GlobQuery): Promise<GlobResult> {
    const path = this.normalize(query.path ?? '.');
    const ripgrep = await this.ripgrep();
    const found = ripgrep && (await globFiles(ripgrep, path, query));
    return found ?? globWithout(this.context, path, query);
  }

  async grep(query: GrepQuery): Promise<GrepResult> {
    const path = await this.entryPath(query.path ?? '.');
    const ripgrep = await this.ripgrep();
    const found = ripgrep && (await grepFiles(ripgrep, path, query));
    return found ?? grepWithout(this.context, path, query);
  }

  /** A slash at the end says that a directory is meant: what is none must not be taken for it. */
  private async entryPath(path: string): Promise<string> {
    const normalized = this.normalize(path);
    if (!SLASH_AT_END.test(path)) return normalized;
    const directory = await this.tree.directory(normalized).catch(() => undefined);
    await directory?.close();
    if (directory !== undefined) return normalized;
    const shown = showPath(normalized);
    const found = await this.stat(path).catch(() => undefined);
    if (found !== undefined) {
      const what = found.kind === 'link' ? 'a symbolic link, not a directory' : 'not a directory';
      throw pathFailure('PATH_NOT_DIRECTORY', `${shown} is ${what}. Leave out the slash at the end.`);
    }
    throw pathFailure('PATH_NOT_FOUND', `There is no directory ${shown}. A file is named without a slash at the end.`);
  }

  private async ripgrep(): Promise<SearchContext | undefined> {
    const binary = await this.context.ripgrep();
    return binary === undefined ? undefined : { ...this.context, ripgrep: () => Promise.resolve(binary) };
  }
}

/** What a tree without a root makes of a path that does not lie where the process started. */
function isAbsolute(normalized: string): boolean {
  return /^(?:\/|[A-Za-z]:\/)/.test(normalized);
}
