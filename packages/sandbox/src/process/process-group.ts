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

/**
 * Sends a signal to the descendants of a process that are at least `depth` generations below it. For a program that
 * would end at the signal and take them with it at once. Linux only.
 */
export function signalDescendants(ancestor: number, depth: number, signal: NodeJS.Signals): void {
  let generation = [ancestor];
  const children = childrenByParent();
  for (let below = 1; generation.length > 0; below += 1) {
    generation = generation.flatMap((id) => children.get(id) ?? []);
    if (below < depth) continue;
    for (const id of generation) {
      try {
        process.kill(id, signal);
      } catch {
        // It has ended meanwhile.
      }
    }
  }
}

function childrenByParent(): ReadonlyMap<number, readonly number[]> {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = parentOf(name);
    if (parent === undefined) continue;
    const known = children.get(parent);
    if (known === undefined) children.set(parent, [Number(name)]);
    else known.push(Number(name));
  }
  return children;
}

function parentOf(id: string): number | undefined {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'latin1');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}
