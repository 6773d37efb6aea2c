import type { CallPlace, JsonObject, Lane, Message, PendingItem, ToolResult, Usage } from '@tackroom/core';
import type { AssistantPart, ReplyCall } from '../model/model-reply.js';
import type { PendingDecision } from './pending-decision.js';
import type { Repetition } from './repetition.js';

/**
 * Where a call of the current batch stands; `held`: not prepared yet, since a call before it changes the working directory. Every change is an event of the machine.
 */
export type CallStatus = 'proposed' | 'held' | 'pending' | 'ready' | 'started' | 'suspended' | 'settled';

/** One call of the current batch. */
export interface CallState {
  readonly status: CallStatus;
  /** What the model asked for. */
  readonly proposal: ReplyCall;
  /** Known once the call has been prepared. A call that waits for a person keeps its place in it. */
  readonly lane: Lane | undefined;
  /** Where it acts, taken when it was prepared; undefined before that, and for a call without a place. */
  readonly place: CallPlace | undefined;
  /** What a person has to answer, or (with `decision`) has answered. */
  readonly pending: readonly PendingItem[];
  /** Whether an approver is to be asked, is being asked, or had no answer. */
  readonly asking: 'not-yet' | 'now' | 'done';
  /** What a person said. Prepared anew with it, the call runs or is refused; it is kept until the call starts. */
  readonly decision: PendingDecision | undefined;
  /** State of a run inside this call that is paused. */
  readonly childState: JsonObject | undefined;
  readonly result: ToolResult | undefined;
}

/** Bounds and switches of a run. Held by reference, never part of its JSON. */
export interface RunRules {
  readonly maxSteps: number;
  /** Input and output tokens of the whole run. */
  readonly maxTokens: number;
  readonly maxTruncationRecoveries: number;
  readonly maxEmptyReplies: number;
  readonly maxContinuations: number;
  /** Up to where the output budget is doubled. */
  readonly maxReplyTokens: number;
  readonly detectRepetition: boolean;
  /** Whether somebody can be asked while the run waits. */
  readonly hasApprover: boolean;
  readonly onAsk: 'pause' | 'deny';
  /** Nothing of a turn starts while one of its calls waits for a person. */
  readonly holdsTurn: boolean;
  /** Whether two lanes of one run exclude each other; pure. */
  readonly conflicts: (a: Lane, b: Lane) => boolean;
}

/** How a run stands when it stops. */
export type RunStatus = 'paused' | 'needs-input' | 'completed' | 'cancelled' | 'failed';

/** Why a run stopped. */
export type StopReason =
  'answer' | 'approval' | 'question' | 'unknown-outcome' | 'step-limit' | 'token-limit' | 'truncated' | 'refused' | 'cancelled' | 'error';

/** The end of a run. */
export interface RunEnd {
  readonly status: Exclude<RunStatus, 'paused' | 'needs-input'>;
  readonly stopReason: StopReason;
  readonly text: string;
  readonly error: { readonly code: string; readonly message: string; readonly cause?: unknown } | undefined;
}

/** What goes wrong with replies, and how far the run has gone in putting it right. Counts are of replies in a row. */
export interface Recovery {
  readonly truncations: number;
  readonly emptyReplies: number;
  readonly continuations: number;
  /** Parts of a reply that goes on in the next one; not in the transcript yet. */
  readonly held: readonly AssistantPart[];
  /** Output budget of a reply in tokens, once known. */
  readonly replyTokens: number | undefined;
}

/** An answer after which the model was reminded of its todos. */
export interface RemindedAnswer {
  readonly text: string;
  /** Whether nothing but planning has followed it: then it stands, should the model not give another one. */
  readonly stands: boolean;
}

/** A run between two events. Immutable; the transcript is not in it. */
export interface MachineState {
  readonly phase: 'idle' | 'model' | 'batch' | 'paused' | 'finished';
  readonly rules: RunRules;
  /** Number of the current step, from 1; each request to the model is one. */
  readonly step: number;
  /** True while the request without tools is out that ends a run at its step limit. */
  readonly lastRequest: boolean;
  readonly recovery: Recovery;
  readonly usage: Usage;
  /** The calls of the current turn in call order; empty outside a batch. */
  readonly calls: readonly CallState[];
  readonly repetition: Repetition | undefined;
  /** Text of the newest reply. */
  readonly text: string;
  /** Set once the run has had its reminder. */
  readonly answer: RemindedAnswer | undefined;
  /** Set when the run is to end as soon as every open call is closed. */
  readonly stopping: RunEnd | undefined;
  readonly end: RunEnd | undefined;
}

/** What the driver is to do, in order. */
export type Effect =
  | { readonly type: 'append'; readonly message: Message }
  | RequestPlan
  | { readonly type: 'prepare'; readonly indexes: readonly number[] }
  | { readonly type: 'ask'; readonly index: number }
  | { readonly type: 'perform'; readonly indexes: readonly number[] }
  /** Calls that the machine itself answered, for listeners. */
  | { readonly type: 'closed'; readonly results: readonly ToolResult[] }
  | { readonly type: 'repetition'; readonly period: number; readonly laps: number }
  | { readonly type: 'pause' }
  | { readonly type: 'finish'; readonly end: RunEnd };

/** A request to the model. */
export interface RequestPlan {
  readonly type: 'request';
  readonly step: number;
  /** False for the last request of a run at its step limit. */
  readonly withTools: boolean;
  /** Sent after the transcript with this request only. */
  readonly extras: readonly Message[];
  readonly maxOutputTokens: number | undefined;
}

/** A state and what is to be done about it. */
export interface Transition {
  readonly state: MachineState;
  readonly effects: readonly Effect[];
}
