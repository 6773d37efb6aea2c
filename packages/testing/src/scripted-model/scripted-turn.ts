import type { JsonValue } from '@tackroom/core';
import type { ModelRequest } from './model-request.js';

/**
 * One tool call of a scripted reply. `args` is sent as its JSON text, `rawArgs` exactly as it stands (it may be malformed
 * or cut); with neither, the argument text is empty. A missing `id` is sent as `''`.
 */
export interface ScriptedToolCall {
  readonly id?: string;
  readonly name: string;
  readonly args?: JsonValue;
  readonly rawArgs?: string;
}

/** One raw fragment of a tool call, as a provider streams it: nothing is completed or checked on the way. */
export interface ScriptedDelta {
  readonly index?: number;
  readonly id?: string;
  readonly name?: string;
  readonly args?: string;
}

/**
 * A failing request. `status` is the HTTP status; 0 stands for a connection that failed before any answer. `retryAfter` is
 * the header's value: seconds, or a date as text.
 */
export interface ScriptedError {
  readonly status: number;
  readonly message: string;
  readonly retryAfter?: number | string;
}

/** Tokens that a reply reports. A number that is left out is not reported. */
export interface ScriptedUsage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly cachedInputTokens?: number;
  readonly reasoningTokens?: number;
}

/** One reply of the model, as data. Times are milliseconds. */
export interface ScriptedTurn {
  readonly text?: string;
  readonly thinking?: string;
  readonly toolCalls?: readonly ScriptedToolCall[];
  /** Raw fragments of calls, sent after the whole ones; only a streaming request can carry them. */
  readonly deltas?: readonly ScriptedDelta[];
  /** Passes before the reply begins. */
  readonly delayMs?: number;
  /** Passes before each delta but the first. */
  readonly chunkMs?: number;
  /**
   * A unified finish reason of the AI SDK (`stop`, `length`, `content-filter`, `tool-calls`, `error`, `other`, in v4
   * `interrupted`) or a provider's own (`pause_turn`, `refusal`, …). Default: `tool-calls` if the turn has calls or deltas, else `stop`.
   */
  readonly finish?: string;
  /** Alone, the request fails. Besides content, the stream breaks after the content, without a finish. */
  readonly error?: ScriptedError;
  /** What the reply reports; derived from its size where absent. */
  readonly usage?: ScriptedUsage;
}

/** A turn that depends on what was asked. */
export type TurnFunction = (request: ModelRequest) => ScriptedTurn | Promise<ScriptedTurn>;

/** A script as a file holds it. */
export interface Script {
  readonly turns: readonly ScriptedTurn[];
}

/** Whether a turn says anything before it ends. */
export function hasContent(turn: ScriptedTurn): boolean {
  return turn.text !== undefined || turn.thinking !== undefined || turn.toolCalls !== undefined || turn.deltas !== undefined;
}
