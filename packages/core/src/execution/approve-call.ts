import type { ApprovalAnswer, ApprovalRequest, Approver } from '../contracts/approvals.js';
import type { ToolResult } from '../contracts/tool-call.js';
import { argsDigest } from '../permissions/args-digest.js';
import { rejectionText } from '../permissions/denial-text.js';
import { auditEnd } from './audit-end.js';
import type { CallKernel } from './call-kernel.js';
import { emitResult, errorResult } from './call-result.js';
import { errorMessage } from './error-text.js';
import type { PreparedCall } from './prepared-call.js';
import type { RunContext } from './run-context.js';
import { STOPPED, unlessStopped } from './unless-stopped.js';

/**
 * Asks an approver. What it throws, and any answer of another shape than an {@link ApprovalAnswer}, is a rejection;
 * `undefined` means that it cannot answer now, or that the run was cancelled: what it says after that counts for nothing.
 */
export async function askApprover(approver: Approver, request: ApprovalRequest, run: RunContext): Promise<ApprovalAnswer | undefined> {
  try {
    const answer: unknown = await unlessStopped<unknown>(approver.approve(request, run.cancellation.signal), run.cancellation);
    if (answer === undefined || answer === STOPPED) return undefined;
    return isAnswer(answer) ? answer : { type: 'reject', message: 'The approver gave no valid answer.' };
  } catch (error) {
    return { type: 'reject', message: `The approver failed: ${errorMessage(error, run.workspace.root)}` };
  }
}

function isAnswer(value: unknown): value is ApprovalAnswer {
  if (typeof value !== 'object' || value === null) return false;
  const answer = value as Record<string, unknown>;
  if (answer['type'] === 'approve') return [undefined, 'once', 'session', 'always'].includes(answer['scope'] as string | undefined);
  if (answer['type'] === 'edit') return typeof answer['args'] === 'object' && answer['args'] !== null && !Array.isArray(answer['args']);
  return answer['type'] === 'reject' && (answer['message'] === undefined || typeof answer['message'] === 'string');
}

/**
 * The call as a person approved it. An approval for the session also grants exactly these arguments, as the request
 * suggested; the policy is asked again before the handler starts, so a deny rule made meanwhile still holds.
 */
export function approveCall(
  kernel: CallKernel,
  call: PreparedCall,
  run: RunContext,
  scope: 'once' | 'session' | 'always' = 'once',
): PreparedCall {
  // A call outside every session has none to grant for: '' would be everybody's.
  if (scope !== 'once' && run.sessionId !== '') grantFor(kernel, call, run);
  return { ...call, approved: true };
}

/** A grant that cannot be made takes nothing from the approval of this call. */
function grantFor({ permissions, logger }: CallKernel, call: PreparedCall, run: RunContext): void {
  try {
    permissions.grant(run.sessionId, call.tool.definition, call.args, { facts: call.facts });
  } catch (error) {
    logger.error('A session grant could not be made.', { tool: call.toolName, error: errorMessage(error, run.workspace.root) });
  }
}

/** The result of a call that a person refused. Repeating it is counted, so that a model cannot wear a person down. */
export function rejectionResult(kernel: CallKernel, call: PreparedCall, run: RunContext, message?: string): ToolResult {
  if (run.refusals !== undefined) {
    const digest = argsDigest(call.toolName, call.args);
    run.refusals.set(digest, (run.refusals.get(digest) ?? 0) + 1);
  }
  const result = errorResult(call, 'APPROVAL_REJECTED', rejectionText(message));
  auditEnd({ kernel, call, run }, result, 'denied');
  emitResult(run, result);
  return result;
}
