import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { HarnessError } from '@tackroom/core';

/** Whoever holds the lock writes for milliseconds; a lock of this age has no holder any more. */
const STALE_MS = 10_000;
/** A holder that has taken longer than this, because the machine slept, takes the lock again before it writes. */
const HELD_MS = 5_000;
/** A lock whose process is gone; it may be new to the one who looks and be of another container of the same name. */
const GONE_MS = 100;
const WAIT_MS = 15_000;
const LONGEST_PAUSE_MS = 20;

/**
 * A lock among processes that append to one file: a file beside it, which names its holder. One that a dead process left is
 * taken over.
 */
export class AppendLock {
  private readonly id = randomUUID();
  private takenAt = 0;

  constructor(private readonly path: string) {}

  /** Runs work while no other process does. Rejects with `AUDIT_FAILED` if the lock stays taken, and with the system's error if it cannot be made. */
  async hold<Value>(work: () => Promise<Value>): Promise<Value> {
    await this.take();
    try {
      return await work();
    } finally {
      // One that was taken for stale belongs to somebody else by now.
      if (this.isFresh() || (await this.holder()) === this.id) await rm(this.path, { force: true }).catch(() => undefined);
    }
  }

  /** Whether the lock is surely still held. */
  isFresh(): boolean {
    const age = Date.now() - this.takenAt;
    return age >= 0 && age < HELD_MS;
  }

  private async take(): Promise<void> {
    const began = performance.now();
    for (let pause = 1; ; pause = Math.min(LONGEST_PAUSE_MS, pause * 2)) {
      if (await this.tryTake()) return;
      await this.removeStale();
      if (performance.now() - began > WAIT_MS) {
        throw new HarnessError('AUDIT_FAILED', `another process holds ${this.path}. Remove that file if no process writes the trail`);
      }
      await new Promise((resolve) => setTimeout(resolve, pause * Math.random()));
    }
  }

  private async tryTake(): Promise<boolean> {
    try {
      this.takenAt = Date.now();
      await writeFile(this.path, JSON.stringify({ id: this.id, pid: process.pid, host: hostname() }), { flag: 'wx', mode: 0o600 });
      return true;
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return false;
      // Made, and no room for its text.
      if (codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT') await rm(this.path, { force: true }).catch(() => undefined);
      throw error;
    }
  }

  /** By a rename, so that of several who see the same stale lock one removes it, and no newer one. */
  private async removeStale(): Promise<void> {
    const seen = await this.look();
    if (seen === undefined || !seen.isStale) return;
    const aside = `${this.path}.${this.id}`;
    try {
      await rename(this.path, aside);
      if ((await readFile(aside, 'utf8')) === seen.text) await rm(aside, { force: true });
      else await rename(aside, this.path);
    } catch {
      await rm(aside, { force: true }).catch(() => undefined);
    }
  }

  private async look(): Promise<{ readonly text: string; readonly isStale: boolean } | undefined> {
    try {
      const [text, { mtimeMs }] = await Promise.all([readFile(this.path, 'utf8'), stat(this.path)]);
      const age = Math.abs(Date.now() - mtimeMs);
      return { text, isStale: age > STALE_MS || (age > GONE_MS && isGone(text)) };
    } catch {
      return undefined;
    }
  }

  private async holder(): Promise<unknown> {
    return readFile(this.path, 'utf8').then(
      (text) => read(text)?.id,
      () => undefined,
    );
  }
}

interface Holder {
  readonly id?: unknown;
  readonly pid?: unknown;
  readonly host?: unknown;
}

function read(text: string): Holder | undefined {
  try {
    const holder: unknown = JSON.parse(text);
    return typeof holder === 'object' && holder !== null ? holder : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the process is of this machine and not there any more. */
function isGone(text: string): boolean {
  const { pid, host } = read(text) ?? {};
  if (typeof pid !== 'number' || host !== hostname()) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return codeOf(error) === 'ESRCH';
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
