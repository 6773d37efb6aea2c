import type { CallPlace, JsonObject, Lane, Message, PendingItem, SessionGrant, Todo, ToolResult, Usage } from '@tackroom/core';
import type { AssistantPart } from '../model/model-reply.js';
import type { RemindedAnswer, RunStatus, StopReason } from '../run/machine-state.js';
import type { PendingDecision } from '../run/pending-decision.js';

/** A run as plain JSON, in the newest version. */
export interface RunStateData {
  readonly version: 3;
  readonly runId: string;
  /** How often the run had stopped before: with the run's id the identity of this stop, which can be resumed once. */
  readonly stop: number;
  readonly sessionId: string;
  readonly userId?: string;
  /** Name of the agent that can resume it. */
  readonly agent: string;
  readonly agentPath: readonly string[];
  readonly status: RunStatus;
  readonly stopReason: StopReason;
  readonly text: string;
  readonly error?: { readonly code: string; readonly message: string };
  readonly messages: readonly Message[];
  /** The plan. */
  readonly todos: readonly Todo[];
  /** The answer that the model was reminded after, if it was. */
  readonly answer?: RemindedAnswer;
  readonly step: number;
  /** The bound that this run was given, if it was given one. */
  readonly maxSteps?: number;
  readonly recovery: StoredRecovery;
  readonly usage: Usage;
  /** Events so far. */
  readonly seq: number;
  /** The calls of the turn that the run stopped in. */
  readonly calls: readonly StoredCall[];
  /** How often a person refused a call, by arguments digest. */
  readonly refusals: readonly (readonly [string, number])[];
  /** What the person granted for the session. */
  readonly grants: readonly SessionGrant[];
  /** Results that identical calls may reuse. */
  readonly results: readonly (readonly [string, ToolResult])[];
  /** What the run was given that is not written down and must be given again. */
  readonly needs: { readonly deps: boolean; readonly providers: boolean };
}

/** What was going on with replies when the run stopped. */
export interface StoredRecovery {
  readonly truncations: number;
  readonly emptyReplies: number;
  readonly continuations: number;
  readonly held: readonly AssistantPart[];
  readonly replyTokens?: number;
}

/** A call of the turn that a run stopped in: waiting for a person, held behind one, not prepared yet (`held`), suspended, or finished. */
export interface StoredCall {
  readonly status: 'held' | 'pending' | 'ready' | 'suspended' | 'settled';
  readonly callId: string;
  readonly providerCallId: string;
  readonly name: string;
  readonly args: string;
  readonly damaged?: string;
  readonly toolCallId: string;
  readonly toolName: string;
  /** It changes the working directory, and what comes after it waits for it. */
  readonly moves?: true;
  readonly lane?: Lane;
  /** Where it acts, once it has been prepared. */
  readonly place?: CallPlace;
  readonly pending: readonly PendingItem[];
  readonly decision?: PendingDecision;
  readonly childState?: JsonObject;
  readonly result?: ToolResult;
}
