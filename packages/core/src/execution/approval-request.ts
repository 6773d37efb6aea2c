import type { ApprovalRequest } from '../contracts/approvals.js';
import type { Ctx } from '../contracts/ctx.js';
import { approvalText } from '../permissions/approval-text.js';
import { argsDigest } from '../permissions/args-digest.js';
import { suggestGrants } from '../permissions/suggest-grants.js';
import type { CallKernel } from './call-kernel.js';
import { errorMessage } from './error-text.js';
import type { PreparedCall } from './prepared-call.js';
import type { RunContext } from './run-context.js';

/** Makes what a person is shown of a call that must be asked about, with the tool's own preview where it has one. */
export function approvalRequest(
  kernel: CallKernel,
  call: PreparedCall,
  run: RunContext,
  ctx: Ctx,
): ApprovalRequest | Promise<ApprovalRequest> {
  const { definition } = call.tool;
  const request: ApprovalRequest = {
    kind: 'approval',
    id: kernel.ids.next('approval'),
    runId: run.runId,
    callId: call.callId,
    agentPath: run.agentPath,
    toolName: definition.name,
    title: definition.title,
    args: call.args,
    argsDigest: argsDigest(definition.name, call.args),
    definitionFingerprint: definition.fingerprint,
    ...(call.decision.rule === undefined ? {} : { rule: call.decision.rule }),
    reason: call.decision.reason,
    text: approvalText(definition.name, call.args),
    suggestedGrants: suggestGrants(definition, call.args, call.facts),
    requestedAt: new Date(kernel.clock.now()).toISOString(),
  };
  if (definition.preview === undefined) return request;
  return withPreview(request, call, run, ctx);
}

/** A preview that fails never hides the call: its problem is shown in its place. */
async function withPreview(request: ApprovalRequest, call: PreparedCall, run: RunContext, ctx: Ctx): Promise<ApprovalRequest> {
  try {
    const preview = await call.tool.definition.preview?.(call.args, ctx);
    return preview === undefined ? request : { ...request, preview };
  } catch (error) {
    return { ...request, preview: `(no preview: ${errorMessage(error, run.workspace.root)})` };
  }
}
