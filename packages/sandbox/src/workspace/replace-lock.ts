import { createHash } from 'node:crypto';
import { closeSync, openSync, unlinkSync } from 'node:fs';
import { lstat, unlink } from 'node:fs/promises';
import { errorCode } from './path-failure.js';
import type { PinnedDirectory } from './pinned-directory.js';

/** It is held for less than a millisecond; its holder is gone after this. */
const STALE_MS = 5_000;
const PAUSE_MS = 5;

/**
 * Runs a step that compares a file and replaces it, while no other process of Tackroom does: of two that have read the same
 * content only one replaces it. The lock is a file beside it, whose name searches and listings pass over.
 */
export async function withReplaceLock(directory: PinnedDirectory, name: string, step: () => void): Promise<void> {
  const lock = directory.at(`.tackroom-${createHash('sha256').update(name).digest('hex').slice(0, 24)}.tmp`);
  while (!tryRun(lock, step)) {
    await removeStale(lock);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** The lock is made, used and removed at once: nothing of this process comes between. */
function tryRun(lock: string, step: () => void): boolean {
  try {
    closeSync(openSync(lock, 'wx', 0o600));
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
  try {
    step();
    return true;
  } finally {
    unlinkSync(lock);
  }
}

async function removeStale(lock: string): Promise<void> {
  const stats = await lstat(lock).catch(() => undefined);
  if (stats !== undefined && Math.abs(Date.now() - stats.mtimeMs) > STALE_MS) await unlink(lock).catch(() => undefined);
}
