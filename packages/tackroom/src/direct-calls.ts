import { Cancellation, NO_WORKSPACE } from '@tackroom/core';
import type {
  Approver,
  Clock,
  DecisionTrace,
  DirectOutcome,
  ExecuteOptions,
  InjectionToken,
  PermissionService,
  RunProvider,
  RunResolver,
  RunScope,
  SandboxAccess,
  ToolCall,
  ToolRegistry,
  ToolResult,
  Workspace,
} from '@tackroom/core';

/** What a call without an agent may bring. */
export interface DirectCallOptions {
  /** For the handler, as `ctx.deps`. */
  readonly deps?: unknown;
  /** For `@Dep` and `ctx.get`, in a container of this call's own. */
  readonly providers?: readonly RunProvider[];
  /** Session whose grants and sandbox the call uses; `''` unless given. */
  readonly sessionId?: string;
  readonly userId?: string;
  /** Cancels the call. */
  readonly signal?: AbortSignal;
  /** Answers an ask while the call waits, instead of the harness's own. */
  readonly approver?: Approver | Approver['approve'];
}

/** What direct calls work with. */
export interface DirectCallParts {
  readonly registry: ToolRegistry;
  readonly permissions: PermissionService;
  readonly approver: Approver | undefined;
  readonly workspace: Workspace | undefined;
  readonly sandbox: (sessionId: string) => SandboxAccess;
  readonly runScope: RunScope;
  readonly clock: Clock;
}

/** How long {@link DirectCalls.cancel} waits for calls whose approver does not answer either. */
const maxWaitMs = 10_000;

const nothing: DirectCallOptions = Object.freeze({});

/** Calls that the owner of a harness makes without an agent. */
export class DirectCalls {
  private readonly cancellation = new Cancellation();
  private readonly plain: ExecuteOptions;
  private inFlight = 0;
  private onIdle: (() => void) | undefined;

  /** `shared` is the container of calls that bring no providers. */
  constructor(
    private readonly parts: DirectCallParts,
    private readonly shared: RunResolver,
  ) {
    this.plain = this.executeOptions(nothing, shared, this.cancellation);
  }

  /** Whether {@link cancel} was called. */
  get cancelled(): boolean {
    return this.cancellation.cancelled;
  }

  /** Runs one call; an ask that nobody answers is a denial. */
  async execute(call: ToolCall, options?: DirectCallOptions): Promise<ToolResult> {
    this.inFlight += 1;
    try {
      if (options !== undefined) return await this.within(call, options, (all) => this.parts.registry.execute(call, all));
      this.checkDependencies(call);
      return await this.parts.registry.execute(call, this.plain);
    } finally {
      this.leave();
    }
  }

  /** Runs one call; an ask that nobody answers comes back as pending. */
  async attempt(call: ToolCall, options: DirectCallOptions = nothing): Promise<DirectOutcome> {
    this.inFlight += 1;
    try {
      return await this.within(call, options, (all) => this.parts.registry.attempt(call, all));
    } finally {
      this.leave();
    }
  }

  /** What the policy says of a call, and everything that it tried. */
  explain(call: ToolCall, options: DirectCallOptions = nothing): Promise<DecisionTrace> {
    return this.parts.registry.explain(call, this.executeOptions(options, this.shared, this.cancellation));
  }

  /** Cancels every call in flight and waits until they have settled, at most 10 s. */
  async cancel(reason: unknown): Promise<void> {
    this.cancellation.cancel(reason);
    if (this.inFlight === 0) return;
    await new Promise<void>((resolve) => {
      const timer = this.parts.clock.timer(maxWaitMs, resolve);
      this.onIdle = () => {
        timer.cancel();
        resolve();
      };
    });
  }

  private async within<T>(call: ToolCall, options: DirectCallOptions, run: (all: ExecuteOptions) => Promise<T>): Promise<T> {
    const scope = await this.parts.runScope.open(options.providers ?? [], this.dependenciesOf(call));
    const cancellation = new Cancellation();
    const unlink = link(cancellation, this.cancellation, options.signal);
    try {
      return await run(this.executeOptions(options, scope, cancellation));
    } finally {
      unlink();
      await scope.close();
    }
  }

  private executeOptions(options: DirectCallOptions, scope: RunResolver, cancellation: Cancellation): ExecuteOptions {
    const { permissions, workspace, sandbox } = this.parts;
    const sessionId = options.sessionId ?? '';
    const approver = options.approver ?? this.parts.approver;
    return {
      permissions,
      scope,
      cancellation,
      ctx: {
        deps: options.deps ?? {},
        workspace: workspace?.session(sessionId) ?? NO_WORKSPACE,
        sandbox: sandbox(sessionId),
        run: { id: '', sessionId, agentPath: [], ...(options.userId === undefined ? {} : { userId: options.userId }) },
      },
      ...(approver === undefined ? {} : { approver: typeof approver === 'function' ? { approve: approver } : approver }),
    };
  }

  /** Throws now what a handler would else run into. */
  private checkDependencies(call: ToolCall): void {
    for (const token of this.dependenciesOf(call)) this.shared.get(token);
  }

  private dependenciesOf(call: ToolCall): readonly InjectionToken[] {
    return this.parts.registry.get(call.name)?.dependencies ?? [];
  }

  private leave(): void {
    this.inFlight -= 1;
    if (this.inFlight === 0) this.onIdle?.();
  }
}

/** Cancels `own` when the harness is closed or the caller's signal fires. Returns how to undo that. */
function link(own: Cancellation, whole: Cancellation, signal: AbortSignal | undefined): () => void {
  const closed = (): void => own.cancel(whole.reason);
  const aborted = (): void => own.cancel(signal?.reason);
  const place = whole.add(closed);
  if (signal?.aborted === true) aborted();
  signal?.addEventListener('abort', aborted, { once: true });
  return () => {
    whole.remove(place);
    signal?.removeEventListener('abort', aborted);
  };
}
