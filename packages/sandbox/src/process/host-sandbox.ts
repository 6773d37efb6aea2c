import { HarnessError, type SandboxProvider, type SandboxSession } from '@tackroom/core';
import { OpenTree } from '../workspace/open-tree.js';
import { RootedTree } from '../workspace/rooted-tree.js';
import { CommandSession, type ShellLauncher } from './command-session.js';

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
      const tree = session.root === null ? new OpenTree() : new RootedTree(session.root, { links: 'inside' });
      return new CommandSession(tree, HOST_LAUNCHER, this.options);
    });
  }
}

const HOST_LAUNCHER: ShellLauncher = {
  isolation: 'none',
  ownsFilesystem: false,
  launch: ({ shell, script, args, directory, environment }) =>
    Promise.resolve({ program: shell, args: ['-c', '--', script, shell, ...args], directory: directory.at(), environment, extra: [] }),
};
