import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { HarnessError, problemsError, type SandboxProvider, type SandboxSession, type Workspace } from '@tackroom/core';
import { namePolicy } from '../confinement/name-policy.js';
import { MirroredWorkspace } from './mirrored-workspace.js';
import { OpenShellCli, unavailable } from './openshell-cli.js';
import { openShellProblems, type OpenShellSandboxOptions } from './openshell-options.js';
import { OpenShellSession } from './openshell-session.js';
import { RemoteSandbox, type RemoteSettings } from './remote-sandbox.js';

/** The OpenShell of this machine. */
export interface FoundOpenShell {
  readonly path: string;
  /** `0.0.16`. */
  readonly version: string;
}

const DEFAULT_GRACE_MS = 2_000;
const DEFAULT_CREATE_TIMEOUT_MS = 300_000;
const DEFAULT_CALL_TIMEOUT_MS = 120_000;

/**
 * Runs commands in sandboxes of NVIDIA OpenShell, through its program and the gateway that it is set up for: one sandbox for a
 * session, made for its first command and deleted at its end. A sandbox has files of its own: a copy of `root`, on which the
 * file tools work too. What a command may see and reach is the policy's to say.
 */
export class OpenShellSandbox implements SandboxProvider {
  readonly name = 'openshell';
  /** The files of its sessions. */
  readonly workspace: Workspace;
  private readonly files: MirroredWorkspace;
  private cli: Promise<OpenShellCli> | undefined;
  private tried: Promise<void> | undefined;

  /**
   * Throws `HarnessError` `SANDBOX_OPTION_INVALID` with everything that is wrong with the options, and `WORKSPACE_ROOT_*` when
   * `root` is no directory.
   */
  constructor(private readonly options: OpenShellSandboxOptions) {
    const problems = openShellProblems(options);
    if (problems.length > 0) throw problemsError('SANDBOX_OPTION_INVALID', 'OpenShellSandbox has options that cannot be', problems);
    this.files = this.over(options.root, options);
    this.workspace = this.files;
  }

  /** Makes a sandbox, runs a trial command in it and deletes it: seconds. Rejects with `SANDBOX_UNAVAILABLE`, which says what is missing. */
  async check(): Promise<void> {
    this.tried ??= this.try().catch((error: unknown) => {
      this.tried = undefined; // what was missing may be there before the next attempt
      throw error;
    });
    await this.tried;
  }

  /** The same, and says which program it was. */
  async inspect(): Promise<FoundOpenShell> {
    await this.check();
    const { path, version } = await this.found();
    return { path, version };
  }

  /** Rejects with `SANDBOX_UNAVAILABLE` where no such sandbox can be had, found out by making one. */
  async open({ sessionId }: { readonly sessionId: string; readonly root: string | null }): Promise<SandboxSession> {
    await this.check();
    return this.sessionOver(this.files, sessionId);
  }

  private sessionOver(workspace: MirroredWorkspace, sessionId: string): OpenShellSession {
    const { passEnv = [], graceMs = DEFAULT_GRACE_MS, onSync } = this.options;
    return new OpenShellSession(sessionId, { workspace, passEnv, graceMs, onSync: workspace === this.files ? onSync : undefined });
  }

  private over(root: string, { protect, exclude = [] }: Pick<OpenShellSandboxOptions, 'protect' | 'exclude'>): MirroredWorkspace {
    return new MirroredWorkspace(root, { policy: namePolicy(protect), exclude }, async () => RemoteSandbox.create(await this.settings()));
  }

  private async settings(): Promise<RemoteSettings> {
    const {
      from,
      policy,
      providers = [],
      createTimeoutMs = DEFAULT_CREATE_TIMEOUT_MS,
      callTimeoutMs = DEFAULT_CALL_TIMEOUT_MS,
    } = this.options;
    return {
      cli: await this.found(),
      createOptions: [
        ...(from === undefined ? [] : ['--from', from]),
        ...(policy === undefined ? [] : ['--policy', resolve(policy)]),
        ...providers.flatMap((name) => ['--provider', name]),
        ...(providers.length === 0 ? [] : ['--no-auto-providers']),
      ],
      createTimeoutMs,
      callTimeoutMs,
    };
  }

  private found(): Promise<OpenShellCli> {
    const { openshell = 'openshell', gateway, callTimeoutMs = DEFAULT_CALL_TIMEOUT_MS } = this.options;
    this.cli ??= OpenShellCli.find(openshell, gateway, callTimeoutMs).catch((error: unknown) => {
      this.cli = undefined;
      throw error;
    });
    return this.cli;
  }

  /** A file goes in, a command works on it, another comes back: all that a session needs. */
  private async try(): Promise<void> {
    await this.found();
    const directory = await realpath(await mkdtemp(join(tmpdir(), 'tackroom-probe-')));
    const root = join(directory, 'root');
    await mkdir(root);
    await writeFile(join(root, 'in'), 'a trial\n');
    try {
      const session = this.sessionOver(this.over(root, { protect: [] }), 'trial');
      let said = '';
      try {
        const { stdout, stderr } = await session.exec('cat in > out; echo "$PWD"', { timeoutMs: 60_000 });
        said = stdout + stderr;
      } finally {
        await session.close();
      }
      const back = await readFile(join(root, 'out'), 'utf8').catch(() => '');
      if (back !== 'a trial\n' || said.trim() === root) throw unavailable(`a trial command did not do its work in a sandbox: ${said}`);
    } catch (cause) {
      if (HarnessError.is(cause, 'SANDBOX_UNAVAILABLE')) throw cause;
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw unavailable(`${reason} See whether the gateway runs: openshell status.`, cause);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  }
}
