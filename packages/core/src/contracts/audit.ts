import type { RecordedAnswer } from './approvals.js';
import type { Decision } from './decision.js';
import type { JsonObject } from './json.js';
import { token, type Token } from './token.js';

/** One line of the audit trail: a decision, or the end of a call. A call that never came to a decision has an end only. */
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
  /** Computed on first read: digesting is work that only a reader needs. That of no arguments if they could not be read. */
  readonly argsDigest: string;
  /** Secret parameters redacted; all of them where no tool has that name. */
  readonly args: JsonObject;
  readonly decision?: Decision;
  readonly outcome?: 'success' | 'error' | 'timeout' | 'aborted' | 'denied' | 'pending';
  readonly errorCode?: string;
  /** What a person said of the call, at its end; `errorCode` tells where that did not count. */
  readonly answer?: RecordedAnswer;
  readonly durationMs?: number;
  readonly attempt?: number;
}

/** Takes audit records. Called on the hot path: queue, do not wait. A throw is logged and reported as an `error` event. */
export interface AuditSink {
  /**
   * What a throw means for the call: `log`, unless given, lets it run unrecorded; `refuse` answers a call whose decision
   * was not taken with `AUDIT_FAILED`, and it does not run. What a call that has started did is not undone by either.
   */
  readonly onFailure?: 'log' | 'refuse';
  record(record: AuditRecord): void;
  /** Writes what is queued; called by `harness.close()`. */
  flush?(): Promise<void>;
}

/** Token of the {@link AuditSink} port. */
export const AuditSink: Token<AuditSink> = token('@tackroom/core/AuditSink');
