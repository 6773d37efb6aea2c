import type { Content } from '../contracts/content.js';
import type { ArtifactStore } from '../contracts/artifacts.js';
import type { Ctx, CtxCall, CtxRun, CtxState, PublishedArtifact } from '../contracts/ctx.js';
import { HarnessError, ToolFailure } from '../contracts/errors.js';
import type { JsonObject, JsonValue } from '../contracts/json.js';
import type { Logger } from '../contracts/logger.js';
import type { Decision } from '../contracts/permissions.js';
import type { SandboxAccess } from '../contracts/sandbox.js';
import type { InjectionToken } from '../contracts/token.js';
import type { WorkspaceSession } from '../contracts/workspace.js';
import type { CallIdentity } from './call-result.js';
import { deepFreeze } from './deep-freeze.js';
import type { RunContext } from './run-context.js';
import { toJson } from './to-json.js';

/** Asks the policy about another call; supplied by the pipeline, which knows the tools. */
export type CheckPermission = (toolName: string, args: JsonObject, run: RunContext) => Promise<Decision>;

/** What a context needs of the tools of its run. */
export interface CtxTools {
  readonly kernel: { readonly logger: Logger; readonly artifacts: ArtifactStore };
  readonly checkPermission: CheckPermission;
  rulesLookAt(toolName: string, parameter: string): boolean;
}

/**
 * The `Ctx` of one attempt. What a handler may never look at (signal, call, run) is made when it looks: an
 * `AbortController` alone costs more than the rest of a call.
 */
export class CallCtx implements Ctx {
  private controller: AbortController | undefined = undefined;
  private callView: CtxCall | undefined = undefined;
  private abortReason: unknown = undefined;
  private aborted = false;
  private alive = true;

  constructor(
    private readonly context: RunContext,
    private readonly tools: CtxTools,
    private readonly identity: CallIdentity,
    private readonly attempt: number,
  ) {}

  get log(): Logger {
    return this.tools.kernel.logger;
  }

  get deps(): unknown {
    return this.context.deps;
  }

  get state(): CtxState {
    return this.context.state;
  }

  get workspace(): WorkspaceSession {
    return this.context.workspace;
  }

  get sandbox(): SandboxAccess {
    return this.context.sandbox;
  }

  get run(): CtxRun {
    const { runId, sessionId, agentPath, userId } = this.context;
    return { id: runId, sessionId, agentPath, ...(userId === undefined ? {} : { userId }) };
  }

  get call(): CtxCall {
    this.callView ??= {
      id: this.identity.callId,
      toolName: this.identity.toolName,
      attempt: this.attempt,
      idempotencyKey: idempotencyKey(this.context.runId, this.identity.callId),
      progress: (value) => this.progress(value),
      publish: (data, info) => this.publish(data, info),
    };
    return this.callView;
  }

  get signal(): AbortSignal {
    if (this.controller === undefined) {
      this.controller = new AbortController();
      if (this.aborted) this.controller.abort(this.abortReason);
    }
    return this.controller.signal;
  }

  get permissions(): Ctx['permissions'] {
    const { tools, context } = this;
    return {
      check: (toolName, args) => tools.checkPermission(toolName, args, context),
      looksAt: (toolName, parameter) => tools.rulesLookAt(toolName, parameter),
    };
  }

  get<T>(of: InjectionToken<T>): T {
    this.mustBeAlive('get');
    return this.context.scope.get(of);
  }

  /** Fires the signal; the handler may still settle. */
  abort(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.abortReason = reason;
    this.controller?.abort(reason);
  }

  /** Ends this context: its call has settled. */
  expire(): void {
    this.alive = false;
  }

  private progress(value: JsonValue | Content): void {
    this.mustBeAlive('call.progress');
    const { emit } = this.context;
    if (emit === undefined) return;
    // What a handler goes on to change, or what is no JSON, must not be what listeners hold.
    emit('tool-progress', { callId: this.identity.callId, toolName: this.identity.toolName, value: deepFreeze(toJson(value) ?? null) });
  }

  private async publish(data: string | Uint8Array, { path, ...info }: PublishedArtifact): Promise<string> {
    this.mustBeAlive('call.publish');
    const { runId, emit } = this.context;
    let artifactId: string;
    try {
      artifactId = await this.tools.kernel.artifacts.put(data, { runId, ...info });
    } catch (cause) {
      throw new ToolFailure('The artifact could not be kept: the store failed.', { code: 'ARTIFACT_NOT_KEPT', cause });
    }
    emit?.('artifact', { callId: this.identity.callId, artifactId, ...(path === undefined ? {} : { path }) });
    return artifactId;
  }

  private mustBeAlive(member: string): void {
    if (this.alive) return;
    throw new HarnessError(
      'CTX_EXPIRED',
      `ctx.${member} was used after the call of ${this.identity.toolName} had settled. Await everything the handler starts, and take what later code needs out of ctx first.`,
    );
  }
}

/** Key that a service can deduplicate by: the same for all attempts of a call and after a crash. */
export function idempotencyKey(runId: string, callId: string): string {
  return runId === '' ? callId : `${runId}:${callId}`;
}
