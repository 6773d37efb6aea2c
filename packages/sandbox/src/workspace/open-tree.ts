import { lstat, mkdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, posix, resolve } from 'node:path';
import type { PathFact } from '@tackroom/core';
import type { FileTree, TreeEntry, TreePlace } from './file-tree.js';
import { errorCode, systemFailure } from './path-failure.js';
import { absoluteSegments, hostPath, hostStyle, locate, within, type PathStyle } from './path-grammar.js';
import { pinPlainly, type PinnedDirectory } from './pinned-directory.js';

/**
 * All files of the host under the process's own permissions. Normalised paths inside the directory that the process
 * started in are relative to it; all others are absolute, so that one rule can name either.
 */
export class OpenTree implements FileTree {
  readonly root = null;
  readonly containment = 'none';
  readonly caseInsensitive = process.platform === 'darwin' || process.platform === 'win32';
  private readonly style: PathStyle = hostStyle(this.caseInsensitive);
  private readonly base: readonly string[] = absoluteSegments(resolve('.'), this.style) ?? [];

  normalize(path: string, cwd: string): string {
    return this.shorten(locate(path, this.segments(cwd), this.style));
  }

  async fact(path: string, cwd: string): Promise<PathFact> {
    let normalized: string;
    try {
      normalized = this.normalize(path, cwd);
    } catch {
      return { raw: path, normalized: undefined, canonical: undefined, outside: false };
    }
    return { raw: path, normalized, canonical: await this.canonical(this.hostPath(normalized)), outside: false };
  }

  async directory(normalized: string): Promise<PinnedDirectory> {
    try {
      return await pinPlainly(this.hostPath(normalized));
    } catch (error) {
      throw systemFailure(error, normalized);
    }
  }

  async entry(normalized: string, followLast: boolean): Promise<TreeEntry> {
    const segments = this.segments(normalized);
    const name = segments[segments.length - 1] ?? '';
    try {
      const directory = await pinPlainly(hostPath(segments.slice(0, -1), this.style));
      const stats = await (followLast ? stat : lstat)(directory.at(name));
      return { directory, name, stats };
    } catch (error) {
      throw systemFailure(error, normalized);
    }
  }

  /** A link in the last place is followed: what it leads to is written, and the link stays. */
  async place(normalized: string): Promise<TreePlace> {
    const path = this.hostPath(normalized);
    try {
      const real = await realpath(path).catch(ifMissing);
      if (real !== undefined) return { directory: await pinPlainly(dirname(real)), name: basename(real), stats: await stat(real) };
      await mkdir(dirname(path), { recursive: true });
      return { directory: await pinPlainly(dirname(path)), name: basename(path), stats: undefined };
    } catch (error) {
      throw systemFailure(error, normalized);
    }
  }

  rootDepth(_normalized: string): number {
    return 0;
  }

  mustBeWritable(_normalized: string): void {
    // Whatever the process may change.
  }

  /** Host path of a normalised path. */
  hostPath(normalized: string): string {
    return hostPath(this.segments(normalized), this.style);
  }

  private segments(normalized: string): readonly string[] {
    return absoluteSegments(normalized, this.style) ?? [...this.base, ...normalized.split('/').filter((name) => name !== '')];
  }

  private shorten(segments: readonly string[]): string {
    const inside = within(segments, this.base, this.style);
    return inside === undefined ? hostPath(segments, this.style).replaceAll('\\', '/') : inside.join('/');
  }

  /** Through links as far as the path exists; undefined when that cannot be told. */
  private async canonical(path: string): Promise<string | undefined> {
    const missing: string[] = [];
    for (let at = path; ; at = posix.dirname(at)) {
      const real = await realpath(at).catch(() => undefined);
      if (real !== undefined) return this.shorten([...(absoluteSegments(real, this.style) ?? []), ...missing]);
      // A link that leads nowhere has no canonical path that could be told from here.
      if ((await lstat(at).catch(() => undefined)) !== undefined || at === posix.dirname(at)) return undefined;
      missing.unshift(posix.basename(at));
    }
  }
}

function ifMissing(error: unknown): undefined {
  if (errorCode(error) === 'ENOENT') return undefined;
  throw error;
}
