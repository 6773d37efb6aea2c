import type { Content } from './content.js';
import type { JsonObject, JsonValue } from './json.js';
import type { ApprovalRequest, Question } from './approvals.js';
import type { HarnessError } from './errors.js';

/**
 * A call as a model or a caller makes it. `args` is a parsed object or the text as it arrived; `id` may be empty or
 * repeated, the pipeline gives every call its own `callId`.
 */
export interface ToolCall {
  readonly id?: string;
  readonly name: string;
  readonly args?: JsonObject | string | undefined;
  /** Set when the text is known to be incomplete or ambiguous; the call is answered and never run. */
  readonly damaged?: string;
}

/** What happened to a call that ended. `content` is exactly what the model sees. */
export interface ToolResult {
  readonly callId: string;
  readonly toolName: string;
  readonly success: boolean;
  readonly output?: JsonValue;
  readonly error?: ToolResultError;
  readonly content: Content;
  readonly metadata: ToolResultMetadata;
}

/** Why a call failed: a stable code and one line for the model. */
export interface ToolResultError {
  readonly code: string;
  readonly message: string;
}

/** Facts about a result. Further keys come from the handler. */
export interface ToolResultMetadata {
  readonly durationMs: number;
  readonly attempts: number;
  readonly truncated?: boolean;
  /** Artifact that holds the whole text of a cut result; `read_tool_result` pages it. */
  readonly artifactId?: string;
  readonly deduplicatedFrom?: string;
  /** True when the handler was started and its effect is not known. */
  readonly outcomeUnknown?: boolean;
  readonly [key: string]: JsonValue | undefined;
}

/**
 * How a call settled for its run. Only `result` is seen by a model. `fatal` is set when the journal failed: the run must
 * fail with it.
 */
export type CallOutcome =
  | { readonly kind: 'result'; readonly result: ToolResult }
  | { readonly kind: 'pending'; readonly pending: PendingItem }
  | { readonly kind: 'suspended'; readonly pending: readonly PendingItem[]; readonly childState: JsonObject }
  | { readonly kind: 'aborted'; readonly result: ToolResult; readonly started: boolean; readonly fatal?: HarnessError }
  | { readonly kind: 'unknown'; readonly result: ToolResult };

/** Something a person must answer before a call can go on. */
export type PendingItem = ApprovalRequest | Question;
