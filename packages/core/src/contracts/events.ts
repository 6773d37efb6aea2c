import type { ApprovalAnswer, ApprovalRequest, Question } from './approvals.js';
import type { Content } from './content.js';
import type { JsonObject, JsonValue } from './json.js';
import type { SyncReport } from './sync-report.js';
import type { Todo } from './todo.js';
import type { PendingItem, ToolResultError, ToolResultMetadata } from './tool-call.js';

/** Fields that every event carries. `seq` counts from 1 within a run; `at` is milliseconds since the epoch. */
export interface EventBase {
  readonly runId: string;
  readonly sessionId: string;
  readonly agentPath: readonly string[];
  readonly seq: number;
  readonly at: number;
}

/** Tokens and counts of a run or a step. Absent numbers were not reported. */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedInputTokens: number;
  readonly reasoningTokens: number;
  readonly steps: number;
  readonly calls: number;
  /** True when some request did not report its tokens. */
  readonly incomplete: boolean;
}

/** What each event says besides {@link EventBase}, by its type. */
export interface EventFields {
  'run-start': { readonly agent: string; readonly resumed: boolean };
  'step-start': { readonly step: number };
  'text-start': { readonly step: number };
  'text-delta': { readonly text: string };
  'text-end': { readonly text: string };
  'thinking-delta': { readonly text: string };
  'tool-input-delta': { readonly providerCallId: string; readonly toolName: string; readonly delta: string };
  'tool-call': { readonly callId: string; readonly providerCallId: string; readonly toolName: string; readonly args: JsonObject | null };
  'approval-request': {
    readonly id: string;
    readonly callId: string;
    readonly toolName: string;
    readonly args: JsonObject;
    readonly request: ApprovalRequest;
  };
  'approval-answer': { readonly id: string; readonly callId: string; readonly toolName: string; readonly answer: ApprovalAnswer };
  question: {
    readonly id: string;
    readonly callId: string;
    readonly toolName: string;
    readonly args: JsonObject;
    readonly request: Question;
  };
  'tool-start': { readonly callId: string; readonly toolName: string; readonly queued: boolean };
  'tool-running': { readonly callId: string; readonly toolName: string };
  'tool-progress': { readonly callId: string; readonly toolName: string; readonly value: JsonValue | Content };
  'tool-retry': {
    readonly callId: string;
    readonly toolName: string;
    readonly attempt: number;
    readonly nextAttempt: number;
    readonly waitMs: number;
    readonly reason: string;
  };
  'tool-result': {
    readonly callId: string;
    readonly toolName: string;
    readonly success: boolean;
    readonly content: Content;
    readonly output?: JsonValue;
    readonly error?: ToolResultError;
    readonly metadata: ToolResultMetadata;
  };
  'todos-update': { readonly todos: readonly Todo[] };
  repetition: { readonly period: number; readonly laps: number };
  compaction: { readonly droppedMessages: number };
  waiting: { readonly on: 'model' | 'tool'; readonly seconds: number; readonly toolName?: string };
  'attempt-reset': { readonly step: number; readonly attempt: number; readonly reason: string };
  usage: { readonly step: Usage; readonly total: Usage };
  'run-pause': { readonly status: 'paused' | 'needs-input'; readonly stopReason: string; readonly pending: readonly PendingItem[] };
  'run-finish': {
    readonly status: 'completed' | 'cancelled' | 'failed';
    readonly stopReason: string;
    readonly ok: boolean;
    readonly text: string;
    readonly usage: Usage;
    readonly error?: ToolResultError;
  };
  /** The changes that a sandbox with files of its own made were brought back. Comes before the run's end. */
  'sandbox-sync': SyncReport;
  artifact: { readonly callId: string; readonly artifactId: string; readonly path?: string };
  error: { readonly code: string; readonly message: string; readonly callId?: string };
}

/** Name of an event. */
export type EventType = keyof EventFields;

/** One event: readonly plain data, a union discriminated by `type`. */
export type HarnessEvent = { [T in EventType]: { readonly type: T } & EventBase & EventFields[T] }[EventType];

/** Receives events. It cannot block or change a run. */
export type EventListener = (event: HarnessEvent) => void;
