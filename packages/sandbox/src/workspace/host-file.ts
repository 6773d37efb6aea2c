import { constants, type BigIntStats } from 'node:fs';
import { lstat, open, type FileHandle } from 'node:fs/promises';
import type { WorkspaceFile } from '@tackroom/core';
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
    return new HostFile(normalized, await openRegular(tree, entry, normalized));
  } catch (error) {
    throw systemFailure(error, normalized);
  } finally {
    await entry.directory.close();
  }
}

/** Opens the regular file of this name in a pinned directory; `shown` is its path. Rejects with `ToolFailure`. The caller closes it. */
export async function openFileIn(tree: FileTree, directory: PinnedDirectory, name: string, shown: string): Promise<HostFile> {
  try {
    const stats = await lstat(directory.at(name));
    return new HostFile(shown, await openRegular(tree, { directory, name, stats }, shown));
  } catch (error) {
    throw systemFailure(error, shown);
  }
}

async function openRegular(tree: FileTree, entry: TreeEntry, normalized: string): Promise<OpenedFile> {
  const { directory, name, stats } = entry;
  refuseOther(stats, normalized);
  const handle = await open(directory.at(name), tree.containment === 'none' ? OPEN : OPEN | NO_FOLLOW);
  try {
    const opened = await handle.stat({ bigint: true });
    refuseOther(opened, normalized);
    if (tree.containment === 'checks') {
      if (Number(opened.ino) !== stats.ino || Number(opened.dev) !== stats.dev) {
        throw pathFailure('PATH_CHANGED', `${showPath(normalized)} was replaced while it was being opened. Try again.`);
      }
      await directory.verify();
    }
    return { handle, size: Number(opened.size), revision: revisionOf(opened) };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

interface OpenedFile {
  readonly handle: FileHandle;
  readonly size: number;
  readonly revision: string;
}

/** Which content a file has, as far as the file system tells: another file, another size or another time is another content. */
export function revisionOf(stats: Pick<BigIntStats, 'dev' | 'ino' | 'size' | 'mtimeNs'>): string {
  return [stats.dev, stats.ino, stats.size, stats.mtimeNs].join(':');
}

/** A regular file of the host, open for reading. */
export class HostFile implements WorkspaceFile {
  readonly size: number;
  readonly revision: string;
  private readonly handle: FileHandle;

  constructor(
    readonly path: string,
    opened: OpenedFile,
  ) {
    this.handle = opened.handle;
    this.size = opened.size;
    this.revision = opened.revision;
  }

  /** For a child process that reads the file from its start. */
  get descriptor(): number {
    return this.handle.fd;
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    const buffer = Buffer.allocUnsafe(length);
    let filled = 0;
    try {
      while (filled < length) {
        const { bytesRead } = await this.handle.read(buffer, filled, length - filled, offset + filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
    } catch (error) {
      throw systemFailure(error, this.path);
    }
    return buffer.subarray(0, filled);
  }

  close(): Promise<void> {
    return this.handle.close();
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
