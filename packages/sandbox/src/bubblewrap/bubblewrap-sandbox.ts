import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HarnessError, problemsError, type Problem, type SandboxProvider, type SandboxSession, type SyncReport } from '@tackroom/core';
import { CopiedSandboxSession } from '../copy/copied-session.js';
import { CopiedWorkspace } from '../copy/copied-workspace.js';
import { CommandSession } from '../process/command-session.js';
import { removeLeftSessions } from '../leftovers/left-directories.js';
import { OwnedDirectory } from '../leftovers/owned-directory.js';
import { egressProblems, type EgressOptions } from '../egress/allowed-hosts.js';
import { RootedTree } from '../workspace/rooted-tree.js';
import { unnamedFile } from '../unnamed-file.js';
import { BubblewrapLauncher, type BubblewrapProfile } from './bubblewrap-launcher.js';
import { canonicalReadable, confinementProblems, excludeProblems, optionProblem, rootMissing } from '../confinement/confinement-options.js';
import { findBubblewrap, unavailable, type FoundBubblewrap } from './find-bubblewrap.js';
import { findGroupHome, type FoundGroupHome } from './find-group-home.js';
import { gitIdentity } from './git-identity.js';
import { findMountWay } from './find-mount-way.js';
import { MountCheck } from './mount-check.js';
import type { MountWay } from './mount-plan.js';
import { findLinkedWorktree, protectRepository } from './linked-worktree.js';
import { nameLookupMounts } from './name-lookup.js';
import { joinProtected, NOTHING_PROTECTED, type ProtectedPaths } from '../confinement/protected-paths.js';
import { protectionOf } from '../confinement/protection.js';
import { namePolicy } from '../confinement/name-policy.js';
import { DEFAULT_LIMITS, type ResourceLimits } from '../confinement/resource-limits.js';
import { syscallFilter } from './syscall-filter.js';
import { systemMounts } from './system-mounts.js';
import { holesIn, TRIAL_COMMAND, WROTE_OUTSIDE } from './trial-command.js';

/** Options of {@link BubblewrapSandbox}. Times are milliseconds. */
export interface BubblewrapSandboxOptions {
  /** Path or name of the program; `bwrap` unless given. */
  readonly bwrap?: string;
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
   * and configuration, settings of editors and agents, Tackroom's configuration.
   */
  readonly protect?: readonly string[];
  /**
   * The hosts that commands may reach over HTTP and HTTPS, through a proxy in this process; none unless given. Programs find
   * it by `HTTP_PROXY` and its like.
   */
  readonly network?: EgressOptions;
  /**
   * What commands work on: `share`, the workspace itself (the default), or `copy`, a copy for each session. A copy is made at
   * its first use; the file tools work on it too, and at the end its changes are brought back as far as nobody else has
   * changed the same. With `copy` the sandbox says the `root`, and the harness must not.
   */
  readonly filesystem?: 'share' | 'copy';
  /** The directory that is copied; with `filesystem: 'copy'` only. */
  readonly root?: string;
  /** Names of what is not copied, at any depth, for example `node_modules`: neither commands nor file tools see it. With `filesystem: 'copy'` only. */
  readonly exclude?: readonly string[];
  /** Is told what came of a session's changes. */
  readonly onSync?: (report: SyncReport, sessionId: string) => void;
  /** Bounds on what commands may use, of one process or of all together. */
  readonly limits?: Partial<ResourceLimits>;
}

/** What is made once and serves every session. */
interface Prepared {
  readonly found: FoundBubblewrap;
  readonly filter: Uint8Array;
  readonly groups: FoundGroupHome;
  readonly mountCheck: MountCheck;
  readonly mountWay: MountWay;
}

/** What a sandbox is on this machine. */
export interface BubblewrapInspection extends FoundBubblewrap {
  /** What `memoryMb` and `processes` are counted over. */
  readonly limitScope: 'command' | 'process';
  /** Why there is no control group, where one was looked for. */
  readonly limitScopeReason?: string;
}

/**
 * Runs commands in namespaces of their own with bubblewrap (Linux). A command sees the system's programs, read-only, the
 * workspace, and a `/tmp` of its session; no other files, no processes, no network, no Unix sockets of the host. It has no
 * capabilities and no way to get any, and nothing that it started outlives it. The kernel is shared: against hostile
 * code use a virtual machine.
 */
export class BubblewrapSandbox implements SandboxProvider {
  readonly name = 'bubblewrap';
  /** The files of its sessions, if it has its own. */
  readonly workspace: CopiedWorkspace | undefined;
  private prepared: Promise<Prepared> | undefined;

  /** Throws `HarnessError` `SANDBOX_OPTION_INVALID` with everything that is wrong with the options. */
  constructor(private readonly options: BubblewrapSandboxOptions = {}) {
    const problems = optionProblems(options);
    if (problems.length > 0) throw problemsError('SANDBOX_OPTION_INVALID', 'BubblewrapSandbox has options that cannot be', problems);
    const { filesystem, root, protect, exclude = [] } = options;
    this.workspace =
      filesystem === 'copy' && root !== undefined ? new CopiedWorkspace(root, { policy: namePolicy(protect), exclude }) : undefined;
  }

  /** Runs a trial command. Rejects with `SANDBOX_UNAVAILABLE`, which says what is missing. */
  async check(): Promise<void> {
    await this.ready();
  }

  /** The same, and says which program it was and how far the limits reach. */
  async inspect(): Promise<BubblewrapInspection> {
    const { found, groups } = await this.ready();
    if (groups.home !== undefined) return { ...found, limitScope: 'command' };
    return { ...found, limitScope: 'process', ...(groups.reason === undefined ? {} : { limitScopeReason: groups.reason }) };
  }

  /**
   * Rejects with `SANDBOX_UNAVAILABLE` where no such sandbox can be had, found out by running one; never runs anything
   * without. Rejects with `SANDBOX_ROOT_MISSING` without a root, and with `WORKSPACE_ROOT_*` when `root` is no directory.
   */
  async open(session: { readonly sessionId: string; readonly root: string | null }): Promise<SandboxSession> {
    const prepared = await this.ready();
    const { workspace } = this;
    if (workspace === undefined) return this.sessionOver(prepared, session.root);
    const { sessionId } = session;
    const commands = await this.sessionOver(prepared, workspace.copyOf(sessionId).path, workspace.root);
    return new CopiedSandboxSession(sessionId, { commands, workspace, onSync: this.options.onSync });
  }

  /** `source` is what commands work on, `root` where they find it. */
  private async sessionOver(prepared: Prepared, source: string | null, root?: string): Promise<CommandSession> {
    if (source === null) throw rootMissing('BubblewrapSandbox');
    const tree = new RootedTree(source, { links: 'inside', ...(root === undefined ? {} : { alsoSpelled: root }) });
    if (tree.root === '/') throw rootMissing('BubblewrapSandbox');
    const launcher = new BubblewrapLauncher(await this.profile(prepared, tree, root));
    return new CommandSession(tree, launcher, this.options);
  }

  private ready(): Promise<Prepared> {
    this.prepared ??= this.prepare().catch((error: unknown) => {
      this.prepared = undefined; // what was missing may be installed before the next attempt
      throw error;
    });
    return this.prepared;
  }

  private async prepare(): Promise<Prepared> {
    const found = await findBubblewrap(this.options.bwrap ?? 'bwrap');
    const filter = syscallFilter();
    if (filter === undefined) throw unavailable(`its filter of system calls is not known for ${process.arch}, only for x64 and arm64.`);
    const mountWay = await findMountWay(found.path);
    const prepared = { found, filter, groups: await this.findGroups(), mountCheck: new MountCheck(), mountWay };
    await this.probe(prepared);
    await removeLeftSessions().catch(() => undefined); // what cannot be removed takes nothing but room
    return prepared;
  }

  private async findGroups(): Promise<FoundGroupHome> {
    const { scope = DEFAULT_LIMITS.scope } = this.options.limits ?? {};
    if (scope === 'process') return { home: undefined, reason: undefined };
    const groups = await findGroupHome();
    if (groups.home === undefined && scope === 'command') {
      throw unavailable(
        `limits.scope is 'command', and ${groups.reason ?? ''}. Start the program with systemd-run --user --scope, or write scope: 'auto' to bound each process by itself.`,
      );
    }
    return groups;
  }

  /** Runs a command that looks at itself: what the options promise must be true of it. */
  private async probe(prepared: Prepared): Promise<void> {
    const directory = new OwnedDirectory('session');
    let session: CommandSession | undefined;
    try {
      session = await this.sessionOver(prepared, directory.path);
      const outside = join(directory.path, '..', 'outside');
      const { stdout, stderr } = await session.exec(TRIAL_COMMAND, { timeoutMs: 20_000, args: [outside] });
      const holes = [...holesIn(stdout, stderr), ...(existsSync(outside) ? [WROTE_OUTSIDE] : [])];
      if (holes.length > 0) throw unavailable(`a trial command was not confined: ${holes.join('; ')}.`);
    } catch (cause) {
      if (HarnessError.is(cause)) throw cause;
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw unavailable(
        `${reason} User namespaces may be off: see sysctl user.max_user_namespaces and kernel.apparmor_restrict_unprivileged_userns, and what your container allows.`,
        cause,
      );
    } finally {
      await session?.close();
      await directory.remove();
    }
  }

  private async profile(
    { found, filter, groups, mountCheck, mountWay }: Prepared,
    tree: RootedTree,
    root = tree.root,
  ): Promise<BubblewrapProfile> {
    const readable = await canonicalReadable(this.options.readable ?? []);
    const temporary = new OwnedDirectory('session');
    const home = join(temporary.path, 'tmp', 'home');
    await mkdir(home, { recursive: true });
    const identity = await gitIdentity();
    if (identity !== '') await writeFile(join(home, '.gitconfig'), identity);
    return {
      bwrap: found.path,
      filter: await unnamedFile(filter),
      mountCheck,
      mountWay,
      systemMounts: [...(await systemMounts()), ...(await nameLookupMounts(temporary.path))],
      readable,
      source: tree.root,
      root,
      // Of a copy they are not brought back, which is as good.
      protection: root === tree.root ? protectWorkspace(tree, this.options.protect) : () => NOTHING_PROTECTED,
      temporary,
      groupHome: groups.home,
      network: this.options.network,
      limits: { ...DEFAULT_LIMITS, ...this.options.limits },
    };
  }
}

function protectWorkspace(tree: RootedTree, protect: readonly string[] | undefined): () => ProtectedPaths {
  const protection = protectionOf(tree, protect);
  return () => {
    const worktree = findLinkedWorktree(tree.root);
    return worktree === undefined ? protection() : joinProtected(protection(), protectRepository(worktree));
  };
}

function optionProblems(options: BubblewrapSandboxOptions): readonly Problem[] {
  const { network, filesystem, root, exclude } = options;
  return [
    ...(filesystem !== 'copy' && exclude !== undefined ? [optionProblem('exclude', "is for filesystem: 'copy'.")] : []),
    ...excludeProblems(exclude ?? []),
    ...(filesystem === 'copy' && root === undefined
      ? [optionProblem('root', "is missing: write root: '.' beside filesystem: 'copy'.")]
      : []),
    ...(filesystem !== 'copy' && root !== undefined
      ? [optionProblem('root', "is for filesystem: 'copy'. Give the harness its workspace instead.")]
      : []),
    ...(network === undefined ? [] : egressProblems(network).map((message) => optionProblem('network', message))),
    ...confinementProblems(options),
  ];
}
