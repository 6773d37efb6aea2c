import type { ApprovalRequest, ApprovalTerms } from '../contracts/approvals.js';
import type { Ctx } from '../contracts/ctx.js';
import { approvalText } from '../permissions/approval-text.js';
import { argsDigest } from '../permissions/args-digest.js';
import { suggestGrants } from '../permissions/suggest-grants.js';
import { escapeUnseenLines } from '../permissions/visible-text.js';
import type { CallKernel } from './call-kernel.js';
import { errorMessage } from './error-text.js';
import { namedPaths } from './named-paths.js';
import type { PreparedCall } from './prepared-call.js';
import type { RunContext } from './run-context.js';
import { STOPPED, unlessStopped } from './unless-stopped.js';

/** A call that a person must be asked about, in its run, with a context for the tool's own preview. */
export interface AskedCall {
  readonly call: Pick<PreparedCall, 'callId' | 'tool' | 'args' | 'facts' | 'place' | 'decision'>;
  readonly run: RunContext;
  readonly ctx: Ctx;
}

/** Makes what a person is shown of a call that must be asked about, with the tool's own preview where it has one. */
export function approvalRequest(kernel: CallKernel, asked: AskedCall): ApprovalRequest | Promise<ApprovalRequest> {
  const { call, run } = asked;
  const { definition } = call.tool;
  const { expireAfterMs, approvers } = kernel.permissions.approvals ?? NO_TERMS;
  const now = kernel.clock.now();
  const request: ApprovalRequest = {
    kind: 'approval',
    id: kernel.ids.next('approval'),
    runId: run.runId,
    callId: call.callId,
    agentPath: run.agentPath,
    toolName: definition.name,
    title: definition.title,
    args: call.args,
    ...(call.place === undefined ? {} : { place: call.place }),
    argsDigest: argsDigest(definition.name, call.args, call.place),
    definitionFingerprint: definition.fingerprint,
    ...(call.decision.rule === undefined ? {} : { rule: call.decision.rule }),
    reason: call.decision.reason,
    ...(call.decision.source === 'guard' ? { guard: true } : {}),
    text: approvalText(definition.name, call.args, call.place?.cwd),
    suggestedGrants: suggestGrants(definition, call.args, call.facts),
    requestedAt: new Date(now).toISOString(),
    ...(expireAfterMs === undefined ? {} : { expiresAt: new Date(now + expireAfterMs).toISOString() }),
    ...(approvers === undefined ? {} : { approvers }),
  };
  if (definition.preview === undefined) return request;
  return withPreview(kernel, request, asked);
}

const NO_TERMS: ApprovalTerms = Object.freeze({});

/** A preview may be slow or hang; the person is asked without it then. */
const PREVIEW_MS = 10_000;

/** A preview that fails never hides the call: its problem is shown in its place. */
async function withPreview(kernel: CallKernel, request: ApprovalRequest, asked: AskedCall): Promise<ApprovalRequest> {
  const { call, run, ctx } = asked;
  try {
    const made = call.tool.definition.preview?.(call.args, ctx);
    const preview = await unlessStopped(made, run.cancellation, (fire) => kernel.clock.timer(PREVIEW_MS, fire));
    if (preview === STOPPED) return { ...request, preview: `(no preview within ${PREVIEW_MS / 1000} s)` };
    return preview === undefined ? request : { ...request, preview: escapeUnseenLines(String(preview)) };
  } catch (error) {
    return { ...request, preview: `(no preview: ${errorMessage(error, run.workspace.root, namedPaths(call, run.workspace))})` };
  }
}
