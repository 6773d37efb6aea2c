import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { GroupFacts } from '../confinement/name-denials.js';

/** Bounds on all processes of a command together. */
export interface GroupLimits {
  readonly memoryMb: number;
  /** Processes and threads at once; those of root are counted too. */
  readonly processes: number;
}

/** Directories of a control group file system in which groups can be made: one for both with version 2. */
export interface GroupHome {
  readonly version: 1 | 2;
  readonly memory: string;
  readonly pids: string;
}

interface Setting {
  readonly home: 'memory' | 'pids';
  readonly file: string;
  readonly value: (limits: GroupLimits) => string;
  /** Not every kernel has it. */
  readonly isOptional?: true;
}

const BYTES = ({ memoryMb }: GroupLimits): string => String(memoryMb * 1_048_576);
const COUNT = ({ processes }: GroupLimits): string => String(processes);
const SETTINGS: Readonly<Record<GroupHome['version'], readonly Setting[]>> = {
  1: [
    { home: 'memory', file: 'memory.limit_in_bytes', value: BYTES },
    // With swap: it may not be less than the one before.
    { home: 'memory', file: 'memory.memsw.limit_in_bytes', value: BYTES, isOptional: true },
    { home: 'pids', file: 'pids.max', value: COUNT },
  ],
  2: [
    { home: 'memory', file: 'memory.max', value: BYTES },
    { home: 'memory', file: 'memory.swap.max', value: () => '0', isOptional: true },
    { home: 'pids', file: 'pids.max', value: COUNT },
  ],
};
/** Files of lines with a name and a number. */
const MEMORY_EVENTS = { 1: 'memory.oom_control', 2: 'memory.events' } as const;
const REMOVE_ROUNDS = 100;
const REMOVE_PAUSE_MS = 20;

let count = 0;

/** A control group of the kernel for one command. Made and opened without waiting: it takes a fraction of a millisecond. */
export class ControlGroup {
  private constructor(
    private readonly version: GroupHome['version'],
    private readonly directories: GroupHome,
    /** Descriptors of files that take a process in which writes 0 to them. */
    readonly entries: readonly number[],
  ) {}

  /** Throws the system's error, with nothing left behind, where it cannot be made. Whoever makes it calls `close`. */
  static make(home: GroupHome, limits: GroupLimits): ControlGroup {
    const name = `tackroom-${process.pid}-${(count += 1)}`;
    const directories = { ...home, memory: join(home.memory, name), pids: join(home.pids, name) };
    const entries: number[] = [];
    const made: string[] = [];
    try {
      for (const directory of placesOf(directories)) {
        mkdirSync(directory);
        made.push(directory);
      }
      for (const { home: place, file, value, isOptional } of SETTINGS[home.version]) {
        const path = join(directories[place], file);
        if (isOptional !== true || existsSync(path)) writeFileSync(path, value(limits));
      }
      for (const directory of made) entries.push(openSync(join(directory, 'cgroup.procs'), 'w'));
      return new ControlGroup(home.version, directories, entries);
    } catch (error) {
      for (const entry of entries) closeSync(entry);
      for (const directory of made) rmdirSync(directory);
      throw error;
    }
  }

  /** What happened in it so far. */
  facts(): GroupFacts {
    return {
      hitMemory: eventCount(join(this.directories.memory, MEMORY_EVENTS[this.version]), 'oom_kill') > 0,
      hitProcesses: eventCount(join(this.directories.pids, 'pids.events'), 'max') > 0,
    };
  }

  /** Waits until its processes are gone, for two seconds at most, and removes it. */
  async close(): Promise<void> {
    for (const entry of this.entries) closeSync(entry);
    for (const directory of placesOf(this.directories)) {
      for (let round = 0; !isRemoved(directory) && round < REMOVE_ROUNDS; round += 1) await wait(REMOVE_PAUSE_MS);
    }
  }
}

function placesOf({ memory, pids }: GroupHome): readonly string[] {
  return memory === pids ? [memory] : [memory, pids];
}

function isRemoved(directory: string): boolean {
  try {
    rmdirSync(directory);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT'; // what the file system throws
  }
}

function eventCount(file: string, name: string): number {
  try {
    const line = readFileSync(file, 'latin1')
      .split('\n')
      .find((text) => text.startsWith(`${name} `));
    return Number(line?.slice(name.length + 1) ?? 0);
  } catch {
    return 0; // a kernel that does not count it
  }
}
