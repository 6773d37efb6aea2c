import { lchown, readdir } from 'node:fs/promises';
import { posix } from 'node:path';
import type { RootedTree } from '../workspace/rooted-tree.js';

/** A user and a group by number. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** Gives a whole tree to somebody, links themselves included. Nothing else may be at work in it. */
export async function giveTree(path: string | Buffer, owner: Owner): Promise<void> {
  await lchown(path, owner.uid, owner.gid);
  for (const entry of await readdir(path, { withFileTypes: true, encoding: 'buffer' })) {
    const at = Buffer.concat([Buffer.from(path), Buffer.from('/'), entry.name]);
    if (entry.isDirectory()) await giveTree(at, owner);
    else await lchown(at, owner.uid, owner.gid);
  }
}

/**
 * Gives a file and the directories on the way to it to somebody. Through pinned directories: whoever works in the tree
 * cannot have something outside of it given away by putting a link on the way.
 */
export async function givePath(tree: RootedTree, path: string, { uid, gid }: Owner): Promise<void> {
  for (let at = path; at !== '.' && at !== ''; at = posix.dirname(at)) {
    const parent = posix.dirname(at);
    const directory = await tree.directory(parent === '.' ? '' : parent).catch(() => undefined);
    if (directory === undefined) continue;
    try {
      await lchown(directory.at(posix.basename(at)), uid, gid);
    } catch {
      // It has been removed or moved meanwhile.
    } finally {
      await directory.close();
    }
  }
}
