import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HarnessError, ToolFailure, type CommandResult } from '@tackroom/core';
import { candidatePaths, firstExecutable } from '../process/executables.js';
import { runProcess, type ProcessRun } from '../process/run-process.js';
import { unnamedFile } from '../unnamed-file.js';

/** What a call of the program may say, in characters: a list of the files of a workspace at most. */
const MAX_ANSWER_CHARS = 128 * 1024 * 1024;
const DRAIN_MS = 500;

/** How one call of the program is made. */
export interface CliCall {
  readonly timeoutMs: number;
  readonly stdin?: string | Uint8Array;
}

/** How a command is run through it: as {@link ProcessRun} says, but for the program. */
export type CliRun = Pick<ProcessRun, 'stdin' | 'timeoutMs' | 'signal' | 'onOutput' | 'maxOutputChars' | 'graceMs' | 'terminate'>;

/** The OpenShell program: every call bounded, its own process group, no terminal. */
export class OpenShellCli {
  private constructor(
    readonly path: string,
    readonly version: string,
    /** Whether it can make a sandbox without staying attached to it. Older ones run a first command and come back. */
    private readonly detaches: boolean,
    private readonly gateway: string | undefined,
  ) {}

  /** Looks at the program. Rejects with `SANDBOX_UNAVAILABLE`, which says what to install. */
  static async find(name: string, gateway: string | undefined, timeoutMs: number): Promise<OpenShellCli> {
    const path = await firstExecutable(candidatePaths(name));
    if (path === undefined) throw unavailable(`${name} was not found. ${HOW_TO_INSTALL}`);
    if ((await firstExecutable(candidatePaths('tar'))) === undefined) throw unavailable('tar was not found. Install it: apt install tar.');
    const bare = new OpenShellCli(path, '', false, gateway);
    const said = await bare.attempt(['--version'], { timeoutMs });
    const version = /\d+\.\d+\.\d+\S*/.exec(said.stdout)?.[0];
    if (said.exitCode !== 0 || version === undefined) throw unavailable(`${path} does not say its version: ${complaintOf(said)}`);
    const help = await bare.attempt(['sandbox', 'create', '--help'], { timeoutMs });
    if (help.exitCode !== 0) throw unavailable(`${path} does not say how it makes sandboxes: ${complaintOf(help)}`);
    return new OpenShellCli(path, version, help.stdout.includes('--detach'), gateway);
  }

  /** Arguments that make a sandbox which stays, without a terminal and without waiting in it. */
  createArguments(name: string, options: readonly string[]): readonly string[] {
    const stay = this.detaches ? ['--detach', '--', 'tail', '-f', '/dev/null'] : ['--no-tty', '--', 'true'];
    return ['sandbox', 'create', '--name', name, ...options, ...stay];
  }

  /** Runs it and gives its output. Rejects with `SANDBOX_CALL_FAILED` unless it succeeds in time. */
  async call(what: string, args: readonly string[], call: CliCall): Promise<string> {
    const result = await this.attempt(args, call);
    if (result.exitCode === 0) return result.stdout;
    const why = result.timedOut ? `it did not answer within ${call.timeoutMs} ms` : complaintOf(result);
    throw new ToolFailure(`${what} failed: ${why}`, { code: 'SANDBOX_CALL_FAILED' });
  }

  /** The same, whatever comes of it. */
  async attempt(args: readonly string[], { timeoutMs, stdin }: CliCall): Promise<CommandResult> {
    const input = stdin === undefined ? undefined : await unnamedFile(stdin);
    try {
      return await this.run(args, {
        stdin: input?.fd,
        timeoutMs,
        signal: undefined,
        onOutput: undefined,
        maxOutputChars: MAX_ANSWER_CHARS,
        graceMs: 1_000,
      });
    } catch (cause) {
      throw unavailable(`${this.path} does not run.`, cause);
    } finally {
      await input?.close();
    }
  }

  run(args: readonly string[], run: CliRun): Promise<CommandResult> {
    return runProcess({
      ...run,
      program: this.path,
      args: [...(this.gateway === undefined ? [] : ['--gateway', this.gateway]), ...args],
      directory: '/',
      environment: { ...(process.env as Record<string, string>), NO_COLOR: '1' }, // Node leaves out what is undefined
      extra: [],
      drainMs: DRAIN_MS,
    });
  }
}

/** Packs or unpacks with the tar of this machine. */
export async function tar(args: readonly string[], stdin?: string | Uint8Array): Promise<void> {
  const input = stdin === undefined ? undefined : await unnamedFile(stdin);
  try {
    const { exitCode, stderr } = await runProcess({
      program: 'tar',
      args,
      directory: '/',
      environment: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C' },
      stdin: input?.fd,
      extra: [],
      timeoutMs: 600_000,
      signal: undefined,
      onOutput: undefined,
      maxOutputChars: 2_000,
      graceMs: 1_000,
      drainMs: DRAIN_MS,
    });
    // 1 is what it says of a file that changed meanwhile.
    if (exitCode !== 0 && exitCode !== 1) throw new ToolFailure(`tar failed: ${stderr.trim()}`, { code: 'SANDBOX_CALL_FAILED' });
  } finally {
    await input?.close();
  }
}

/** A directory for one transfer, removed after it. */
export async function inTemporary<T>(work: (directory: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'tackroom-transfer-'));
  try {
    return await work(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** The failure of a sandbox that cannot be had here. `why` ends a sentence and says what to do. */
export function unavailable(why: string, cause?: unknown): HarnessError {
  return new HarnessError('SANDBOX_UNAVAILABLE', `OpenShellSandbox cannot be used here: ${why}`, { cause });
}

const HOW_TO_INSTALL = 'Install OpenShell (https://github.com/NVIDIA/OpenShell) and start a gateway, or set the option openshell.';

/** What a call said of its failure, at most a few lines. */
export function complaintOf({ stderr, stdout, exitCode, signal }: CommandResult): string {
  const said = (stderr.trim() === '' ? stdout : stderr).trim().replace(/^Error:\s+×\s+/, '');
  return said === '' ? `it ended with ${signal ?? `exit code ${exitCode}`} and said nothing` : said.slice(0, 2_000);
}
