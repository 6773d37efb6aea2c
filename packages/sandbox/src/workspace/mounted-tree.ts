import type { PathFact } from '@tackroom/core';
import type { Containment, FileTree, TreeEntry, TreePlace } from './file-tree.js';
import { pathFailure, showPath } from './path-failure.js';
import type { PinnedDirectory } from './pinned-directory.js';

/**
 * A tree with further roots that can only be read. Each stands in the root under its name and a colon, `docs:/guide.md`,
 * and hides an entry of the root that is called so.
 */
export class MountedTree implements FileTree {
  readonly root: string | null;
  readonly containment: Containment;
  readonly caseInsensitive: boolean;

  constructor(
    private readonly main: FileTree,
    private readonly mounts: ReadonlyMap<string, FileTree>,
  ) {
    ({ root: this.root, containment: this.containment, caseInsensitive: this.caseInsensitive } = main);
  }

  normalize(path: string, cwd: string): string {
    const mount = this.find(path);
    if (mount === undefined) return this.main.normalize(path, cwd);
    return mount.outer(mount.tree.normalize(mount.inner.replace(/^\/+/, '') || '.', ''));
  }

  async fact(path: string, cwd: string): Promise<PathFact> {
    let normalized: string;
    try {
      normalized = this.normalize(path, cwd);
    } catch {
      const mount = this.find(path);
      return mount === undefined ? this.main.fact(path, cwd) : { ...(await mount.tree.fact(mount.inner, '')), raw: path, readOnly: true };
    }
    const mount = this.find(normalized);
    if (mount === undefined) return this.main.fact(path, cwd);
    const fact = await mount.tree.fact(mount.inner || '.', '');
    const canonical = fact.canonical === undefined ? undefined : mount.outer(fact.canonical);
    return { ...fact, raw: path, normalized, canonical, readOnly: true };
  }

  directory(normalized: string): Promise<PinnedDirectory> {
    const { tree, inner } = this.resolve(normalized);
    return tree.directory(inner);
  }

  entry(normalized: string, followLast: boolean): Promise<TreeEntry> {
    const { tree, inner } = this.resolve(normalized);
    return tree.entry(inner, followLast);
  }

  async place(normalized: string): Promise<TreePlace> {
    this.mustBeWritable(normalized);
    return this.main.place(normalized);
  }

  rootDepth(normalized: string): number {
    return this.find(normalized) === undefined ? 0 : 1;
  }

  mustBeWritable(normalized: string): void {
    if (this.find(normalized) === undefined) return this.main.mustBeWritable(normalized);
    throw pathFailure('PATH_READ_ONLY', `${showPath(normalized)} cannot be changed: it lies in a root that can only be read.`);
  }

  private resolve(normalized: string): { readonly tree: FileTree; readonly inner: string } {
    return this.find(normalized) ?? { tree: this.main, inner: normalized };
  }

  private find(path: string): { readonly tree: FileTree; readonly inner: string; readonly outer: (inner: string) => string } | undefined {
    const [, name = '', inner = ''] = /^([^/:]+):(?:\/(.*))?$/s.exec(path) ?? [];
    const tree = this.mounts.get(name);
    return tree && { tree, inner, outer: (inside) => (inside === '' ? `${name}:` : `${name}:/${inside}`) };
  }
}
