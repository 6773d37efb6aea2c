import { lstat, mkdir } from 'node:fs/promises';
import { entryPath } from '../workspace/listed-name.js';
import { RootedTree } from '../workspace/rooted-tree.js';
import type { PinnedDirectory } from '../workspace/pinned-directory.js';
import { childPath, lastName, parentPath, type BytePath } from './byte-path.js';
import { GUARDED_REASON, type Changes } from './sync-changes.js';
import { entryState, type EntryState } from './tree-snapshot.js';

/** A directory of the host in which what is in one of the copy goes. */
export interface HostPlace {
  readonly path: BytePath;
  /** Why it is not the same one: what is guarded, and what somebody changed, is not touched. */
  readonly aside?: { readonly refused: string } | { readonly refused?: undefined };
}

/** An entry of a pinned directory. Whoever got it closes `directory`. */
export interface HostEntry {
  readonly directory: PinnedDirectory;
  readonly name: BytePath;
  readonly now: EntryState | undefined;
}

/** Finds for each directory of a copy the one on the host, and makes one beside it where that must not be touched. */
export class HostPlaces {
  private readonly tree: RootedTree;
  private readonly places = new Map<BytePath, HostPlace>([['', { path: '' }]]);

  constructor(private readonly changes: Changes) {
    this.tree = new RootedTree(changes.tree.host, { links: 'refuse' });
  }

  /** Where what is in a directory of the copy goes. */
  async of(directory: BytePath): Promise<HostPlace> {
    const known = this.places.get(directory);
    if (known !== undefined) return known;
    const place = await this.find(directory);
    this.places.set(directory, place);
    return place;
  }

  /** An entry of a directory of the host; undefined if that is not a directory any more. Links on the way are not followed. */
  async entry(directory: BytePath, name: BytePath): Promise<HostEntry | undefined> {
    const pinned = await this.pin(directory);
    if (pinned === undefined) return undefined;
    try {
      return { directory: pinned, name, now: await entryState(at(pinned, name)) };
    } catch (error) {
      await pinned.close();
      throw error;
    }
  }

  /** Pins a directory of the host, name by name; undefined if it is not one. */
  async pin(directory: BytePath): Promise<PinnedDirectory | undefined> {
    return pinBelow(await this.tree.directory(''), directory);
  }

  /** Takes what is brought back under another name for the place of a directory of the copy. */
  async makeAside(directory: BytePath, aside: NonNullable<HostPlace['aside']>): Promise<HostPlace> {
    const parent = await this.of(parentPath(directory));
    const found = await this.pin(parent.path);
    if (found === undefined) throw new Error('gone');
    try {
      const name = await freeName(found, `${lastName(directory)}.sandbox`);
      await mkdir(at(found, name));
      const place = { path: childPath(parent.path, name), aside };
      this.places.set(directory, place);
      return place;
    } finally {
      await found.close();
    }
  }

  private async find(directory: BytePath): Promise<HostPlace> {
    const guarded = this.changes.guarded(directory);
    if (guarded !== undefined && this.changes.isGuardedAnywhere(directory))
      return this.makeAside(directory, { refused: GUARDED_REASON[guarded.kind] });
    const parent = await this.of(parentPath(directory));
    const entry = await this.entry(parent.path, lastName(directory));
    if (entry === undefined) throw new Error('gone');
    try {
      const here = { path: childPath(parent.path, entry.name), ...(parent.aside === undefined ? {} : { aside: parent.aside }) };
      if (entry.now?.kind === 'directory') return here;
      if (parent.aside === undefined) return await this.makeAside(directory, {});
      await mkdir(at(entry.directory, entry.name));
      return here;
    } finally {
      await entry.directory.close();
    }
  }
}

/** Pins a directory below a pinned one, which is closed, without following links; undefined if there is none. */
export async function pinBelow(root: PinnedDirectory, path: BytePath): Promise<PinnedDirectory | undefined> {
  let pinned = root;
  for (const name of path === '' ? [] : path.split('/')) {
    const entered = await pinned.enter(Buffer.from(name, 'latin1')).catch(() => undefined);
    await pinned.close();
    if (entered === undefined) return undefined;
    pinned = entered;
  }
  return pinned;
}

/** Host path of an entry. */
export function at(directory: PinnedDirectory, name: BytePath): string | Buffer {
  return entryPath(directory, Buffer.from(name, 'latin1'));
}

/** The first name that nobody has: the wanted one, or that with a number. */
export async function freeName(directory: PinnedDirectory, wanted: BytePath): Promise<BytePath> {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted}-${number}`;
    if ((await lstat(at(directory, name)).catch(() => undefined)) === undefined) return name;
  }
}
