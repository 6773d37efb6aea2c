import { realpath } from 'node:fs/promises';
import { HarnessError, problemsError, type SandboxProvider, type SandboxSession } from '@tackroom/core';
import { CopiedSandboxSession } from '../copy/copied-session.js';
import { CopiedWorkspace } from '../copy/copied-workspace.js';
import type { Owner } from '../copy/ownership.js';
import { namePolicy } from '../confinement/name-policy.js';
import { CommandSession, DEFAULT_GRACE_MS } from '../process/command-session.js';
import { removeLeftSessions } from '../leftovers/left-directories.js';
import { RootedTree } from '../workspace/rooted-tree.js';
import { canonicalRoot } from '../workspace/workspace-root.js';
import { ContainerLauncher } from './container-launcher.js';
import { DEFAULT_CONTAINER_LIMITS, DEFAULT_IMAGE, dockerProblems, type DockerSandboxOptions } from './docker-options.js';
import { Engine } from './engine.js';
import { findImage, isRootless, tryContainer } from './probe.js';

/** The engine that was found, and what was seen of it. */
export interface FoundEngine {
  readonly path: string;
  readonly kind: 'docker' | 'podman';
  /** Version of the program. */
  readonly version: string;
  readonly image: string;
}

/** What is found out once and serves every session. */
interface Prepared {
  readonly engine: Engine;
  readonly isRootless: boolean;
}

/** Who commands are where the process outside is root. */
const PLAIN_USER = '1000:1000';

/**
 * Runs commands in a container of Docker or Podman, one for each session, on a copy of the workspace that the file tools of the
 * harness work on too; at the end its changes are brought back as far as nobody else has changed the same. A command sees the
 * files of the image, read-only, the copy, and a `/tmp` of its session; no files, no processes and no network of the host
 * unless told. It has no capabilities and no way to get any. The kernel is shared unless `runtime` says otherwise.
 */
export class DockerSandbox implements SandboxProvider {
  readonly name = 'docker';
  /** The files of its sessions. */
  readonly workspace: CopiedWorkspace;
  private readonly owner: Owner | undefined;
  private prepared: Promise<Prepared> | undefined;

  /**
   * Throws `HarnessError` `SANDBOX_OPTION_INVALID` with everything that is wrong with the options, and `WORKSPACE_ROOT_*` when
   * `root` is no directory.
   */
  constructor(private readonly options: DockerSandboxOptions) {
    const problems = dockerProblems(options, canonicalRoot(options.root));
    if (problems.length > 0) throw problemsError('SANDBOX_OPTION_INVALID', 'DockerSandbox has options that cannot be', problems);
    // Only root can give files away.
    this.owner = process.getuid?.() === 0 ? ownerOf(options.user ?? PLAIN_USER) : undefined;
    const { root, protect, exclude = [] } = options;
    const { owner } = this;
    this.workspace = new CopiedWorkspace(root, { policy: namePolicy(protect), exclude, ...(owner === undefined ? {} : { owner }) });
  }

  /** Runs a trial container. Rejects with `SANDBOX_UNAVAILABLE`, which says what is missing. */
  async check(): Promise<void> {
    await this.ready();
  }

  /** The same, and says which engine it was. */
  async inspect(): Promise<FoundEngine> {
    const { path, kind, version } = (await this.ready()).engine;
    return { path, kind, version, image: this.image };
  }

  /**
   * Rejects with `SANDBOX_UNAVAILABLE` where no such sandbox can be had, found out by running one; never runs anything without.
   * A container is started for the first command.
   */
  async open({ sessionId }: { readonly sessionId: string; readonly root: string | null }): Promise<SandboxSession> {
    const prepared = await this.ready();
    const { workspace } = this;
    const commands = await this.sessionOver(prepared, workspace.copyOf(sessionId).path, sessionId);
    return new CopiedSandboxSession(sessionId, { commands, workspace, onSync: this.options.onSync });
  }

  private get image(): string {
    return this.options.image ?? DEFAULT_IMAGE;
  }

  /** `source` is what commands work on. */
  private async sessionOver({ engine, isRootless }: Prepared, source: string, sessionId: string): Promise<CommandSession> {
    const { options, owner } = this;
    const readable = await Promise.all(
      (options.readable ?? []).map((path) => realpath(path).catch((cause: unknown) => missingPath(path, cause))),
    );
    const tree = new RootedTree(source, { links: 'inside', alsoSpelled: this.workspace.root });
    const profile = {
      engine,
      image: this.image,
      sessionId,
      source: tree.root,
      root: this.workspace.root,
      readable,
      network: options.network ?? 'none',
      limits: { ...DEFAULT_CONTAINER_LIMITS, ...options.limits },
      user: options.user ?? this.userIn(engine, isRootless),
      keepsUserId: isRootless && engine.kind === 'podman',
      runtime: options.runtime,
    };
    const settings = { env: options.env ?? {}, graceMs: options.graceMs ?? DEFAULT_GRACE_MS, owner };
    return new CommandSession(tree, new ContainerLauncher(profile, settings), { passEnv: options.passEnv });
  }

  /** Whoever outside owns the copy, by the number that the engine has for them inside. */
  private userIn(engine: Engine, isRootless: boolean): string {
    if (this.owner !== undefined) return PLAIN_USER;
    if (isRootless && engine.kind === 'docker') return '0:0';
    return `${process.getuid?.() ?? 0}:${process.getgid?.() ?? 0}`;
  }

  private ready(): Promise<Prepared> {
    this.prepared ??= this.prepare().catch((error: unknown) => {
      this.prepared = undefined; // what was missing may be there before the next attempt
      throw error;
    });
    return this.prepared;
  }

  private async prepare(): Promise<Prepared> {
    const { docker = 'docker', pull = 'never', runtime } = this.options;
    const engine = await Engine.find(docker);
    const prepared = { engine, isRootless: await isRootless(engine) };
    await findImage(engine, this.image, pull);
    const open = (directory: string): Promise<SandboxSession> => this.sessionOver(prepared, directory, 'trial');
    await tryContainer(open, { image: this.image, owner: this.owner, hasUsualRuntime: runtime === undefined });
    await removeLeftSessions().catch(() => undefined); // what cannot be removed takes nothing but room
    return prepared;
  }
}

function ownerOf(user: string): Owner {
  const [uid = 0, gid = 0] = user.split(':').map(Number);
  return { uid, gid };
}

function missingPath(path: string, cause: unknown): never {
  throw new HarnessError('SANDBOX_OPTION_INVALID', `readable names ${path}, which cannot be found. Mend the path or take it out.`, {
    cause,
  });
}
