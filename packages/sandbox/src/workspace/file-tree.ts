import type { Stats } from 'node:fs';
import type { PathFact } from '@tackroom/core';
import type { PinnedDirectory } from './pinned-directory.js';

/**
 * How well a tree holds its boundary: by descriptors (nothing that swaps names can lead out), by checks before and
 * after (best effort), or not at all because it has none.
 */
export type Containment = 'descriptors' | 'checks' | 'none';

/** An entry in a pinned directory. Whoever got it closes `directory`. */
export interface TreeEntry {
  readonly directory: PinnedDirectory;
  /** `''` is the directory itself. */
  readonly name: string;
  /** Of the entry, links not followed. */
  readonly stats: Stats;
}

/** Where an entry is to be put. Whoever got it closes `directory`. */
export interface TreePlace {
  readonly directory: PinnedDirectory;
  readonly name: string;
  /** Of what is there, links followed as far as the tree allows; undefined when nothing is. */
  readonly stats: Stats | undefined;
}

/**
 * Names and directories below a workspace's root, the part that differs between a rooted workspace and the bare host.
 * `cwd` and normalised paths are relative to the root, `''` is the root itself.
 */
export interface FileTree {
  readonly root: string | null;
  readonly containment: Containment;
  readonly caseInsensitive: boolean;
  /** The one spelling of a path. Throws `ToolFailure` with `PATH_INVALID` or `PATH_OUTSIDE`. */
  normalize(path: string, cwd: string): string;
  /** What can be known of a path without touching what it names. Never rejects. */
  fact(path: string, cwd: string): Promise<PathFact>;
  /** Pins the directory with this normalised path. Rejects with `ToolFailure`. */
  directory(normalized: string): Promise<PinnedDirectory>;
  /** Pins the parent of an entry that exists; with `followLast` a link in the last place is followed as far as the tree allows. */
  entry(normalized: string, followLast: boolean): Promise<TreeEntry>;
  /** Pins the parent of an entry that may not exist yet, and makes the directories above it that are missing. */
  place(normalized: string): Promise<TreePlace>;
  /** How many leading names of a normalised path stand for the root that it lies in: 1 below a named extra root, else 0. */
  rootDepth(normalized: string): number;
  /** Throws `ToolFailure` `PATH_READ_ONLY` where nothing may be changed. */
  mustBeWritable(normalized: string): void;
}
