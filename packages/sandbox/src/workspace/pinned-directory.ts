import { closeSync, constants, fstatSync } from 'node:fs';
import { lstat, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { closeDescriptor, openDescriptor, syncDescriptor } from './descriptors.js';
import { errorCode, pathFailure } from './path-failure.js';

/**
 * A directory that stays the same directory while it is held, whatever happens to its name. Every access to an entry
 * goes through {@link PinnedDirectory.at}, one name at a time. Whoever got it closes it.
 */
export interface PinnedDirectory {
  /** Host path of one entry, or of the directory itself. Good only until `close`. */
  at(name?: string): string;
  /**
   * Pins a child directory. Rejects with `ENOTDIR` for anything else, links included. A name in bytes, for one that is not
   * valid UTF-8, leads on only from descriptors.
   */
  enter(name: string | Buffer): Promise<PinnedDirectory>;
  /** Rejects with `PATH_CHANGED` if the name has come to mean another directory since. Needed after use where paths are not pinned. */
  verify(): Promise<void>;
  close(): Promise<void>;
}

/** How a root directory is pinned; `identity` guards against a root that was replaced since the workspace was made. */
export type PinRoot = (path: string, identity: DirectoryIdentity) => Promise<PinnedDirectory>;

/** Which directory it is, independent of its name. */
export interface DirectoryIdentity {
  readonly dev: bigint;
  readonly ino: bigint;
}

// Linux gives this flag one value on every architecture that Node runs on; Node does not export it. It pins a directory
// without the right to list it.
const O_PATH = 0o10000000;
const CLOSED = -1;
const PIN = O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW;

class DescriptorDirectory implements PinnedDirectory {
  constructor(private descriptor: number) {}

  at(name = ''): string {
    return name === '' ? `/proc/self/fd/${this.descriptor}` : `/proc/self/fd/${this.descriptor}/${name}`;
  }

  async enter(name: string | Buffer): Promise<PinnedDirectory> {
    const path = typeof name === 'string' ? this.at(name) : Buffer.concat([Buffer.from(`${this.at()}/`), name]);
    return new DescriptorDirectory(await openDescriptor(path, PIN));
  }

  // A descriptor cannot come to mean another directory.
  verify(): Promise<void> {
    return Promise.resolve();
  }

  close(): Promise<void> {
    const { descriptor } = this;
    // The number may be another directory's from now on.
    this.descriptor = CLOSED;
    // At once: a descriptor that only pins has nothing that a file system could be asked to finish.
    if (descriptor !== CLOSED) closeSync(descriptor);
    return Promise.resolve();
  }
}

/**
 * Pins by descriptor: each component is opened relative to its parent's descriptor and never through a link, so that
 * swapping a directory for a link between check and use gains nothing. Linux with `/proc` only.
 */
export const pinByDescriptor: PinRoot = async (path, identity) => {
  const descriptor = await openDescriptor(path, PIN).catch(rootGone);
  // At once: the system has just looked at it.
  if (!sameIdentity(fstatSync(descriptor, { bigint: true }), identity)) {
    closeSync(descriptor);
    throw rootChanged();
  }
  return new DescriptorDirectory(descriptor);
};

interface CheckedPath extends DirectoryIdentity {
  readonly path: string;
}

class CheckedDirectory implements PinnedDirectory {
  constructor(
    private readonly path: string,
    private readonly chain: readonly CheckedPath[],
  ) {}

  at(name = ''): string {
    return name === '' ? this.path : join(this.path, name);
  }

  async enter(name: string | Buffer): Promise<PinnedDirectory> {
    const path = this.at(name.toString());
    const found = await lstat(path, { bigint: true });
    if (!found.isDirectory()) throw Object.assign(new Error('not a directory'), { code: 'ENOTDIR' });
    return new CheckedDirectory(path, [...this.chain, { path, dev: found.dev, ino: found.ino }]);
  }

  async verify(): Promise<void> {
    for (const link of this.chain) {
      const found = await lstat(link.path, { bigint: true }).catch(() => undefined);
      if (found === undefined || !sameIdentity(found, link)) {
        throw pathFailure('PATH_CHANGED', 'A directory on the way was replaced while it was being used. Try again.');
      }
    }
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/**
 * Pins as well as a system without `/proc/self/fd` allows: each component is checked not to be a link, and
 * {@link PinnedDirectory.verify} compares identities after the access. A swap timed between the two can still win.
 */
export const pinByCheck: PinRoot = async (path, identity) => {
  const found = await lstat(path, { bigint: true }).catch(rootGone);
  if (!sameIdentity(found, identity)) throw rootChanged();
  return new CheckedDirectory(path, [{ path, ...identity }]);
};

class PlainDirectory implements PinnedDirectory {
  constructor(private readonly path: string) {}

  at(name = ''): string {
    return name === '' ? this.path : join(this.path, name);
  }

  enter(name: string | Buffer): Promise<PinnedDirectory> {
    return pinPlainly(this.at(name.toString()));
  }

  verify(): Promise<void> {
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** A directory by its path, links followed: for file access without a root. */
export async function pinPlainly(path: string): Promise<PinnedDirectory> {
  if (!(await stat(path)).isDirectory()) throw Object.assign(new Error('not a directory'), { code: 'ENOTDIR' });
  return new PlainDirectory(path);
}

/**
 * Forces the names in a directory to the disk, so that a file put there is there after a power cut. What cannot do that, or may not be
 * listed, goes without: what was put there is in place for everybody who looks.
 */
export async function syncNames(directory: PinnedDirectory): Promise<void> {
  const descriptor = await openDescriptor(directory.at(), constants.O_RDONLY | (constants.O_DIRECTORY ?? 0)).catch(() => undefined);
  if (descriptor === undefined) return;
  await syncDescriptor(descriptor).catch(() => undefined);
  await closeDescriptor(descriptor);
}

function sameIdentity(a: DirectoryIdentity, b: DirectoryIdentity): boolean {
  return a.dev === b.dev && a.ino === b.ino;
}

/** The root existed when the workspace was made; that its name leads nowhere now is about the root, not about a path in it. */
function rootGone(error: unknown): never {
  const code = errorCode(error);
  throw code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP' ? rootChanged(error) : error;
}

function rootChanged(cause?: unknown): Error {
  return pathFailure('PATH_CHANGED', 'The directory of the workspace was removed or replaced since the workspace was opened.', cause);
}
