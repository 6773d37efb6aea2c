import type { RootedTree } from '../workspace/rooted-tree.js';
import { GuardedTree } from './guarded-tree.js';
import { namePolicy } from './name-policy.js';
import { joinProtected, protectPaths, type ProtectedPaths } from './protected-paths.js';

/**
 * What guards a shared workspace around each command of a session: the list of what programs outside obey, or the paths of
 * `protect` in its place; places of keys in any case.
 */
export function protectionOf(tree: RootedTree, protect: readonly string[] | undefined): () => ProtectedPaths {
  if (protect === undefined) {
    const guarded = new GuardedTree(tree, namePolicy());
    return () => guarded.protect();
  }
  const keys = new GuardedTree(tree, namePolicy([]));
  return () => joinProtected(protectPaths(tree, protect), keys.protect());
}
