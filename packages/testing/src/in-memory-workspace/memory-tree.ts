import type { RemoveOptions, WriteOptions } from '@tackroom/core';
import { outside } from './lexical-path.js';
import { pathFailure, showPath } from './path-failure.js';

/** What a tree holds at a path: text or bytes of a file, a link, or an empty directory. */
export type MemoryEntry = string | Uint8Array | { readonly link: string } | { readonly directory: true };

/** A directory of the tree. */
export interface MemoryDirectory {
  readonly kind: 'directory';
  readonly children: Map<string, MemoryNode>;
}

/** A node of the tree. */
export type MemoryNode =
  | { readonly kind: 'file'; readonly bytes: Uint8Array; readonly revision: string }
  | { readonly kind: 'link'; readonly target: string }
  | MemoryDirectory;

/** How links on the way are taken: those in the last place too, or only those before it. */
export interface ResolveOptions {
  readonly links: 'refuse' | 'follow';
  readonly followLast: boolean;
}

/** Where a path leads. `segments` is the way without links. */
export type Resolved =
  | { readonly kind: 'found'; readonly node: MemoryNode; readonly segments: readonly string[] }
  | { readonly kind: 'missing'; readonly segments: readonly string[]; readonly rest: readonly string[] }
  | { readonly kind: 'stopped'; readonly by: 'link' | 'loop' | 'outside' | 'not-directory'; readonly at: readonly string[] };

interface WayPoint {
  readonly name: string;
  readonly node: MemoryNode;
}

/** More links than this on one way are a loop: the bound of Linux. */
const MAX_LINKS = 40;

/** Files, directories and links below one root, in memory. */
export class MemoryTree {
  private readonly root = directory();
  private revisions = 0;

  constructor(private readonly caseInsensitive: boolean) {}

  /** Puts an entry at a path, making the directories above it. What was there is replaced. */
  set(segments: readonly string[], entry: MemoryEntry): void {
    const name = segments.at(-1);
    if (name === undefined) throw pathFailure('PATH_INVALID', 'The root cannot be replaced.');
    let children = this.root.children;
    for (const [depth, parent] of segments.slice(0, -1).entries()) {
      const at = this.nameIn(children, parent) ?? parent;
      const node = children.get(at) ?? directory();
      if (node.kind !== 'directory')
        throw pathFailure('PATH_NOT_DIRECTORY', `${showPath(segments.slice(0, depth + 1))} is not a directory.`);
      children.set(at, node);
      children = node.children;
    }
    children.set(this.nameIn(children, name) ?? name, this.nodeOf(entry));
  }

  /** Puts a file at a path, under the conditions of the port. Gives whether it is new, and its revision. */
  write(
    segments: readonly string[],
    content: Uint8Array,
    options: WriteOptions & Pick<ResolveOptions, 'links'>,
  ): { readonly created: boolean; readonly revision: string } {
    const resolved = this.resolve(segments, { links: options.links, followLast: true });
    if (resolved.kind === 'found') checkReplaced(resolved.node, showPath(segments), options);
    else if (resolved.kind === 'stopped' || resolved.rest.includes('..') || options.revision !== undefined) throw notFound(resolved);
    this.set(resolved.kind === 'found' ? resolved.segments : [...resolved.segments, ...resolved.rest], content);
    const { node } = this.find(segments, { links: options.links, followLast: true });
    return { created: resolved.kind === 'missing', revision: node.kind === 'file' ? node.revision : '' };
  }

  /** Removes what is at a path, links not followed, under the conditions of the port. Gives how many entries went. */
  remove(segments: readonly string[], options: RemoveOptions & Pick<ResolveOptions, 'links'>): number {
    if (segments.length === 0) throw pathFailure('PATH_DENIED', 'The root of the workspace cannot be deleted.');
    const found = this.find(segments, { links: options.links, followLast: false });
    const entries = countOf(found.node);
    if (entries > 1 && !options.recursive) throw pathFailure('PATH_NOT_EMPTY', `${showPath(segments)} is a directory that is not empty.`);
    this.delete(found.segments);
    return entries;
  }

  /** Removes what is at a path, if anything is. */
  delete(segments: readonly string[]): void {
    const parent = this.resolve(segments.slice(0, -1), { links: 'refuse', followLast: true });
    if (parent.kind !== 'found' || parent.node.kind !== 'directory') return;
    const name = this.nameIn(parent.node.children, segments.at(-1) ?? '');
    if (name !== undefined) parent.node.children.delete(name);
  }

  /** Follows a path from the root. */
  resolve(segments: readonly string[], options: ResolveOptions): Resolved {
    const way: WayPoint[] = [];
    let pending = [...segments];
    let links = 0;
    for (let wanted = pending.shift(); wanted !== undefined; wanted = pending.shift()) {
      // Only the target of a link can hold this: the way itself holds no links, so it may be taken by spelling.
      if (wanted === '..') {
        if (way.pop() === undefined) return { kind: 'stopped', by: 'outside', at: [] };
        continue;
      }
      const step = this.lookUp(way, wanted);
      if (step.kind === 'stopped') return step;
      if (step.kind === 'missing') return { kind: 'missing', segments: namesOf(way), rest: [wanted, ...pending] };
      const { name, node } = step;
      if (node.kind === 'link' && (pending.length > 0 || options.followLast)) {
        const at = [...namesOf(way), name];
        if (options.links === 'refuse') return { kind: 'stopped', by: 'link', at };
        if (++links > MAX_LINKS) return { kind: 'stopped', by: 'loop', at };
        if (node.target.startsWith('/')) return { kind: 'stopped', by: 'outside', at };
        pending = [...node.target.split('/').filter((part) => part !== '' && part !== '.'), ...pending];
      } else way.push({ name, node });
    }
    return { kind: 'found', node: way.at(-1)?.node ?? this.root, segments: namesOf(way) };
  }

  /** The node at a path. Throws `ToolFailure` with a `PATH_*` code where there is none or links forbid it. */
  find(segments: readonly string[], options: ResolveOptions): Extract<Resolved, { kind: 'found' }> {
    const resolved = this.resolve(segments, options);
    if (resolved.kind === 'found') return resolved;
    throw notFound(resolved);
  }

  private nodeOf(entry: MemoryEntry): MemoryNode {
    if (typeof entry === 'string' || entry instanceof Uint8Array) {
      const bytes = typeof entry === 'string' ? Buffer.from(entry) : entry.slice();
      return { kind: 'file', bytes, revision: String(++this.revisions) };
    }
    return 'link' in entry ? { kind: 'link', target: entry.link } : directory();
  }

  private lookUp(
    way: readonly WayPoint[],
    wanted: string,
  ): ({ readonly kind: 'entry' } & WayPoint) | Extract<Resolved, { kind: 'stopped' }> | { readonly kind: 'missing' } {
    const parent = way.at(-1)?.node ?? this.root;
    if (parent.kind !== 'directory') return { kind: 'stopped', by: 'not-directory', at: namesOf(way) };
    const name = this.nameIn(parent.children, wanted);
    const node = name === undefined ? undefined : parent.children.get(name);
    return name === undefined || node === undefined ? { kind: 'missing' } : { kind: 'entry', name, node };
  }

  private nameIn(children: ReadonlyMap<string, MemoryNode>, wanted: string): string | undefined {
    if (children.has(wanted)) return wanted;
    if (!this.caseInsensitive) return undefined;
    return [...children.keys()].find((name) => name.toLowerCase() === wanted.toLowerCase());
  }
}

function namesOf(way: readonly WayPoint[]): string[] {
  return way.map(({ name }) => name);
}

function notFound(resolved: Exclude<Resolved, { kind: 'found' }>): Error {
  if (resolved.kind === 'missing') {
    return pathFailure('PATH_NOT_FOUND', `${showPath([...resolved.segments, ...resolved.rest.slice(0, 1)])} does not exist.`);
  }
  const at = showPath(resolved.at);
  switch (resolved.by) {
    case 'outside':
      return outside();
    case 'link':
      return pathFailure('PATH_LINK', `${at} is a symbolic link, and links are not followed here.`);
    case 'loop':
      return pathFailure('PATH_LINK', `${at} is a symbolic link that leads in a circle.`);
    case 'not-directory':
      return pathFailure('PATH_NOT_DIRECTORY', `${at} is not a directory.`);
  }
}

function checkReplaced(node: MemoryNode, shown: string, options: WriteOptions): void {
  if (node.kind !== 'file') throw pathFailure('PATH_NOT_FILE', `${shown} is a ${node.kind}, not a file.`);
  if (!options.overwrite) throw pathFailure('PATH_EXISTS', `${shown} exists already.`);
  if (options.revision === undefined || options.revision === node.revision) return;
  throw pathFailure('PATH_CHANGED', `${shown} was changed by somebody else meanwhile. Read it again.`);
}

/** The entry itself and all below it. */
function countOf(node: MemoryNode): number {
  if (node.kind !== 'directory') return 1;
  return [...node.children.values()].reduce((sum, child) => sum + countOf(child), 1);
}

function directory(): MemoryDirectory {
  return { kind: 'directory', children: new Map() };
}
