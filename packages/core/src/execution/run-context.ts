import type { AnsweredBy } from '../contracts/approvals.js';
import type { CallPlace } from '../contracts/call-place.js';
import type { CtxState } from '../contracts/ctx.js';
import type { EventFields, EventType } from '../contracts/events.js';
import type { JsonObject } from '../contracts/json.js';
import type { RunResolver } from '../contracts/run-scope.js';
import type { SandboxAccess } from '../contracts/sandbox.js';
import type { LaneTicket, RunTree } from '../contracts/scheduler.js';
import type { WorkspaceSession } from '../contracts/workspace.js';
import type { Cancellation } from './cancellation.js';
import type { DedupeStore } from './dedupe.js';

/** Sends one event of a run. The run adds ids, sequence and time. */
export type EmitEvent = <T extends EventType>(type: T, fields: EventFields[T]) => void;

/**
 * One run as its calls see it. Made by whoever drives the run (an agent, a runtime, a direct call); the pipeline reads
 * it and never changes it.
 */
export interface RunContext {
  readonly runId: string;
  readonly sessionId: string;
  readonly agentPath: readonly string[];
  readonly userId: string | undefined;
  readonly deps: unknown;
  readonly state: CtxState;
  readonly scope: RunResolver;
  readonly workspace: WorkspaceSession;
  readonly sandbox: SandboxAccess;
  /** Run and subagents; serial calls take turns within it. */
  readonly tree: RunTree;
  /** What the call that started this run holds, if a call did. */
  readonly parentTicket: LaneTicket | undefined;
  readonly maxParallelCalls: number;
  readonly cancellation: Cancellation;
  /** How long a started call may go on after cancellation before it is abandoned, in milliseconds. */
  readonly graceMs: number;
  /** Results that may be reused, when deduplication is on. */
  readonly dedupe: DedupeStore | undefined;
  /** How often a person refused calls of this run, by arguments digest; undefined where nothing is counted. */
  readonly refusals: Map<string, number> | undefined;
  /** Undefined when nobody listens: then no event is built. */
  readonly emit: EmitEvent | undefined;
}

/** A call on its way into the pipeline, with the identity the run gave it. */
export interface IncomingCall {
  /** Unique within the run, made by us. */
  readonly callId: string;
  /** As the provider sent it, possibly empty or repeated. */
  readonly providerCallId: string;
  readonly name: string;
  /** A parsed object, or the text as it arrived; absent and blank text mean `{}`. */
  readonly args: JsonObject | string | undefined;
  /** What the text of `args` says, where the caller has parsed it for itself. It is copied and stays as it is. */
  readonly parsed?: JsonObject | undefined;
  /** Why the arguments cannot be trusted to be complete. */
  readonly damaged?: string;
  /** Where it is to act, if that was settled before: the working directory now may be another. */
  readonly place?: CallPlace | undefined;
  /** A person's answer to this very call, given while it was pending. */
  readonly approved?: PersonApproval;
  /** Attempt that this execution continues from; 1 for a new call. */
  readonly attempt?: number;
}

/** A person's decision, bound to exact arguments and to the tool as it was then. */
export interface PersonApproval extends AnsweredBy {
  readonly approvalId: string;
  readonly argsDigest: string;
  readonly definitionFingerprint: string;
  readonly edited: boolean;
  /** Why they were asked, as they read it. What a guard says beyond that was approved by nobody. */
  readonly reason?: string;
  /** The person said no: the call is prepared for the record only, and nothing can void that. */
  readonly refused?: true;
  /** ISO 8601; after it the approval no longer counts. */
  readonly expiresAt?: string;
}
