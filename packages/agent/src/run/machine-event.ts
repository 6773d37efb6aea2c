import type { CallPlace, JsonObject, Lane, Message, PendingItem, ToolResult } from '@tackroom/core';
import type { ModelReply } from '../model/model-reply.js';
import type { PendingDecision } from './pending-decision.js';

/** What happened. */
export type MachineEvent =
  | { readonly type: 'begin'; readonly messages: readonly Message[] }
  | { readonly type: 'resume' }
  /** `unfinishedTodos`: what is left of the plan while the reply comes. */
  | { readonly type: 'reply'; readonly reply: ModelReply; readonly unfinishedTodos: number }
  /** A request failed for good, or was cancelled after `text` had arrived. */
  | { readonly type: 'request-failed'; readonly error: RunFailure; readonly text: string }
  | { readonly type: 'calls'; readonly changes: readonly CallChange[] }
  | { readonly type: 'cancel' }
  | { readonly type: 'fail'; readonly error: RunFailure };

/** Why a run fails. */
export interface RunFailure {
  readonly code: string;
  readonly message: string;
  readonly cause?: unknown;
}

/** A call of the batch enters another state. Named by its place and by its id: a change of an earlier batch fits neither. */
export type CallChange = { readonly index: number; readonly callId: string } &
  /** `decision`: what a person has just said of it; one that the call was prepared with stays. */
  (
    | { readonly to: 'ready'; readonly lane: Lane; readonly place?: CallPlace | undefined; readonly decision?: PendingDecision }
    | { readonly to: 'pending'; readonly lane: Lane | undefined; readonly place?: CallPlace | undefined; readonly pending: PendingItem }
    /** The approver had no answer: the call goes on waiting. */
    | { readonly to: 'unanswered' }
    /** A person changed the arguments: the call is prepared anew. */
    | { readonly to: 'proposed'; readonly decision: PendingDecision }
    | { readonly to: 'suspended'; readonly pending: readonly PendingItem[]; readonly childState: JsonObject }
    | { readonly to: 'settled'; readonly result: ToolResult }
  );
