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
  let directory = await pinRoot();
  let done: string[] = [];
  let pending = [...segments];
  let links = 0;
  let handedOver = false;
  const startOver = async (way: string[]): Promise<void> => {
    const before = directory;
    directory = await pinRoot();
    await before.close();
    done = [];
    pending = way;
  };
  try {
    for (;;) {
      const [name, ...rest] = pending;
      if (name === undefined) {
        const stats = policy.goal === 'entry' ? await stat(directory.at()) : undefined;
        handedOver = true;
        return { kind: 'found', directory, name: '', segments: done, stats };
      }
      if (name === '..') {
        if (done.length === 0) return { kind: 'stopped', by: 'outside', at: done };
        await startOver([...done.slice(0, -1), ...rest]);
        continue;
      }
      const step = await takeStep(directory, name, policy, rest.length === 0);
      switch (step.kind) {
        case 'entered': {
          const before = directory;
          directory = step.directory;
          await before.close();
          done.push(name);
          pending = rest;
          break;
        }
        case 'entry':
          handedOver = true;
          return { kind: 'found', directory, name, segments: [...done, name], stats: step.stats };
        case 'missing':
          handedOver = true;
          return { kind: 'missing', directory, segments: done, rest: pending };
        case 'not-directory':
          return { kind: 'stopped', by: 'not-directory', at: [...done, name] };
        case 'link': {
          if (policy.links === 'refuse') return { kind: 'stopped', by: 'link', at: [...done, name] };
          links += 1;
          if (links > MAX_LINKS) return { kind: 'stopped', by: 'loop', at: [...done, name] };
          const way = linkWay(step.target, done, policy);
          if (way === undefined) return { kind: 'stopped', by: 'outside', at: [...done, name] };
          await startOver([...way, ...rest]);
        }
      }
    }
  } finally {
    if (!handedOver) await directory.close();
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
