import { locate } from './lexical-path.js';
import type { MemoryTree, Resolved, ResolveOptions } from './memory-tree.js';
import { pathFailure, showPath } from './path-failure.js';

/** A tree and further trees that can only be read, each under its name and a colon. Segments are relative to the root. */
export class MemoryRoots {
  constructor(
    private readonly main: MemoryTree,
    private readonly mounts: ReadonlyMap<string, MemoryTree>,
  ) {}

  /** Segments of a path. The name of a mount is first, wherever `cwd` is. */
  locate(path: string, cwd: readonly string[]): string[] {
    const [, mount = '', rest = ''] = /^([^/]+:)(?:\/+(.*))?$/s.exec(path) ?? [];
    return this.mounts.has(mount) ? [mount, ...locate(rest === '' ? '.' : rest, [])] : locate(path, cwd);
  }

  /** How many leading segments stand for the root that a path lies in. */
  depth([first = '']: readonly string[]): 0 | 1 {
    return this.mounts.has(first) ? 1 : 0;
  }

  find(segments: readonly string[], options: ResolveOptions): Extract<Resolved, { kind: 'found' }> {
    const { tree, inner, prefix } = this.enter(segments);
    const found = tree.find(inner, options);
    return { ...found, segments: [...prefix, ...found.segments] };
  }

  resolve(segments: readonly string[], options: ResolveOptions): Resolved {
    const { tree, inner, prefix } = this.enter(segments);
    const resolved = tree.resolve(inner, options);
    return resolved.kind === 'stopped' ? resolved : { ...resolved, segments: [...prefix, ...resolved.segments] };
  }

  /** The tree to change. Throws `PATH_READ_ONLY` below a mount. */
  writable(segments: readonly string[]): MemoryTree {
    if (this.depth(segments) === 0) return this.main;
    throw pathFailure('PATH_READ_ONLY', `${showPath(segments)} cannot be changed: it lies in a root that can only be read.`);
  }

  private enter(segments: readonly string[]): {
    readonly tree: MemoryTree;
    readonly inner: readonly string[];
    readonly prefix: readonly string[];
  } {
    const mount = this.mounts.get(segments[0] ?? '');
    if (mount === undefined) return { tree: this.main, inner: segments, prefix: [] };
    return { tree: mount, inner: segments.slice(1), prefix: segments.slice(0, 1) };
  }
}
