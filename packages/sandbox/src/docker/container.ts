import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { HarnessError, ToolFailure } from '@tackroom/core';
import { complaintOf } from './engine.js';
import { runArguments, type ContainerProfile } from './run-arguments.js';
import { INPUT, PAUSE_MS, SUPERVISOR_FILE } from './supervisor.js';

const START_MS = 60_000;
const REMOVE_MS = 30_000;
/** What a stop may take besides the time that a command is given. */
const STOP_MS = 15_000;
/** How long a container may take to end by itself. */
const LINGER_MS = 5_000;
const MAX_SAID = 4_000;

/**
 * One running container. It lasts as long as its first process can read from this one: whatever ends this process ends it,
 * a crash included.
 */
export class Container {
  /** Settles when it is gone, with what is known of why. */
  readonly ended: Promise<string>;
  private said = '';
  private hasEnded = false;

  private constructor(
    readonly name: string,
    private readonly profile: ContainerProfile,
    private readonly client: ChildProcess,
  ) {
    client.stderr?.on('data', (chunk: Buffer) => (this.said = (this.said + chunk.toString()).slice(-MAX_SAID)));
    for (const stream of [client.stdin, client.stdout, client.stderr]) stream?.on('error', () => undefined);
    this.ended = new Promise((resolve) => {
      client.once('error', (error) => resolve(error.message));
      client.once('close', (code) => resolve(endOf(code, complaintOf({ stdout: '', stderr: this.said }))));
    });
    void this.ended.then(() => (this.hasEnded = true));
  }

  /** Rejects with `ToolFailure` `SANDBOX_START_FAILED`, which says what the engine said. */
  static async start(profile: ContainerProfile, control: { readonly input: string; readonly journalFile: string }): Promise<Container> {
    const name = `tackroom-${randomBytes(8).toString('hex')}`;
    // A group of its own: the terminal's interrupt must not end it before its session has.
    const options = { stdio: 'pipe', detached: true, env: process.env } as const;
    const client = spawn(profile.engine.path, runArguments(profile, name, control), options);
    const container = new Container(name, profile, client);
    const why = await container.untilReady();
    if (why === undefined) {
      container.letProcessEnd();
      return container;
    }
    await container.kill();
    throw new ToolFailure(`The sandbox could not be set up: ${why}`, { code: 'SANDBOX_START_FAILED' });
  }

  get isRunning(): boolean {
    return !this.hasEnded;
  }

  /** Arguments of the engine that run a script which was laid out under this id. */
  execArguments(
    id: string,
    script: { readonly directory: string; readonly args: readonly string[]; readonly hasInput: boolean },
  ): readonly string[] {
    const { directory, args, hasInput } = script;
    // Without input there is none at all: programs ask whether it is a pipe, and search in it if it is.
    return ['exec', ...(hasInput ? ['--interactive'] : []), this.name, ...supervise('run', id, directory, ...args)];
  }

  /**
   * Ends a command, and everything that belongs to it: TERM, then KILL. What cannot be ended so takes the container with it.
   */
  async stop(id: string, graceMs: number): Promise<void> {
    if (this.hasEnded) return;
    const pauses = String(Math.ceil(graceMs / PAUSE_MS));
    const { code } = await this.profile.engine.run(['exec', this.name, ...supervise('stop', id, pauses)], graceMs + STOP_MS);
    // One that answered is there; otherwise it has ended, or must.
    if (code !== 0) await this.kill();
  }

  /** Rejects with `HarnessError` `SANDBOX_CLOSE_FAILED` if it may still be there. */
  async remove(): Promise<void> {
    const complaint = await this.kill();
    if (complaint === undefined) return;
    const { kind } = this.profile.engine;
    throw new HarnessError(
      'SANDBOX_CLOSE_FAILED',
      `The container ${this.name} could not be removed: ${complaint} See whether it is still there: ${kind} rm --force ${this.name}`,
    );
  }

  /** Removes the container whatever runs in it. Returns what the engine said if it did not. */
  private async kill(): Promise<string | undefined> {
    this.client.ref();
    // Without input its first process ends, and everything with it. Podman's program passes that on only by its own end.
    this.client.stdin?.end();
    const isPodman = this.profile.engine.kind === 'podman';
    const complaint = isPodman ? await this.removeByForce() : undefined;
    const linger = setTimeout(() => this.client.kill('SIGKILL'), LINGER_MS);
    await this.ended;
    clearTimeout(linger);
    return isPodman || this.client.exitCode === 0 ? complaint : this.removeByForce();
  }

  private async removeByForce(): Promise<string | undefined> {
    const { engine } = this.profile;
    // Podman would wait for a signal to be heeded.
    const atOnce = engine.kind === 'podman' ? ['--time', '0'] : [];
    for (const until = performance.now() + REMOVE_MS; ; await wait(100)) {
      const reply = await engine.run(['rm', '--force', ...atOnce, '--volumes', this.name], REMOVE_MS);
      if (reply.code === 0 || /no such container|no container with/i.test(reply.stderr)) return undefined;
      const isOnItsWay = /already in progress/i.test(reply.stderr);
      if (!isOnItsWay || performance.now() > until) return complaintOf(reply);
    }
  }

  /** Undefined when its first process is there, else why not. */
  private async untilReady(): Promise<string | undefined> {
    let timer: NodeJS.Timeout | undefined;
    let heard = '';
    const ready = new Promise<undefined>((resolve) => {
      this.client.stdout?.on('data', (chunk: Buffer) => {
        heard = (heard + chunk.toString('latin1')).slice(-MAX_SAID);
        if (/^ready$/m.test(heard)) resolve(undefined);
      });
    });
    const late = new Promise<string>((resolve) => {
      timer = setTimeout(() => resolve(`the container did not start within ${START_MS / 1_000} s.`), START_MS);
    });
    const why = await Promise.race([ready, this.ended, late]);
    clearTimeout(timer);
    return why;
  }

  /** A session that nobody closes must not keep this process from ending. */
  private letProcessEnd(): void {
    this.client.unref();
    for (const stream of [this.client.stdin, this.client.stdout, this.client.stderr]) {
      (stream as Socket | null)?.unref(); // what Node makes of a pipe, whatever its type says
    }
  }
}

function supervise(...words: readonly string[]): readonly string[] {
  return ['bash', `${INPUT}/${SUPERVISOR_FILE}`, ...words];
}

function endOf(code: number | null, said: string): string {
  if (said !== '') return said;
  if (code === 137) return 'it was killed, perhaps for want of memory.';
  return code === null ? 'the program of the engine was killed.' : `it ended with exit code ${code}.`;
}
