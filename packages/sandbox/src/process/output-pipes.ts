import { execFile } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';

/** A pipe to a child process: the descriptor for this process, which reads, and the one for the child. */
export interface OutputPipe {
  readonly readEnd: number;
  readonly writeEnd: number;
}

/** Making pipes takes a program, which costs as much as a short command: so many are made at once, and the rest kept. */
const BATCH = 32;

const ready: OutputPipe[] = [];

/**
 * Takes pipes for a child's output; undefined where none can be made. The pipes that Node makes are sockets, and a
 * command that opens `/dev/stdout` or `/dev/stderr` again (`tee /dev/stderr`, `curl -o /dev/stdout`) fails on those.
 * They have no name. The caller closes both ends.
 */
export async function openOutputPipes(count: number): Promise<readonly OutputPipe[] | undefined> {
  if (ready.length < count) ready.push(...(await makePipes(BATCH)));
  if (ready.length < count) return undefined;
  return ready.splice(0, count);
}

/** Reads from a pipe until it ends or is destroyed, which closes this process's end. */
export function readFrom({ readEnd }: OutputPipe): Readable {
  return new Socket({ fd: readEnd, readable: true, writable: false });
}

async function makePipes(count: number): Promise<readonly OutputPipe[]> {
  const directory = await mkdtemp(join(tmpdir(), 'tackroom-'));
  const opened: number[] = [];
  const openEnd = (name: string, flags: number): number => {
    const descriptor = openSync(name, flags);
    opened.push(descriptor);
    return descriptor;
  };
  try {
    const names = Array.from({ length: count }, (_, index) => join(directory, String(index)));
    await promisify(execFile)('mkfifo', ['-m', '600', ...names], { env: { PATH: process.env['PATH'] } });
    // The reading end first and without waiting: otherwise each end would wait for the other to be opened.
    return names.map((name) => ({
      readEnd: openEnd(name, constants.O_RDONLY | constants.O_NONBLOCK),
      writeEnd: openEnd(name, constants.O_WRONLY),
    }));
  } catch {
    for (const descriptor of opened) closeSync(descriptor);
    return [];
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
