import { execFile } from 'node:child_process';
import { HarnessError } from '@tackroom/core';
import { candidatePaths, firstExecutable } from '../process/executables.js';

/** What a program of an engine said. `code` is undefined if it had to be stopped. */
export interface EngineReply {
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** Time for a question to the engine, in milliseconds. */
const ANSWER_MS = 20_000;
const MAX_REPLY_BYTES = 1_000_000;
const MAX_COMPLAINT_CHARS = 1_000;

/** The command-line program of a container engine, which speaks for the user of this process. */
export class Engine {
  private constructor(
    readonly path: string,
    readonly kind: 'docker' | 'podman',
    readonly version: string,
  ) {}

  /** Rejects with `SANDBOX_UNAVAILABLE` if there is no such program, or it is none that is known. */
  static async find(name: string): Promise<Engine> {
    const path = await firstExecutable(candidatePaths(name));
    if (path === undefined) {
      throw unavailable(`${name} was not found. Install Docker Engine, or Podman and say docker: 'podman'.`);
    }
    const { stdout } = await ask(path, ['--version'], ANSWER_MS);
    const [, kind, version] = /^(docker|podman) version (\d[\w.+-]*)/i.exec(stdout) ?? [];
    if (kind === undefined || version === undefined) throw unavailable(`${path} does not say that it is Docker or Podman.`);
    return new Engine(path, kind.toLowerCase() === 'docker' ? 'docker' : 'podman', version);
  }

  /** Runs one command of the program to its end. Never rejects. */
  run(args: readonly string[], timeoutMs = ANSWER_MS): Promise<EngineReply> {
    return ask(this.path, args, timeoutMs);
  }
}

/** The failure of a sandbox that cannot be had here. `why` ends a sentence and says what to do. */
export function unavailable(why: string, cause?: unknown): HarnessError {
  return new HarnessError('SANDBOX_UNAVAILABLE', `DockerSandbox cannot be used here: ${why}`, { cause });
}

/** What an engine says of a failure, as a sentence and without its advice on its own use. */
export function complaintOf({ stdout, stderr }: Pick<EngineReply, 'stdout' | 'stderr'>): string {
  const lines = (stderr.trim() === '' ? stdout : stderr).split('\n').map((line) => line.trim());
  const said = lines.filter((line) => line !== '' && !/^(?:see|run) '.*--help'/i.test(line)).join(' ');
  const kept = said.slice(0, MAX_COMPLAINT_CHARS);
  return kept === '' || /[.!?]$/.test(kept) ? kept : `${kept}.`;
}

function ask(path: string, args: readonly string[], timeout: number): Promise<EngineReply> {
  return new Promise((resolve) => {
    const options = { timeout, killSignal: 'SIGKILL', maxBuffer: MAX_REPLY_BYTES, env: process.env } as const;
    const child = execFile(path, args, options, (error, stdout, stderr) => {
      if (error === null) return resolve({ code: 0, stdout, stderr });
      const code = typeof error.code === 'number' ? error.code : undefined;
      const why = error.killed === true ? `It did not answer within ${timeout / 1_000} s.` : error.message;
      resolve({ code, stdout, stderr: code === undefined ? `${stderr}\n${why}` : stderr });
    });
    child.stdin?.end();
  });
}
