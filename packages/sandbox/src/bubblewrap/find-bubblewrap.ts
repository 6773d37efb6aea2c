import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { HarnessError } from '@tackroom/core';
import { candidatePaths, firstExecutable } from '../process/executables.js';

/** The bwrap program of this machine. */
export interface FoundBubblewrap {
  readonly path: string;
  /** `0.8.0`. */
  readonly version: string;
  readonly isSetuid: boolean;
}

const SET_USER_ID = 0o4000;
/** `--disable-userns` came with this version. */
const MIN_VERSION = '0.8.0';
/** CVE-2026-41163: before, a setuid bwrap gave its user root. */
const MIN_SETUID_VERSION = '0.11.2';

/** Finds bwrap and looks at its version. Rejects with `HarnessError` `SANDBOX_UNAVAILABLE`, which says what to install. */
export async function findBubblewrap(name: string): Promise<FoundBubblewrap> {
  if (process.platform !== 'linux') {
    throw unavailable('it needs Linux. Elsewhere run the harness in a container or a virtual machine.');
  }
  const path = await firstExecutable(candidatePaths(name));
  if (path === undefined)
    throw unavailable(`${name} was not found. Install it: apt install bubblewrap, dnf install bubblewrap, apk add bubblewrap.`);
  const isSetuid = ((await stat(path)).mode & SET_USER_ID) !== 0;
  const version = await versionOf(path);
  const needed = isSetuid ? MIN_SETUID_VERSION : MIN_VERSION;
  if (isOlder(version, needed)) {
    const why = isSetuid && !isOlder(version, MIN_VERSION) ? ` as a setuid program (older ones give their user root)` : '';
    throw unavailable(`${path} is version ${version}, and ${needed} is needed${why}. Install a newer bubblewrap.`);
  }
  return { path, version, isSetuid };
}

/** Whether a version comes before another. */
function isOlder(version: string, than: string): boolean {
  const [a, b] = [version, than].map((text) => text.split('.').map(Number));
  const at = [0, 1, 2].find((index) => (a?.[index] ?? 0) !== (b?.[index] ?? 0));
  return at !== undefined && (a?.[at] ?? 0) < (b?.[at] ?? 0);
}

/** The failure of a sandbox that cannot be had here. `why` ends a sentence and says what to do. */
export function unavailable(why: string, cause?: unknown): HarnessError {
  return new HarnessError('SANDBOX_UNAVAILABLE', `BubblewrapSandbox cannot be used here: ${why}`, { cause });
}

async function versionOf(path: string): Promise<string> {
  let said: string;
  try {
    said = (await promisify(execFile)(path, ['--version'], { env: {}, timeout: 10_000 })).stdout;
  } catch (cause) {
    throw unavailable(`${path} does not run.`, cause);
  }
  const version = /\d+\.\d+\.\d+/.exec(said)?.[0];
  if (version === undefined) throw unavailable(`${path} does not say its version.`);
  return version;
}
