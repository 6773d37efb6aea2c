import type { Stats } from 'node:fs';
import { lstat, readlink, stat } from 'node:fs/promises';
import { errorCode } from './path-failure.js';
import type { PinnedDirectory } from './pinned-directory.js';

/** More links than this on one way are a loop: the bound of Linux. */
const MAX_LINKS = 40;

/** What a walk does and where it ends. */
export interface WalkPolicy {
  /** `follow` stays inside the root in any case. */
  readonly links: 'refuse' | 'follow';
  /** `directory` ends inside the last name, `entry` in its parent. */
  readonly goal: 'directory' | 'entry';
  /** For the goal `entry`: whether a link in the last place is followed (under `links`) or is itself what was looked for. */
  readonly followLast: boolean;
  /** The target of an absolute link as segments relative to the root; undefined when it lies outside. */
  readonly insideRoot: (target: string) => readonly string[] | undefined;
}

/** Where a walk ended. A pinned directory in it is the caller's to close. */
export type Walked =
  | {
      readonly kind: 'found';
      readonly directory: PinnedDirectory;
      /** Entry of `directory`; `''` is the directory itself. */
      readonly name: string;
      /** The way without links, relative to the root. */
      readonly segments: readonly string[];
      /** Of the entry, links not followed. Undefined for the goal `directory`. */
      readonly stats: Stats | undefined;
    }
  | {
      readonly kind: 'missing';
      /** Where the name was looked for. */
      readonly directory: PinnedDirectory;
      /** The way that exists, without links. */
      readonly segments: readonly string[];
      /** What was looked for from there, missing name first. */
      readonly rest: readonly string[];
    }
  | { readonly kind: 'stopped'; readonly by: 'link' | 'loop' | 'outside' | 'not-directory'; readonly at: readonly string[] };

type Step =
  | { readonly kind: 'entered'; readonly directory: PinnedDirectory }
  | { readonly kind: 'entry'; readonly stats: Stats }
  | { readonly kind: 'link'; readonly target: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'not-directory' };

/**
 * Goes from the root to `segments`, one pinned directory at a time. A followed link starts the walk again at the root,
 * over names that were seen not to be links, so that no step ever leaves the root. Errors of the operating system pass
 * through.
 */
export async function walk(pinRoot: () => Promise<PinnedDirectory>, segments: readonly string[], policy: WalkPolicy): Promise<Walked> {
  const way = new Way(await pinRoot(), segments, policy, pinRoot);
  let walked: Walked | undefined;
  try {
    while (walked === undefined) walked = await way.advance();
    return walked;
  } finally {
    if (walked === undefined || walked.kind === 'stopped') await way.directory.close();
  }
}

/** A walk on its way. */
class Way {
  private done: string[] = [];
  private links = 0;

  constructor(
    public directory: PinnedDirectory,
    private pending: readonly string[],
    private readonly policy: WalkPolicy,
    private readonly pinRoot: () => Promise<PinnedDirectory>,
  ) {}

  /** Takes one name; the end of the walk, if that was it. */
  async advance(): Promise<Walked | undefined> {
    const [name, ...rest] = this.pending;
    if (name === undefined) return this.arrive();
    if (name === '..') return this.done.length === 0 ? this.stop('outside') : this.startOver([...this.done.slice(0, -1), ...rest]);
    const step = await takeStep(this.directory, name, this.policy, rest.length === 0);
    const at = [...this.done, name];
    switch (step.kind) {
      case 'entered':
        return this.enter(step.directory, at, rest);
      case 'entry':
        return { kind: 'found', directory: this.directory, name, segments: at, stats: step.stats };
      case 'missing':
        return { kind: 'missing', directory: this.directory, segments: this.done, rest: this.pending };
      case 'not-directory':
        return this.stop('not-directory', at);
      case 'link':
        return this.follow(step.target, at, rest);
    }
  }

  private async arrive(): Promise<Walked> {
    const { directory, done } = this;
    const stats = this.policy.goal === 'entry' ? await stat(directory.at()) : undefined;
    return { kind: 'found', directory, name: '', segments: done, stats };
  }

  private async enter(directory: PinnedDirectory, at: string[], rest: readonly string[]): Promise<undefined> {
    const before = this.directory;
    this.directory = directory;
    this.done = at;
    this.pending = rest;
    await before.close();
  }

  private async follow(target: string, at: readonly string[], rest: readonly string[]): Promise<Walked | undefined> {
    if (this.policy.links === 'refuse') return this.stop('link', at);
    this.links += 1;
    if (this.links > MAX_LINKS) return this.stop('loop', at);
    const way = linkWay(target, this.done, this.policy);
    return way === undefined ? this.stop('outside', at) : this.startOver([...way, ...rest]);
  }

  private async startOver(pending: readonly string[]): Promise<undefined> {
    return this.enter(await this.pinRoot(), [], pending);
  }

  private stop(by: Extract<Walked, { kind: 'stopped' }>['by'], at: readonly string[] = this.done): Walked {
    return { kind: 'stopped', by, at };
  }
}

async function takeStep(directory: PinnedDirectory, name: string, policy: WalkPolicy, last: boolean): Promise<Step> {
  try {
    if (last && policy.goal === 'entry') {
      const stats = await lstat(directory.at(name));
      if (!stats.isSymbolicLink() || !policy.followLast) return { kind: 'entry', stats };
      return { kind: 'link', target: await readlink(directory.at(name)) };
    }
    return { kind: 'entered', directory: await directory.enter(name) };
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT') return { kind: 'missing' };
    if (code !== 'ENOTDIR' && code !== 'ELOOP') throw error;
    // A link and a file refuse to be entered with the same code.
    const target = await readlink(directory.at(name)).catch(() => undefined);
    return target === undefined ? { kind: 'not-directory' } : { kind: 'link', target };
  }
}

/** The way to a link's target from the root. `done` holds no links, so its `..` may be taken by spelling; the target's own may not. */
function linkWay(target: string, done: readonly string[], policy: WalkPolicy): readonly string[] | undefined {
  if (/^(?:[/\\]|[A-Za-z]:)/.test(target)) return policy.insideRoot(target);
  const parts = target.split(process.platform === 'win32' ? /[/\\]/ : '/');
  return [...done, ...parts.filter((part) => part !== '' && part !== '.')];
}
