import { readFileSync } from 'node:fs';
import type { Duplex } from 'node:stream';
import { childrenOf } from '../process/process-group.js';

/** Where bwrap builds what will be the root of a sandbox. */
const NEW_ROOT = '/newroot';

/** Descriptors that bwrap reads to their end, one after the other, when everything is mounted. */
export interface GateDescriptors {
  readonly made: number;
  readonly checked: number;
}

/** Arguments that hold bwrap up when everything is mounted, before it starts any program inside. */
export function gateArguments({ made, checked }: GateDescriptors): readonly string[] {
  return ['--file', String(made), '/../.mounts-made', '--file', String(checked), '/../.mounts-checked'];
}

/**
 * Looks at the mounts of a sandbox from outside, while bwrap waits: programs in it may not be what they should be, if something
 * was mounted over them.
 */
export class MountGate {
  /** What is wrong with the mounts, as a clause. */
  problem: string | undefined;

  /** `problemOf` is given the mountinfo of the sandbox as it will be seen inside, as latin1. Without a problem bwrap goes on; with one `kill` is called. */
  constructor(private readonly problemOf: (table: string) => string | undefined) {}

  /** The ends of the two streams, and the process that bwrap is. */
  attach(made: Duplex, checked: Duplex, { bwrap, kill }: { readonly bwrap: number; readonly kill: () => void }): void {
    for (const stream of [made, checked]) stream.on('error', () => undefined);
    checked.resume();
    made.resume();
    // bwrap reads the end of it, and closes it.
    made.end();
    made.once('close', () => {
      const table = tableOf(bwrap);
      this.problem = table === undefined ? undefined : this.problemOf(table);
      // Who waits at the other end goes on at the end of the stream, so it must be gone before.
      if (table === undefined || this.problem !== undefined) kill();
      checked.end();
    });
  }
}

/** Undefined if bwrap has nothing set up: it has ended, and says itself why. */
function tableOf(bwrap: number): string | undefined {
  const [child] = childrenOf(bwrap);
  if (child === undefined) return undefined;
  try {
    const lines = readFileSync(`/proc/${child}/mountinfo`, 'latin1').split('\n');
    return lines.flatMap(insideOf).join('\n');
  } catch {
    return undefined; // it has ended meanwhile
  }
}

/** A line as it will read when the new root is the root. */
function insideOf(line: string): readonly string[] {
  const fields = line.split(' ');
  const point = fields[4] ?? '';
  if (point !== NEW_ROOT && !point.startsWith(`${NEW_ROOT}/`)) return [];
  return [[...fields.slice(0, 4), point.slice(NEW_ROOT.length) || '/', ...fields.slice(5)].join(' ')];
}
