import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ToolFailure } from '@tackroom/core';
import { pathFailure, systemFailure } from './path-failure.js';
import { RootedTree } from './rooted-tree.js';
import { writeHostFile } from './host-write.js';

const MOST_NUMBERS = 10_000;

/**
 * Writes a file into a directory of the host, which is made if it is missing. Unless it may be replaced, a name that is taken
 * gets a number before its extension. Resolves to the name. Rejects with `ToolFailure` `PATH_*`, without host paths.
 */
export async function exportHostFile(directory: string, name: string, content: Uint8Array, overwrite: boolean): Promise<string> {
  if (name === '' || name === '.' || name === '..' || /[/\0]/.test(name)) {
    throw pathFailure('PATH_INVALID', 'The name of a copy must be a plain file name.');
  }
  const tree = await openDirectory(directory);
  for (let number = 1; number <= MOST_NUMBERS; number += 1) {
    const candidate = number === 1 ? name : numbered(name, number);
    try {
      await writeHostFile(tree, tree.normalize(candidate, ''), content, { overwrite });
      return candidate;
    } catch (error) {
      const isTaken =
        ToolFailure.is(error) && (error.code === 'PATH_EXISTS' || error.code === 'PATH_NOT_FILE' || error.code === 'PATH_LINK');
      if (!isTaken || overwrite) throw error;
    }
  }
  throw pathFailure('PATH_EXISTS', 'Too many copies have this name already.');
}

async function openDirectory(directory: string): Promise<RootedTree> {
  try {
    const path = resolve(directory);
    await mkdir(path, { recursive: true });
    return new RootedTree(path, { links: 'refuse' });
  } catch (error) {
    throw systemFailure(error, 'the output directory');
  }
}

function numbered(name: string, number: number): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? `${name.slice(0, dot)}-${number}${name.slice(dot)}` : `${name}-${number}`;
}
