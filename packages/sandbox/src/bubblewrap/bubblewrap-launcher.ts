import { readlink, rm } from 'node:fs/promises';
import { ToolFailure, type CommandResult } from '@tackroom/core';
import type { ShellLaunch, ShellLauncher, ShellScript } from '../process/command-session.js';
import { signalDescendants } from '../process/process-group.js';
import { unnamedFile } from '../unnamed-file.js';
import { nameDenials } from './name-denials.js';
import type { ProtectedPaths } from './protected-paths.js';
import { limitLine, type ResourceLimits } from './resource-limits.js';
import { shellEnding } from './shell-ending.js';

/** The generations below bwrap: its own process inside, which is number 1 there, then what it was told to run. */
const COMMAND_DEPTH = 2;
/** Who commands are when the process outside is root. */
const PLAIN_USER = ['--uid', '1000', '--gid', '1000'];

/** What all commands of a session have in common. Paths are canonical. */
export interface BubblewrapProfile {
  readonly bwrap: string;
  /** A program for seccomp. */
  readonly filter: Uint8Array;
  readonly systemMounts: readonly string[];
  readonly readable: readonly string[];
  readonly root: string;
  readonly protectedPaths: ProtectedPaths;
  /** A directory of this session, `/tmp` to its commands. Removed with the session. */
  readonly temporary: string;
  readonly limits: ResourceLimits;
}

/** Starts bash in bwrap: no capabilities, no way to new ones, no sight of the host but its programs and the workspace. */
export class BubblewrapLauncher implements ShellLauncher {
  readonly isolation = 'bubblewrap';
  readonly ownsFilesystem = false;
  readonly environment = { HOME: '/tmp/home', TMPDIR: '/tmp', TMP: '/tmp', TEMP: '/tmp' };

  constructor(private readonly profile: BubblewrapProfile) {}

  async launch({ shell, script, directory, environment, firstDescriptor }: ShellScript): Promise<ShellLaunch> {
    const { bwrap, filter, limits } = this.profile;
    const [filterFile, started] = await Promise.all([unnamedFile(filter), unnamedFile('', 'r+')]);
    const mark = firstDescriptor + 1;
    const first = `echo >&${mark}; exec ${mark}>&-; ${limitLine(limits)}; eval "shift; $1"`;
    return {
      program: bwrap,
      args: [
        ...this.confinement(),
        ...['--chdir', await readlink(directory.at())],
        ...['--seccomp', String(firstDescriptor)],
        ...['--', shell, '-c', '--', first, shell, script],
      ],
      directory: '/',
      environment,
      extra: [filterFile.fd, started.fd],
      terminate: (group) => signalDescendants(group, COMMAND_DEPTH, 'SIGTERM'),
      interpret: async (result) => {
        if (result.exitCode !== null && (await started.stat()).size === 0) throw notStarted(result);
        return this.settle(shellEnding(result));
      },
      close: async () => {
        await Promise.all([filterFile.close(), started.close()]);
      },
    };
  }

  close(): Promise<void> {
    return rm(this.profile.temporary, { recursive: true, force: true });
  }

  /** Options in the order in which bwrap carries them out: what is mounted later lies on top. */
  private confinement(): readonly string[] {
    const { systemMounts, readable, root, protectedPaths, temporary } = this.profile;
    return [
      ...['--unshare-all', '--unshare-user', '--disable-userns', '--cap-drop', 'ALL', '--die-with-parent', '--new-session'],
      ...(process.getuid?.() === 0 ? PLAIN_USER : []),
      ...['--hostname', 'sandbox'],
      ...systemMounts,
      ...['--proc', '/proc', '--dev', '/dev', '--dir', '/run', '--dir', '/var', '--symlink', '/run', '/var/run'],
      ...['--bind', temporary, '/tmp', '--symlink', '/tmp', '/var/tmp'],
      ...readable.flatMap((path) => ['--ro-bind', path, path]),
      ...['--bind', root, root],
      ...protectedPaths.mounts,
      ...['--remount-ro', '/'],
    ];
  }

  private async settle(result: CommandResult): Promise<CommandResult> {
    const { limits, protectedPaths } = this.profile;
    const taken = await protectedPaths.putAside();
    const kept = taken.map((path) => `writing ${path}, which is protected; it was renamed to end in .sandbox`);
    return { ...result, denials: [...nameDenials(result, { hasNetwork: false, limits }), ...kept] };
  }
}

function notStarted({ stderr }: CommandResult): ToolFailure {
  return new ToolFailure(`The sandbox could not be set up: ${stderr.trim()}`, { code: 'SANDBOX_START_FAILED' });
}
