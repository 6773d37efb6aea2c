import { lstat } from 'node:fs/promises';
import { ToolFailure } from '@tackroom/core';
import { pathOf } from '../workspace/directory-listing.js';
import type { FileTree } from '../workspace/file-tree.js';
import { openFileIn, type HostFile } from '../workspace/host-file.js';
import { errorCode } from '../workspace/path-failure.js';
import type { PinnedDirectory } from '../workspace/pinned-directory.js';
import { readLines, textStart } from './text-lines.js';

const DIRECTORIES_AT_ONCE = 8;
const FILES_AT_ONCE = 8;
const ENTRIES_AT_ONCE = 64;

/** A line as a search engine printed it; the path is relative to where it searched. */
export interface PrintedLine {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** Of the decoded text, without a byte order mark. */
  readonly offset: number;
  /** The line, or its beginning. */
  readonly text: Buffer;
}

/**
 * Looks for what an engine that resolves names by itself has printed, by descriptors: a directory that was swapped for a
 * link while it searched leads it outside, and what it printed of there is not found again.
 */
export class InsideCheck {
  constructor(
    private readonly tree: FileTree,
    private readonly base: PinnedDirectory,
  ) {}

  /** Whether all of these are entries below the base. */
  async hasEntries(paths: readonly string[]): Promise<boolean> {
    return this.everywhere(paths, (directory, names) => all(names, ENTRIES_AT_ONCE, (name) => isEntry(directory, name)));
  }

  /** Whether all of these lines stand in files below the base. */
  async hasLines(lines: readonly PrintedLine[]): Promise<boolean> {
    const byPath = grouped(lines, ({ path }) => path);
    return this.everywhere([...byPath.keys()], (directory, names, prefix) =>
      all(names, FILES_AT_ONCE, async (name) => {
        const file = await openFileIn(this.tree, directory, name, name);
        try {
          return await holdsLines(file, byPath.get(prefix + name) ?? []);
        } finally {
          await file.close();
        }
      }),
    );
  }

  private async everywhere(
    paths: readonly string[],
    look: (directory: PinnedDirectory, names: readonly string[], prefix: string) => Promise<boolean>,
  ): Promise<boolean> {
    if (this.tree.containment === 'none') return true;
    const prefixOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
    const byDirectory = [...grouped(new Set(paths), prefixOf)];
    return all(byDirectory, DIRECTORIES_AT_ONCE, ([prefix, inside]) =>
      this.inDirectory(prefix, (directory) =>
        look(
          directory,
          inside.map((path) => path.slice(prefix.length)),
          prefix,
        ),
      ),
    ).catch((error: unknown) => {
      // Whatever cannot be opened now is not what the engine has seen.
      if (ToolFailure.is(error) || errorCode(error) !== undefined) return false;
      throw error;
    });
  }

  private async inDirectory<T>(prefix: string, use: (directory: PinnedDirectory) => Promise<T>): Promise<T> {
    const way: PinnedDirectory[] = [];
    try {
      let directory = this.base;
      for (const name of prefix.split('/').slice(0, -1)) way.push((directory = await directory.enter(name)));
      const found = await use(directory);
      await directory.verify();
      return found;
    } finally {
      await Promise.all(way.map((directory) => directory.close()));
    }
  }
}

async function isEntry(directory: PinnedDirectory, name: string): Promise<boolean> {
  return (await lstat(await pathOf(directory, name)).catch(() => undefined)) !== undefined;
}

async function holdsLines(file: HostFile, lines: readonly PrintedLine[]): Promise<boolean> {
  const start = textStart(await file.read(0, 3));
  if (start === undefined) return holdsDecodedLines(file, lines);
  return all(lines, ENTRIES_AT_ONCE, async ({ offset, text }) => text.equals(await file.read(start + offset, text.length)));
}

/** Of text in UTF-16 no place is known but the number of the line. */
async function holdsDecodedLines(file: HostFile, lines: readonly PrintedLine[]): Promise<boolean> {
  const wanted = new Map(lines.map((line) => [line.line, line.text]));
  let number = 0;
  for await (const piece of readLines(file)) {
    if (piece.kind !== 'line') return false;
    number += 1;
    const text = wanted.get(number);
    if (text === undefined) continue;
    if (!text.equals(piece.bytes.subarray(0, text.length))) return false;
    wanted.delete(number);
    if (wanted.size === 0) return true;
  }
  return wanted.size === 0;
}

/** Whether all pass; looks at some at a time and stops at the first that do not. */
async function all<Item>(items: readonly Item[], atOnce: number, passes: (item: Item) => Promise<boolean>): Promise<boolean> {
  for (let from = 0; from < items.length; from += atOnce) {
    const some = await Promise.all(items.slice(from, from + atOnce).map(passes));
    if (some.includes(false)) return false;
  }
  return true;
}

function grouped<Item>(items: Iterable<Item>, keyOf: (item: Item) => string): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}
