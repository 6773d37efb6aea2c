import type { ApprovalRequest } from '../contracts/approvals.js';
import type { JsonObject } from '../contracts/json.js';
import type { CallPlace } from '../contracts/call-place.js';
import { NO_FACTS, type CallFacts, type Decision } from '../contracts/permissions.js';
import { approvalText } from '../permissions/approval-text.js';
import { argsDigest } from '../permissions/args-digest.js';
import { decidedCall } from './approval-needed.js';
import { approvalRequest } from './approval-request.js';
import { CallCtx } from './call-ctx.js';
import { withoutHidden } from './check-approval.js';
import type { CompiledTool } from './compiled-tool.js';
import type { CompiledTools } from './compile-tools.js';
import { deepFreeze } from './deep-freeze.js';
import { errorMessage } from './error-text.js';
import { movedPlace } from './moved-place.js';
import { placeOf, runAt } from './place-call.js';
import { copyObject } from './read-arguments.js';
import type { RunContext } from './run-context.js';

const NOT_REVIEWED = 'it was asked about before; agent.review(state) says why, and shows what the tool shows of it';

/**
 * A stored request as far as it can be shown without its tools: the whole call, made from name and arguments. Every stored
 * text is left out, and so is whatever else somebody may have written into the request.
 */
export function sourceOf(stored: ApprovalRequest, reason = NOT_REVIEWED): ApprovalRequest {
  const { id, runId, callId, agentPath, toolName, args, place, argsDigest, definitionFingerprint, requestedAt, expiresAt, approvers } =
    stored;
  return {
    kind: 'approval',
    ...{ id, runId, callId, agentPath, toolName, title: toolName, args, argsDigest, definitionFingerprint, reason },
    ...(place === undefined ? {} : { place }),
    text: approvalText(toolName, args, place?.cwd),
    suggestedGrants: [],
    requestedAt,
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(approvers === undefined ? {} : { approvers }),
  };
}

/**
 * A stored request made again from its arguments with the tool, the policy and the files of now; nothing is taken from the
 * stored rendering, nothing runs and nobody is asked. What would keep an approval from running the call is its reason. Never
 * rejects.
 */
export async function reviewRequest(tools: CompiledTools, stored: ApprovalRequest, run: RunContext): Promise<ApprovalRequest> {
  const tool = tools.find(stored.toolName);
  if (tool === undefined)
    return sourceOf(stored, `there is no tool ${JSON.stringify(stored.toolName)} any more, so an approval runs nothing`);
  try {
    return await reviewed({ tools, run, tool }, stored);
  } catch (error) {
    return sourceOf(stored, `the call could not be looked at again: ${errorMessage(error, run.workspace.root)}`);
  }
}

interface Reviewing {
  readonly tools: CompiledTools;
  readonly run: RunContext;
  readonly tool: CompiledTool;
}

async function reviewed(at: Reviewing, asked: ApprovalRequest): Promise<ApprovalRequest> {
  const { tools, tool } = at;
  const { definition } = tool;
  const read = copyObject(asked.args);
  withoutHidden(read, definition);
  const problem = tool.validate(read);
  if (problem !== undefined) return sourceOf(asked, `the tool no longer takes these arguments, so an approval runs nothing: ${problem}`);
  const args = deepFreeze(read) as JsonObject; // validated, and made of JSON
  const { run, stored, place, facts } = await placeAgain(at, asked, args);
  const ctx = new CallCtx(run, tools, { callId: stored.callId, toolName: definition.name }, 0);
  const decision = tools.kernel.permissions.decide(
    decidedCall(definition, args, () => ctx),
    facts,
    run,
  );
  const request = await approvalRequest(tools.kernel, { call: { callId: stored.callId, tool, args, facts, place, decision }, run, ctx });
  const { definitionFingerprint, approvers = request.approvers } = stored;
  const isSame = definitionFingerprint === definition.fingerprint && stored.argsDigest === request.argsDigest;
  const { title, text, preview, suggestedGrants, rule, guard } = request;
  return {
    ...sourceOf(stored, movedReason(stored.place, place) ?? reasonOf(decision, isSame)),
    ...{ title, text, suggestedGrants },
    ...(preview === undefined ? {} : { preview }),
    ...(rule === undefined ? {} : { rule }),
    ...(guard === undefined ? {} : { guard }),
    ...(approvers === undefined ? {} : { approvers }),
  };
}

/** The facts of a call in the place that it was asked about in. One of an earlier release names none: it is asked about here. */
async function placeAgain(
  { run, tool }: Reviewing,
  asked: ApprovalRequest,
  args: JsonObject,
): Promise<{
  readonly run: RunContext;
  readonly stored: ApprovalRequest;
  readonly place: CallPlace | undefined;
  readonly facts: CallFacts;
}> {
  if (tool.collectFacts === undefined) return { run, stored: asked, place: undefined, facts: NO_FACTS };
  if (!tool.placed) return { run, stored: asked, place: undefined, facts: await tool.collectFacts(args, run) };
  const placed = runAt(run, asked.place?.cwd ?? run.workspace.cwd);
  const facts = await tool.collectFacts(args, placed);
  const place = await placeOf(placed, facts);
  const isUnplaced = asked.place === undefined && asked.argsDigest === argsDigest(asked.toolName, asked.args);
  const stored = isUnplaced ? { ...asked, place, argsDigest: argsDigest(asked.toolName, asked.args, place) } : asked;
  return { run: placed, stored, place, facts };
}

function movedReason(then: CallPlace | undefined, now: CallPlace | undefined): string | undefined {
  const moved = then === undefined || now === undefined ? undefined : movedPlace(then, now);
  return moved === undefined ? undefined : `${moved}, so an approval runs nothing; reject it, and the model can make the call again`;
}

/** Why the call waits, and whether waiting still has a point. */
function reasonOf({ verdict, reason }: Decision, isSame: boolean): string {
  if (verdict !== 'allow' && verdict !== 'ask') return `it is denied by now, so an approval runs nothing: ${reason}`;
  if (!isSame)
    return 'the tool changed since the call was asked about, so an approval runs nothing; reject it, and the model can make the call again';
  return verdict === 'ask' ? reason : `it was asked about before, though the policy would allow it by now: ${reason}`;
}
