import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, readdir, rmdir, stat } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { ControlGroup, type GroupHome } from './control-group.js';

/** Where control groups can be made, tried; or why they cannot, if they were looked for. */
export type FoundGroupHome = { readonly home: GroupHome } | { readonly home: undefined; readonly reason: string | undefined };

const TRIAL = { memoryMb: 64, processes: 64 };
const STALE_MS = 60_000;
const NEEDED = ['memory', 'pids'];

/**
 * Finds a place where this process may make control groups that bound memory and processes. With version 2 that is its own
 * group or one above it that hands both controllers down, and which belongs to the user: as root in most places, as anybody
 * else below their systemd instance. With version 1 it is the group of this process in each hierarchy.
 */
export async function findGroupHome(proc = '/proc/self'): Promise<FoundGroupHome> {
  const [groups, mounts] = await Promise.all(['cgroup', 'mountinfo'].map((name) => readFile(join(proc, name), 'utf8').catch(() => '')));
  const hierarchies = readHierarchies(groups ?? '', mounts ?? '');
  const candidates = [...(await homesOfVersion2(hierarchies)), ...homesOfVersion1(hierarchies)];
  let reason = 'no control group that hands down memory and pids is mounted here';
  for (const home of candidates) {
    const failure = await tryHome(home);
    if (failure === undefined) {
      await removeStale(home);
      return { home };
    }
    reason = failure;
  }
  return { home: undefined, reason };
}

/** A hierarchy of control groups as this process sees it. */
interface Hierarchy {
  /** Empty for version 2. */
  readonly controllers: readonly string[];
  readonly mount: string;
  /** The directory of this process's group, at or below the mount. */
  readonly own: string;
}

/** Reads `/proc/self/cgroup` and `/proc/self/mountinfo`. Hierarchies that are not mounted, or only elsewhere, are left out. */
export function readHierarchies(groups: string, mounts: string): readonly Hierarchy[] {
  const mounted = mounts.split('\n').flatMap((line) => {
    const [before = '', after = ''] = line.split(' - ');
    const [, , , root = '', mount = ''] = before.split(' ');
    const [type, , options = ''] = after.split(' ');
    return type === 'cgroup' || type === 'cgroup2'
      ? [{ root, mount, version: type === 'cgroup2' ? 2 : 1, options: options.split(',') }]
      : [];
  });
  return groups.split('\n').flatMap((line) => {
    const [, number, names = '', path = ''] = /^(\d+):([^:]*):(\/.*)$/.exec(line) ?? [];
    if (number === undefined) return [];
    const controllers = names.split(',').filter((name) => name !== '');
    const found = mounted.find(({ version, options }) =>
      controllers.length === 0 ? version === 2 : version === 1 && controllers.every((name) => options.includes(name)),
    );
    if (found === undefined) return [];
    const below = posix.relative(found.root, path);
    return below === '..' || below.startsWith('../') ? [] : [{ controllers, mount: found.mount, own: posix.join(found.mount, below) }];
  });
}

async function homesOfVersion2(hierarchies: readonly Hierarchy[]): Promise<readonly GroupHome[]> {
  const unified = hierarchies.find(({ controllers }) => controllers.length === 0);
  if (unified === undefined) return [];
  const homes: GroupHome[] = [];
  for (let at = unified.own; ; at = dirname(at)) {
    const handedDown = (await readFile(join(at, 'cgroup.subtree_control'), 'latin1').catch(() => '')).trim().split(/\s+/);
    if (NEEDED.every((name) => handedDown.includes(name))) homes.push({ version: 2, memory: at, pids: at });
    if (at === unified.mount || at === '/') return homes;
  }
}

function homesOfVersion1(hierarchies: readonly Hierarchy[]): readonly GroupHome[] {
  const [memory, pids] = NEEDED.map((name) => hierarchies.find(({ controllers }) => controllers.includes(name))?.own);
  return memory === undefined || pids === undefined ? [] : [{ version: 1, memory, pids }];
}

/** Makes a group and sends a process into it. Says why that did not work. */
async function tryHome(home: GroupHome): Promise<string | undefined> {
  let group: ControlGroup | undefined;
  try {
    group = ControlGroup.make(home, TRIAL);
    const script = group.entries.map((_, index) => `echo 0 >&${3 + index}`).join(' && ');
    const child = spawn('/bin/sh', ['-c', script], { stdio: ['ignore', 'ignore', 'ignore', ...group.entries], env: {} });
    const [code] = (await once(child, 'exit')) as [number | null]; // what Node says of a process's end
    return code === 0 ? undefined : `no process may be moved into a control group in ${home.memory}`;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error); // what the file system throws
    return `no control group can be made in ${home.memory} (${code})`;
  } finally {
    await group?.close();
  }
}

/** Removes empty groups of processes that ended without a chance to. */
async function removeStale({ memory, pids }: GroupHome): Promise<void> {
  for (const home of new Set([memory, pids])) {
    for (const name of await readdir(home).catch(() => [])) {
      const [, owner] = /^tackroom-(\d+)-\d+$/.exec(name) ?? [];
      if (owner === undefined || isRunning(Number(owner))) continue;
      const path = join(home, name);
      const age = Date.now() - ((await stat(path).catch(() => undefined))?.mtimeMs ?? Date.now());
      if (age > STALE_MS) await rmdir(path).catch(() => undefined);
    }
  }
}

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // what the system throws
  }
}
