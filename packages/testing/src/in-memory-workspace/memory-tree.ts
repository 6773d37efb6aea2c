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
  { readonly kind: 'file'; readonly bytes: Uint8Array } | { readonly kind: 'link'; readonly target: string } | MemoryDirectory;

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
    children.set(this.nameIn(children, name) ?? name, nodeOf(entry));
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
    if (resolved.kind === 'missing') {
      throw pathFailure('PATH_NOT_FOUND', `${showPath([...resolved.segments, ...resolved.rest.slice(0, 1)])} does not exist.`);
    }
    const at = showPath(resolved.at);
    switch (resolved.by) {
      case 'outside':
        throw outside();
      case 'link':
        throw pathFailure('PATH_LINK', `${at} is a symbolic link, and links are not followed here.`);
      case 'loop':
        throw pathFailure('PATH_LINK', `${at} is a symbolic link that leads in a circle.`);
      case 'not-directory':
        throw pathFailure('PATH_NOT_DIRECTORY', `${at} is not a directory.`);
    }
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

function nodeOf(entry: MemoryEntry): MemoryNode {
  if (typeof entry === 'string') return { kind: 'file', bytes: Buffer.from(entry) };
  if (entry instanceof Uint8Array) return { kind: 'file', bytes: entry.slice() };
  return 'link' in entry ? { kind: 'link', target: entry.link } : directory();
}

function directory(): MemoryDirectory {
  return { kind: 'directory', children: new Map() };
}
