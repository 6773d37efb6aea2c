import { setMaxListeners } from 'node:events';
import { ToolFailure, type CommandOptions, type CommandResult, type SandboxSession, type SyncReport } from '@tackroom/core';
import { checkCommand } from '../process/check-command.js';
import { addedEnvironment } from '../process/child-environment.js';
import type { MirroredWorkspace } from './mirrored-workspace.js';
import { runRemotely } from './remote-command.js';

/** What a session needs of its provider. */
export interface SessionParts {
  readonly workspace: MirroredWorkspace;
  readonly passEnv: readonly string[];
  readonly graceMs: number;
  readonly onSync: ((report: SyncReport, sessionId: string) => void) | undefined;
}

/** A session in OpenShell: its first command makes the sandbox, closing it brings changes back and deletes the sandbox. */
export class OpenShellSession implements SandboxSession {
  readonly isolation = 'openshell';
  readonly ownsFilesystem = true;
  private readonly closing = new AbortController();
  private readonly running = new Set<Promise<CommandResult>>();
  private closed: Promise<void> | undefined;

  constructor(
    private readonly sessionId: string,
    private readonly parts: SessionParts,
  ) {
    // Every running command listens; there may be any number.
    setMaxListeners(0, this.closing.signal);
  }

  async exec(command: string, options: CommandOptions = {}): Promise<CommandResult> {
    if (this.closing.signal.aborted) throw new ToolFailure('The sandbox has been closed.', { code: 'SANDBOX_CLOSED' });
    const result = this.run(command, options);
    this.running.add(result);
    try {
      return await result;
    } finally {
      this.running.delete(result);
    }
  }

  async sync(): Promise<SyncReport | undefined> {
    const report = await this.parts.workspace.filesOf(this.sessionId).sync();
    if (report !== undefined) this.parts.onSync?.(report, this.sessionId);
    return report;
  }

  /** Ends what is running and waits for it. If changes cannot be fetched, the sandbox is kept and the error says its name. */
  close(): Promise<void> {
    this.closing.abort();
    this.closed ??= Promise.allSettled(this.running).then(() => this.finish());
    return this.closed;
  }

  private async run(command: string, options: CommandOptions): Promise<CommandResult> {
    checkCommand(command, options);
    const { workspace, passEnv, graceMs } = this.parts;
    const environment = addedEnvironment(process.env, passEnv, options.env ?? {});
    const signal = options.signal === undefined ? this.closing.signal : AbortSignal.any([options.signal, this.closing.signal]);
    if (signal.aborted) return NEVER_STARTED;
    const directory = workspace.directory(options.cwd ?? '');
    let hasBegun = false;
    const ending = workspace.filesOf(this.sessionId).withSandbox((sandbox) => {
      if (signal.aborted) return Promise.resolve(NEVER_STARTED);
      hasBegun = true;
      return runRemotely(sandbox, { command, options, directory, environment, graceMs, signal });
    });
    // A sandbox may take minutes to be made: who does not want the command any more need not wait for it.
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => void (hasBegun || resolve(NEVER_STARTED)), { once: true });
      ending.then(resolve, reject);
    });
  }

  private async finish(): Promise<void> {
    const { workspace, onSync } = this.parts;
    const { report, problem } = await workspace.end(this.sessionId);
    if (report !== undefined) onSync?.(report, this.sessionId);
    if (problem !== undefined) throw problem;
  }
}

const NEVER_STARTED: CommandResult = {
  stdout: '',
  stderr: '',
  exitCode: null,
  signal: null,
  timedOut: false,
  aborted: true,
  outputBytes: 0,
  durationMs: 0,
  denials: [],
};
