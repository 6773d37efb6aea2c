import type { HarnessEvent } from './events.js';
import type { JsonObject } from './json.js';
import type { Message } from './messages.js';
import type { ToolResult } from './tool-call.js';

/** A call on its way in, before validation and decision. */
export interface BeforeToolCall {
  readonly callId: string;
  readonly toolName: string;
  readonly args: JsonObject;
  readonly runId: string;
}

/** Changed arguments, or a refusal that the model reads. */
export type BeforeToolAnswer = { readonly args: JsonObject } | { readonly refuse: string } | undefined;

/** A model request on its way out. */
export interface BeforeModelRequest {
  readonly runId: string;
  readonly step: number;
  readonly messages: readonly Message[];
}

/** A model reply on its way in. */
export interface AfterModelReply {
  readonly runId: string;
  readonly step: number;
  readonly text: string;
  readonly calls: readonly { readonly id: string; readonly name: string }[];
}

/**
 * Hooks around models and tools; the first registered is the outermost: its `before…` runs first, its `after…` last.
 * Ids may not change. A throw becomes an error result (tools) or fails the request (models) and an `error` event.
 */
export interface Middleware {
  readonly name?: string;
  /** Extra or changed messages for this request only; the transcript is untouched. */
  beforeModel?(request: BeforeModelRequest): readonly Message[] | undefined | Promise<readonly Message[] | undefined>;
  afterModel?(reply: AfterModelReply): void | Promise<void>;
  beforeTool?(call: BeforeToolCall): BeforeToolAnswer | Promise<BeforeToolAnswer>;
  afterTool?(call: BeforeToolCall, result: ToolResult): ToolResult | undefined | Promise<ToolResult | undefined>;
  onEvent?(event: HarnessEvent): void;
}
