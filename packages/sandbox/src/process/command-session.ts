import type { FileHandle } from 'node:fs/promises';
import { ToolFailure, type CommandOptions, type CommandResult, type SandboxSession } from '@tackroom/core';
import type { FileTree } from '../workspace/file-tree.js';
import type { PinnedDirectory } from '../workspace/pinned-directory.js';
import { askedLater } from '../asked-later.js';
import { unnamedFile } from '../unnamed-file.js';
import { checkCommand } from './check-command.js';
import { addedEnvironment, childEnvironment } from './child-environment.js';
import { candidatePaths, firstExecutable, isExecutable } from './executables.js';
import { runProcess, type ProcessRun } from './run-process.js';
import { NEVER_STARTED, RunningCommands } from './running-commands.js';

/** A single argument may have 128 KiB on Linux, and what is longer goes another way. */
const MAX_ARGUMENT_BYTES = 120_000;
const DEFAULT_MAX_OUTPUT_CHARS = 30_000;
/** Between TERM and KILL, in milliseconds, unless a sandbox is told otherwise. */
export const DEFAULT_GRACE_MS = 2_000;
const DEFAULT_DRAIN_MS = 200;

/** Reads a script from descriptor 3 and runs it as `bash -c` would, without leaving a trace of how it came. */
export const RUN_FROM_DESCRIPTOR = 'set -- "$(</dev/fd/3)" "$@"; exec 3<&-; eval "shift; $1"';

/** A script for bash, and where it should run. */
export interface ShellScript {
  readonly shell: string;
  readonly script: string;
  /** Its positional parameters. */
  readonly args: readonly string[];
  /** Good only until the program has been started. */
  readonly directory: PinnedDirectory;
  readonly environment: Readonly<Record<string, string>>;
  /** Number under which the program will see the first descriptor that the launch adds. */
  readonly firstDescriptor: number;
  /** Whether there is something on its standard input. */
  readonly hasInput: boolean;
}

/** A program to start for a script. Whoever got it calls `close` when the program has ended, or was never started. */
export interface ShellLaunch extends Pick<
  ProcessRun,
  'program' | 'args' | 'directory' | 'environment' | 'extra' | 'terminate' | 'kill' | 'attach'
> {
  /** In place of the session's, for a program that needs longer to end its script than the script has. */
  readonly graceMs?: number;
  /** What the ending of the program says of the script. */
  readonly interpret?: (result: CommandResult) => CommandResult | Promise<CommandResult>;
  readonly close?: () => Promise<void>;
}

/** How scripts are started: what differs between sandboxes that run them on this machine. */
export interface ShellLauncher {
  readonly isolation: string;
  readonly ownsFilesystem: boolean;
  /** Variables that every script gets, unless its caller sets them. */
  readonly environment?: Readonly<Record<string, string>>;
  /**
   * The name of bash on the system where scripts run, if that is not this one. It has an environment of its own then, and
   * scripts reach it whole, however long: descriptors of this process do not.
   */
  readonly foreignShell?: string;
  launch(script: ShellScript): Promise<ShellLaunch>;
  /** Gives up what the session holds. Called once, after the last command has ended. */
  close?(): Promise<void>;
}

/** Settings of a {@link CommandSession}. Times are milliseconds. */
export interface CommandSettings {
  readonly shell?: string | undefined;
  readonly passEnv?: readonly string[] | undefined;
  readonly graceMs?: number | undefined;
}

/** A session that runs bash through a launcher: commands are checked, bounded, and ended when it is closed. */
export class CommandSession implements SandboxSession {
  private readonly graceMs: number;
  private readonly running = new RunningCommands();
  private shell: string | undefined;

  constructor(
    private readonly tree: FileTree,
    private readonly launcher: ShellLauncher,
    private readonly settings: CommandSettings,
  ) {
    this.graceMs = settings.graceMs ?? DEFAULT_GRACE_MS;
  }

  get isolation(): string {
    return this.launcher.isolation;
  }

  get ownsFilesystem(): boolean {
    return this.launcher.ownsFilesystem;
  }

  exec(command: string, options: CommandOptions = {}): Promise<CommandResult> {
    return this.running.run((signal) => this.run(command, options, signal), options.signal);
  }

  /** Ends what is running and waits for it. */
  close(): Promise<void> {
    return this.running.close(() => this.launcher.close?.());
  }

  private async run(command: string, options: CommandOptions, signal: AbortSignal): Promise<CommandResult> {
    checkCommand(command, options);
    const { shell, environment, directory } = await this.prepare(options);
    const isLong = this.isTooLong(command);
    const files: FileHandle[] = [];
    const asFile = async (text: string): Promise<number> => {
      const file = await unnamedFile(text);
      files.push(file);
      return file.fd;
    };
    let launch: ShellLaunch | undefined;
    try {
      const own = isLong ? [await asFile(command)] : [];
      const script = isLong ? RUN_FROM_DESCRIPTOR : command;
      launch = await this.launcher.launch({
        shell,
        script,
        args: options.args ?? [],
        directory,
        environment,
        firstDescriptor: 3 + own.length,
        hasInput: options.stdin !== undefined,
      });
      if (signal.aborted) return NEVER_STARTED;
      const result = await runProcess({
        ...launch,
        extra: [...own, ...launch.extra],
        stdin: options.stdin === undefined ? undefined : await asFile(options.stdin),
        timeoutMs: options.timeoutMs,
        signal,
        onOutput: options.onOutput,
        maxOutputChars: options.maxOutputChars ?? DEFAULT_MAX_OUTPUT_CHARS,
        graceMs: launch.graceMs ?? this.graceMs,
        drainMs: DEFAULT_DRAIN_MS,
      });
      return launch.interpret === undefined ? result : await launch.interpret(result);
    } catch (cause) {
      if (cause instanceof ToolFailure) throw cause;
      throw notStarted(cause);
    } finally {
      await Promise.all([...[...files, directory].map((held) => held.close()), launch?.close?.()]);
    }
  }

  /** The caller closes the directory. It is entered while the rest is made. */
  private async prepare(options: CommandOptions): Promise<Pick<ShellScript, 'shell' | 'environment' | 'directory'>> {
    const entering = askedLater(this.enter(options.cwd ?? ''));
    try {
      const shell = this.launcher.foreignShell ?? (await this.findShell());
      return { shell, environment: this.environmentFor(options), directory: await entering };
    } catch (error) {
      await entering.then(
        (directory) => directory.close(),
        () => undefined,
      );
      throw error;
    }
  }

  /** Whether a script has to go by descriptor. */
  private isTooLong(command: string): boolean {
    return this.launcher.foreignShell === undefined && Buffer.byteLength(command) > MAX_ARGUMENT_BYTES;
  }

  private environmentFor({ env }: CommandOptions): Record<string, string> {
    const { foreignShell, environment } = this.launcher;
    const make = foreignShell === undefined ? childEnvironment : addedEnvironment;
    return make(process.env, this.settings.passEnv ?? [], { ...environment, ...env });
  }

  private async findShell(): Promise<string> {
    // Where it was found last it most likely is: looked at without waiting, because every command pays.
    if (this.shell !== undefined && isExecutable(this.shell)) return this.shell;
    this.shell = await firstExecutable(candidatePaths(this.settings.shell ?? 'bash'));
    if (this.shell !== undefined) return this.shell;
    throw new ToolFailure(
      'Commands need bash, and it was not found. Whoever runs this can install it or set the `shell` option of the sandbox.',
      { code: 'SANDBOX_SHELL_MISSING' },
    );
  }

  /** The pinned directory cannot be swapped before the command starts in it. */
  private async enter(cwd: string): Promise<PinnedDirectory> {
    try {
      return await this.tree.directory(this.tree.normalize(cwd === '' ? '.' : cwd, ''));
    } catch (error) {
      if (!(error instanceof ToolFailure)) throw error;
      const code = error.code === 'PATH_OUTSIDE' ? 'OUTSIDE' : error.code === 'PATH_NOT_FOUND' ? 'MISSING' : 'INVALID';
      throw new ToolFailure(`The command was not run, because its working directory cannot be used: ${error.message}`, {
        code: `SANDBOX_CWD_${code}`,
        cause: error,
      });
    }
  }
}

function notStarted(cause: unknown): ToolFailure {
  const isTooLong = (cause as NodeJS.ErrnoException).code === 'E2BIG'; // what the system throws
  const message = isTooLong
    ? 'The command was not run: its variables and arguments are longer than the system takes.'
    : `The command was not run, because what it runs in could not be prepared: ${reasonOf(cause)}`;
  return new ToolFailure(message, { code: 'SANDBOX_START_FAILED', cause });
}

/** As a sentence. */
function reasonOf(cause: unknown): string {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return reason.endsWith('.') ? reason : `${reason}.`;
}
