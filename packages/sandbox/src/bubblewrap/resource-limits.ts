/** Bounds on what commands may use. */
export interface ResourceLimits {
  /** Memory that one process may fill, in megabytes; 4 096 unless given. */
  readonly memoryMb: number;
  /** Processor time of one process, in seconds; 600 unless given. */
  readonly cpuSeconds: number;
  /** Size of any one file written, in megabytes; 1 024 unless given. */
  readonly fileSizeMb: number;
  /** Processes and threads at once; 1 024 unless given. The kernel does not hold root to it. */
  readonly processes: number;
}

/** The bounds unless others are given. */
export const DEFAULT_LIMITS: ResourceLimits = Object.freeze({ memoryMb: 4_096, cpuSeconds: 600, fileSizeMb: 1_024, processes: 1_024 });

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
