import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import type { BoundPath, Mount } from '../confinement/mount.js';

/** Linux gives this flag one value on every architecture that Node runs on; Node does not export it. */
const O_PATH = 0o10000000;
const PIN = O_PATH | constants.O_NOFOLLOW;
/** Where mounts wait inside until they can be put into their places. */
const STAGE = '/run/.tackroom';
/**
 * bwrap looks for sources below its `/oldroot`, where the host is, and makes places below its `/newroot`. This puts the second in the
 * place of the first: whatever link stands on the way to a place from then on, it leads to what is in the sandbox anyway.
 */
export const CLOSE_HOST: readonly string[] = ['--bind-try', '/../newroot', '/../oldroot'];

/** Whether bwrap can be kept from the host (`closed`), or resolves places inside the sandbox by itself (`direct`, from 0.12 on). */
export type MountWay = 'closed' | 'direct';

/**
 * How mounts are made without a name of the workspace leading anywhere else, while a command that runs at the same time may put a
 * link into its place: sources of the host are held open from the root on, and what is to stand in a directory that commands write
 * to is put there when bwrap cannot reach the host any more. Whoever made it calls `close`.
 */
export class MountPlan {
  /** What bwrap is to be given, in order. */
  readonly descriptors: readonly number[];
  /** Everything that will be mounted, with what waits to be put into its place. */
  readonly expected: readonly Mount[];
  private readonly opened = new Map<string, number>();
  private readonly steps: readonly Step[];

  /** Throws the system's error where a name has gone, and `ELOOP` where one has become a link. */
  constructor(
    mounts: readonly Mount[],
    private readonly way: MountWay,
  ) {
    this.steps = mounts.map((mount, index) => this.stepOf(mount, index, mounts));
    const staged = this.steps.flatMap(({ mount, stage }) => (stage === undefined || !isBound(mount) ? [] : [{ ...mount, at: stage }]));
    this.expected = [...mounts, ...staged, ...(staged.length === 0 ? [] : [{ kind: 'empty', at: STAGE } as const])];
    try {
      this.descriptors = this.steps.flatMap(({ mount, isPinned }) => (isPinned && isBound(mount) ? [this.open(mount.source)] : []));
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Arguments of bwrap, which finds the first of the descriptors under this number. */
  arguments(first: number): readonly string[] {
    let next = first;
    const early: string[] = [];
    const late: string[] = [];
    for (const { mount, isLate, isPinned, stage } of this.steps) {
      const descriptor = isPinned ? next++ : undefined;
      if (!isLate) early.push(...argumentsOf(mount, descriptor));
      else if (!isBound(mount)) late.push(...argumentsOf(mount, undefined));
      else {
        if (stage !== undefined) early.push(...argumentsOf({ ...mount, at: stage }, descriptor));
        late.push(mount.kind === 'read' ? '--ro-bind-try' : '--bind-try', stage ?? this.shownAt(mount), mount.at);
      }
    }
    if (late.length === 0) return early;
    // What waited there is without its guards.
    const cover = this.expected.some(({ at }) => at === STAGE) ? [...argumentsOf({ kind: 'empty', at: STAGE }, undefined)] : [];
    return [...early, ...CLOSE_HOST, ...late, ...cover];
  }

  close(): void {
    for (const descriptor of this.opened.values()) closeSync(descriptor);
    this.opened.clear();
  }

  private stepOf(mount: Mount, index: number, mounts: readonly Mount[]): Step {
    const isGuard = isBound(mount) && mount.below !== undefined && mount.source !== mount.below;
    const isPinned = isBound(mount) && mount.below !== undefined && (this.way === 'direct' || !isGuard);
    const isLate = this.way === 'closed' && isInLive(mount.at, mounts.slice(0, index));
    // A guard shows again what is mounted already.
    return { mount, isLate, isPinned, stage: isLate && isBound(mount) && !isGuard ? `${STAGE}/${index}` : undefined };
  }

  /** Where a guard finds what it is to show: in the workspace that is mounted already, or waits. */
  private shownAt({ source, at, below }: BoundPath): string {
    const home = this.steps.find(({ mount, stage }) => stage !== undefined && isBound(mount) && mount.source === below);
    return home?.stage === undefined || below === undefined ? at : home.stage + source.slice(below.length);
  }

  /** Name by name, from the root on. */
  private open(path: string): number {
    const known = this.opened.get(path);
    if (known !== undefined) return known;
    const slash = path.lastIndexOf('/');
    const descriptor = openSync(slash <= 0 ? path : `/proc/self/fd/${this.open(path.slice(0, slash))}/${path.slice(slash + 1)}`, PIN);
    this.opened.set(path, descriptor);
    if (fstatSync(descriptor).isSymbolicLink()) throw Object.assign(new Error(`${path} has become a link`), { code: 'ELOOP' });
    return descriptor;
  }
}

/** How one mount is made. */
interface Step {
  readonly mount: Mount;
  /** When bwrap cannot reach the host any more. */
  readonly isLate: boolean;
  /** Its source is held open. */
  readonly isPinned: boolean;
  /** Where it waits before. */
  readonly stage: string | undefined;
}

/** Whether something is to stand in a directory whose names others may change meanwhile. */
function isInLive(at: string, before: readonly Mount[]): boolean {
  return before.some((mount) => isBound(mount) && mount.isSystem !== true && at.startsWith(`${mount.at}/`));
}

function argumentsOf(mount: Mount, descriptor: number | undefined): readonly string[] {
  if (mount.kind === 'empty') return ['--perms', '0500', '--size', '4096', '--tmpfs', mount.at];
  if (mount.kind === 'link') return ['--symlink', mount.target, mount.at];
  const option = mount.kind === 'read' ? '--ro-bind' : '--bind';
  return descriptor === undefined ? [option, mount.source, mount.at] : [`${option}-fd`, String(descriptor), mount.at];
}

/** Whether a mount shows a path of the host. */
export function isBound(mount: Mount): mount is BoundPath {
  return mount.kind === 'read' || mount.kind === 'write';
}
