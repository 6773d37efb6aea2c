import { readFile, stat } from 'node:fs/promises';
import { posix } from 'node:path';
import { bytePath, hostPath, parentPath, textPath, type BytePath } from './byte-path.js';
import type { TreeSnapshot } from './tree-snapshot.js';

const MAX_CONFIG_BYTES = 262_144;

/** Where the repositories of a tree say that their hooks are, as far as that is in the tree and not in the repository itself. */
export async function hooksPaths(root: string, entries: TreeSnapshot): Promise<readonly BytePath[]> {
  const found = new Set<BytePath>();
  for (const [path, { kind }] of entries) {
    if (kind !== 'file' || !(path === 'config' || path.endsWith('/config'))) continue;
    const directory = parentPath(path);
    if (!entries.has(directory === '' ? 'HEAD' : `${directory}/HEAD`)) continue;
    const value = await hooksPath(hostPath(root, path));
    if (value === undefined) continue;
    // Of a repository whose files are elsewhere it is not known where they are; most often it lies beside them, or in the root.
    for (const base of new Set([parentPath(directory), ''])) {
      const place = posix.relative(root, posix.resolve(root, textPath(base), value));
      if (place !== '' && !place.startsWith('..')) found.add(bytePath(place));
    }
  }
  return [...found];
}

/** What a configuration of git says of hooks. */
export function readHooksPath(config: string): string | undefined {
  return /^\s*hookspath\s*=\s*"?([^"\n]*?)"?\s*$/im.exec(config)?.[1] || undefined;
}

async function hooksPath(file: string | Buffer): Promise<string | undefined> {
  try {
    return (await stat(file)).size > MAX_CONFIG_BYTES ? undefined : readHooksPath(await readFile(file, 'utf8'));
  } catch {
    return undefined;
  }
}
