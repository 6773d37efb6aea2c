import { randomBytes } from 'node:crypto';
import { chmod, lstat, mkdir, rename, rm, rmdir, unlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ToolFailure } from '@tackroom/core';
import { hostPath, lastName, parentPath, shownPath, type BytePath } from '../copy/byte-path.js';
import { entryState, isSameState, snapshotTree, type EntryState, type TreeSnapshot } from '../copy/tree-snapshot.js';
import { pinBelow } from '../copy/host-places.js';
import { entryPath } from '../workspace/listed-name.js';
import type { PinnedDirectory } from '../workspace/pinned-directory.js';
import { RootedTree } from '../workspace/rooted-tree.js';
import { inTemporary, tar } from './openshell-cli.js';
import { readListing } from './read-listing.js';
import type { RemoteSandbox } from './remote-sandbox.js';
import { DROP, LIST_TREE, PACK, TAKE_OVER } from './remote-scripts.js';

/** OpenShell takes 4 MiB on standard input; what names more paths goes in parts. */
const MAX_NAMES_BYTES = 3_000_000;
const NOTHING: TreeSnapshot = new Map();

/** How two states of a tree differ. Paths come parents first; what has become something else is in both. */
interface Difference {
  readonly gone: readonly BytePath[];
  readonly changed: readonly BytePath[];
}

/**
 * A directory of this machine and the one in a sandbox that it stands for: the file tools work here, commands there. Each
 * side is looked at when it is its turn, and only what has changed goes over.
 */
export class Mirror {
  private local: TreeSnapshot = NOTHING;
  private remote: TreeSnapshot = NOTHING;

  constructor(
    /** Where the files are on this machine. Nobody else works in it. */
    private readonly path: string,
    private readonly sandbox: RemoteSandbox,
  ) {}

  /** Brings what changed here over to the sandbox. */
  async push(): Promise<void> {
    const now = await snapshotTree(this.path, { unlock: true });
    const { gone, changed } = difference(this.local, now);
    if (gone.length === 0 && changed.length === 0) return;
    await inTemporary(async (directory) => {
      const archive = `in-${randomBytes(6).toString('hex')}.tar`;
      if (changed.length > 0) {
        const names = Buffer.from(changed.map((path) => `./${path}\0`).join(''), 'latin1');
        await tar(['-cf', join(directory, archive), '-C', this.path, '--no-recursion', '--null', '-T', '-'], names);
        await this.sandbox.upload(join(directory, archive));
      }
      const parts = inParts(gone);
      for (const part of parts.slice(0, -1)) await this.takeOver(part, '');
      this.remote = readListing(await this.takeOver(parts.at(-1) ?? Buffer.alloc(0), changed.length > 0 ? archive : ''));
    });
    this.local = now;
  }

  /** Fetches what commands have changed. */
  async pull(): Promise<void> {
    const now = readListing(await this.sandbox.run('Looking for changes', LIST_TREE, {}));
    const { gone, changed } = difference(this.remote, now);
    if (gone.length === 0 && changed.length === 0) return;
    const tree = new RootedTree(this.path, { links: 'refuse' });
    for (const path of [...gone].reverse()) await take(tree, path);
    for (const part of inParts(changed)) {
      await inTemporary(async (directory) => {
        const archive = `out-${randomBytes(6).toString('hex')}.tar`;
        await this.sandbox.run('Packing changes', PACK, { args: [archive], stdin: part });
        await this.sandbox.download(archive, directory);
        await this.sandbox.run('Clearing up', DROP, { args: [archive] });
        const staging = join(directory, 'files');
        await mkdir(staging);
        await tar(['-xf', join(directory, basename(archive)), '-C', staging, '--no-same-owner']);
        for (const [path, state] of await snapshotTree(staging))
          await put(tree, path, { from: hostPath(staging, path), state, mode: modeOf(now.get(path)) });
      });
    }
    this.remote = now;
    this.local = await snapshotTree(this.path, { unlock: true });
  }

  private takeOver(gone: Uint8Array, archive: string): Promise<string> {
    return this.sandbox.run('Bringing files into place', TAKE_OVER, { args: [archive], stdin: gone });
  }
}

function difference(before: TreeSnapshot, now: TreeSnapshot): Difference {
  const gone = [...before].filter(([path, state]) => now.get(path)?.kind !== state.kind).map(([path]) => path);
  const changed = [...now].filter(([path, state]) => state.kind !== 'other' && !isSameState(state, before.get(path))).map(([path]) => path);
  return { gone, changed };
}

/** Names, each ended by NUL, in as many texts as it takes. */
function inParts(paths: readonly BytePath[]): readonly Uint8Array[] {
  const parts: Uint8Array[] = [];
  let part = '';
  for (const path of paths) {
    part += `./${path}\0`;
    if (part.length < MAX_NAMES_BYTES) continue;
    parts.push(Buffer.from(part, 'latin1'));
    part = '';
  }
  return part === '' ? parts : [...parts, Buffer.from(part, 'latin1')];
}

/** Goes through pinned directories and follows no links, though nobody should have made any: names come from a sandbox. */
async function take(tree: RootedTree, path: BytePath): Promise<void> {
  const directory = await enter(tree, parentPath(path));
  if (directory === undefined) return;
  try {
    const at = entryPath(directory, Buffer.from(lastName(path), 'latin1'));
    const found = await entryState(at);
    if (found?.kind === 'directory')
      await rmdir(at).catch(() => undefined); // what is still in it stays
    else if (found !== undefined) await unlink(at);
  } finally {
    await directory.close();
  }
}

interface Arrival {
  readonly from: string | Buffer;
  readonly state: EntryState;
  readonly mode: number | undefined;
}

async function put(tree: RootedTree, path: BytePath, { from, state, mode }: Arrival): Promise<void> {
  if (state.kind === 'other') return;
  const directory = await enter(tree, parentPath(path));
  if (directory === undefined) {
    throw new ToolFailure(`${shownPath(path)} of the sandbox has no place to go.`, { code: 'SANDBOX_CALL_FAILED' });
  }
  try {
    const at = entryPath(directory, Buffer.from(lastName(path), 'latin1'));
    const found = await lstat(at).catch(() => undefined);
    if (found?.isDirectory() === true && state.kind === 'directory') return void (await chmod(at, (mode ?? state.mode) | 0o700));
    if (found?.isDirectory() === true) await rm(at, { recursive: true });
    if (state.kind === 'directory') return void (await mkdir(at, (mode ?? state.mode) | 0o700));
    if (state.kind === 'file') await chmod(from, (mode ?? state.mode) & 0o777);
    await rename(from, at);
  } finally {
    await directory.close();
  }
}

async function enter(tree: RootedTree, path: BytePath): Promise<PinnedDirectory | undefined> {
  return pinBelow(await tree.directory(''), path);
}

function modeOf(state: EntryState | undefined): number | undefined {
  return state?.kind === 'file' || state?.kind === 'directory' ? state.mode : undefined;
}
