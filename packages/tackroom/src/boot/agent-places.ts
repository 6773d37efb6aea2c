import { resolve } from 'node:path';
import type { AgentPlace, PlaceOptions } from '@tackroom/agent';
import {
  isToolBundle,
  NO_SANDBOX,
  type Ids,
  type Logger,
  type Problem,
  type SandboxProvider,
  type SyncReport,
  type Workspace,
} from '@tackroom/core';
import { SandboxSessions, type SandboxLease } from './sandbox-sessions.js';

/** What a harness has for agents that bring nothing of their own. */
export interface HarnessPlace {
  readonly workspace: Workspace | undefined;
  readonly sandbox: SandboxProvider | undefined;
  readonly ids: Ids;
  readonly logger: Logger;
}

/** Where the agents of a harness work: its own sandbox and files, or those that an agent brings. Sessions are closed with it, sandboxes never. */
export class AgentPlaces {
  private readonly sessions = new WeakMap<SandboxProvider, SandboxSessions>();
  /** Those with something to close: a harness outlives many agents, and their sandboxes. */
  private readonly inUse = new Set<SandboxSessions>();

  constructor(private readonly harness: HarnessPlace) {}

  /** What keeps an agent from working where it wants to. */
  problems(options: PlaceOptions): readonly Problem[] {
    return [...this.sandboxProblems(options), ...this.rootProblems(options)];
  }

  /** The place of one agent. Whoever takes it closes it. */
  of({ sandbox: own, sandboxSession = 'run' }: PlaceOptions): AgentPlace {
    const sandbox = own ?? this.harness.sandbox;
    const workspace = sandbox?.workspace ?? this.harness.workspace;
    const sessions = sandbox && this.sessionsOf(sandbox);
    const kept = sandboxSession === 'agent' ? this.harness.ids.next('session') : undefined;
    let keeper: SandboxLease | undefined;
    const lease = (sessionId: string): SandboxLease => {
      if (sessions === undefined) return NO_LEASE;
      if (kept !== undefined) keeper ??= sessions.keep(kept);
      return sessions.lease(kept ?? sessionId);
    };
    return {
      sandbox,
      workspace,
      ownsFiles: sandbox?.workspace !== undefined,
      check: this.checkOf(own),
      files: (sessionId) => workspace?.session(sessionId, kept ?? sessionId),
      lease,
      close: async () => void (await keeper?.close()),
    };
  }

  /** The hold of direct calls on a session, which is open until the harness is closed. */
  keep(sessionId: string): SandboxLease {
    const { sandbox } = this.harness;
    return sandbox === undefined ? NO_LEASE : this.sessionsOf(sandbox).keep(sessionId);
  }

  /** Closes every session. */
  async close(): Promise<void> {
    const closed = await Promise.allSettled([...this.inUse].map((sessions) => sessions.close()));
    const failures = closed.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
    if (failures.length === 1) throw failures[0];
    if (failures.length > 1) throw new AggregateError(failures, failures.map(String).join('\n'));
  }

  /** Tries a sandbox once; the harness's own was tried by its boot. */
  private checkOf(own: SandboxProvider | undefined): AgentPlace['check'] {
    let isKnown = own?.check === undefined || own === this.harness.sandbox;
    const check = async (): Promise<void> => {
      await own?.check?.();
      isKnown = true;
    };
    return () => (isKnown ? undefined : check());
  }

  private sandboxProblems({ sandbox }: PlaceOptions): readonly Problem[] {
    const { sandbox: shared } = this.harness;
    if (sandbox === undefined || sandbox.workspace !== undefined || shared?.workspace === undefined) return [];
    const message =
      `has no files of its own, but the files of this harness are those of its sandbox (${shared.name}): commands would run on ` +
      "others than the file tools change. Give the agent a sandbox with files of its own (filesystem: 'copy'), or leave it out.";
    return [{ code: 'AGENT_OPTION_INVALID', where: 'sandbox', message }];
  }

  /** A bundle in an agent's own list cannot bring a root: it would be heeded by nobody. */
  private rootProblems({ sandbox = this.harness.sandbox, tools }: PlaceOptions): readonly Problem[] {
    if (!Array.isArray(tools)) return [];
    return (tools as readonly unknown[]).flatMap((item, at) => {
      if (!isToolBundle(item) || item.workspaceRoot === undefined) return [];
      const message = conflict(item.workspaceRoot, sandbox?.workspace, this.harness.workspace);
      return message === undefined ? [] : [{ code: 'WORKSPACE_CONFLICT', where: `tools[${at}] (${item.name})`, message }];
    });
  }

  /** Runs have it in their result; of direct calls nobody would hear what did not come back. */
  private log({ conflicts, refused, failed, keptIn }: SyncReport, sessionId: string): void {
    if (conflicts.length + refused.length + failed.length === 0) return;
    this.harness.logger.warn('Not all changes of a sandbox were brought back.', { sessionId, conflicts, refused, failed, keptIn });
  }

  /** One book for each sandbox, so that agents who share one share the sessions of one id too. */
  private sessionsOf(sandbox: SandboxProvider): SandboxSessions {
    let sessions = this.sessions.get(sandbox);
    if (sessions === undefined) {
      const root = (sandbox.workspace ?? this.harness.workspace)?.root ?? null;
      const made: SandboxSessions = new SandboxSessions(sandbox, root, {
        onSync: (report, sessionId) => this.log(report, sessionId),
        onUse: (inUse) => void (inUse ? this.inUse.add(made) : this.inUse.delete(made)),
      });
      sessions = made;
      this.sessions.set(sandbox, sessions);
    }
    return sessions;
  }
}

function conflict(root: string | null, own: Workspace | undefined, shared: Workspace | undefined): string | undefined {
  if (own !== undefined) return 'says where to work, but the sandbox has files of its own. Take it out here.';
  const [said, works] = [root === null ? 'the whole file system' : resolve(root), shared?.root ?? 'the whole file system'];
  if (shared === undefined) return `works in ${said}, but the harness has no workspace. Say it there: workspace: ${JSON.stringify(root)}.`;
  if (root === null ? shared.root === null : shared.root !== null && isRootOf(shared, resolve(root))) return undefined;
  return `works in ${said}, but the harness works in ${works}. A harness has one root: leave it out here, or use two harnesses.`;
}

/** A root has as many spellings as there are links to it; its workspace knows them. */
function isRootOf(workspace: Workspace, path: string): boolean {
  try {
    return workspace.session('').normalize(path) === '';
  } catch {
    return false; // it lies outside
  }
}

/** The hold on a sandbox where there is none. */
const NO_LEASE: SandboxLease = { ...NO_SANDBOX, close: () => Promise.resolve(undefined) };
