import { readdir, type Dirent } from 'node:fs';
import { OWN_FOLDER } from '../workspace/host-write.js';

/** Beyond these it is cheaper to ask ripgrep, which passes over what is ignored. */
const MAX_DIRECTORIES = 2_000;
const MAX_ENTRIES = 50_000;
const AT_ONCE = 8;

/**
 * Whether a directory lies `depth` levels below `base`, so that a file in it lies deeper. Also true when the tree is too large
 * to tell. Follows no links; what cannot be read has nothing in it.
 */
export async function mayReachDepth(base: string, depth: number, signal: AbortSignal | undefined): Promise<boolean> {
  let level = [base];
  let directories = 1;
  let entries = 0;
  for (let reached = 0; level.length > 0; reached += 1) {
    if (reached === depth) return true;
    const below: string[] = [];
    for (let at = 0; at < level.length; at += AT_ONCE) {
      if (signal?.aborted === true || directories > MAX_DIRECTORIES || entries > MAX_ENTRIES) return true;
      const listed = await Promise.all(level.slice(at, at + AT_ONCE).map(listDirectories));
      for (const { count, paths } of listed) {
        entries += count;
        directories += paths.length;
        below.push(...paths);
      }
    }
    level = below;
  }
  return false;
}

interface Listed {
  readonly count: number;
  readonly paths: readonly string[];
}

function listDirectories(path: string): Promise<Listed> {
  return new Promise((resolve) => {
    readdir(path, { withFileTypes: true }, (_error, found: readonly Dirent[] = []) => {
      const directories = found.filter((entry) => entry.isDirectory() && entry.name !== '.git' && entry.name !== OWN_FOLDER);
      resolve({ count: found.length, paths: directories.map(({ name }) => `${path}/${name}`) });
    });
  });
}
