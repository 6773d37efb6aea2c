import { lstatSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { RootedTree } from '../workspace/rooted-tree.js';
import { protectPaths, type ProtectedPaths } from '../confinement/protected-paths.js';

/** A workspace that is a linked worktree of git: its repository is somewhere else. */
export interface LinkedWorktree {
  /** The repository that all its worktrees share. */
  readonly common: string;
  /** What is of this worktree alone, in `common`. */
  readonly own: string;
}

/** What a commit from a worktree changes in the shared repository. */
const WRITTEN = ['objects', 'refs', 'logs'];
/** Where objects of other repositories are named. */
const ALTERNATES = 'objects/info';
/** What leads git to other configuration. */
const OWN_PROTECTED = ['commondir', 'gitdir', 'config.worktree'];

/**
 * Finds the repository of a linked worktree. A file `.git` is easily written and may name anything, so the repository must
 * name this worktree in turn. Undefined for anything else.
 */
export function findLinkedWorktree(root: string): LinkedWorktree | undefined {
  try {
    const pointer = join(root, '.git');
    if (!lstatSync(pointer).isFile()) return undefined;
    const own = realpathSync(resolve(root, /^gitdir: (.+)$/m.exec(readFileSync(pointer, 'utf8'))?.[1] ?? ''));
    const common = realpathSync(resolve(own, readLine(join(own, 'commondir'))));
    const isOf = dirname(dirname(own)) === common && own.split('/').at(-2) === 'worktrees';
    return isOf && realpathSync(resolve(own, readLine(join(own, 'gitdir')))) === pointer ? { common, own } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Shows commands the repository of a worktree: they may add objects and move branches, and change what is of this worktree.
 * Configuration, hooks and the other worktrees are read-only.
 */
export function protectRepository({ common, own }: LinkedWorktree): ProtectedPaths {
  const written = [...WRITTEN.map((name) => join(common, name)), own].filter(isDirectory);
  const alternates = [join(common, ALTERNATES)].filter(isDirectory);
  const inOwn = protectPaths(new RootedTree(own, { links: 'inside' }), OWN_PROTECTED);
  return {
    mounts: [
      { kind: 'read', source: common, at: common },
      ...written.map((path) => ({ kind: 'write', source: path, at: path, below: path }) as const),
      ...alternates.map((path) => ({ kind: 'read', source: path, at: path, below: join(common, 'objects') }) as const),
      ...inOwn.mounts,
    ],
    fixed: [common],
    hidden: [],
    putAside: async () => (await inOwn.putAside()).map((path) => join(own, path)),
  };
}

function readLine(path: string): string {
  return readFileSync(path, 'utf8').trim();
}

function isDirectory(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
