import { lstat, readdir } from 'node:fs';
import { promisify } from 'node:util';
import { ToolFailure } from '@tackroom/core';
import type { FileTree } from '../workspace/file-tree.js';
import { openFileIn, type HostFile } from '../workspace/host-file.js';
import { errorCode } from '../workspace/path-failure.js';
import type { PinnedDirectory } from '../workspace/pinned-directory.js';
import { PinnedWay } from './pinned-way.js';
import { readLines, textStart } from './text-lines.js';

/** More than Node has threads for files: what comes back together is taken together, and costs a quarter less than in fours. */
const LANES = 16;
/** Of so many names in a directory all are read at once: that costs as much as to look at a dozen of them among five hundred. */
const MANY_NAMES = 32;
/** Lines that lie no further apart are read at once. */
const WINDOW_BYTES = 16_384;

const lookAt = promisify(lstat);
const readNames: (path: string) => Promise<string[]> = promisify(readdir);

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
    const byDirectory = grouped(new Set(paths), prefixOf);
    return this.everywhere([...byDirectory], (directory, [prefix, inside]) =>
      holdsNames(
        directory,
        inside.map((path) => path.slice(prefix.length)),
      ),
    );
  }

  /** Whether all of these lines stand in files below the base. */
  async hasLines(lines: readonly PrintedLine[]): Promise<boolean> {
    const byPath = [...grouped(lines, ({ path }) => path)];
    const files = byPath.map(([path, inFile]) => [prefixOf(path), { path, inFile }] as const);
    return this.everywhere(files, async (directory, [prefix, { path, inFile }]) => {
      const file = await openFileIn(this.tree, directory, path.slice(prefix.length), path);
      try {
        return await holdsLines(file, inFile);
      } finally {
        await file.close();
      }
    });
  }

  /** Whether all pass that are in directories, by their paths with a slash at the end. Ends at the first that does not. */
  private async everywhere<Item extends readonly [prefix: string, ...unknown[]]>(
    items: readonly Item[],
    passes: (directory: PinnedDirectory, item: Item) => Promise<boolean>,
  ): Promise<boolean> {
    if (this.tree.containment === 'none') return true;
    const inOrder = [...items].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    let isInside = true;
    const walk = async (some: readonly Item[]): Promise<void> => {
      const way = new PinnedWay(this.base);
      try {
        for (const item of some) {
          if (!isInside) return;
          if (!(await passes(await way.to(item[0]), item))) isInside = false;
        }
      } catch (error) {
        isInside = false;
        // Whatever cannot be opened now is not what the engine has seen.
        if (!ToolFailure.is(error) && errorCode(error) === undefined) throw error;
      } finally {
        await way.close().catch(() => (isInside = false));
      }
    };
    const size = Math.ceil(inOrder.length / LANES);
    const lanes = Array.from({ length: LANES }, (_, lane) => walk(inOrder.slice(lane * size, (lane + 1) * size)));
    // None goes on when this has settled: the base may be closed then.
    const failed = (await Promise.allSettled(lanes)).find((lane) => lane.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    return isInside;
  }
}

async function holdsNames(directory: PinnedDirectory, names: readonly string[]): Promise<boolean> {
  // A name that is not valid UTF-8 leads to nothing, but it is listed.
  if (names.length >= MANY_NAMES || names.some((name) => name.includes('\ufffd'))) {
    const listed = new Set(await readNames(directory.at()));
    return names.every((name) => listed.has(name));
  }
  await Promise.all(names.map((name) => lookAt(directory.at(name))));
  return true;
}

async function holdsLines(file: HostFile, lines: readonly PrintedLine[]): Promise<boolean> {
  const inOrder = [...lines].sort((a, b) => a.offset - b.offset);
  // No further than the file goes, which a second read would have to find out.
  const head = await file.read(0, Math.min(file.size, windowEnd(inOrder, { index: 0, from: 0 }, 3) + 3));
  const start = textStart(head);
  if (start === undefined) return holdsDecodedLines(file, lines);
  let window = { from: 0, bytes: head };
  for (const [index, { offset, text }] of inOrder.entries()) {
    const from = start + offset;
    if (from + text.length > window.from + window.bytes.length) {
      const end = windowEnd(inOrder, { index, from: offset }, offset + text.length);
      window = { from, bytes: await file.read(from, end - offset) };
    }
    if (!text.equals(window.bytes.subarray(from - window.from, from - window.from + text.length))) return false;
  }
  return true;
}

/** Where the last of the lines from `index` on ends that lie within a window from `from` on; at least `least`. */
function windowEnd(lines: readonly PrintedLine[], at: { readonly index: number; readonly from: number }, least: number): number {
  let end = least;
  for (let { index } = at; ; index += 1) {
    const line = lines[index];
    const lineEnd = line === undefined ? Infinity : line.offset + line.text.length;
    if (lineEnd > at.from + WINDOW_BYTES) return end;
    end = Math.max(end, lineEnd);
  }
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

/** The directory of a path, with a slash at its end; empty for the base. */
function prefixOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
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
