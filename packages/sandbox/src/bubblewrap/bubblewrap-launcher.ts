import { open, readlink, type FileHandle } from 'node:fs/promises';
import type { CommandResult } from '@tackroom/core';
import type { ShellLaunch, ShellLauncher, ShellScript } from '../process/command-session.js';
import { signalDescendants } from '../process/process-group.js';
import { acceptConnections } from '../egress/channel.js';
import type { EgressOptions } from '../egress/allowed-hosts.js';
import { BRIDGE_PROGRAM } from '../egress/bridge-program.js';
import { EgressProxy } from '../egress/egress-proxy.js';
import type { OwnedDirectory } from '../leftovers/owned-directory.js';
import { nameDenials } from './name-denials.js';
import type { ProtectedPaths } from './protected-paths.js';
import { limitLine, type ResourceLimits } from './resource-limits.js';
import { shellEnding } from './shell-ending.js';
import type { StartedCommands } from './started-commands.js';

/** The generations below bwrap: its own process inside, which is number 1 there, then what it was told to run. */
const COMMAND_DEPTH = 2;
/** Who commands are when the process outside is root. */
const PLAIN_USER = ['--uid', '1000', '--gid', '1000'];

/** What all commands of a session have in common. Paths are canonical. */
export interface BubblewrapProfile {
  readonly bwrap: string;
  /** A file with the program for seccomp. Closed with the session, as is `started`. */
  readonly filter: FileHandle;
  readonly started: StartedCommands;
  readonly systemMounts: readonly string[];
  readonly readable: readonly string[];
  /** The workspace, and where it is for commands; the same unless they work on a copy. */
  readonly source: string;
  readonly root: string;
  /** What a command must not change, looked at before each. */
  readonly protection: () => ProtectedPaths;
  /** A directory of this session, `/tmp` to its commands. Removed with the session. */
  readonly temporary: OwnedDirectory;
  readonly limits: ResourceLimits;
  /** Where commands may go; nowhere when undefined. */
  readonly network: EgressOptions | undefined;
}

/** Starts bash in bwrap: no capabilities, no way to new ones, no sight of the host but its programs and the workspace. */
export class BubblewrapLauncher implements ShellLauncher {
  readonly isolation = 'bubblewrap';
  readonly ownsFilesystem = false;
  readonly environment = { HOME: '/tmp/home', TMPDIR: '/tmp', TMP: '/tmp', TEMP: '/tmp' };

  constructor(private readonly profile: BubblewrapProfile) {}

  async launch({ shell, script, args, directory, environment, firstDescriptor }: ShellScript): Promise<ShellLaunch> {
    const { bwrap, filter, started, limits, network, source, root } = this.profile;
    // Opened again: bwrap reads to the end, and whoever shares the position would find nothing.
    const filterFile = await open(`/proc/self/fd/${filter.fd}`);
    const id = started.next();
    const protectedPaths = this.profile.protection();
    const proxy = network === undefined ? undefined : new EgressProxy(network);
    const [mark, channel] = [firstDescriptor + 1, firstDescriptor + 2];
    const first = `${started.markLine(id, mark)}; ${proxy === undefined ? '' : bridgeLine(channel)}${limitLine(limits)}; eval "shift 2; $1"`;
    return {
      program: bwrap,
      args: [
        ...this.confinement(protectedPaths),
        ...['--chdir', root + (await readlink(directory.at())).slice(source.length)],
        ...['--seccomp', String(firstDescriptor)],
        ...['--', shell, '-c', '--', first, shell, script, proxy === undefined ? '' : BRIDGE_PROGRAM, ...args],
      ],
      directory: '/',
      environment,
      extra: [filterFile.fd, started.fd, ...(proxy === undefined ? [] : (['pipe'] as const))],
      attach: ([stream]) => {
        if (stream !== undefined) acceptConnections(stream, (connection) => proxy?.accept(connection));
      },
      terminate: (group) => signalDescendants(group, COMMAND_DEPTH, 'SIGTERM'),
      interpret: async (result) => {
        await started.ensureStarted(id, result);
        return this.settle(shellEnding(result), protectedPaths, proxy?.refused);
      },
      close: async () => {
        proxy?.close();
        await filterFile.close();
      },
    };
  }

  async close(): Promise<void> {
    const { filter, started, temporary } = this.profile;
    await Promise.all([filter.close(), started.close(), temporary.remove()]);
  }

  /** Options in the order in which bwrap carries them out: what is mounted later lies on top. */
  private confinement(protectedPaths: ProtectedPaths): readonly string[] {
    const { systemMounts, readable, source, root, temporary, network } = this.profile;
    return [
      ...['--unshare-all', '--unshare-user', '--disable-userns', '--cap-drop', 'ALL', '--die-with-parent', '--new-session'],
      ...(process.getuid?.() === 0 ? PLAIN_USER : []),
      ...['--hostname', 'sandbox'],
      ...systemMounts,
      ...['--proc', '/proc', '--dev', '/dev', '--dir', '/run', '--dir', '/var', '--symlink', '/run', '/var/run'],
      ...(network === undefined ? [] : ['--ro-bind', process.execPath, NODE]),
      ...['--bind', temporary.path, '/tmp', '--symlink', '/tmp', '/var/tmp'],
      ...readable.flatMap((path) => ['--ro-bind', path, path]),
      ...['--bind', source, root],
      ...protectedPaths.mounts,
      ...['--remount-ro', '/'],
    ];
  }

  private async settle(result: CommandResult, protectedPaths: ProtectedPaths, refused?: readonly string[]): Promise<CommandResult> {
    const { limits } = this.profile;
    const taken = await protectedPaths.putAside();
    const kept = taken.map((path) => `writing ${path}, which is protected; it was renamed to end in .sandbox`);
    return { ...result, denials: [...nameDenials(result, { refused, limits }), ...kept] };
  }
}

/** Where Node is inside. */
const NODE = '/run/node';

/**
 * A line of bash that starts the bridge to the proxy and says where it listens. Through a subshell, so that it is no child
 * of the script: a plain `wait` would wait for it.
 */
function bridgeLine(channel: number): string {
  const variables = ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY'];
  return [
    `IFS= read -r http_proxy < <(exec 2>/dev/null; ${NODE} -e "$2" ${channel} & )`,
    `exec ${channel}>&-`,
    '[ -n "$http_proxy" ] || { echo "The proxy of the sandbox did not start." >&2; exit 126; }',
    `http_proxy=http://127.0.0.1:$http_proxy`,
    ...variables.slice(1).map((name) => `${name}=$http_proxy`),
    `no_proxy=localhost,127.0.0.1,::1 NO_PROXY=localhost,127.0.0.1,::1`,
    `export ${variables.join(' ')} no_proxy NO_PROXY; `,
  ].join('; ');
}
