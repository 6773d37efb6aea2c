import { ToolFailure } from '@tackroom/core';
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
import { segmentsOf } from './lexical-path.js';
import { globTree, grepTree } from './memory-search.js';
import type { SearchBase } from './memory-search.js';
import type { MemoryRoots } from './memory-roots.js';
import type { MemoryDirectory, MemoryNode, ResolveOptions } from './memory-tree.js';
import { pathFailure, showPath } from './path-failure.js';

/** A session of a workspace in memory: a tree, and the working directory that relative paths start from. */
export class MemorySession implements WorkspaceSession {
  readonly root = null;
  private directory = '';

  constructor(
    private readonly roots: MemoryRoots,
    private readonly links: ResolveOptions['links'],
    readonly caseInsensitive: boolean,
    private readonly exported: Map<string, Uint8Array>,
    /** The session that this is a view of, for one call. */
    private readonly session?: MemorySession,
  ) {}

  get cwd(): string {
    return this.directory;
  }

  /** Makes a directory the working directory. Throws `ToolFailure` with a `PATH_*` code. */
  enter(path: string): string {
    const segments = this.locate(path);
    if (this.roots.depth(segments) > 0) {
      throw pathFailure('PATH_OUTSIDE', 'The working directory stays in the workspace. Name files elsewhere by their whole path.');
    }
    this.findDirectory(segments);
    this.stay(segments.join('/'));
    return this.directory;
  }

  at(cwd: string): WorkspaceSession {
    const view = new MemorySession(this.roots, this.links, this.caseInsensitive, this.exported, this);
    view.directory = cwd;
    return view;
  }

  normalize(path: string): string {
    return this.locate(path).join('/');
  }

  fact(path: string): Promise<PathFact> {
    return Promise.resolve(this.factOf(path));
  }

  async stat(path: string): Promise<{ readonly path: string; readonly kind: EntryKind; readonly size: number }> {
    const segments = this.locate(path);
    const { node } = this.roots.find(segments, { links: this.links, followLast: false });
    return { path: segments.join('/'), kind: node.kind, size: sizeOf(node) };
  }

  async list(path: string, limit: number): Promise<DirectoryListing> {
    const segments = this.locate(path);
    const { children } = this.findDirectory(segments);
    const entries = [...children]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .slice(0, limit)
      .map(([name, node]) => ({ name, kind: node.kind, size: sizeOf(node), ...(node.kind === 'link' ? { target: node.target } : {}) }));
    return { path: segments.join('/'), entries, total: children.size };
  }

  async open(path: string): Promise<WorkspaceFile> {
    const segments = this.entryAt(path);
    const { node } = this.roots.find(segments, { links: this.links, followLast: true });
    if (node.kind !== 'file') throw pathFailure('PATH_NOT_FILE', `${showPath(segments)} is a ${node.kind}, not a file.`);
    const { bytes, revision } = node;
    return {
      path: segments.join('/'),
      size: bytes.length,
      revision,
      read: (offset, length) => Promise.resolve(bytes.slice(offset, offset + length)),
      close: () => Promise.resolve(),
    };
  }

  async write(path: string, content: Uint8Array, options: WriteOptions): Promise<WrittenFile> {
    const segments = this.entryAt(path);
    const written = this.roots.writable(segments).write(segments, content, { ...options, links: this.links });
    return { path: segments.join('/'), bytes: content.length, ...written };
  }

  async remove(path: string, options: RemoveOptions): Promise<RemovedEntry> {
    const segments = this.entryAt(path);
    return { path: segments.join('/'), entries: this.roots.writable(segments).remove(segments, { ...options, links: this.links }) };
  }

  async exportFile(directory: string, name: string, content: Uint8Array, options: Pick<WriteOptions, 'overwrite'>): Promise<string> {
    if (name === '' || /[/\0]/.test(name) || name === '.' || name === '..') {
      throw pathFailure('PATH_INVALID', 'The name of a copy must be a plain file name.');
    }
    const free = options.overwrite ? name : freeName(name, (candidate) => this.exported.has(`${directory}/${candidate}`));
    this.exported.set(`${directory}/${free}`, content.slice());
    return free;
  }

  async changeDirectory(path: string): Promise<string> {
    return this.enter(path);
  }

  async glob(query: GlobQuery): Promise<GlobResult> {
    return globTree(this.searchBase(query.path), query);
  }

  async grep(query: GrepQuery): Promise<GrepResult> {
    return grepTree(this.searchBase(query.path, true), query);
  }

  private stay(directory: string): void {
    this.directory = directory;
    this.session?.stay(directory);
  }

  private locate(path: string): string[] {
    return this.roots.locate(path, segmentsOf(this.directory));
  }

  /** A slash at the end says that a directory is meant: what is none must not be taken for it. */
  private entryAt(path: string): string[] {
    const segments = this.locate(path);
    if (!/\/\.?$/.test(path)) return segments;
    const target = this.roots.resolve(segments, { links: this.links, followLast: true });
    if (target.kind === 'found' && target.node.kind === 'directory') return segments;
    const shown = showPath(segments);
    const entry = this.roots.resolve(segments, { links: this.links, followLast: false });
    if (entry.kind === 'found') {
      const what = entry.node.kind === 'link' ? 'a symbolic link, not a directory' : 'not a directory';
      throw pathFailure('PATH_NOT_DIRECTORY', `${shown} is ${what}. Leave out the slash at the end.`);
    }
    throw pathFailure('PATH_NOT_FOUND', `There is no directory ${shown}. A file is named without a slash at the end.`);
  }

  private searchBase(path = '.', isEntry = false): SearchBase {
    const segments = isEntry ? this.entryAt(path) : this.locate(path);
    const find = (at: readonly string[]): MemoryNode => this.roots.find(at, { links: this.links, followLast: true }).node;
    return { segments, rootDepth: this.roots.depth(segments), find };
  }

  private findDirectory(segments: readonly string[]): MemoryDirectory {
    const { node } = this.roots.find(segments, { links: this.links, followLast: true });
    if (node.kind === 'directory') return node;
    throw pathFailure('PATH_NOT_DIRECTORY', `${showPath(segments)} is not a directory.`);
  }

  /** Links are followed whatever the session does with them: a rule is about the file that a path leads to. */
  private factOf(path: string): PathFact {
    let segments: string[];
    try {
      segments = this.locate(path);
    } catch (error) {
      return {
        raw: path,
        normalized: undefined,
        canonical: undefined,
        outside: error instanceof ToolFailure && error.code === 'PATH_OUTSIDE',
      };
    }
    const resolved = this.roots.resolve(segments, { links: 'follow', followLast: true });
    const readOnly = this.roots.depth(segments) > 0 ? ({ readOnly: true } as const) : {};
    const fact = { raw: path, normalized: segments.join('/'), ...readOnly };
    if (resolved.kind === 'stopped') return { ...fact, canonical: undefined, outside: resolved.by === 'outside' };
    const way = resolved.kind === 'found' ? resolved.segments : [...resolved.segments, ...resolved.rest];
    return { ...fact, canonical: way.includes('..') ? undefined : way.join('/'), outside: false };
  }
}

function sizeOf(node: MemoryNode): number {
  return node.kind === 'file' ? node.bytes.length : 0;
}

function freeName(name: string, isTaken: (candidate: string) => boolean): string {
  const dot = name.lastIndexOf('.');
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  let candidate = name;
  for (let number = 2; isTaken(candidate); number += 1) candidate = `${stem}-${number}${extension}`;
  return candidate;
}
