import { lstat, rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { isUtf8 } from 'node:buffer';
import { hostPath, lastName, parentPath, shownPath, textPath, type BytePath } from '../copy/byte-path.js';
import { at, freeName, pinBelow } from '../copy/host-places.js';
import type { RootedTree } from '../workspace/rooted-tree.js';
import { maskOf, type Mount } from './mount.js';
import type { NamePolicy } from './name-policy.js';
import type { ProtectedPaths } from './protected-paths.js';
import { entryAt, TreeLooker, type GuardedEntry, type TreeLook } from './tree-look.js';

/** Each takes part of a millisecond to mount. What is more than that is looked at afterwards instead. */
const MAX_MOUNTS = 400;

/**
 * Guards what programs outside obey, and where keys are, in a workspace that commands share. What is there is mounted so that it cannot
 * be changed, or covered; what appears under such a name, at any depth, is put aside when the command has ended. One for a session.
 */
export class GuardedTree {
  private readonly looker: TreeLooker;

  constructor(
    private readonly tree: RootedTree,
    policy: NamePolicy,
  ) {
    this.looker = new TreeLooker(tree.root, policy);
  }

  /** Looks at the workspace as it is before a command. */
  protect(): ProtectedPaths {
    const { root } = this.tree;
    const before = this.looker.look();
    const mounted = [...before.entries].filter(([path, { type }]) => type !== 'link' && isText(path)).slice(0, MAX_MOUNTS);
    const [keys, obeyed] = [mounted.filter(([, { kind }]) => kind === 'keys'), mounted.filter(([, { kind }]) => kind === 'obeyed')];
    const parents = new Set(obeyed.flatMap(([path]) => heldParents(path)));
    const bind = (kind: 'read' | 'write', path: BytePath): Mount => {
      const place = join(root, textPath(path));
      return { kind, source: place, at: place, below: root };
    };
    return {
      mounts: [
        ...[...parents].sort().map((path) => bind('write', path)),
        ...obeyed.map(([path]) => bind('read', path)),
        ...keys.map(([path, { type }]) => maskOf(join(root, textPath(path)), type === 'directory')),
      ],
      fixed: obeyed.map(([path]) => join(root, textPath(path))),
      hidden: keys.map(([path]) => join(root, textPath(path))),
      putAside: () => this.putAside(before, new Set(mounted.map(([path]) => path))),
    };
  }

  private async putAside(before: TreeLook, mounted: ReadonlySet<BytePath>): Promise<readonly string[]> {
    const now = this.looker.look(before.hooks);
    const known = new Set([...before.entries.values()].map(({ identity }) => identity));
    const taken: string[] = [];
    for (const [path, entry] of now.entries) {
      const was = before.entries.get(path);
      if (
        isUntouched(was, entry, { isMounted: mounted.has(path), isHeld: isHeld(path) }) ||
        (was === undefined && entry.type !== 'link' && known.has(entry.identity))
      )
        continue;
      if (await this.moveAside(path, entry, was)) taken.push(shownPath(path));
    }
    for (const [path, was] of before.entries) {
      if (was.type !== 'link' || now.entries.has(path)) continue;
      if (await this.restore(path, was)) taken.push(shownPath(path));
    }
    return taken;
  }

  /** Goes down through pinned directories: a link that was put on the way must not lead this process to files elsewhere. */
  private async moveAside(path: BytePath, { kind, identity }: GuardedEntry, was: GuardedEntry | undefined): Promise<boolean> {
    const directory = await pinBelow(await this.tree.directory(''), parentPath(path));
    if (directory === undefined) return false;
    try {
      const name = lastName(path);
      if (entryAt(at(directory, name), kind)?.identity !== identity) return false;
      await rename(at(directory, name), at(directory, await freeName(directory, `${name}.sandbox`)));
      if (was?.target !== undefined) await symlink(Buffer.from(was.target, 'latin1'), at(directory, name));
      return true;
    } finally {
      await directory.close();
    }
  }

  /** Puts a link back that was taken away: something else could take its name later. */
  private async restore(path: BytePath, { target = '' }: GuardedEntry): Promise<boolean> {
    const directory = await pinBelow(await this.tree.directory(''), parentPath(path));
    if (directory === undefined) return false;
    try {
      const place = at(directory, lastName(path));
      if ((await lstat(place).catch(() => undefined)) !== undefined) return false;
      await symlink(Buffer.from(target, 'latin1'), place);
      return true;
    } finally {
      await directory.close();
    }
  }
}

function isUntouched(
  was: GuardedEntry | undefined,
  now: GuardedEntry,
  { isMounted, isHeld }: { readonly isMounted: boolean; readonly isHeld: boolean },
): boolean {
  if (was?.type !== now.type) return false;
  if (now.type === 'link') return was.target === now.target;
  // No command can replace it: somebody else did, as git and editors do with a file that they save.
  if (isMounted && isHeld) return true;
  return was.identity === now.identity && (isMounted || now.type === 'directory' || was.changedMs === now.changedMs);
}

/**
 * Directories on the way that keep their names too, or `mv .git old` would free the name below. Others may be moved: what is guarded
 * in them is then seen to be new where it is.
 */
function heldParents(path: BytePath): readonly BytePath[] {
  const names = path.split('/').slice(0, -1);
  const first = names.findIndex((name) => name.startsWith('.'));
  return first === -1 ? [] : names.slice(first).map((_, index) => names.slice(0, first + index + 1).join('/'));
}

/** Whether neither a path nor a directory on the way to it can be moved by a command, once it is mounted. */
function isHeld(path: BytePath): boolean {
  return heldParents(path).length === path.split('/').length - 1;
}

function isText(path: BytePath): boolean {
  return isUtf8(Buffer.from(hostPath('', path)).subarray(1));
}
