import { isUtf8 } from 'node:buffer';
import { opendir, rmdir, unlink } from 'node:fs/promises';
import { ToolFailure, type RemovedEntry, type RemoveOptions } from '@tackroom/core';
import type { FileTree } from './file-tree.js';
import { isTemporary } from './host-write.js';
import { entryPath } from './listed-name.js';
import { errorCode, pathFailure, systemFailure } from './path-failure.js';
import type { PinnedDirectory } from './pinned-directory.js';

/** Each level holds a descriptor. */
const MAX_DEPTH = 200;
const NAMES_AT_ONCE = 1_000;
const FILES_AT_ONCE = 16;

/**
 * Removes the entry at a normalised path; a link goes and what it leads to stays. A directory is entered only as the
 * directory that it is, never through a link that took its place. Rejects with `ToolFailure` `PATH_*`; what was removed
 * before is said.
 */
export async function removeHostEntry(tree: FileTree, normalized: string, options: RemoveOptions): Promise<RemovedEntry> {
  tree.mustBeWritable(normalized);
  const entry = await tree.entry(normalized, false);
  const { directory, name, stats } = entry;
  const removal = new Removal(options.signal);
  try {
    if (name === '') throw pathFailure('PATH_DENIED', 'The root of the workspace cannot be deleted.');
    await directory.verify();
    if (!stats.isDirectory()) await removal.file(directory, name);
    else if (options.recursive) await removal.tree(directory, name, 1);
    else await removal.emptyDirectory(directory, name).catch((error: unknown) => removal.swept(error, directory, name));
    return { path: normalized, entries: removal.entries };
  } catch (error) {
    throw partFailure(systemFailure(error, normalized), removal.entries);
  } finally {
    await directory.close();
  }
}

/** A name as it is on the disk: bytes where they are not valid UTF-8, so that every entry can be reached. */
type Name = string | Buffer;

interface Listed {
  readonly name: Name;
  readonly isDirectory: boolean;
}

class Removal {
  entries = 0;

  constructor(private readonly signal: AbortSignal | undefined) {}

  async file(directory: PinnedDirectory, name: Name): Promise<void> {
    await unlink(entryPath(directory, name));
    this.entries += 1;
  }

  async emptyDirectory(directory: PinnedDirectory, name: Name): Promise<void> {
    await rmdir(entryPath(directory, name));
    this.entries += 1;
  }

  /** A directory that holds nothing but what a crash left behind is empty to everybody who lists it. */
  async swept(error: unknown, directory: PinnedDirectory, name: string): Promise<void> {
    if (errorCode(error) !== 'ENOTEMPTY' && errorCode(error) !== 'EEXIST') throw error;
    const child = await directory.enter(name);
    try {
      const names = (await someEntries(child)).map((entry) => entry.name);
      if (!names.every((left) => isTemporary(left.toString()))) throw error;
      for (const left of names) await unlink(entryPath(child, left));
    } finally {
      await child.close();
    }
    await this.emptyDirectory(directory, name);
  }

  async tree(directory: PinnedDirectory, name: Name, depth: number): Promise<void> {
    if (depth > MAX_DEPTH) throw pathFailure('PATH_INVALID', `The directory goes more than ${MAX_DEPTH} levels down.`);
    const child = await directory.enter(name);
    try {
      await child.verify();
      for (let names = await someEntries(child); names.length > 0; names = await someEntries(child)) await this.all(child, names, depth);
    } finally {
      await child.close();
    }
    await this.emptyDirectory(directory, name);
  }

  private async all(directory: PinnedDirectory, found: readonly Listed[], depth: number): Promise<void> {
    const directories: Name[] = [];
    for (let start = 0; start < found.length; start += FILES_AT_ONCE) {
      if (this.signal?.aborted === true) throw pathFailure('PATH_IO', 'The removal was cancelled.');
      await Promise.all(
        found.slice(start, start + FILES_AT_ONCE).map(async ({ name, isDirectory }) => {
          if (isDirectory) directories.push(name);
          else await this.file(directory, name).catch((error: unknown) => void directories.push(ifDirectory(error, name)));
        }),
      );
    }
    for (const name of directories) await this.tree(directory, name, depth + 1);
  }
}

/** Read in portions, and from the start each time: a directory must not be read and changed at once. */
async function someEntries(directory: PinnedDirectory): Promise<readonly Listed[]> {
  const entries: Listed[] = [];
  // A character for each byte: in UTF-8 a name that is none would be another one.
  for await (const entry of await opendir(directory.at(), { bufferSize: 256, encoding: 'latin1' })) {
    const bytes = Buffer.from(entry.name, 'latin1');
    entries.push({ name: isUtf8(bytes) ? bytes.toString() : bytes, isDirectory: entry.isDirectory() });
    if (entries.length === NAMES_AT_ONCE) break;
  }
  return entries;
}

/** Some file systems do not tell kinds in a listing. */
function ifDirectory(error: unknown, name: Name): Name {
  if (errorCode(error) === 'EISDIR') return name;
  throw error;
}

function partFailure(failure: ToolFailure, removed: number): ToolFailure {
  if (removed === 0) return failure;
  const message = `${failure.message} ${removed === 1 ? '1 entry was' : `${removed} entries were`} removed before.`;
  return new ToolFailure(message, { code: failure.code, cause: failure });
}
