import { lstatSync, readlinkSync, type Stats } from 'node:fs';
import { lstat, readlink, rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { PinnedDirectory } from '../workspace/pinned-directory.js';
import type { RootedTree } from '../workspace/rooted-tree.js';
import type { Mount } from './mount.js';

/** What a command must not change in a workspace: how that is mounted, and what is seen to after it ran. */
export interface ProtectedPaths {
  /** To come after that of the root. */
  readonly mounts: readonly Mount[];
  /** Absolute paths of what is mounted so that it cannot be changed. */
  readonly fixed: readonly string[];
  /** Absolute paths of what is covered. */
  readonly hidden: readonly string[];
  /**
   * Puts aside what has come to stand under a protected name that was free or a link before: it gets `.sandbox` at the
   * end of its name. Returns the names that were taken.
   */
  putAside(): Promise<readonly string[]>;
}

/** Nothing is protected: for a workspace that nobody but the sandbox sees. */
export const NOTHING_PROTECTED: ProtectedPaths = { mounts: [], fixed: [], hidden: [], putAside: () => Promise.resolve([]) };

/**
 * Looks at a workspace as it is now, before a command: what somebody else has made or removed since the last one is then
 * neither missed nor taken for the command's. Without waiting, because every command pays. Paths are relative
 * to the root, and nothing else is guarded.
 */
export function protectPaths(tree: RootedTree, paths: readonly string[]): ProtectedPaths {
  const { root } = tree;
  const mounts = new Map<string, Mount>();
  const mount = (kind: 'read' | 'write', path: string): void => {
    const place = join(root, path);
    mounts.set(`${kind} ${path}`, { kind, source: place, at: place, below: root });
  };
  const mounted = new Set<string>();
  const watched: Watched[] = [];
  const look = looksOnce(root);
  for (const guard of [...paths].sort().map((path) => guardOf(root, path, look))) {
    if (guard.mounted === undefined) watched.push(guard.watched);
    else if (!parentsOf(guard.mounted).some((parent) => mounted.has(parent))) {
      // A mount keeps its name from being renamed away; its parents need the same, or `mv .git old` would free it.
      for (const parent of parentsOf(guard.mounted)) mount('write', parent);
      mount('read', guard.mounted);
      mounted.add(guard.mounted);
    }
  }
  return {
    mounts: [...mounts.values()],
    fixed: [...mounted].map((path) => join(root, path)),
    hidden: [],
    putAside: () => putAside(tree, watched),
  };
}

/** A name that cannot be mounted over. */
interface Watched {
  readonly path: string;
  /** Where a link that stands there points. */
  readonly target?: string;
}

type Guard = { readonly mounted: string } | { readonly mounted?: undefined; readonly watched: Watched };

/** What stands at a path below `root`; asked for many names around each command, so without waiting, and once for each. */
type Look = (path: string) => Stats | undefined;

function looksOnce(root: string): Look {
  const seen = new Map<string, Stats | undefined>();
  return (path) => {
    if (seen.has(path)) return seen.get(path);
    const slash = path.lastIndexOf('/');
    // Below what is not there nothing is.
    const isNowhere = slash !== -1 && seen.has(path.slice(0, slash)) && seen.get(path.slice(0, slash)) === undefined;
    const found = isNowhere ? undefined : lstatSync(`${root}/${path}`, { throwIfNoEntry: false });
    seen.set(path, found);
    return found;
  };
}

function guardOf(root: string, path: string, look: Look): Guard {
  for (const at of [...parentsOf(path), path]) {
    const found = look(at);
    if (found === undefined) return { watched: { path } };
    if (found.isSymbolicLink()) return { watched: { path: at, target: readlinkSync(join(root, at)) } };
    // A file where a directory was looked for, as `.git` is in a linked worktree, says where that directory is.
    if (!found.isDirectory()) return { mounted: at };
  }
  return { mounted: path };
}

async function putAside(tree: RootedTree, watched: readonly Watched[]): Promise<readonly string[]> {
  const taken: string[] = [];
  const look = looksOnce(tree.root);
  for (const entry of watched) {
    if (entry.target === undefined && isFree(entry.path, look)) continue;
    const path = await putAsideOne(tree, entry);
    if (path !== undefined && !taken.includes(path)) taken.push(path);
  }
  return taken;
}

/** Nothing is there, and nothing but directories on the way. */
function isFree(path: string, look: Look): boolean {
  return [...parentsOf(path), path].every((at) => {
    const found = look(at);
    return found === undefined || (at !== path && found.isDirectory());
  });
}

/** Goes down through pinned directories: a link that was put on the way must not lead this process to files elsewhere. */
async function putAsideOne(tree: RootedTree, { path, target }: Watched): Promise<string | undefined> {
  const names = path.split('/');
  for (const [index, name] of names.entries()) {
    const directory = await tree.directory(names.slice(0, index).join('/')).catch(() => undefined);
    if (directory === undefined) return undefined;
    try {
      const found = await lstat(directory.at(name)).catch(() => undefined);
      const isLast = index === names.length - 1;
      if (found?.isDirectory() === true && !isLast) continue;
      const linkNow = found?.isSymbolicLink() === true ? await readlink(directory.at(name)) : undefined;
      const isAsBefore = target === undefined ? found === undefined : isLast && linkNow === target;
      if (isAsBefore) return undefined;
      if (found !== undefined) await moveAside(directory, name);
      if (target !== undefined && isLast) await symlink(target, directory.at(name));
      return names.slice(0, index + 1).join('/');
    } finally {
      await directory.close();
    }
  }
  return undefined;
}

async function moveAside(directory: PinnedDirectory, name: string): Promise<void> {
  for (let number = 1; ; number += 1) {
    const free = directory.at(number === 1 ? `${name}.sandbox` : `${name}.sandbox-${number}`);
    const isFree = (await lstat(free).catch(() => undefined)) === undefined;
    if (isFree) return rename(directory.at(name), free);
  }
}

function parentsOf(path: string): readonly string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join('/'));
}

/** What is protected in two places. The mounts of the second lie on top. */
export function joinProtected(first: ProtectedPaths, second: ProtectedPaths): ProtectedPaths {
  return {
    mounts: [...first.mounts, ...second.mounts],
    fixed: [...first.fixed, ...second.fixed],
    hidden: [...first.hidden, ...second.hidden],
    putAside: async () => [...(await first.putAside()), ...(await second.putAside())],
  };
}
