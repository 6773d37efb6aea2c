import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HarnessError, problemsError, type Problem, type SandboxProvider, type SandboxSession } from '@tackroom/core';
import { canonicalReadable, confinementProblems, optionProblem, rootMissing } from '../confinement/confinement-options.js';
import { protectionOf } from '../confinement/protection.js';
import { DEFAULT_LIMITS, type ResourceLimits } from '../confinement/resource-limits.js';
import { StartedCommands } from './started-commands.js';
import { removeLeftSessions } from '../leftovers/left-directories.js';
import { OwnedDirectory } from '../leftovers/owned-directory.js';
import { CommandSession } from '../process/command-session.js';
import { findRipgrep } from '../search/ripgrep-binary.js';
import { RootedTree } from '../workspace/rooted-tree.js';
import { sessionFiles } from './runtime-files.js';
import { leaseRuntime, unavailable, type RuntimeLease, type RuntimeSettings } from './runtime-lease.js';
import { runtimeDomains, runtimeNetworkProblems, PRIVATE_RANGES } from './runtime-network.js';
import { SrtLauncher } from './srt-launcher.js';

/** Options of {@link SrtSandbox}. Times are milliseconds. */
export interface SrtSandboxOptions {
  /** Path or name of bash; `bash` unless given. It must be one of the system's programs, or in `readable`. */
  readonly shell?: string;
  /** Environment variables of this process that commands may see besides the harmless ones. */
  readonly passEnv?: readonly string[];
  /** How long a command may take to end after TERM before it is killed; 2 000 unless given. */
  readonly graceMs?: number;
  /** Absolute paths that commands may read besides the workspace and the system's programs, for example of a toolchain. */
  readonly readable?: readonly string[];
  /**
   * Paths in the workspace that commands cannot change, in place of those that programs outside run or obey: git's hooks
   * and configuration, settings of editors and agents, Tackroom's configuration. The runtime itself protects some of these
   * whatever is said here, in the directory that this process runs in.
   */
  readonly protect?: readonly string[];
  /** The hosts that commands may reach over HTTP, HTTPS and SOCKS, through a proxy in this process; none unless given. */
  readonly network?: { readonly allow: readonly string[] };
  /**
   * Run also where this process is root on Linux, which is refused unless given: the runtime leaves root's commands the settings of
   * the kernel, and with them the whole machine.
   */
  readonly allowRoot?: boolean;
  /** Bounds on what one process may use. */
  readonly limits?: Partial<Omit<ResourceLimits, 'scope'>>;
}

/** The sandbox runtime of this machine. */
export interface FoundRuntime {
  readonly version: string;
  /** What isolates: `seatbelt` on macOS, `bubblewrap` on Linux. */
  readonly isolation: string;
}

/**
 * Runs commands with Anthropic's sandbox runtime, which the user installs (`@anthropic-ai/sandbox-runtime`): in Seatbelt on
 * macOS, in bubblewrap on Linux. A command sees the system's programs, the workspace, and a home directory of its session;
 * it writes nowhere else and reaches no host but those that are allowed. A process has one set of network settings: two of
 * these that differ in `network` cannot be open at once.
 */
export class SrtSandbox implements SandboxProvider {
  readonly name = 'srt';
  private prepared: Promise<FoundRuntime> | undefined;

  /** Throws `HarnessError` `SANDBOX_OPTION_INVALID` with everything that is wrong with the options. */
  constructor(private readonly options: SrtSandboxOptions = {}) {
    const problems = [...confinementProblems(options), ...scopeProblems(options.limits), ...runtimeNetworkProblems(options.network)];
    if (problems.length > 0) throw problemsError('SANDBOX_OPTION_INVALID', 'SrtSandbox has options that cannot be', problems);
  }

  /** Runs a trial command. Rejects with `SANDBOX_UNAVAILABLE`, which says what is missing, or with `SANDBOX_CONFLICT`. */
  async check(): Promise<void> {
    await this.inspect();
  }

  /** The same, and says which runtime it was. */
  inspect(): Promise<FoundRuntime> {
    this.prepared ??= this.probe().catch((error: unknown) => {
      this.prepared = undefined; // what was missing may be installed before the next attempt
      throw error;
    });
    return this.prepared;
  }

  /**
   * Rejects with `SANDBOX_UNAVAILABLE` where no such sandbox can be had, found out by running one; never runs anything
   * without. Rejects with `SANDBOX_CONFLICT` while one with other network settings is open in this process, with
   * `SANDBOX_ROOT_MISSING` without a root, and with `WORKSPACE_ROOT_*` when `root` is no directory.
   */
  async open(session: { readonly sessionId: string; readonly root: string | null }): Promise<SandboxSession> {
    await this.inspect();
    return this.sessionOver(session.root);
  }

  private async sessionOver(root: string | null): Promise<CommandSession> {
    if (root === null) throw rootMissing('SrtSandbox');
    const tree = new RootedTree(root, { links: 'inside' });
    if (tree.root === '/') throw rootMissing('SrtSandbox');
    const lease = await leaseRuntime(await this.settings());
    try {
      return new CommandSession(tree, await this.launcher(lease, tree), this.options);
    } catch (error) {
      await lease.release();
      throw error;
    }
  }

  private async settings(): Promise<RuntimeSettings> {
    const command = await findRipgrep(undefined).catch((cause: unknown) => {
      throw unavailable(cause instanceof Error ? cause.message : String(cause), cause);
    });
    return {
      network: {
        allowedDomains: runtimeDomains(this.options.network?.allow ?? []),
        deniedDomains: [],
        deniedResolvedAddresses: PRIVATE_RANGES,
        // A proxy that this process is told of would resolve names itself, past that list.
        parentProxy: { noProxy: '*' },
      },
      filesystem: { denyRead: [], allowRead: [], allowWrite: [], denyWrite: [] },
      ripgrep: { command },
    };
  }

  private async launcher(lease: RuntimeLease, tree: RootedTree): Promise<SrtLauncher> {
    const readable = await canonicalReadable(this.options.readable ?? []);
    const { manager, programs } = lease;
    const sockets = [manager.getLinuxHttpSocketPath(), manager.getLinuxSocksSocketPath()];
    const temporary = new OwnedDirectory('session');
    await mkdir(join(temporary.path, 'home'));
    const own = [programs, ...new Set(sockets.filter((path) => path !== undefined))];
    return new SrtLauncher({
      lease,
      root: tree.root,
      temporary,
      files: await sessionFiles({ root: tree.root, temporary: temporary.path, readable, own }),
      started: await StartedCommands.open(),
      protection: protectionOf(tree, this.options.protect),
      limits: { ...DEFAULT_LIMITS, ...this.options.limits },
      reachesHosts: this.options.network !== undefined,
    });
  }

  /** Runs a command that tries what it must not do. */
  private async probe(): Promise<FoundRuntime> {
    if (process.platform !== 'darwin' && process.platform !== 'linux') throw unavailable('it needs macOS or Linux.');
    if (process.platform === 'linux' && process.getuid?.() === 0 && this.options.allowRoot !== true) throw unavailable(AS_ROOT);
    const directory = await realpath(await mkdtemp(join(tmpdir(), 'tackroom-probe-')));
    const [root, outside] = [join(directory, 'root'), join(directory, 'outside')];
    await mkdir(root);
    await writeFile(outside, SECRET);
    let lease: RuntimeLease | undefined;
    try {
      lease = await leaseRuntime(await this.settings());
      const { isolation, said } = await this.try('cat "$1"; echo spoilt > "$1"; echo inside > "$2"; echo tried', {
        root,
        args: [outside, 'in'],
      });
      const left = await Promise.all([outside, join(root, 'in')].map((path) => readFile(path, 'utf8').catch(() => '')));
      if (!said.startsWith('tried\n') || left.join('') !== `${SECRET}inside\n`)
        throw unavailable(`a trial command was not confined: ${said}`);
      await removeLeftSessions().catch(() => undefined); // what cannot be removed takes nothing but room
      return { version: lease.version, isolation };
    } catch (cause) {
      if (HarnessError.is(cause)) throw cause;
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw unavailable(`${reason} In a container namespaces may be forbidden.`, cause);
    } finally {
      await lease?.release();
      await rm(directory, { recursive: true, force: true });
    }
  }

  private async try(
    command: string,
    { root, args }: { readonly root: string; readonly args: readonly string[] },
  ): Promise<{ isolation: string; said: string }> {
    const session = await this.sessionOver(root);
    try {
      const { stdout, stderr } = await session.exec(command, { args, timeoutMs: 20_000 });
      return { isolation: session.isolation, said: stdout + stderr };
    } finally {
      await session.close();
    }
  }
}

const SECRET = 'a secret\n';
const AS_ROOT =
  'this process is root, and the runtime does not keep commands of root from the settings of the kernel, with which they take over ' +
  'the machine. Start it as an ordinary user, or use BubblewrapSandbox.';

/** The runtime makes no control groups. */
function scopeProblems(limits: object = {}): readonly Problem[] {
  return 'scope' in limits ? [optionProblem('limits.scope', 'is for BubblewrapSandbox: here each process is bounded by itself.')] : [];
}
