import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { ToolFailure } from '@tackroom/core';
import type { FileTree } from '../../workspace/file-tree.js';
import { openFileIn } from '../../workspace/host-file.js';
import { isTemporary, OWN_FOLDER } from '../../workspace/host-write.js';
import { rawName } from '../../workspace/listed-name.js';
import { errorCode } from '../../workspace/path-failure.js';
import type { PinnedDirectory } from '../../workspace/pinned-directory.js';
import { IGNORE_FILES, inheritedRuleLines, MAX_RULES_BYTES } from '../inherited-ignore.js';
import { comparePaths } from '../path-order.js';
import { IgnoreRules } from './ignore-rules.js';

/** A file that a walk came to. The directory is pinned only until the next one is asked for. */
export interface WalkedFile {
  /** Relative to where the walk began. */
  readonly path: string;
  readonly directory: PinnedDirectory;
  readonly name: string;
}

/** Where a walk goes. */
export interface FileWalk {
  readonly tree: FileTree;
  /** Relative to the root. */
  readonly base: string;
  readonly maxDepth: number;
  readonly includeIgnored: boolean;
  readonly signal: AbortSignal | undefined;
}

/** What a walk left out. */
export interface WalkNotes {
  readonly unread: string[];
  /** Whether there are files further down than it goes. */
  tooDeep: boolean;
}

interface Level {
  readonly directory: PinnedDirectory;
  /** Path of the directory relative to the base, with a slash at its end; empty for the base. */
  readonly prefix: string;
  readonly depth: number;
  /** Rules of this directory and those above it with what their paths are relative to, innermost last. */
  readonly rules: readonly { readonly rules: IgnoreRules; readonly prefix: string }[];
}

/** Regular files below a directory, in path order, links not followed. Rejects with `ToolFailure`. */
export async function* walkFiles(walk: FileWalk, notes: WalkNotes): AsyncGenerator<WalkedFile> {
  const directory = await walk.tree.directory(walk.base);
  try {
    const above = walk.includeIgnored ? [] : await inheritedRuleLines(walk.tree, walk.base);
    yield* walkLevel(walk, notes, { directory, prefix: '', depth: 1, rules: [{ rules: new IgnoreRules(above), prefix: '' }] });
  } finally {
    await directory.close();
  }
}

async function* walkLevel(walk: FileWalk, notes: WalkNotes, outer: Level): AsyncGenerator<WalkedFile> {
  const { directory, prefix, depth } = outer;
  const entries = await readEntries(directory, prefix, notes);
  const own = walk.includeIgnored ? undefined : await ownRules(walk.tree, directory, entries);
  const level = own === undefined ? outer : { ...outer, rules: [...outer.rules, { rules: own, prefix }] };
  let before: string | undefined;
  for (const entry of entries) {
    if (walk.signal?.aborted === true) throw new ToolFailure('The search was cancelled.', { code: 'SEARCH_CANCELLED' });
    const { name } = entry;
    if (name === before) {
      notes.unread.push(`${prefix}${name}: one more name that is not valid UTF-8 and reads the same`);
      continue;
    }
    before = name;
    if (isNever(name, walk.tree.caseInsensitive)) continue;
    const kind = await kindOf(directory, entry);
    if (kind === 'other' || isIgnored(level, prefix + name, kind === 'directory')) continue;
    if (kind === 'file') yield { path: prefix + name, directory, name };
    else if (depth >= walk.maxDepth) notes.tooDeep ||= await holdsFile(walk, level, name);
    else yield* walkChild(walk, notes, level, name);
  }
}

async function* walkChild(walk: FileWalk, notes: WalkNotes, level: Level, name: string): AsyncGenerator<WalkedFile> {
  const path = level.prefix + name;
  let child: PinnedDirectory;
  try {
    child = await level.directory.enter(await rawName(level.directory, name));
  } catch (error) {
    noteUnread(notes, path, error);
    return;
  }
  try {
    yield* walkLevel(walk, notes, { directory: child, prefix: `${path}/`, depth: level.depth + 1, rules: level.rules });
  } finally {
    await child.close();
  }
}

/** Whether a walk without a bound would come to a file in this child. */
async function holdsFile(walk: FileWalk, level: Level, name: string): Promise<boolean> {
  const notes: WalkNotes = { unread: [], tooDeep: false };
  for await (const _file of walkChild({ ...walk, maxDepth: Infinity }, notes, level, name)) return true;
  return false;
}

async function readEntries(directory: PinnedDirectory, prefix: string, notes: WalkNotes): Promise<readonly Dirent[]> {
  try {
    const entries = await readdir(directory.at(), { withFileTypes: true });
    await directory.verify();
    return entries.sort((a, b) => comparePaths(a.name, b.name));
  } catch (error) {
    noteUnread(notes, prefix === '' ? '.' : prefix.slice(0, -1), error);
    return [];
  }
}

async function ownRules(tree: FileTree, directory: PinnedDirectory, entries: readonly Dirent[]): Promise<IgnoreRules | undefined> {
  const lines: string[] = [];
  for (const name of IGNORE_FILES) {
    if (!entries.some((entry) => entry.name === name)) continue;
    const file = await openFileIn(tree, directory, name, name).catch(() => undefined);
    if (file === undefined) continue;
    try {
      lines.push(
        ...Buffer.from(await file.read(0, MAX_RULES_BYTES))
          .toString('utf8')
          .split(/\r?\n/),
      );
    } finally {
      await file.close();
    }
  }
  return lines.length === 0 ? undefined : new IgnoreRules(lines);
}

function isIgnored({ rules }: Level, path: string, isDirectory: boolean): boolean {
  for (const { rules: some, prefix } of [...rules].reverse()) {
    const verdict = some.verdict(path.slice(prefix.length), isDirectory);
    if (verdict !== undefined) return verdict;
  }
  return false;
}

function isNever(name: string, caseInsensitive: boolean): boolean {
  return (caseInsensitive ? name.toLowerCase() : name) === '.git' || name === OWN_FOLDER || isTemporary(name);
}

async function kindOf(directory: PinnedDirectory, entry: Dirent): Promise<'file' | 'directory' | 'other'> {
  const isKnown = entry.isFile() || entry.isDirectory() || entry.isSymbolicLink() || entry.isFIFO() || entry.isSocket();
  // Some file systems do not tell kinds in a listing.
  const found = isKnown ? entry : await lstat(directory.at(entry.name)).catch(() => entry);
  if (found.isFile()) return 'file';
  return found.isDirectory() ? 'directory' : 'other';
}

/** Notes what could not be read, as ripgrep words it. */
export function noteUnread(notes: WalkNotes, path: string, error: unknown): void {
  const cause = error instanceof ToolFailure ? error.cause : error;
  const code = errorCode(cause);
  const why =
    code === 'EACCES' || code === 'EPERM'
      ? 'Permission denied'
      : code === 'ENOENT'
        ? 'No such file or directory'
        : (code ?? 'unknown error');
  notes.unread.push(`${path}: ${why}`);
}
