import type { RecordedAnswer } from '../contracts/approvals.js';
import type { AuditRecord } from '../contracts/audit.js';
import type { JsonObject } from '../contracts/json.js';
import type { Decision } from '../contracts/permissions.js';
import { argsDigest } from '../permissions/args-digest.js';
import type { CompiledTool } from './compiled-tool.js';
import type { RunContext } from './run-context.js';

/** What is audited: a call with its final arguments. */
export interface AuditedCall {
  readonly callId: string;
  readonly toolName: string;
  /** Undefined for a call of no known tool: nobody can say then which of its arguments are secret. */
  readonly tool: CompiledTool | undefined;
  readonly args: JsonObject;
}

/** What an audited moment adds to the call it belongs to. */
export interface AuditedMoment {
  readonly type: AuditRecord['type'];
  readonly at: number;
  readonly decision: Decision | undefined;
  readonly outcome: AuditRecord['outcome'];
  readonly errorCode: string | undefined;
  readonly answer: RecordedAnswer | undefined;
  readonly durationMs: number | undefined;
  readonly attempt: number | undefined;
}

/**
 * One audit record. Digest and redacted arguments are computed when a sink reads them: a sink that only counts pays for
 * neither. All fields are set in one place, so that records share a shape.
 */
export class CallAuditRecord implements AuditRecord {
  readonly type: AuditRecord['type'];
  readonly at: number;
  readonly runId: string;
  readonly sessionId: string;
  readonly agentPath: readonly string[];
  readonly callId: string;
  readonly toolName: string;
  readonly userId?: string;
  readonly decision?: Decision;
  readonly outcome?: NonNullable<AuditRecord['outcome']>;
  readonly errorCode?: string;
  readonly answer?: RecordedAnswer;
  readonly durationMs?: number;
  readonly attempt?: number;

  private readonly tool: CompiledTool | undefined;
  private readonly exactArgs: JsonObject;

  constructor(run: RunContext, call: AuditedCall, moment: AuditedMoment) {
    this.tool = call.tool;
    this.exactArgs = call.args;
    this.type = moment.type;
    this.at = moment.at;
    this.runId = run.runId;
    this.sessionId = run.sessionId;
    this.agentPath = run.agentPath;
    this.callId = call.callId;
    this.toolName = call.toolName;
    if (run.userId !== undefined) this.userId = run.userId;
    if (moment.decision !== undefined) this.decision = moment.decision;
    if (moment.outcome !== undefined) this.outcome = moment.outcome;
    if (moment.errorCode !== undefined) this.errorCode = moment.errorCode;
    if (moment.answer !== undefined) this.answer = moment.answer;
    if (moment.durationMs !== undefined) this.durationMs = moment.durationMs;
    if (moment.attempt !== undefined) this.attempt = moment.attempt;
  }

  get argsDigest(): string {
    return argsDigest(this.toolName, this.exactArgs);
  }

  get args(): JsonObject {
    return redactArguments(this.exactArgs, this.tool?.definition.secretParameters ?? Object.keys(this.exactArgs));
  }

  /** The record as a sink writes it. */
  toJSON(): AuditRecord {
    const { type, at, runId, sessionId, agentPath, callId, toolName, argsDigest: digest, args } = this;
    const written: Record<string, unknown> = { type, at, runId, sessionId, agentPath, callId, toolName, argsDigest: digest, args };
    for (const field of OPTIONAL_FIELDS) if (this[field] !== undefined) written[field] = this[field];
    return written as unknown as AuditRecord; // assembled from this record's own fields, absent ones left out
  }
}

const OPTIONAL_FIELDS = ['userId', 'decision', 'outcome', 'errorCode', 'answer', 'durationMs', 'attempt'] as const;

/** A copy of the arguments with the values of secret parameters replaced. */
function redactArguments(args: JsonObject, secretParameters: readonly string[]): JsonObject {
  if (secretParameters.length === 0) return args;
  const redacted: Record<string, JsonObject[string]> = { ...args };
  for (const name of secretParameters) if (Object.hasOwn(redacted, name)) redacted[name] = '[redacted]';
  return redacted;
}
