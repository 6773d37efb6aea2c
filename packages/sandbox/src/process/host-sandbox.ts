import { setMaxListeners } from 'node:events';
import type { FileHandle } from 'node:fs/promises';
import {
  HarnessError,
  ToolFailure,
  type CommandOptions,
  type CommandResult,
  type SandboxProvider,
  type SandboxSession,
} from '@tackroom/core';
import type { FileTree } from '../workspace/file-tree.js';
import { OpenTree } from '../workspace/open-tree.js';
import type { PinnedDirectory } from '../workspace/pinned-directory.js';
import { RootedTree } from '../workspace/rooted-tree.js';
import { unnamedFile } from '../unnamed-file.js';
import { childEnvironment } from './child-environment.js';
import { candidatePaths, firstExecutable } from './executables.js';
import { runProcess } from './run-process.js';

/** A single argument may have 128 KiB on Linux, and what is longer goes another way. */
const MAX_ARGUMENT_BYTES = 120_000;
const MAX_COMMAND_BYTES = 4_194_304;
const DEFAULT_MAX_OUTPUT_CHARS = 30_000;
const DEFAULT_GRACE_MS = 2_000;
const DEFAULT_DRAIN_MS = 200;

/** Reads a script from descriptor 3 and runs it as `bash -c` would, without leaving a trace of how it came. */
const RUN_FROM_DESCRIPTOR = 'set -- "$(</dev/fd/3)"; exec 3<&-; eval "shift; $1"';

/** Options of {@link HostSandbox}. Times are milliseconds. */
export interface HostSandboxOptions {
  /** Path or name of bash; `bash` unless given. */
  readonly shell?: string;
  /** Environment variables of this process that commands may see besides the harmless ones, for example `HTTP_PROXY`. */
  readonly passEnv?: readonly string[];
  /** How long a command may take to end after TERM before it is killed; 2 000 unless given. */
  readonly graceMs?: number;
}

/**
 * Runs commands on this machine as the user of this process. It isolates nothing: a command can do what the user can,
 * read other processes of the user included. It does bound a command's time, output and environment, starts it inside
 * the root, and leaves nothing running in its process group; a program that makes a session of its own (`setsid`,
 * daemons) escapes that.
 */
export class HostSandbox implements SandboxProvider {
  readonly name = 'host';

  constructor(private readonly options: HostSandboxOptions = {}) {}

  /** Rejects with `SANDBOX_UNSUPPORTED` on Windows and with `WORKSPACE_ROOT_*` when `root` is no directory. */
  open(session: { readonly sessionId: string; readonly root: string | null }): Promise<SandboxSession> {
    return Promise.resolve().then(() => {
      if (process.platform === 'win32') {
        throw new HarnessError('SANDBOX_UNSUPPORTED', 'HostSandbox needs a POSIX system; on Windows run the harness in WSL.');
      }
      const tree = session.root === null ? new OpenTree() : new RootedTree(session.root, 'inside');
      return new HostSandboxSession(tree, this.options);
    });
  }
}

class HostSandboxSession implements SandboxSession {
  readonly isolation = 'none';
  readonly ownsFilesystem = false;
  private readonly closing = new AbortController();
  private readonly running = new Set<Promise<CommandResult>>();

  constructor(
    private readonly tree: FileTree,
    private readonly options: HostSandboxOptions,
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

  /** Ends what is running and waits for it. */
  async close(): Promise<void> {
    this.closing.abort();
    await Promise.allSettled(this.running);
  }

  private async run(command: string, options: CommandOptions): Promise<CommandResult> {
    checkCommand(command, options);
    const shell = await this.findShell();
    const environment = childEnvironment(process.env, this.options.passEnv ?? [], options.env ?? {});
    const directory = await this.enter(options.cwd ?? '');
    const isLong = Buffer.byteLength(command) > MAX_ARGUMENT_BYTES;
    const files: FileHandle[] = [];
    const asFile = async (text: string | undefined): Promise<number | undefined> => {
      if (text === undefined) return undefined;
      const file = await unnamedFile(text);
      files.push(file);
      return file.fd;
    };
    try {
      const signal = options.signal === undefined ? this.closing.signal : AbortSignal.any([options.signal, this.closing.signal]);
      if (signal.aborted) return NEVER_STARTED;
      return await runProcess({
        program: shell,
        args: ['-c', '--', isLong ? RUN_FROM_DESCRIPTOR : command],
        directory: directory.at(),
        environment,
        stdin: await asFile(options.stdin),
        extra: await asFile(isLong ? command : undefined),
        timeoutMs: options.timeoutMs,
        signal,
        onOutput: options.onOutput,
        maxOutputChars: options.maxOutputChars ?? DEFAULT_MAX_OUTPUT_CHARS,
        graceMs: this.options.graceMs ?? DEFAULT_GRACE_MS,
        drainMs: DEFAULT_DRAIN_MS,
      });
    } catch (cause) {
      throw new ToolFailure('The shell could not be started.', { code: 'SANDBOX_START_FAILED', cause });
    } finally {
      await Promise.all([...files, directory].map((held) => held.close()));
    }
  }

  private async findShell(): Promise<string> {
    const shell = await firstExecutable(candidatePaths(this.options.shell ?? 'bash'));
    if (shell !== undefined) return shell;
    throw new ToolFailure(
      'Commands need bash, and it was not found. Whoever runs this can install it or set the `shell` option of HostSandbox.',
      {
        code: 'SANDBOX_SHELL_MISSING',
      },
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

function checkCommand(command: string, options: CommandOptions): void {
  if (command.includes('\0')) throw new ToolFailure('The command holds a NUL character.', { code: 'SANDBOX_COMMAND_INVALID' });
  if (Buffer.byteLength(command) > MAX_COMMAND_BYTES) {
    throw new ToolFailure(`The command is too long: at most ${MAX_COMMAND_BYTES} bytes. Write a script file and run that.`, {
      code: 'SANDBOX_COMMAND_INVALID',
    });
  }
  if (options.timeoutMs !== undefined && !(options.timeoutMs > 0)) {
    throw new ToolFailure('The timeout of a command must be more than zero.', { code: 'SANDBOX_COMMAND_INVALID' });
  }
}
