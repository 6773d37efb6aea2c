import type { AuditRecord } from '../contracts/audit.js';
import type { ToolResult } from '../contracts/tool-call.js';
import { CallAuditRecord } from './audit-record.js';
import type { CallKernel } from './call-kernel.js';
import type { PreparedCall } from './prepared-call.js';
import type { RunContext } from './run-context.js';

/** Records how a call ended. A sink that throws is logged and reported, and changes nothing for the call. */
export function auditEnd(
  kernel: CallKernel,
  call: PreparedCall,
  run: RunContext,
  result: ToolResult,
  outcome: NonNullable<AuditRecord['outcome']>,
): void {
  if (kernel.audit === undefined) return;
  auditSafely(
    kernel,
    run,
    new CallAuditRecord(run, call.callId, call.tool, call.args, {
      type: 'call',
      at: kernel.clock.now(),
      decision: call.decision,
      outcome,
      errorCode: result.error?.code,
      durationMs: result.metadata.durationMs,
      attempt: result.metadata.attempts,
    }),
  );
}

/** Hands a record to the sink. */
export function auditSafely(kernel: CallKernel, run: RunContext, record: AuditRecord): void {
  try {
    kernel.audit?.record(record);
  } catch (error) {
    const message = error instanceof Error ? error.message : 'The audit sink threw.';
    kernel.logger.error('The audit sink failed.', { error: message, callId: record.callId });
    run.emit?.('error', { code: 'AUDIT_FAILED', message, callId: record.callId });
  }
}
