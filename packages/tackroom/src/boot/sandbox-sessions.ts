import { problemsError, ToolFailure } from '@tackroom/core';
import type { CommandOptions, CommandResult, SandboxAccess, SandboxProvider, SandboxSession } from '@tackroom/core';
import { DisposalStack } from '../di/disposal-stack.js';

/** One user's hold on a sandbox session. */
export interface SandboxLease extends SandboxAccess {
  /** Gives the session up; the last one closes it. Commands fail from now on. */
  close(): Promise<void>;
}

interface SharedSession {
  readonly opening: Promise<SandboxSession>;
  readonly leases: Set<Lease>;
  opened: SandboxSession | undefined;
}

/**
 * The sandbox sessions of a harness, one per session id, each opened on its first command. Whoever takes a lease should
 * close it when its run ends; {@link close} closes what is left.
 */
export class SandboxSessions {
  private readonly open = new Map<string, SharedSession>();
  /** Sessions that may have files in a sandbox which has its own, though no command was run. */
  private readonly touched = new Set<string>();
  private closed = false;

  constructor(
    private readonly provider: SandboxProvider,
    private readonly root: string | null,
  ) {}

  /** A lease on the session of that id. Costs nothing until a command runs. */
  lease(sessionId: string): SandboxLease {
    if (this.provider.workspace !== undefined) this.touched.add(sessionId);
    return new Lease(this, sessionId, this.provider.name);
  }

  /** Closes every open session, newest first. Throws `SANDBOX_CLOSE_FAILED` once all have been tried. */
  async close(): Promise<void> {
    this.closed = true;
    const stack = new DisposalStack();
    for (const sessionId of this.touched) {
      if (!this.open.has(sessionId)) stack.defer(sessionId, () => this.endFiles(sessionId));
    }
    for (const [sessionId, shared] of this.open) stack.defer(sessionId, () => closeSession(shared));
    this.open.clear();
    const problems = (await stack.drain()).map(({ what, error }) => ({ code: 'CLOSE_FAILED', where: what, message: String(error) }));
    if (problems.length > 0) throw problemsError('SANDBOX_CLOSE_FAILED', 'Sandbox sessions could not be closed', problems);
  }

  /** The session for a lease; a failed opening is tried again by the next command. */
  async enter(lease: Lease): Promise<SandboxSession> {
    if (this.closed) throw sandboxClosed();
    let shared = this.open.get(lease.sessionId);
    if (shared === undefined) {
      const opening = this.provider.open({ sessionId: lease.sessionId, root: this.root });
      shared = { opening, leases: new Set(), opened: undefined };
      this.open.set(lease.sessionId, shared);
    }
    shared.leases.add(lease);
    try {
      return (shared.opened = await shared.opening);
    } catch (error) {
      if (this.open.get(lease.sessionId) === shared) this.open.delete(lease.sessionId);
      throw error;
    }
  }

  /** What is known of a lease's session without opening it. */
  current(lease: Lease): SandboxSession | undefined {
    return this.open.get(lease.sessionId)?.opened;
  }

  async leave(lease: Lease): Promise<void> {
    const shared = this.open.get(lease.sessionId);
    if (shared === undefined) return this.endFiles(lease.sessionId);
    if (!shared.leases.delete(lease) || shared.leases.size > 0) return;
    this.open.delete(lease.sessionId);
    this.touched.delete(lease.sessionId);
    await closeSession(shared);
  }

  /** Files end with their session, so one is opened for those that no command was run on. */
  private async endFiles(sessionId: string): Promise<void> {
    if (!this.touched.delete(sessionId)) return;
    await (await this.provider.open({ sessionId, root: this.root })).close();
  }
}

/** A session that could not be opened needs no closing. */
async function closeSession({ opening }: SharedSession): Promise<void> {
  const session = await opening.catch(() => undefined);
  await session?.close();
}

class Lease implements SandboxLease {
  private closed = false;

  constructor(
    private readonly sessions: SandboxSessions,
    readonly sessionId: string,
    private readonly providerName: string,
  ) {}

  /** What the session says; until it is open, the name of its provider. */
  get isolation(): string {
    return this.sessions.current(this)?.isolation ?? this.providerName;
  }

  async exec(command: string, options?: CommandOptions): Promise<CommandResult> {
    if (this.closed) throw sandboxClosed();
    return (await this.sessions.enter(this)).exec(command, options);
  }

  close(): Promise<void> {
    this.closed = true;
    return this.sessions.leave(this);
  }
}

function sandboxClosed(): ToolFailure {
  return new ToolFailure('The sandbox of this run has been closed.', { code: 'SANDBOX_CLOSED' });
}
