import type { Content } from './content.js';
import type { Decision } from './decision.js';
import type { JsonObject, JsonValue } from './json.js';
import type { Logger } from './logger.js';
import type { Message } from './messages.js';
import type { SandboxAccess } from './sandbox.js';
import type { Todo } from './todo.js';
import type { InjectionToken } from './token.js';
import type { WorkspaceSession } from './workspace.js';

/** The run a handler works for. Outside a run the ids are empty. */
export interface CtxRun {
  readonly id: string;
  readonly sessionId: string;
  readonly agentPath: readonly string[];
  readonly userId?: string;
}

/** The call a handler answers. */
export interface CtxCall {
  readonly id: string;
  readonly toolName: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** The same for all attempts and after a crash: hand it to services that deduplicate. */
  readonly idempotencyKey: string;
  /** Reports progress as a `tool-progress` event. Throws `CTX_EXPIRED` once the call has settled. */
  progress(value: JsonValue | Content): void;
  /**
   * Keeps data in the harness's `ArtifactStore` and reports it as an `artifact` event. Resolves to the artifact's id, which is
   * empty outside a harness. Rejects with `CTX_EXPIRED` once the call has settled and with `ARTIFACT_NOT_KEPT` if the
   * store fails.
   */
  publish(data: string | Uint8Array, info: PublishedArtifact): Promise<string>;
}

/** What is said of an artifact that a call publishes. */
export interface PublishedArtifact {
  readonly mediaType: string;
  readonly filename?: string;
  /** Where in the workspace the data is too, relative to the root. */
  readonly path?: string;
}

/** A read-only view of the run: what was said so far and the current plan. */
export interface CtxState {
  readonly messages: readonly Message[];
  readonly todos: readonly Todo[];
}

/** Asks the policy about calls; nobody is asked and nothing runs. */
export interface CtxPermissions {
  check(toolName: string, args: JsonObject): Promise<Decision>;
  /** Whether a rule that denies or asks looks at this argument of the tool: without one, no value of it is worth a check. */
  looksAt(toolName: string, parameter: string): boolean;
}

/**
 * What a handler is given besides its arguments. Outside a run every field is readable and inert. Once its call has
 * settled a `Ctx` is dead: `call.progress` and `get` throw `CTX_EXPIRED`.
 */
export interface Ctx<Deps = unknown> {
  readonly deps: Deps;
  readonly state: CtxState;
  readonly run: CtxRun;
  readonly call: CtxCall;
  /** Fires at the deadline and on cancellation. */
  readonly signal: AbortSignal;
  readonly log: Logger;
  readonly workspace: WorkspaceSession;
  /** Runs commands; the lifecycle is not the tool's. */
  readonly sandbox: SandboxAccess;
  readonly permissions: CtxPermissions;
  get<T>(of: InjectionToken<T>): T;
}
