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
  readonly call: PreparedCall;
}

/** Records how a call ended. A sink that throws is logged and reported, and changes nothing for the call. */
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
  readonly outcome: 'success' | 'error' | 'timeout';
  readonly errorCode: string | undefined;
}

/** Records an attempt that is followed by another; the last one is the end of its call. */
export function auditAttempt({ kernel, run, call }: EndedCall, { attempt, outcome, errorCode }: EndedAttempt): void {
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
      answer: undefined,
      durationMs: undefined,
      attempt,
    }),
  );
}

/** Records what the policy said of a call. */
export function auditDecision(kernel: CallKernel, run: RunContext, call: AuditedCall, decision: Decision): void {
  if (kernel.audit === undefined) return;
  auditSafely(
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
}

function auditSafely(kernel: CallKernel, run: RunContext, record: AuditRecord): void {
  try {
    kernel.audit?.record(record);
  } catch (error) {
    const message = error instanceof Error ? error.message : 'The audit sink threw.';
    kernel.logger.error('The audit sink failed.', { error: message, callId: record.callId });
    run.emit?.('error', { code: 'AUDIT_FAILED', message, callId: record.callId });
  }
}
