import type { RecordedAnswer } from './approvals.js';
import type { Decision } from './decision.js';
import type { JsonObject } from './json.js';
import { token, type Token } from './token.js';

/** One line of the audit trail: a decision, or the end of a call. */
export interface AuditRecord {
  readonly type: 'decision' | 'call' | 'attempt';
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly runId: string;
  readonly sessionId: string;
  readonly userId?: string;
  readonly agentPath: readonly string[];
  readonly callId: string;
  readonly toolName: string;
  /** Computed on first read: digesting is work that only a reader needs. */
  readonly argsDigest: string;
  /** Secret parameters redacted. */
  readonly args: JsonObject;
  readonly decision?: Decision;
  readonly outcome?: 'success' | 'error' | 'timeout' | 'aborted' | 'denied' | 'pending';
  readonly errorCode?: string;
  /** What a person said of the call, at its end. */
  readonly answer?: RecordedAnswer;
  readonly durationMs?: number;
  readonly attempt?: number;
}

/** Takes audit records. Called on the hot path: queue, do not wait. A throw is reported as an `error` event. */
export interface AuditSink {
  record(record: AuditRecord): void;
  /** Writes what is queued; called by `harness.close()`. */
  flush?(): Promise<void>;
}

/** Token of the {@link AuditSink} port. */
export const AuditSink: Token<AuditSink> = token('@tackroom/core/AuditSink');
