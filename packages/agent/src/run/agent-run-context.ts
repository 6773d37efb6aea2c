import {
  NO_WORKSPACE,
  ToolFailure,
  type Cancellation,
  type CtxState,
  type DedupeStore,
  type EmitEvent,
  type Message,
  type RunContext,
  type RunResolver,
  type RunTree,
  type SandboxAccess,
  type SyncReport,
  type WorkspaceSession,
} from '@tackroom/core';
import type { AgentPlace, RunSandbox } from '../agent-host.js';
import type { RunTodos } from '../planning/run-todos.js';
import { RunView } from '../planning/run-view.js';

/** What sets one run apart from another. */
export interface RunIdentity {
  readonly runId: string;
  readonly sessionId: string;
  readonly agentPath: readonly string[];
  readonly userId: string | undefined;
}

/** What a run is made of besides its identity. */
export interface RunParts {
  readonly place: AgentPlace;
  readonly deps: unknown;
  readonly messages: readonly Message[];
  readonly todos: RunTodos;
  readonly scope: RunResolver;
  readonly cancellation: Cancellation;
  readonly maxParallelCalls: number;
  readonly graceMs: number;
  readonly dedupe: DedupeStore | undefined;
  readonly refusals: Map<string, number>;
  readonly emit: EmitEvent | undefined;
}

const ENDED: RunSandbox = {
  isolation: 'none',
  exec: () => Promise.reject(new ToolFailure('This run has ended, and its sandbox with it.', { code: 'SANDBOX_CLOSED' })),
  close: () => Promise.resolve(undefined),
};

interface Opened {
  files: WorkspaceSession | undefined;
  commands: RunSandbox | undefined;
}

/** An agent's run as its calls see it. Workspace and sandbox are opened by whoever looks at them first. */
export class AgentRunContext implements RunContext {
  readonly runId: string;
  readonly sessionId: string;
  readonly agentPath: readonly string[];
  readonly userId: string | undefined;
  readonly deps: unknown;
  readonly state: CtxState;
  readonly scope: RunResolver;
  readonly tree: RunTree;
  readonly parentTicket = undefined;
  readonly maxParallelCalls: number;
  readonly cancellation: Cancellation;
  readonly graceMs: number;
  readonly dedupe: DedupeStore | undefined;
  readonly refusals: Map<string, number>;
  readonly emit: EmitEvent | undefined;
  private readonly place: AgentPlace;
  /** In an object, because a context that was made from this one must open nothing of its own. */
  private readonly opened: Opened = { files: undefined, commands: undefined };

  constructor(identity: RunIdentity, parts: RunParts) {
    this.runId = identity.runId;
    this.sessionId = identity.sessionId;
    this.agentPath = identity.agentPath;
    this.userId = identity.userId;
    this.deps = parts.deps;
    this.state = new RunView(parts.messages, parts.todos);
    this.scope = parts.scope;
    this.tree = { rootRunId: identity.runId };
    this.maxParallelCalls = parts.maxParallelCalls;
    this.cancellation = parts.cancellation;
    this.graceMs = parts.graceMs;
    this.dedupe = parts.dedupe;
    this.refusals = parts.refusals;
    this.emit = parts.emit;
    this.place = parts.place;
  }

  get workspace(): WorkspaceSession {
    const { opened, place, sessionId } = this;
    if (opened.files === undefined) {
      if (place.ownsFiles) opened.commands ??= place.lease(sessionId);
      opened.files = place.files(sessionId) ?? NO_WORKSPACE;
    }
    return opened.files;
  }

  get sandbox(): SandboxAccess {
    this.opened.commands ??= this.place.lease(this.sessionId);
    return this.opened.commands;
  }

  /** Gives up what the run has opened: its sandbox, then its container. Resolves to what came of the sandbox's changes. */
  async close(): Promise<SyncReport | undefined> {
    const { commands } = this.opened;
    this.opened.commands ??= ENDED; // whoever is late opens nothing any more
    try {
      return await commands?.close();
    } finally {
      await this.scope.close();
    }
  }
}

/** The same run for a call that is prepared a second time: it was announced before, so it is not announced again. */
export function withoutAnnouncing(run: RunContext): RunContext {
  const { emit } = run;
  if (emit === undefined) return run;
  const quiet: EmitEvent = (type, fields) => {
    if (type !== 'tool-call') emit(type, fields);
  };
  return Object.create(run, { emit: { value: quiet } }) as RunContext; // Object.create is typed any; everything else is the run's
}
