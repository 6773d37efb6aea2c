import { existsSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { PathFact, ToolFailure } from '@tackroom/core';
import type { Containment, FileTree, TreeEntry, TreePlace } from './file-tree.js';
import { nearNames } from './near-names.js';
import { errorCode, outsideFailure, pathFailure, showPath, systemFailure } from './path-failure.js';
import { absoluteSegments, hostStyle, locateInside, within, type PathStyle } from './path-grammar.js';
import { pinByCheck, pinByDescriptor, syncNames, type DirectoryIdentity, type PinnedDirectory } from './pinned-directory.js';
import { walk, type Walked, type WalkPolicy } from './walk.js';
import { canonicalRoot, ignoresCase } from './workspace-root.js';

/** What a rooted tree does with symbolic links: refuse them, or follow those that stay inside the root. */
export type LinkPolicy = 'refuse' | 'inside';

/** How a rooted tree behaves. */
export interface RootedTreeOptions {
  readonly links: LinkPolicy;
  readonly containment?: Exclude<Containment, 'none'>;
  /** Names that messages put before a path: how an extra root is addressed. */
  readonly prefix?: readonly string[];
  /** Another whole path that means the root: where a copy's files were. */
  readonly alsoSpelled?: string;
}

/** Files below one directory of the host, and nothing else. */
export class RootedTree implements FileTree {
  readonly root: string;
  readonly caseInsensitive: boolean;
  readonly containment: Exclude<Containment, 'none'>;
  private readonly links: LinkPolicy;
  private readonly prefix: readonly string[];
  private readonly identity: DirectoryIdentity;
  private readonly style: PathStyle;
  /** Spellings of the root: canonical first, then as it was given. */
  private readonly roots: readonly (readonly string[])[];

  /** `root` must be an existing directory; throws `HarnessError` with a `WORKSPACE_ROOT_*` code. */
  constructor(root: string, { links, containment = bestContainment(), prefix = [], alsoSpelled }: RootedTreeOptions) {
    this.links = links;
    this.containment = containment;
    this.prefix = prefix;
    this.root = canonicalRoot(root);
    const { dev, ino } = statSync(this.root, { bigint: true });
    this.identity = { dev, ino };
    this.caseInsensitive = ignoresCase(this.root);
    this.style = hostStyle(this.caseInsensitive);
    const spellings = [this.root, resolve(root), ...(alsoSpelled === undefined ? [] : [alsoSpelled])];
    this.roots = spellings.map((path) => absoluteSegments(path, this.style) ?? []);
  }

  normalize(path: string, cwd: string): string {
    return locateInside(path, segmentsOf(cwd), this.roots, this.style).join('/');
  }

  async fact(path: string, cwd: string): Promise<PathFact> {
    let normalized: string;
    try {
      normalized = this.normalize(path, cwd);
    } catch (error) {
      return { raw: path, normalized: undefined, canonical: undefined, outside: (error as ToolFailure).code === 'PATH_OUTSIDE' }; // normalize throws nothing else
    }
    const walked = await this.walk(normalized, { links: 'follow', goal: 'entry', followLast: true }).catch(() => undefined);
    if (walked === undefined) return { raw: path, normalized, canonical: undefined, outside: false };
    if (walked.kind === 'stopped') return { raw: path, normalized, canonical: undefined, outside: walked.by === 'outside' };
    await walked.directory.close();
    const way = walked.kind === 'found' ? walked.segments : [...walked.segments, ...walked.rest];
    return { raw: path, normalized, canonical: way.includes('..') ? undefined : way.join('/'), outside: false };
  }

  async directory(normalized: string): Promise<PinnedDirectory> {
    const walked = await this.walkOrFail(normalized, { goal: 'directory', followLast: true });
    return walked.directory;
  }

  async entry(normalized: string, followLast: boolean): Promise<TreeEntry> {
    const { directory, name, stats } = await this.walkOrFail(normalized, { goal: 'entry', followLast });
    if (stats !== undefined) return { directory, name, stats };
    await directory.close();
    throw pathFailure('PATH_IO', `${showPath(this.shown(segmentsOf(normalized)))} could not be accessed.`);
  }

  async place(normalized: string): Promise<TreePlace> {
    const walked = await this.walkUnlessStopped(normalized, { goal: 'entry', followLast: true });
    if (walked.kind === 'found') return { directory: walked.directory, name: walked.name, stats: walked.stats };
    // A link may lead through a directory that is not there and up again: where that would be is not known.
    if (walked.rest.includes('..')) throw await this.missingFailure(walked, normalized);
    try {
      const directory = await makeDirectories(walked.directory, walked.rest.slice(0, -1));
      return { directory, name: walked.rest.at(-1) ?? '', stats: undefined };
    } catch (error) {
      throw systemFailure(error, this.shown(segmentsOf(normalized)));
    }
  }

  rootDepth(_normalized: string): number {
    return 0;
  }

  mustBeWritable(_normalized: string): void {
    // What the process may not change the operating system refuses.
  }

  private async walkOrFail(normalized: string, goal: Pick<WalkPolicy, 'goal' | 'followLast'>): Promise<Extract<Walked, { kind: 'found' }>> {
    const walked = await this.walkUnlessStopped(normalized, goal);
    if (walked.kind === 'missing') throw await this.missingFailure(walked, normalized);
    return walked;
  }

  private async walkUnlessStopped(
    normalized: string,
    goal: Pick<WalkPolicy, 'goal' | 'followLast'>,
  ): Promise<Exclude<Walked, { kind: 'stopped' }>> {
    let walked: Walked;
    try {
      walked = await this.walk(normalized, { ...goal, links: this.links === 'inside' ? 'follow' : 'refuse' });
    } catch (error) {
      throw systemFailure(error, this.shown(segmentsOf(normalized)));
    }
    if (walked.kind === 'stopped') throw stoppedFailure(walked.by, showPath(this.shown(walked.at)));
    return walked;
  }

  private async missingFailure(walked: Extract<Walked, { kind: 'missing' }>, normalized: string): Promise<ToolFailure> {
    const { directory, segments, rest } = walked;
    const [name = ''] = rest;
    const found = await nearNames(directory.at(), name).finally(() => directory.close());
    const near = found.filter((candidate) => candidate !== name);
    const missing = [...segments, name].join('/');
    const where = missing === normalized ? '' : ` (on the way to ${showPath(this.shown(segmentsOf(normalized)))})`;
    const same = near.find((candidate) => candidate.normalize('NFC') === name.normalize('NFC'));
    const hints = near.map((candidate) => showPath(this.shown([...segments, candidate]))).join(', ');
    const form = same === undefined ? '' : ' (the same letters in another Unicode form: copy it exactly)';
    const hint = near.length === 0 ? '' : ` There ${near.length === 1 ? 'is' : 'are'} ${hints}${form}.`;
    // It was not found, and yet it is listed like that: what stands for bytes that are no UTF-8 is no name.
    const isUndecodable = near.length < found.length && name.includes('\ufffd');
    const undecodable = isUndecodable ? ' What is listed so has a name that is not valid UTF-8, and no path leads to it.' : '';
    return pathFailure('PATH_NOT_FOUND', `${showPath(this.shown([...segments, name]))} does not exist${where}.${undecodable}${hint}`);
  }

  private shown(segments: readonly string[]): string {
    return [...this.prefix, ...segments].join('/');
  }

  private walk(normalized: string, policy: Omit<WalkPolicy, 'insideRoot'>): Promise<Walked> {
    const pin = this.containment === 'descriptors' ? pinByDescriptor : pinByCheck;
    return walk(() => pin(this.root, this.identity), segmentsOf(normalized), {
      ...policy,
      insideRoot: (target) => this.insideRoot(target),
    });
  }

  private insideRoot(target: string): readonly string[] | undefined {
    const segments = absoluteSegments(target, this.style);
    if (segments === undefined) return undefined;
    for (const root of this.roots) {
      const inside = within(segments, root, this.style);
      if (inside !== undefined) return inside;
    }
    return undefined;
  }
}

/** Segments of a normalised path. */
export function segmentsOf(normalized: string): readonly string[] {
  return normalized === '' ? [] : normalized.split('/');
}

/** Makes directories one below the other and pins the last. `from` is closed, whatever happens. */
async function makeDirectories(from: PinnedDirectory, names: readonly string[]): Promise<PinnedDirectory> {
  let directory = from;
  try {
    for (const name of names) {
      const made = await mkdir(directory.at(name)).then(() => true, unlessThere);
      if (made) await syncNames(directory);
      const entered = await directory.enter(name);
      await directory.close();
      directory = entered;
    }
    return directory;
  } catch (error) {
    await directory.close();
    throw error;
  }
}

/** Somebody else may make the same directory at the same time. */
function unlessThere(error: unknown): false {
  if (errorCode(error) !== 'EEXIST') throw error;
  return false;
}

function stoppedFailure(by: Extract<Walked, { kind: 'stopped' }>['by'], at: string): ToolFailure {
  switch (by) {
    case 'outside':
      return outsideFailure();
    case 'link':
      return pathFailure('PATH_LINK', `${at} is a symbolic link, and links are not followed here.`);
    case 'loop':
      return pathFailure('PATH_LINK', `${at} is a symbolic link that leads in a circle.`);
    case 'not-directory':
      return pathFailure('PATH_NOT_DIRECTORY', `${at} is not a directory.`);
  }
}

function bestContainment(): Exclude<Containment, 'none'> {
  return process.platform === 'linux' && existsSync('/proc/self/fd') ? 'descriptors' : 'checks';
}
