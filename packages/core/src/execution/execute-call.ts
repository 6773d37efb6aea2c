import type { ApprovalAnswer, ApprovalRequest, Approver } from '../contracts/approvals.js';
import type { Decision } from '../contracts/permissions.js';
import type { CallOutcome, ToolCall, ToolResult } from '../contracts/tool-call.js';
import { denialText } from '../permissions/denial-text.js';
import { approveCall, askApprover, rejectionResult, undecidedResult } from './approve-call.js';
import { auditEnd } from './audit-end.js';
import type { CallKernel } from './call-kernel.js';
import { closedResult, emitResult, errorResult } from './call-result.js';
import type { CompiledTools } from './compile-tools.js';
import { performCall } from './perform-call.js';
import { prepareCall } from './prepare-call.js';
import type { PreparedCall } from './prepared-call.js';
import type { IncomingCall, RunContext } from './run-context.js';

/** How a direct call ended: with a result, or waiting for a person that nobody could ask. */
export type DirectOutcome =
  | { readonly kind: 'result'; readonly result: ToolResult; readonly decision: Decision | undefined }
  | { readonly kind: 'pending'; readonly request: ApprovalRequest; readonly call: PreparedCall; readonly decision: Decision };

/** One call through the whole pipeline without an agent. An approver, if given, answers asks while the call waits. */
export function executeCall(tools: CompiledTools, call: ToolCall, run: RunContext, approver?: Approver): Promise<DirectOutcome> {
  const callId = call.id !== undefined && call.id !== '' ? call.id : tools.kernel.ids.next('call');
  const { name, args, damaged } = call;
  const providerCallId = call.id ?? '';
  const incoming: IncomingCall =
    damaged === undefined ? { callId, providerCallId, name, args } : { callId, providerCallId, name, args, damaged };
  return executeIncoming(tools, incoming, run, approver);
}

async function executeIncoming(
  tools: CompiledTools,
  incoming: IncomingCall,
  run: RunContext,
  approver: Approver | undefined,
): Promise<DirectOutcome> {
  const preparing = prepareCall(tools, incoming, run);
  const prepared = preparing instanceof Promise ? await preparing : preparing;
  if (prepared.kind === 'ready') return settled(tools, prepared.call, run, await performCall(tools, prepared.call, run));
  if (prepared.kind === 'settled') return { kind: 'result', result: prepared.result, decision: prepared.decision };
  const { call: asked, request } = prepared;
  const answer = approver === undefined ? undefined : await askApprover(tools.kernel, run, { approver, request });
  if (run.cancellation.cancelled) return { kind: 'result', result: cancelledResult(tools, asked, run), decision: asked.decision };
  if (answer === undefined) return { kind: 'pending', request, call: asked, decision: asked.decision };
  if (answer.type === 'approve') {
    const approved = approveCall(tools.kernel, asked, run, answer);
    return settled(tools, approved, run, await performCall(tools, approved, run));
  }
  // Edited arguments are validated and decided again from the start; the edit itself is the person's approval.
  if (answer.type === 'edit') return executeIncoming(tools, editedCall(incoming, request, answer), run, approver);
  const result =
    answer.type === 'none' ? undecidedResult(tools.kernel, asked, run, answer) : rejectionResult(tools.kernel, asked, run, answer);
  return { kind: 'result', result, decision: asked.decision };
}

function cancelledResult({ kernel }: CompiledTools, call: PreparedCall, run: RunContext): ToolResult {
  const result = closedResult(
    call.callId,
    call.toolName,
    'CALL_CANCELLED',
    'The call was cancelled before it was approved. It did not run.',
  );
  auditEnd({ kernel, run, call }, result, 'aborted');
  return result;
}

function editedCall(
  incoming: IncomingCall,
  request: ApprovalRequest,
  { args, by, at }: Extract<ApprovalAnswer, { type: 'edit' }>,
): IncomingCall {
  const { id: approvalId, definitionFingerprint, toolName: name, expiresAt } = request;
  const approved = {
    approvalId,
    argsDigest: '',
    definitionFingerprint,
    edited: true,
    ...(by === undefined ? {} : { by }),
    ...(at === undefined ? {} : { at }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
  };
  return { ...incoming, name, args, approved, place: request.place };
}

function settled(tools: CompiledTools, call: PreparedCall, run: RunContext, outcome: CallOutcome): DirectOutcome {
  return { kind: 'result', result: 'result' in outcome ? outcome.result : unsettled(tools, call, run), decision: call.decision };
}

/** A direct call has no run that could wait for the person or the child that this tool needs. */
function unsettled({ kernel }: CompiledTools, call: PreparedCall, run: RunContext): ToolResult {
  const message = `${call.toolName} needs a run that can pause; call it through an agent.`;
  const result = errorResult(call, 'CALL_NEEDS_RUN', message);
  auditEnd({ kernel, run, call }, result, 'error');
  emitResult(run, result);
  return result;
}

/** Ends a call that asks with the denial that this becomes where nobody can be asked. */
export function denyPending(kernel: CallKernel, run: RunContext, outcome: Extract<DirectOutcome, { kind: 'pending' }>): ToolResult {
  const { call, decision } = outcome;
  const result = errorResult(call, 'PERMISSION_DENIED', denialText(decision));
  auditEnd({ kernel, run, call }, result, 'denied');
  return result;
}
