import { lstatSync, readdirSync, readFileSync, readlinkSync, type Stats } from 'node:fs';
import { posix } from 'node:path';
import { findProtected } from '@tackroom/core';
import { bytePath, childPath, hostPath, lastName, parentPath, textPath, type BytePath } from '../copy/byte-path.js';
import { readHooksPath } from '../copy/hooks-paths.js';
import { isRepository, type GuardedPart, type NamePolicy } from './name-policy.js';

/** Directories that are looked at around a command, the upper ones first. */
const MAX_DIRECTORIES = 20_000;
/** A directory that has changed this lately may change again without its time telling. */
const UNSETTLED_MS = 100;
/** How many names the longest entry of the list has. */
const LONGEST = 4;
/** What of a repository is data, and large. */
const DATA = new Set(['objects', 'refs', 'logs', 'lfs']);

/** Something that is guarded, as it was found. */
export interface GuardedEntry {
  readonly kind: GuardedPart['kind'];
  readonly type: 'directory' | 'file' | 'link';
  /** Of the device and the inode. */
  readonly identity: string;
  /** When the inode changed last. */
  readonly changedMs: number;
  /** Where a link points. */
  readonly target?: BytePath;
}

/** Everything guarded below a root. */
export interface TreeLook {
  readonly entries: ReadonlyMap<BytePath, GuardedEntry>;
  /** Where repositories keep their hooks, also where nothing is yet. */
  readonly hooks: ReadonlySet<BytePath>;
}

/** What is known of one directory. */
interface KnownDirectory {
  readonly identity: string;
  readonly changedMs: number;
  readonly isSettled: boolean;
  readonly isRepository: boolean;
  readonly guarded: readonly (readonly [BytePath, GuardedPart['kind']])[];
  readonly directories: readonly BytePath[];
}

/**
 * Looks for what is guarded at any depth, without waiting: every command pays. A directory is read again only if its time says
 * that a name in it has changed, which no program can undo. `node_modules` are not entered: whoever may write there needs no
 * settings to run something outside.
 */
export class TreeLooker {
  private known = new Map<BytePath, KnownDirectory>();

  constructor(
    private readonly root: string,
    private readonly policy: NamePolicy,
  ) {}

  /** `hooks` are places of hooks that were found before. */
  look(hooks: ReadonlySet<BytePath> = new Set()): TreeLook {
    const known = new Map<BytePath, KnownDirectory>();
    const entries = new Map<BytePath, GuardedEntry>();
    const places = new Set(hooks);
    const queue: BytePath[] = [''];
    for (let at = 0; at < queue.length && at < MAX_DIRECTORIES; at += 1) {
      const path = queue[at] ?? '';
      const directory = this.directoryAt(path);
      if (directory === undefined) continue;
      known.set(path, directory);
      for (const [below, kind] of directory.guarded) this.add(entries, below, kind);
      if (directory.isRepository) for (const place of this.hooksOf(path)) places.add(place);
      queue.push(...directory.directories);
    }
    this.known = known;
    for (const place of places) this.add(entries, place, 'obeyed');
    return { entries, hooks: places };
  }

  private add(entries: Map<BytePath, GuardedEntry>, path: BytePath, kind: GuardedPart['kind']): void {
    if (entries.has(path)) return;
    const entry = entryAt(hostPath(this.root, path), kind);
    if (entry !== undefined) entries.set(path, entry);
  }

  private directoryAt(path: BytePath): KnownDirectory | undefined {
    const found = lookAt(hostPath(this.root, path));
    if (found?.isDirectory() !== true) return undefined;
    const before = this.known.get(path);
    const identity = identityOf(found);
    if (before?.isSettled === true && before.identity === identity && before.changedMs === found.ctimeMs) return before;
    const isSettled = Date.now() - found.ctimeMs > UNSETTLED_MS;
    return { identity, changedMs: found.ctimeMs, isSettled, ...this.read(path) };
  }

  private read(path: BytePath): Pick<KnownDirectory, 'isRepository' | 'guarded' | 'directories'> {
    const listed = listOf(hostPath(this.root, path));
    const names = new Set(listed.map(({ name }) => name));
    const isNamed = path !== '' && isRepositoryName(lastName(path));
    const isOne = isNamed || isRepository((name) => names.has(name));
    const guarded: [BytePath, GuardedPart['kind']][] = [];
    const directories: BytePath[] = [];
    for (const { name, isDirectory } of listed) {
      const child = childPath(path, name);
      const kind =
        this.guardOf(child, isOne && !isNamed) ??
        (!isDirectory && isRepositoryName(name) ? this.guardOf(`${child}/config`, false) : undefined);
      if (kind !== undefined) guarded.push([child, kind]);
      else if (isDirectory && name !== 'node_modules' && !(isOne && DATA.has(name))) directories.push(child);
    }
    if (isOne && names.has('objects')) directories.push(childPath(path, 'objects/info'));
    return { isRepository: isOne, guarded, directories };
  }

  /** Why an entry is guarded of which nothing above is. */
  private guardOf(path: BytePath, isInUnnamedRepository: boolean): GuardedPart['kind'] | undefined {
    const names = path.split('/').slice(-LONGEST).map(textPath);
    const part = this.policy.guarded(names);
    if (part?.length === names.length) return part.kind;
    const inside = isInUnnamedRepository ? this.policy.guarded(['.git', names.at(-1) ?? '']) : undefined;
    return inside?.length === 2 ? inside.kind : undefined;
  }

  private hooksOf(repository: BytePath): readonly BytePath[] {
    const value = readHooksPath(textOf(hostPath(this.root, childPath(repository, 'config'))));
    if (value === undefined || this.guardOf('.git/hooks', false) === undefined) return [];
    const bases = new Set([textPath(parentPath(repository)), '']);
    const places = [...bases].map((base) => posix.relative(this.root, posix.resolve(this.root, base, value)));
    return places.filter((place) => place !== '' && !place.startsWith('..')).map(bytePath);
  }
}

/** An entry of the host as it is now; undefined for nothing and for what no program obeys, such as a pipe. */
export function entryAt(path: string | Buffer, kind: GuardedPart['kind']): GuardedEntry | undefined {
  const found = lookAt(path);
  if (found === undefined) return undefined;
  const facts = { kind, identity: identityOf(found), changedMs: found.ctimeMs };
  if (found.isSymbolicLink()) return { ...facts, type: 'link', target: readlinkSync(path, 'latin1') };
  return { ...facts, type: found.isDirectory() ? 'directory' : 'file' };
}

function isRepositoryName(name: BytePath): boolean {
  return findProtected([textPath(name)])?.kind === 'repository';
}

function identityOf({ dev, ino }: Stats): string {
  return `${dev}:${ino}`;
}

/** What cannot be looked at this process cannot guard, and commands of the same user cannot write to it. */
function lookAt(path: string | Buffer): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function listOf(path: string | Buffer): readonly { readonly name: BytePath; readonly isDirectory: boolean }[] {
  try {
    return readdirSync(path, { withFileTypes: true, encoding: 'latin1' }).map((entry) => ({
      name: entry.name,
      isDirectory: entry.isDirectory(),
    }));
  } catch {
    return [];
  }
}

function textOf(path: string | Buffer): string {
  try {
    return lstatSync(path).isFile() ? readFileSync(path, 'utf8') : '';
  } catch {
    return '';
  }
}
