import { HarnessError, problemsError, ToolFailure } from '@tackroom/core';
import type { CommandOptions, CommandResult, SandboxAccess, SandboxProvider, SandboxSession, SyncReport } from '@tackroom/core';
import { DisposalStack } from '../di/disposal-stack.js';

/** One user's hold on a sandbox session. */
export interface SandboxLease extends SandboxAccess {
  /**
   * Gives the session up: commands fail from now on. The last run to do so has the changes of the sandbox's own files
   * brought back, and is told of them; then the session is closed, unless somebody keeps it.
   */
  close(): Promise<SyncReport | undefined>;
}

interface SharedSession {
  readonly id: string;
  readonly runs: Set<Lease>;
  /** Whoever wants it open between runs. */
  keeper: Lease | undefined;
  opening: Promise<SandboxSession> | undefined;
  opened: SandboxSession | undefined;
  /** There while something is being ended; never rejects. Commands wait for it. */
  ending: Promise<unknown> | undefined;
}

/** Who wants to know what becomes of sessions. */
export interface SessionsListeners {
  /** Told what came of changes that no run is told of. */
  readonly onSync?: (report: SyncReport, sessionId: string) => void;
  /** Told when there is something to close, and when there is nothing any more. */
  readonly onUse?: (inUse: boolean) => void;
}

/**
 * The sessions of one sandbox, one per id, each opened on its first command. Whoever takes a lease closes it when its run
 * ends; {@link close} closes what is left. The sandbox itself is whoever made it's to close.
 */
export class SandboxSessions {
  private readonly shared = new Map<string, SharedSession>();
  private closed = false;

  /** `root` is what sessions are opened with. */
  constructor(
    private readonly provider: SandboxProvider,
    private readonly root: string | null,
    private readonly listeners: SessionsListeners = {},
  ) {}

  /** A run's hold on the session of that id. Costs nothing until a command runs. */
  lease(id: string): SandboxLease {
    const shared = this.sessionOf(id);
    const lease = new Lease(this, shared, this.provider.name);
    shared.runs.add(lease);
    return lease;
  }

  /** A hold on the session of that id, the same for all who ask, that keeps it open between runs. */
  keep(id: string): SandboxLease {
    const shared = this.sessionOf(id);
    shared.keeper ??= new Lease(this, shared, this.provider.name);
    return shared.keeper;
  }

  /** Closes every session, newest first. Throws `SANDBOX_CLOSE_FAILED` once all have been tried. */
  async close(): Promise<void> {
    this.closed = true;
    const stack = new DisposalStack();
    for (const shared of this.shared.values()) {
      shared.runs.clear();
      shared.keeper = undefined;
      stack.defer(shared.id, async () => {
        const report = await this.end(shared);
        if (report !== undefined) this.listeners.onSync?.(report, shared.id);
      });
    }
    const problems = (await stack.drain()).map(({ what, error }) => ({ code: 'CLOSE_FAILED', where: what, message: String(error) }));
    if (problems.length > 0) throw problemsError('SANDBOX_CLOSE_FAILED', 'Sandbox sessions could not be closed', problems);
  }

  /** The session for a lease; a failed opening is tried again by the next command. */
  async enter(shared: SharedSession): Promise<SandboxSession> {
    while (shared.ending !== undefined) await shared.ending;
    if (this.closed) throw sandboxClosed();
    return this.open(shared);
  }

  leave(lease: Lease, shared: SharedSession): Promise<SyncReport | undefined> {
    if (shared.keeper === lease) shared.keeper = undefined;
    else if (!shared.runs.delete(lease)) return Promise.resolve(undefined);
    return this.end(shared);
  }

  private sessionOf(id: string): SharedSession {
    const known = this.shared.get(id);
    if (known !== undefined) return known;
    const shared = { id, runs: new Set<Lease>(), keeper: undefined, opening: undefined, opened: undefined, ending: undefined };
    this.shared.set(id, shared);
    this.listeners.onUse?.(true);
    return shared;
  }

  private async open(shared: SharedSession): Promise<SandboxSession> {
    const opening = (shared.opening ??= this.openSession(shared.id));
    try {
      return (shared.opened = await opening);
    } catch (error) {
      if (shared.opening === opening) shared.opening = undefined;
      throw notOpened(error);
    }
  }

  private async openSession(sessionId: string): Promise<SandboxSession> {
    return this.provider.open({ sessionId, root: this.root });
  }

  /** One ending after the other; whoever comes first brings back what the others have changed too. */
  private end(shared: SharedSession): Promise<SyncReport | undefined> {
    const ended = (shared.ending ?? Promise.resolve()).then(() => this.finish(shared));
    const ending: Promise<void> = ended.then(
      () => this.settle(shared, ending),
      () => this.settle(shared, ending),
    );
    shared.ending = ending;
    return ended;
  }

  private async finish(shared: SharedSession): Promise<SyncReport | undefined> {
    if (shared.runs.size > 0) return undefined;
    const session = await this.sessionToEnd(shared);
    try {
      return await session?.sync?.();
    } finally {
      // Somebody may have come meanwhile.
      if (shared.runs.size === 0 && shared.keeper === undefined) {
        shared.opening = shared.opened = undefined;
        await session?.close();
      }
    }
  }

  private settle(shared: SharedSession, ending: Promise<unknown>): void {
    if (shared.ending !== ending) return;
    shared.ending = undefined;
    if (shared.runs.size > 0 || shared.keeper !== undefined) return;
    this.shared.delete(shared.id);
    if (this.shared.size === 0) this.listeners.onUse?.(false);
  }

  /** Files end with their session, so one is opened for those that no command was run on. */
  private async sessionToEnd(shared: SharedSession): Promise<SandboxSession | undefined> {
    if (shared.opening === undefined) return this.provider.workspace === undefined ? undefined : this.open(shared);
    return shared.opening.catch(() => undefined);
  }
}

class Lease implements SandboxLease {
  private closed = false;

  constructor(
    private readonly sessions: SandboxSessions,
    private readonly shared: SharedSession,
    private readonly providerName: string,
  ) {}

  /** What the session says; until it is open, the name of its provider. */
  get isolation(): string {
    return this.shared.opened?.isolation ?? this.providerName;
  }

  async exec(command: string, options?: CommandOptions): Promise<CommandResult> {
    if (this.closed) throw sandboxClosed();
    return (await this.sessions.enter(this.shared)).exec(command, options);
  }

  close(): Promise<SyncReport | undefined> {
    this.closed = true;
    return this.sessions.leave(this, this.shared);
  }
}

function sandboxClosed(): ToolFailure {
  return new ToolFailure('The sandbox of this run has been closed.', { code: 'SANDBOX_CLOSED' });
}

/** What a provider says on purpose is passed on as it is. */
function notOpened(error: unknown): unknown {
  if (error instanceof ToolFailure || HarnessError.is(error)) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new ToolFailure(`The command was not run, because its sandbox could not be opened: ${reason}`, {
    code: 'SANDBOX_OPEN_FAILED',
    cause: error,
  });
}
