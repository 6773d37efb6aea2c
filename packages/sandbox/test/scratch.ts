import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { WorkspaceSession } from '@tackroom/core';

/** A directory for one test, removed after it. Call inside `describe` or at the top of a test file. */
export function scratchDirectory(): {
  readonly path: string;
  at(name: string): string;
  write(files: Readonly<Record<string, string | Uint8Array>>): void;
  link(name: string, target: string): void;
} {
  let path = '';
  beforeEach(() => {
    path = mkdtempSync(join(realpathSync(tmpdir()), 'tackroom-test-'));
  });
  afterEach(() => rmSync(path, { recursive: true, force: true }));
  return {
    get path() {
      return path;
    },
    at: (name) => join(path, name),
    write: (files) => {
      for (const [name, content] of Object.entries(files)) {
        mkdirSync(dirname(join(path, name)), { recursive: true });
        writeFileSync(join(path, name), content);
      }
    },
    link: (name, target) => {
      mkdirSync(dirname(join(path, name)), { recursive: true });
      symlinkSync(target, join(path, name));
    },
  };
}

/** The first thousand bytes of a file as text. */
export async function readText(session: WorkspaceSession, path: string): Promise<string> {
  const file = await session.open(path);
  try {
    return Buffer.from(await file.read(0, 1_000)).toString();
  } finally {
    await file.close();
  }
}

/**
 * `describe` for tests that need a part of the system. Without it they are left out on somebody's machine, and the report
 * names what was missing; where CI says that everything must be there they fail.
 */
export function describeNeeding(part: string, isThere: boolean, name: string, body: () => void): void {
  if (isThere) describe(name, body);
  else test(`${name}: left out, needs ${part}`, () => expect(process.env['CI']).not.toBe('true'));
}

/** Whether a program can be run. */
export function hasProgram(name: string, ...args: readonly string[]): boolean {
  return spawnSync(name, args, { stdio: 'ignore' }).error === undefined;
}

/** Whether bubblewrap works here, tried. */
export function hasBubblewrap(): boolean {
  return (
    spawnSync('bwrap', ['--unshare-all', '--unshare-user', '--disable-userns', '--ro-bind', '/', '/', 'true'], { stdio: 'ignore' })
      .status === 0
  );
}

/**
 * Fails if this process has a child when a test has ended, besides one that is expected to be there. Call inside `describe`
 * or at the top of a test file. Linux only.
 */
export function leavesNothingRunning(expected: () => number | undefined = () => undefined): void {
  afterEach(() => {
    const children = process.platform === 'linux' ? readFileSync(`/proc/self/task/${process.pid}/children`, 'latin1').trim() : '';
    expect(children.split(' ').filter((id) => id !== '' && id !== String(expected()))).toEqual([]);
  });
}

/** Whether open files can be addressed by descriptor here. */
export function hasDescriptors(): boolean {
  return openDescriptors() !== undefined;
}

/** How many descriptors this process holds; undefined where that cannot be seen. */
export function openDescriptors(): number | undefined {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return undefined;
  }
}

/** Whether Anthropic's sandbox runtime has the programs that it needs here; its package is a development dependency. */
export function hasSandboxRuntime(): boolean {
  return process.platform === 'darwin' || (hasBubblewrap() && hasProgram('socat', '-V'));
}
