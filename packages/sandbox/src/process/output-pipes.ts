import { execFile } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';

/** A pipe to a child process: the end that this process reads, and the descriptor for the child. */
export interface OutputPipe {
  readonly reader: Readable;
  readonly writeEnd: number;
}

/**
 * Makes pipes for a child's output; undefined where that does not work. The pipes that Node makes are sockets, and a
 * command that opens `/dev/stdout` or `/dev/stderr` again (`tee /dev/stderr`, `curl -o /dev/stdout`) fails on those.
 * These have no name any more when they are returned. The caller closes both ends.
 */
export async function openOutputPipes(count: number): Promise<readonly OutputPipe[] | undefined> {
  const directory = await mkdtemp(join(tmpdir(), 'tackroom-'));
  const opened: number[] = [];
  try {
    const names = Array.from({ length: count }, (_, index) => join(directory, String(index)));
    await promisify(execFile)('mkfifo', ['-m', '600', ...names], { env: { PATH: process.env['PATH'] } });
    return names.map((name) => {
      // The reading end first and without waiting: otherwise each end would wait for the other to be opened.
      const readEnd = openSync(name, constants.O_RDONLY | constants.O_NONBLOCK);
      opened.push(readEnd);
      const writeEnd = openSync(name, constants.O_WRONLY);
      opened.push(writeEnd);
      return { reader: new Socket({ fd: readEnd, readable: true, writable: false }), writeEnd };
    });
  } catch {
    for (const descriptor of opened) closeSync(descriptor);
    return undefined;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
