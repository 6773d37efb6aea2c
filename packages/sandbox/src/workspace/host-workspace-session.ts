import type {
  DirectoryListing,
  EntryKind,
  GlobQuery,
  GlobResult,
  GrepQuery,
  GrepResult,
  PathFact,
  WorkspaceFile,
  WorkspaceSession,
} from '@tackroom/core';
import { globFiles } from '../search/glob-files.js';
import { grepFiles } from '../search/grep-files.js';
import type { SearchContext } from '../search/search-base.js';
import { kindOf, listHostDirectory } from './directory-listing.js';
import type { FileTree } from './file-tree.js';
import { openHostFile } from './host-file.js';

/** A session of a host workspace: a tree of files, and the working directory that relative paths start from. */
export class HostWorkspaceSession implements WorkspaceSession {
  readonly root: string | null;
  readonly cwd = '';
  readonly caseInsensitive: boolean;
  private readonly tree: FileTree;

  constructor(private readonly context: SearchContext) {
    this.tree = context.tree;
    this.root = this.tree.root;
    this.caseInsensitive = this.tree.caseInsensitive;
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
    return openHostFile(this.tree, this.normalize(path));
  }

  async glob(query: GlobQuery): Promise<GlobResult> {
    return globFiles(this.context, this.normalize(query.path ?? '.'), query);
  }

  async grep(query: GrepQuery): Promise<GrepResult> {
    return grepFiles(this.context, this.normalize(query.path ?? '.'), query);
  }
}
