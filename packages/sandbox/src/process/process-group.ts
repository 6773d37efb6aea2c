import { readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

const POLL_MS = 20;

/** Sends a signal to every process of a group; false when the group is gone. */
export function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-group, signal);
  } catch {
    return false;
  }
}

/**
 * Ends what is left of a group: TERM, then KILL after `graceMs`. Returns whether there was anything to end. A process
 * that made a session of its own has left the group and is not found.
 */
export async function endGroup(group: number, graceMs: number): Promise<boolean> {
  if (!(await isAlive(group))) return false;
  signalGroup(group, 'SIGTERM');
  for (let waited = 0; waited < graceMs; waited += POLL_MS) {
    await wait(POLL_MS);
    if (!(await isAlive(group))) return true;
  }
  signalGroup(group, 'SIGKILL');
  return true;
}

/** Kills these groups when this process ends while commands are running. Returns what to call when a group has ended. */
export function killOnExit(group: number): () => void {
  if (running.size === 0) process.on('exit', killRunning);
  running.add(group);
  return () => {
    running.delete(group);
    if (running.size === 0) process.off('exit', killRunning);
  };
}

const running = new Set<number>();

function killRunning(): void {
  for (const group of running) signalGroup(group, 'SIGKILL');
}

/** A group of zombies that nobody has collected still takes signals: on Linux their state tells. */
async function isAlive(group: number): Promise<boolean> {
  if (!signalGroup(group, 0)) return false;
  if (process.platform !== 'linux') return true;
  const processes = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const states = await Promise.all(processes.map((id) => readFile(`/proc/${id}/stat`, 'latin1').catch(() => '')));
  // pid (name) state parent group …: the name may hold anything, so count from its end.
  const members = states.map((stat) => stat.slice(stat.lastIndexOf(')') + 2).split(' ')).filter(([, , of]) => of === String(group));
  return processes.length === 0 || members.some(([state]) => state !== 'Z' && state !== 'X');
}

/** A process as its status in /proc has it. */
interface Status {
  readonly id: number;
  readonly parent: number;
  readonly group: number;
}

/** Which descendants are meant: those at least so many generations below. */
export interface Descendants {
  readonly depth: number;
  /** Leaves out those in the group of a process one generation above them all: what serves the others. */
  readonly sparesGroupAbove?: true;
}

/**
 * Sends a signal to descendants of a process. For a program that would end at the signal and take them with it at once.
 * Returns whether there were any. Linux only.
 */
export function signalDescendants(ancestor: number, { depth, sparesGroupAbove }: Descendants, signal: NodeJS.Signals): boolean {
  const children = childrenByParent();
  const spared = new Set<number>();
  let generation = children.get(ancestor) ?? [];
  let isAny = false;
  for (let below = 1; generation.length > 0; below += 1) {
    if (below === depth - 1 && sparesGroupAbove === true) for (const { group } of generation) spared.add(group);
    const meant = below < depth ? [] : generation.filter(({ group }) => !spared.has(group));
    for (const { id } of meant) isAny = sendTo(id, signal) || isAny;
    generation = generation.flatMap(({ id }) => children.get(id) ?? []);
  }
  return isAny;
}

/**
 * Kills a group and all descendants of its leader. While bwrap sets a sandbox up there is a moment in which what it started has left
 * its group and would not yet end with it. The group is stopped first, so that nothing new is started meanwhile. Linux only.
 */
export function killWithDescendants(group: number): void {
  signalGroup(group, 'SIGSTOP');
  signalDescendants(group, { depth: 1 }, 'SIGKILL');
  signalGroup(group, 'SIGKILL');
}

/** False for a process that has ended meanwhile. */
function sendTo(id: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(id, signal);
  } catch {
    return false;
  }
}

/** The children of a process. Linux only. */
export function childrenOf(parent: number): readonly number[] {
  try {
    // Not every kernel keeps the list.
    const list = readFileSync(`/proc/${parent}/task/${parent}/children`, 'latin1').trim();
    return list === '' ? [] : list.split(' ').map(Number);
  } catch {
    return (childrenByParent().get(parent) ?? []).map(({ id }) => id);
  }
}

function childrenByParent(): ReadonlyMap<number, readonly Status[]> {
  const children = new Map<number, Status[]>();
  for (const name of readdirSync('/proc')) {
    const status = /^\d+$/.test(name) ? statusOf(name) : undefined;
    if (status === undefined) continue;
    const known = children.get(status.parent);
    if (known === undefined) children.set(status.parent, [status]);
    else known.push(status);
  }
  return children;
}

function statusOf(name: string): Status | undefined {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
    const [, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { id: Number(name), parent: Number(parent), group: Number(group) };
  } catch {
    return undefined; // it has ended meanwhile
  }
}
