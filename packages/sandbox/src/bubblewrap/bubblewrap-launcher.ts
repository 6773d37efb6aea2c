import { closeSync, openSync, readlinkSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { ToolFailure, type CommandResult } from '@tackroom/core';
import type { ShellLaunch, ShellLauncher, ShellScript } from '../process/command-session.js';
import type { PinnedDirectory } from '../workspace/pinned-directory.js';
import { killWithDescendants, signalDescendants, type Descendants } from '../process/process-group.js';
import { askedLater } from '../asked-later.js';
import { acceptConnections } from '../egress/channel.js';
import type { EgressOptions } from '../egress/allowed-hosts.js';
import { BRIDGE_PROGRAM } from '../egress/bridge-program.js';
import { EgressProxy } from '../egress/egress-proxy.js';
import type { OwnedDirectory } from '../leftovers/owned-directory.js';
import { CommandRecord } from '../confinement/command-record.js';
import { ControlGroup, type GroupHome } from './control-group.js';
import type { MountCheck } from './mount-check.js';
import { gateArguments, MountGate, type GateDescriptors } from './mount-gate.js';
import { MountPlan, type MountWay } from './mount-plan.js';
import type { Places } from '../confinement/denied-paths.js';
import type { Mount } from '../confinement/mount.js';
import { nameDenials } from '../confinement/name-denials.js';
import type { ProtectedPaths } from '../confinement/protected-paths.js';
import type { ResourceLimits } from '../confinement/resource-limits.js';
import { shellEnding } from './shell-ending.js';
import { splitLocale } from './locale.js';
import { NODE, supervisorScript, type SupervisorDescriptors } from './supervisor.js';

/** Below bwrap are the supervisor, which is number 1 inside, with its bridge, then the command and what lost its parent. */
const COMMANDS: Descendants = { depth: 2, sparesGroupAbove: true };
/** Who commands are when the process outside is root. */
const PLAIN_USER = ['--uid', '1000', '--gid', '1000'];

/** What all commands of a session have in common. Paths are canonical. */
export interface BubblewrapProfile {
  readonly bwrap: string;
  /** A file with the program for seccomp. Closed with the session. */
  readonly filter: FileHandle;
  readonly systemMounts: readonly Mount[];
  readonly mountCheck: MountCheck;
  readonly mountWay: MountWay;
  readonly readable: readonly string[];
  /** The workspace, and where it is for commands; the same unless they work on a copy. */
  readonly source: string;
  readonly root: string;
  /** What a command must not change, looked at before each. */
  readonly protection: () => ProtectedPaths;
  /** A directory of this session, removed with it. Its `tmp` is `/tmp` to commands. */
  readonly temporary: OwnedDirectory;
  readonly limits: ResourceLimits;
  /** Where the control group of each command is made; none is made when undefined. */
  readonly groupHome: GroupHome | undefined;
  /** Where commands may go; nowhere when undefined. */
  readonly network: EgressOptions | undefined;
}

/** Starts bash in bwrap: no capabilities, no way to new ones, no sight of the host but its programs and the workspace. */
export class BubblewrapLauncher implements ShellLauncher {
  readonly isolation = 'bubblewrap';
  readonly ownsFilesystem = false;
  readonly environment = { HOME: '/tmp/home', TMPDIR: '/tmp', TMP: '/tmp', TEMP: '/tmp' };

  constructor(private readonly profile: BubblewrapProfile) {}

  launch({ shell, script, args, directory, environment, firstDescriptor }: ShellScript): Promise<ShellLaunch> {
    const { bwrap, filter, network, limits, groupHome, mountCheck } = this.profile;
    const inside = this.placeOf(directory);
    const protectedPaths = asItStands(() => this.profile.protection());
    const record = new CommandRecord();
    const { locale, rest } = splitLocale(environment);
    let putAside: Promise<readonly string[]> | undefined;
    // While bwrap ends, if it can: as soon as nobody inside can write any more.
    const lookAround = (): void => void (putAside = askedLater(protectedPaths.putAside()));
    const plan = asItStands(() => new MountPlan(this.mounts(protectedPaths), this.profile.mountWay));
    const gate = new MountGate((table) => mountCheck.problem(table, plan.expected));
    const proxy = network === undefined ? undefined : new EgressProxy(network);
    // Opened again: bwrap reads to the end, and whoever shares the position would find nothing. Without waiting, because
    // every command pays.
    const filterFile = openSync(`/proc/self/fd/${filter.fd}`, 'r');
    const group =
      groupHome === undefined
        ? undefined
        : this.makeGroup(groupHome, () => {
            closeSync(filterFile);
            plan.close();
          });
    const groups = group?.entries ?? [];
    const numbers = numbersFrom(firstDescriptor, { groups: groups.length, pins: plan.descriptors.length, hasNetwork: proxy !== undefined });
    return Promise.resolve({
      program: bwrap,
      args: [
        ...this.confinement([...plan.arguments(numbers.pins), ...gateArguments(numbers)]),
        ...['--chdir', inside, '--seccomp', String(firstDescriptor)],
        ...['--', shell, '-p', '-c', '--', supervisorScript(numbers, { limits, locale })],
        ...[shell, script, proxy === undefined ? '' : BRIDGE_PROGRAM, ...args],
      ],
      directory: '/',
      environment: rest,
      extra: [filterFile, 'pipe', ...groups, 'pipe', 'pipe', ...plan.descriptors, ...(proxy === undefined ? [] : (['pipe'] as const))],
      attach: ([recordStream, madeStream, checkedStream, channel], bwrapId) => {
        if (recordStream !== undefined) record.attach(recordStream, lookAround);
        if (madeStream !== undefined && checkedStream !== undefined) {
          gate.attach(madeStream, checkedStream, { bwrap: bwrapId, kill: () => killWithDescendants(bwrapId) });
        }
        if (channel !== undefined && proxy !== undefined) acceptConnections(channel, proxy);
      },
      terminate: (pid) => signalDescendants(pid, COMMANDS, 'SIGTERM'),
      kill: killWithDescendants,
      interpret: (result) =>
        this.interpret(result, {
          record,
          gate,
          protectedPaths,
          putAside: () => putAside ?? protectedPaths.putAside(),
          asked: { inside, script, proxy, group },
        }),
      close: async () => {
        proxy?.close();
        record.close();
        closeSync(filterFile);
        plan.close();
        await group?.close();
      },
    });
  }

  /** What the ending of bwrap says of the command. */
  private async interpret(result: CommandResult, { record, gate, protectedPaths, putAside, asked }: Running): Promise<CommandResult> {
    const facts = await record.facts();
    // What bwrap itself says and what the command says look alike, so that only the record can tell.
    const isStopped = result.timedOut || result.aborted;
    if (gate.problem === undefined && !facts.started && !isStopped && (result.exitCode === 1 || result.signal !== null)) {
      throw notStarted(result.stderr.trim());
    }
    if (gate.problem !== undefined) throw notStarted(`${gate.problem}. Something was moved while it was set up: run it again.`);
    if (facts.ungrouped) throw notStarted('its control group could not be entered.');
    const ended = shellEnding(result, facts);
    const kept = (await putAside()).map((path) => `writing ${path}, which is protected; it was renamed to end in .sandbox`);
    const { inside, script, proxy, group } = asked;
    const confinement = {
      refused: proxy?.refused,
      exceeded: proxy?.exceeded,
      script,
      limits: this.profile.limits,
      group: group === undefined ? undefined : group.facts(),
      places: this.placesFor(inside, protectedPaths),
    };
    return { ...ended, denials: [...nameDenials(ended, facts, confinement), ...kept] };
  }

  async close(): Promise<void> {
    const { filter, temporary } = this.profile;
    await Promise.all([filter.close(), temporary.remove()]);
  }

  /** Options in the order in which bwrap carries them out: what is mounted later lies on top. */
  private confinement(mounts: readonly string[]): readonly string[] {
    return [
      ...['--unshare-all', '--unshare-user', '--disable-userns', '--cap-drop', 'ALL', '--die-with-parent', '--new-session', '--as-pid-1'],
      ...(process.getuid?.() === 0 ? PLAIN_USER : []),
      ...['--hostname', 'sandbox'],
      // Read-only: to root alone, without any capability, the kernel opens what is below /proc/sys for writing, and to everybody the
      // memory of process 1.
      ...['--proc', '/proc', '--remount-ro', '/proc'],
      ...['--dev', '/dev', '--dir', '/run', '--dir', '/var', '--symlink', '/run', '/var/run'],
      ...mounts,
      ...['--symlink', '/tmp', '/var/tmp', '--remount-ro', '/'],
    ];
  }

  /** Everything of the host that is inside, and what covers some of it. */
  private mounts(protectedPaths: ProtectedPaths): readonly Mount[] {
    const { systemMounts, readable, source, root, temporary, network } = this.profile;
    return [
      ...systemMounts,
      ...(network === undefined ? [] : [{ kind: 'read', source: process.execPath, at: NODE } as const]),
      { kind: 'write', source: join(temporary.path, 'tmp'), at: '/tmp' },
      ...readable.map((path) => ({ kind: 'read', source: path, at: path }) as const),
      { kind: 'write', source, at: root, below: source },
      ...protectedPaths.mounts,
    ];
  }

  /** Where commands find a directory of the workspace. */
  private placeOf(directory: PinnedDirectory): string {
    const { source, root } = this.profile;
    return root + readlinkSync(directory.at()).slice(source.length);
  }

  private makeGroup(home: GroupHome, giveUp: () => void): ControlGroup {
    const { memoryMb, processes } = this.profile.limits;
    try {
      // The supervisor is one more.
      return ControlGroup.make(home, { memoryMb, processes: processes + 1 });
    } catch (cause) {
      giveUp();
      throw notStarted('its control group could not be made.', cause);
    }
  }

  private placesFor(directory: string, { fixed, hidden }: ProtectedPaths): Places {
    const { root, readable } = this.profile;
    return { directory, root, writable: [root, '/tmp', '/var/tmp', '/dev'], readable, fixed, hidden };
  }
}

/** One command that was launched. */
interface Running {
  readonly record: CommandRecord;
  readonly gate: MountGate;
  readonly protectedPaths: ProtectedPaths;
  readonly putAside: () => Promise<readonly string[]>;
  readonly asked: {
    readonly inside: string;
    readonly script: string;
    readonly proxy: EgressProxy | undefined;
    readonly group: ControlGroup | undefined;
  };
}

/** The numbers of descriptors in bwrap, in the order of `extra`. */
function numbersFrom(
  first: number,
  { groups, pins, hasNetwork }: { readonly groups: number; readonly pins: number; readonly hasNetwork: boolean },
): SupervisorDescriptors & GateDescriptors & { readonly pins: number } {
  // After the filter.
  const record = first + 1;
  const made = record + 1 + groups;
  return {
    record,
    groups: Array.from({ length: groups }, (_, index) => record + 1 + index),
    made,
    checked: made + 1,
    pins: made + 2,
    channel: hasNetwork ? made + 2 + pins : undefined,
  };
}

/** Looks at a workspace that may change in the same moment. */
function asItStands<T>(look: () => T): T {
  try {
    return look();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw notStarted(`${reason}. It was moved while the sandbox was set up: run it again.`, cause);
  }
}

function notStarted(why: string, cause?: unknown): ToolFailure {
  return new ToolFailure(`The sandbox could not be set up: ${why}`, { code: 'SANDBOX_START_FAILED', cause });
}
