import { constants, type BigIntStats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import type { WorkspaceFile } from '@tackroom/core';
import { closeDescriptor, openDescriptor, readDescriptor, statDescriptor } from './descriptors.js';
import { pathOf } from './listed-name.js';
import type { FileTree, TreeEntry } from './file-tree.js';
import { pathFailure, showPath, systemFailure } from './path-failure.js';
import type { PinnedDirectory } from './pinned-directory.js';

// O_NONBLOCK: a FIFO that takes the place of the file between check and open must not block the process.
const OPEN = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;

/** Opens the regular file at a normalised path for reading. Rejects with `ToolFailure`. The caller closes it. */
export async function openHostFile(tree: FileTree, normalized: string): Promise<HostFile> {
  const entry = await tree.entry(normalized, true);
  try {
    refuseOther(entry.stats, normalized);
    return await openRegular(tree, entry, { path: entry.directory.at(entry.name), shown: normalized });
  } catch (error) {
    throw systemFailure(error, normalized);
  } finally {
    await entry.directory.close();
  }
}

/**
 * Opens the regular file that is listed by this name in a pinned directory, valid UTF-8 or not; `shown` is its path. Rejects with
 * `ToolFailure`. The caller closes it.
 */
export async function openFileIn(tree: FileTree, directory: PinnedDirectory, name: string, shown: string): Promise<HostFile> {
  try {
    const path = await pathOf(directory, name);
    // By descriptors nothing is gained by a look before: what it is shows once it is open, and nothing waits for that.
    const stats = tree.containment === 'descriptors' ? undefined : await lstat(path);
    if (stats !== undefined) refuseOther(stats, shown);
    return await openRegular(tree, { directory, stats }, { path, shown });
  } catch (error) {
    throw systemFailure(error, shown);
  }
}

async function openRegular(
  tree: FileTree,
  { directory, stats }: { readonly directory: PinnedDirectory; readonly stats: TreeEntry['stats'] | undefined },
  { path, shown }: { readonly path: string | Buffer; readonly shown: string },
): Promise<HostFile> {
  const descriptor = await openDescriptor(path, tree.containment === 'none' ? OPEN : OPEN | NO_FOLLOW);
  try {
    const opened = await statDescriptor(descriptor);
    refuseOther(opened, shown);
    if (tree.containment === 'checks') {
      if (Number(opened.ino) !== stats?.ino || Number(opened.dev) !== stats.dev) {
        throw pathFailure('PATH_CHANGED', `${showPath(shown)} was replaced while it was being opened. Try again.`);
      }
      await directory.verify();
    }
    return new HostFile(shown, descriptor, opened);
  } catch (error) {
    await closeDescriptor(descriptor);
    throw error;
  }
}

/** Which content a file has, as far as the file system tells: another file, another size or another time is another content. */
export function revisionOf(stats: Pick<BigIntStats, 'dev' | 'ino' | 'size' | 'mtimeNs'>): string {
  return [stats.dev, stats.ino, stats.size, stats.mtimeNs].join(':');
}

/** A regular file of the host, open for reading. */
export class HostFile implements WorkspaceFile {
  readonly size: number;
  readonly revision: string;
  private readonly reading = new Set<Promise<Buffer>>();
  private closed: Promise<void> | undefined;

  constructor(
    readonly path: string,
    private readonly number: number,
    opened: BigIntStats,
  ) {
    this.size = Number(opened.size);
    this.revision = revisionOf(opened);
  }

  /** For a child process that reads the file from its start. */
  get descriptor(): number {
    // Once it is closed the number may be another file's.
    if (this.closed !== undefined) throw pathFailure('PATH_IO', `${showPath(this.path)} is closed.`);
    return this.number;
  }

  async read(offset: number, length: number): Promise<Buffer> {
    const reading = readDescriptor(this.descriptor, offset, length);
    this.reading.add(reading);
    try {
      return await reading;
    } catch (error) {
      throw systemFailure(error, this.path);
    } finally {
      this.reading.delete(reading);
    }
  }

  /** When nothing is read from it any more. */
  close(): Promise<void> {
    return (this.closed ??= Promise.allSettled(this.reading).then(() => closeDescriptor(this.number)));
  }
}

type Kind = Pick<TreeEntry['stats'], 'isFile' | 'isDirectory' | 'isFIFO' | 'isSocket' | 'isSymbolicLink'>;

/** Refuses what is no regular file. */
export function refuseOther(stats: Kind, normalized: string): void {
  if (stats.isFile()) return;
  const shown = showPath(normalized);
  if (stats.isDirectory()) throw pathFailure('PATH_NOT_FILE', `${shown} is a directory, not a file.`);
  const kind = stats.isFIFO() ? 'a FIFO' : stats.isSocket() ? 'a socket' : stats.isSymbolicLink() ? 'a symbolic link' : 'a device';
  throw pathFailure('PATH_NOT_FILE', `${shown} is not a regular file: it is ${kind}.`);
}
