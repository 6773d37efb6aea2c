import type { AnsweredBy, ApprovalAnswer, ApprovalRequest, Approver, RecordedAnswer } from '../contracts/approvals.js';
import type { ToolResult } from '../contracts/tool-call.js';
import { argsDigest } from '../permissions/args-digest.js';
import { rejectionText, undecidedText } from '../permissions/denial-text.js';
import { auditEnd } from './audit-end.js';
import type { CallKernel } from './call-kernel.js';
import { emitResult, errorResult } from './call-result.js';
import { expiredApproval, isEntitled } from './check-approval.js';
import { deepFreeze } from './deep-freeze.js';
import { errorMessage } from './error-text.js';
import type { PreparedCall } from './prepared-call.js';
import type { RunContext } from './run-context.js';
import { STOPPED, unlessStopped } from './unless-stopped.js';

/** No decision could be obtained: the approver threw, or gave an answer that does not count. The call is refused, by nobody. */
export interface NoDecision {
  readonly type: 'none';
  readonly code: 'APPROVAL_FAILED' | 'APPROVAL_EXPIRED' | 'APPROVAL_NOT_ENTITLED';
  /** One line that says why, for the model and for people; what was thrown is in the log alone. */
  readonly reason: string;
  /** Who gave an answer that does not count, for the record. */
  readonly answer?: RecordedAnswer;
}

/**
 * Asks an approver. An answer is plain data of our own, frozen: nobody who sees it can change what was decided. What is
 * thrown, and anything else than an {@link ApprovalAnswer}, is logged and approves nothing. `undefined` means that it
 * cannot answer now, or that the run was cancelled: what it says after that counts for nothing.
 */
export async function askApprover(
  kernel: CallKernel,
  run: RunContext,
  asked: { readonly approver: Approver; readonly request: ApprovalRequest },
): Promise<ApprovalAnswer | NoDecision | undefined> {
  const { approver, request } = asked;
  const refuse = (reason: string, error?: string, counted: Partial<Pick<NoDecision, 'code' | 'answer'>> = {}): NoDecision => {
    const { id: approvalId, callId, toolName: tool } = request;
    const facts = { callId, tool, approvalId, reason, ...(error === undefined ? {} : { error }) };
    kernel.logger.error('No decision on a call could be obtained; it is refused.', facts);
    return { type: 'none', code: 'APPROVAL_FAILED', reason, ...counted };
  };
  let said: unknown;
  try {
    said = await unlessStopped<unknown>(approver.approve(request, run.cancellation.signal), run.cancellation);
  } catch (error) {
    return refuse('the approver failed', errorMessage(error, run.workspace.root));
  }
  if (said === undefined || said === STOPPED) return undefined;
  try {
    const answer: unknown = JSON.parse(JSON.stringify(said));
    if (!isAnswer(answer)) return refuse(INVALID);
    const given = recordedAnswer(answer.type, answer);
    if (!isEntitled(request.approvers, answer)) return refuse(OTHERS, saidBy(answer), { code: 'APPROVAL_NOT_ENTITLED', answer: given });
    const isLate = answer.type !== 'reject' && expiredApproval(request, kernel.clock.now()) !== undefined;
    return isLate ? refuse(LATE, undefined, { code: 'APPROVAL_EXPIRED', answer: given }) : deepFreeze(plainAnswer(answer));
  } catch (error) {
    return refuse(INVALID, errorMessage(error, run.workspace.root));
  }
}

const INVALID = 'the approver gave no valid answer';
const OTHERS = 'the answer was not by one of those who may give it';
const LATE = 'the approval came after the request had expired';

function saidBy({ by }: AnsweredBy): string {
  return by === undefined ? 'The answer does not say by whom it is.' : `The answer is by ${JSON.stringify(by)}.`;
}

/** Only what an answer has: it goes into the state of a run, which holds nothing else. */
function plainAnswer(answer: ApprovalAnswer): ApprovalAnswer {
  const { by, at } = answer;
  const who = { ...(by === undefined ? {} : { by }), ...(at === undefined ? {} : { at }) };
  if (answer.type === 'edit') return { type: 'edit', args: answer.args, ...who };
  if (answer.type === 'approve') return { type: 'approve', ...(answer.scope === undefined ? {} : { scope: answer.scope }), ...who };
  return { type: 'reject', ...(answer.message === undefined ? {} : { message: answer.message }), ...who };
}

function isAnswer(value: unknown): value is ApprovalAnswer {
  if (typeof value !== 'object' || value === null) return false;
  const answer = value as Record<string, unknown>;
  if (['by', 'at'].some((field) => answer[field] !== undefined && typeof answer[field] !== 'string')) return false;
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
  answer: Omit<Extract<ApprovalAnswer, { type: 'approve' }>, 'type'> = {},
): PreparedCall {
  const { scope = 'once' } = answer;
  // A call outside every session has none to grant for: '' would be everybody's.
  if (scope !== 'once' && run.sessionId !== '') grantFor(kernel, call, run);
  return { ...call, approved: true, answer: { ...recordedAnswer('approve', answer), scope } };
}

/** An answer as it is kept on record. */
export function recordedAnswer(type: RecordedAnswer['type'], { by, at }: AnsweredBy): RecordedAnswer {
  return { type, ...(by === undefined ? {} : { by }), ...(at === undefined ? {} : { at }) };
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
export function rejectionResult(
  kernel: CallKernel,
  call: PreparedCall,
  run: RunContext,
  answer: AnsweredBy & { readonly message?: string } = {},
): ToolResult {
  if (run.refusals !== undefined) {
    const digest = argsDigest(call.toolName, call.args, call.place);
    run.refusals.set(digest, (run.refusals.get(digest) ?? 0) + 1);
  }
  const recorded = { ...call, answer: recordedAnswer('reject', answer) };
  return refused(kernel, recorded, run, errorResult(call, 'APPROVAL_REJECTED', rejectionText(answer.message)));
}

/**
 * The result of a call on which no decision could be obtained. No person refused it, so it counts as no refusal; who gave an answer
 * that does not count is on record all the same.
 */
export function undecidedResult(
  kernel: CallKernel,
  call: PreparedCall,
  run: RunContext,
  { code, reason, answer = call.answer }: NoDecision,
): ToolResult {
  return refused(kernel, { ...call, answer }, run, errorResult(call, code, undecidedText(reason)));
}

function refused(kernel: CallKernel, call: PreparedCall, run: RunContext, result: ToolResult): ToolResult {
  auditEnd({ kernel, call, run }, result, 'denied');
  emitResult(run, result);
  return result;
}
