import type { ApprovalRequest, RecordedAnswer } from '../contracts/approvals.js';
import type { CallPlace } from '../contracts/call-place.js';
import type { JsonObject } from '../contracts/json.js';
import type { CallFacts, Decision } from '../contracts/permissions.js';
import type { Lane } from '../contracts/scheduler.js';
import type { ToolResult } from '../contracts/tool-call.js';
import type { CompiledTool } from './compiled-tool.js';
import type { CompiledTools } from './compile-tools.js';
import type { RunContext } from './run-context.js';

/** A call that has passed validation and decision and may be performed. Its arguments are final. */
export interface PreparedCall {
  readonly callId: string;
  readonly providerCallId: string;
  readonly toolName: string;
  readonly tool: CompiledTool;
  readonly args: JsonObject;
  readonly facts: CallFacts;
  /** Where it acts; undefined for a tool that takes neither paths nor commands. */
  readonly place: CallPlace | undefined;
  readonly lane: Lane;
  readonly decision: Decision;
  /** True once a person approved: the policy is asked again right before the handler starts. */
  readonly approved: boolean;
  /** What a person said of it, for the record. */
  readonly answer: RecordedAnswer | undefined;
  /** `version` of the policy when it decided. */
  readonly policyVersion: number | undefined;
  /** Number of the first attempt of this execution; above 1 when an interrupted call is run again. */
  readonly firstAttempt: number;
}

/**
 * What came of preparing a call: it may run, it waits for a person, or it is answered already (unknown name, bad
 * arguments, refused by middleware, denied).
 */
export type Preparation =
  | { readonly kind: 'ready'; readonly call: PreparedCall }
  | { readonly kind: 'pending'; readonly call: PreparedCall; readonly request: ApprovalRequest }
  | { readonly kind: 'settled'; readonly result: ToolResult; readonly denied: boolean; readonly decision: Decision | undefined };

/** A prepared call with the tools and the run it belongs to: what the steps of performing it work on. */
export interface PerformingCall {
  readonly tools: CompiledTools;
  readonly run: RunContext;
  readonly call: PreparedCall;
}
