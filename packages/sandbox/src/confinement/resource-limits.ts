/** What `memoryMb` and `processes` are counted over. */
export type LimitScope = 'auto' | 'command' | 'process';

/** Bounds on what commands may use. */
export interface ResourceLimits {
  /** Memory in megabytes, 4 096 unless given: of one process, and of all processes of a command together by `scope`. */
  readonly memoryMb: number;
  /** Processor time of one process, in seconds; 600 unless given. */
  readonly cpuSeconds: number;
  /** Size of any one file written, in megabytes; 1 024 unless given. */
  readonly fileSizeMb: number;
  /** Processes and threads at once; 1 024 unless given. Without a control group the kernel does not hold root to it. */
  readonly processes: number;
  /**
   * `process`, the default: `memoryMb` is for each process. `command` bounds all processes of a command together, which
   * takes a control group and 5 to 15 ms more for each command; where none can be made nothing is run. `auto` does so where
   * it can; `inspect` says whether it does.
   */
  readonly scope: LimitScope;
}

const SCOPES: readonly unknown[] = ['auto', 'command', 'process'] satisfies readonly LimitScope[];

/** The bounds unless others are given. */
export const DEFAULT_LIMITS: ResourceLimits = Object.freeze({
  memoryMb: 4_096,
  cpuSeconds: 600,
  fileSizeMb: 1_024,
  processes: 1_024,
  scope: 'process',
});

/** What is wrong with given limits. */
export function limitProblems(limits: Partial<ResourceLimits>): readonly { readonly name: string; readonly message: string }[] {
  return Object.entries(limits).flatMap(([name, value]) => {
    if (!(name in DEFAULT_LIMITS)) return { name, message: `is no limit; there are ${Object.keys(DEFAULT_LIMITS).join(', ')}.` };
    if (name === 'scope') return SCOPES.includes(value) ? [] : { name, message: "is none; write 'auto', 'command' or 'process'." };
    return Number.isSafeInteger(value) && Number(value) >= 1 ? [] : { name, message: 'is no bound; write a whole number from 1.' };
  });
}

/**
 * A line of bash that sets the bounds for itself and what it starts. What they exceed already was set lower outside, and
 * stays so. The soft bound of time comes before the hard one: the signal of the first says what happened, the second kills
 * without a word. Memory is bounded as data, not as address space: Node and others reserve a great deal of the latter.
 */
export function limitLine({ memoryMb, cpuSeconds, fileSizeMb, processes }: ResourceLimits): string {
  const bounds = [
    `-d ${memoryMb * 1_024}`,
    `-St ${cpuSeconds}`,
    `-Ht ${cpuSeconds + 5}`,
    `-f ${fileSizeMb * 1_024}`,
    `-u ${processes}`,
    '-c 0',
  ];
  return `{ ${bounds.map((bound) => `ulimit ${bound};`).join(' ')} } 2>/dev/null`;
}
