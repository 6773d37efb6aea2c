import type { CommandOptions, CommandResult, SandboxSession, SyncReport } from '@tackroom/core';
import { checkCommand } from '../process/check-command.js';
import { addedEnvironment } from '../process/child-environment.js';
import { NEVER_STARTED, RunningCommands } from '../process/running-commands.js';
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
  private readonly running = new RunningCommands();

  constructor(
    private readonly sessionId: string,
    private readonly parts: SessionParts,
  ) {}

  exec(command: string, options: CommandOptions = {}): Promise<CommandResult> {
    return this.running.run((signal) => this.run(command, options, signal), options.signal);
  }

  async sync(): Promise<SyncReport | undefined> {
    const report = await this.parts.workspace.filesOf(this.sessionId).sync();
    if (report !== undefined) this.parts.onSync?.(report, this.sessionId);
    return report;
  }

  /** Ends what is running and waits for it. If changes cannot be fetched, the sandbox is kept and the error says its name. */
  close(): Promise<void> {
    return this.running.close(() => this.finish());
  }

  private async run(command: string, options: CommandOptions, signal: AbortSignal): Promise<CommandResult> {
    checkCommand(command, options);
    const { workspace, passEnv, graceMs } = this.parts;
    const environment = addedEnvironment(process.env, passEnv, options.env ?? {});
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
