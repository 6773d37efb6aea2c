import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import type { BoundPath, Mount } from '../confinement/mount.js';

/** Linux gives this flag one value on every architecture that Node runs on; Node does not export it. */
const O_PATH = 0o10000000;
const PIN = O_PATH | constants.O_NOFOLLOW;

/** Mounts whose sources are held open, so that no name on the way can come to mean something else. Whoever made it calls `close`. */
export class PinnedMounts {
  private readonly opened = new Map<string, number>();
  private readonly pinned: readonly { readonly mount: Mount; readonly descriptor: number | undefined }[];

  /** Throws the system's error where a name has gone, and `ELOOP` where one has become a link. */
  constructor(mounts: readonly Mount[]) {
    try {
      this.pinned = mounts.map((mount) => ({
        mount,
        descriptor: 'below' in mount ? this.open(mount.source, mount.below ?? '') : undefined,
      }));
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** What bwrap is to be given, in order. */
  get descriptors(): readonly number[] {
    return this.pinned.flatMap(({ descriptor }) => descriptor ?? []);
  }

  /** Arguments of bwrap, which finds the first of the descriptors under this number. */
  arguments(first: number): readonly string[] {
    let next = first;
    return this.pinned.flatMap(({ mount, descriptor }) => (descriptor === undefined ? byName(mount) : byDescriptor(mount, next++)));
  }

  close(): void {
    for (const descriptor of this.opened.values()) closeSync(descriptor);
    this.opened.clear();
  }

  private open(path: string, below: string): number {
    const known = this.opened.get(path);
    if (known !== undefined) return known;
    const slash = path.lastIndexOf('/');
    const at = path === below ? path : `/proc/self/fd/${this.open(path.slice(0, slash), below)}/${path.slice(slash + 1)}`;
    const descriptor = openSync(at, PIN);
    this.opened.set(path, descriptor);
    if (fstatSync(descriptor).isSymbolicLink()) throw Object.assign(new Error(`${path} has become a link`), { code: 'ELOOP' });
    return descriptor;
  }
}

function byName(mount: Mount): readonly string[] {
  switch (mount.kind) {
    case 'empty':
      return ['--perms', '0500', '--tmpfs', mount.at];
    case 'link':
      return ['--symlink', mount.target, mount.at];
    default:
      return [mount.kind === 'read' ? '--ro-bind' : '--bind', mount.source, mount.at];
  }
}

function byDescriptor({ kind, at }: Mount, descriptor: number): readonly string[] {
  return [kind === 'read' ? '--ro-bind-fd' : '--bind-fd', String(descriptor), at];
}

/** Whether a mount shows a path of the host. */
export function isBound(mount: Mount): mount is BoundPath {
  return mount.kind === 'read' || mount.kind === 'write';
}
