import { lstatSync, opendirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { HarnessError } from '@tackroom/core';
import { errorCode } from './path-failure.js';

/** The one spelling of a root that must be an existing directory. Throws `HarnessError` with a `WORKSPACE_ROOT_*` code. */
export function canonicalRoot(root: string): string {
  if (typeof root !== 'string' || root === '' || root.includes('\0')) {
    throw new HarnessError('WORKSPACE_ROOT_INVALID', 'The root of a workspace must be the path of a directory, for example ".".');
  }
  let canonical: string;
  try {
    canonical = realpathSync.native(root);
    if (statSync(canonical).isDirectory()) return canonical;
  } catch (cause) {
    const code = errorCode(cause);
    if (code === 'ENOENT') {
      throw new HarnessError(
        'WORKSPACE_ROOT_MISSING',
        `The root of the workspace does not exist: ${root}. Create it or give another one.`,
        { cause },
      );
    }
    throw new HarnessError(
      'WORKSPACE_ROOT_UNREADABLE',
      `The root of the workspace cannot be opened (${code ?? 'unknown error'}): ${root}.`,
      { cause },
    );
  }
  throw new HarnessError('WORKSPACE_ROOT_NOT_DIRECTORY', `The root of the workspace is not a directory: ${root}.`);
}

/** Whether the file system of `root` takes `A` and `a` for one name, tried on a name that exists there. */
export function ignoresCase(root: string): boolean {
  const inside = firstNameWithCase(root);
  if (inside !== undefined) return sameEntry(join(root, inside), join(root, swapCase(inside)));
  const name = basename(root);
  return swapCase(name) !== name && sameEntry(root, join(dirname(root), swapCase(name)));
}

function firstNameWithCase(root: string): string | undefined {
  let directory;
  try {
    directory = opendirSync(root);
  } catch {
    return undefined;
  }
  try {
    for (let read = 0; read < 100; read += 1) {
      const entry = directory.readSync();
      if (entry === null) break;
      if (swapCase(entry.name) !== entry.name) return entry.name;
    }
    return undefined;
  } finally {
    directory.closeSync();
  }
}

function swapCase(name: string): string {
  return name.toLowerCase() === name ? name.toUpperCase() : name.toLowerCase();
}

function sameEntry(a: string, b: string): boolean {
  const first = lstatSync(a, { bigint: true, throwIfNoEntry: false });
  const second = lstatSync(b, { bigint: true, throwIfNoEntry: false });
  if (first === undefined || second === undefined || first.dev !== second.dev || first.ino !== second.ino) return false;
  // Two names of one file with two hard links prove nothing.
  return first.isDirectory() || first.nlink === 1n;
}
