import type { RecordedAnswer } from '../contracts/approvals.js';
import type { AuditRecord } from '../contracts/audit.js';
import type { Decision } from '../contracts/permissions.js';
import type { ToolResult } from '../contracts/tool-call.js';
import { CallAuditRecord, type AuditedCall } from './audit-record.js';
import type { CallKernel } from './call-kernel.js';
import type { PreparedCall } from './prepared-call.js';
import type { RunContext } from './run-context.js';

/** A call that ended, where it ended. */
export interface EndedCall {
  readonly kernel: CallKernel;
  readonly run: RunContext;
  readonly call: AuditedCall & Partial<Pick<PreparedCall, 'decision' | 'answer'>>;
}

/** Records how a call ended, also one that the policy was never asked about. A sink that throws is logged and reported, and changes nothing for the call. */
export function auditEnd(at: EndedCall, result: ToolResult, outcome: NonNullable<AuditRecord['outcome']>): void {
  const { kernel, call, run } = at;
  if (kernel.audit === undefined) return;
  auditSafely(
    kernel,
    run,
    new CallAuditRecord(run, call, {
      type: 'call',
      at: kernel.clock.now(),
      decision: call.decision,
      outcome,
      errorCode: result.error?.code,
      answer: call.answer,
      durationMs: result.metadata.durationMs,
      attempt: result.metadata.attempts,
    }),
  );
}

/** An attempt that ended; the first one is 1. */
export interface EndedAttempt {
  readonly attempt: number;
  readonly outcome: 'success' | 'error' | 'timeout' | 'pending';
  readonly errorCode: string | undefined;
  /** What a person had said of the call when it asked another question. */
  readonly answer?: RecordedAnswer | undefined;
}

/** Records an attempt that is followed by another, or by a person's answer; the last one is the end of its call. */
export function auditAttempt({ kernel, run, call }: EndedCall, { attempt, outcome, errorCode, answer }: EndedAttempt): void {
  if (kernel.audit === undefined) return;
  auditSafely(
    kernel,
    run,
    new CallAuditRecord(run, call, {
      type: 'attempt',
      at: kernel.clock.now(),
      decision: undefined,
      outcome,
      errorCode,
      answer,
      durationMs: undefined,
      attempt,
    }),
  );
}

/**
 * Records what the policy said of a call. Gives the reason why that was not possible, if whoever keeps the trail wants no
 * call to run unrecorded.
 */
export function auditDecision(kernel: CallKernel, run: RunContext, call: AuditedCall, decision: Decision): string | undefined {
  if (kernel.audit === undefined) return undefined;
  const problem = auditSafely(
    kernel,
    run,
    new CallAuditRecord(run, call, {
      type: 'decision',
      at: kernel.clock.now(),
      decision,
      outcome: undefined,
      errorCode: undefined,
      answer: undefined,
      durationMs: undefined,
      attempt: undefined,
    }),
  );
  return kernel.audit.onFailure === 'refuse' ? problem : undefined;
}

function auditSafely(kernel: CallKernel, run: RunContext, record: AuditRecord): string | undefined {
  try {
    kernel.audit?.record(record);
    return undefined;
  } catch (error) {
    const message = error instanceof Error ? error.message : 'The audit sink threw.';
    kernel.logger.error('The audit sink failed.', { error: message, callId: record.callId });
    run.emit?.('error', { code: 'AUDIT_FAILED', message, callId: record.callId });
    return message;
  }
}
