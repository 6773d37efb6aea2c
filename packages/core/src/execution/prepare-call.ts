import type { CallPlace } from '../contracts/call-place.js';
import { NO_FACTS, type CallFacts, type Decision } from '../contracts/permissions.js';
import type { JsonObject } from '../contracts/json.js';
import type { ToolResult } from '../contracts/tool-call.js';
import { argsDigest } from '../permissions/args-digest.js';
import { denialText, rejectionText } from '../permissions/denial-text.js';
import { canonicalJson } from '../registry/canonical-json.js';
import { decidedCall } from './approval-needed.js';
import { approvalRequest } from './approval-request.js';
import { recordedAnswer } from './approve-call.js';
import { auditDecision, auditEnd } from './audit-end.js';
import type { AuditedCall } from './audit-record.js';
import { CallCtx } from './call-ctx.js';
import { staleApproval, voidApproval, withoutHidden } from './check-approval.js';
import { emitResult, errorResult, type CallIdentity } from './call-result.js';
import type { CompiledTool } from './compiled-tool.js';
import type { CompiledTools } from './compile-tools.js';
import { mayRun } from './decide-again.js';
import { deepFreeze } from './deep-freeze.js';
import { errorMessage } from './error-text.js';
import { hasBeforeTool, runBeforeTool } from './tool-middleware.js';
import type { Preparation, PreparedCall } from './prepared-call.js';
import { placeOf, runAt } from './place-call.js';
import { copyObject, readArguments, type ReadArguments } from './read-arguments.js';
import type { IncomingCall, RunContext } from './run-context.js';

/** After this many refusals of the same call by a person the next one is refused without asking, unless the policy says otherwise. */
const MAX_REFUSALS = 2;

type Prepared = Preparation | Promise<Preparation>;

/** A call whose tool is known, on its way through the steps. */
interface PreparingCall {
  readonly tools: CompiledTools;
  readonly run: RunContext;
  readonly call: IncomingCall;
  readonly tool: CompiledTool;
  readonly identity: CallIdentity;
}

/**
 * Everything that happens to a call before it may touch the world: the name is resolved, the arguments are read, changed
 * by middleware, validated and frozen, facts are collected, the policy decides. Never throws and asks nobody: a call that
 * needs a person comes back as pending. Returns a plain value when nothing had to be awaited.
 */
export function prepareCall(tools: CompiledTools, call: IncomingCall, run: RunContext): Prepared {
  try {
    const prepared = resolveAndRead(tools, call, run);
    return prepared instanceof Promise ? prepared.catch((error: unknown) => failed(tools, call, run, error)) : prepared;
  } catch (error) {
    return failed(tools, call, run, error);
  }
}

/** Steps 1 and 2: which tool is meant, and what the model sent. */
function resolveAndRead(tools: CompiledTools, call: IncomingCall, run: RunContext): Prepared {
  const resolved = resolveTool(tools, call.name);
  const read = readArguments(call);
  const toolName = 'tool' in resolved ? resolved.tool.definition.name : call.name;
  const identity: CallIdentity = { callId: call.callId, toolName };
  announce(call, toolName, read.args, run);
  if (!('tool' in resolved)) {
    const asked = { ...identity, tool: undefined, args: (read.args ?? {}) as JsonObject }; // read from JSON
    return turnAway({ tools, run }, asked, errorResult(identity, 'TOOL_UNKNOWN', resolved.problem));
  }
  const at: PreparingCall = { tools, run, call, tool: resolved.tool, identity };
  if (read.args === undefined) return turnAway(at, asRead(at, {}), errorResult(identity, 'ARGUMENTS_UNREADABLE', read.problem));
  return passMiddleware(at, read);
}

/** Listeners get a frozen copy: defaults are still to be filled in, and no listener may change what will be decided about. */
function announce({ callId, providerCallId }: IncomingCall, toolName: string, args: ReadArguments['args'], { emit }: RunContext): void {
  if (emit === undefined) return;
  const copy = args === undefined ? null : deepFreeze(copyObject(args as JsonObject) as JsonObject); // read from JSON
  emit('tool-call', { callId, providerCallId, toolName, args: copy });
}

function resolveTool(tools: CompiledTools, name: string): { readonly tool: CompiledTool } | { readonly problem: string } {
  const exact = tools.find(name);
  if (exact !== undefined) return { tool: exact };
  const named = tools.snapshot.names.resolve(name);
  const tool = named.kind === 'unknown' ? undefined : tools.find(named.name);
  if (tool !== undefined) return { tool };
  return { problem: named.kind === 'unknown' ? named.message : `There is no tool named ${JSON.stringify(name)}.` };
}

/** Step 3. Arguments that a person approved are final: the hooks have seen them before, unless the person wrote them. */
function passMiddleware(at: PreparingCall, read: Extract<ReadArguments, { problem?: undefined }>): Prepared {
  const { call, run, identity } = at;
  const { approved } = call;
  if (approved !== undefined) {
    const { permissions, clock } = at.tools.kernel;
    const invalidity = voidApproval(approved, at.tool.definition, { nowMs: clock.now(), approvers: permissions.approvals?.approvers });
    if (invalidity !== undefined) {
      const asked = { ...asRead(at, read.args), answer: recordedAnswer(approved.edited ? 'edit' : 'approve', approved) };
      return turnAway(at, asked, errorResult(identity, invalidity.code, invalidity.message), 'denied');
    }
    withoutHidden(read.args, at.tool.definition);
  }
  const isSeen = approved?.edited === false;
  if (isSeen || !hasBeforeTool(at.tools.kernel)) return validate(at, read.args, read.largeIntegers);
  const written = approved === undefined ? undefined : canonicalJson(read.args as JsonObject); // read from JSON
  const before = { callId: identity.callId, toolName: identity.toolName, args: read.args as JsonObject, runId: run.runId }; // the same
  return runBeforeTool(at.tools.kernel, before, run).then((answer) => {
    if ('refusal' in answer) {
      const outcome = answer.code === 'MIDDLEWARE_REFUSED' ? 'denied' : 'error';
      return turnAway(at, asRead(at, read.args), errorResult(identity, answer.code, answer.refusal), outcome);
    }
    const isChanged = written !== undefined && canonicalJson(answer.args as JsonObject) !== written; // made of JSON
    return validate(isChanged ? unapproved(at) : at, answer.args, read.largeIntegers);
  });
}

/** What a hook made of a person's own arguments is not what the person said yes to: it is decided and asked about anew. */
function unapproved(at: PreparingCall): PreparingCall {
  const { approved: _changed, ...call } = at.call;
  return { ...at, call };
}

/** Step 4: one frozen object that rules, approver, digest, journal and handler all see; then what rules must know of it. */
function validate(at: PreparingCall, args: Record<string, unknown>, largeIntegers: readonly string[]): Prepared {
  const problem = at.tool.validate(args);
  if (problem !== undefined) {
    const lost =
      largeIntegers.length === 0
        ? ''
        : ` ${largeIntegers.join(', ')} is beyond 2^53 and cannot be kept exact as a number: send it as a string.`;
    return invalid(at, args, `${problem}${lost}`);
  }
  const frozen = deepFreeze(args) as JsonObject; // validated, and made of JSON
  const refused = at.tool.definition.refine?.(frozen);
  if (refused === undefined) return learn(at, frozen);
  if (typeof refused === 'string') return invalid(at, frozen, refused);
  return Promise.resolve(refused).then((known) => (known === undefined ? learn(at, frozen) : invalid(at, frozen, known)));
}

function invalid(at: PreparingCall, args: Record<string, unknown>, problem: string): Preparation {
  return turnAway(at, asRead(at, args), errorResult(at.identity, 'ARGUMENTS_INVALID', problem));
}

function learn(at: PreparingCall, args: JsonObject): Prepared {
  const { tool, call, run } = at;
  const { collectFacts } = tool;
  if (collectFacts === undefined) return decide(at, args, NO_FACTS, undefined);
  if (!tool.placed) return collectFacts(args, run).then((facts) => decide(at, args, facts, undefined));
  const placed: PreparingCall = { ...at, run: runAt(run, call.place?.cwd ?? run.workspace.cwd) };
  return collectFacts(args, placed.run).then(async (facts) => {
    const place = await placeOf(placed.run, facts);
    return decide(isAskedWithoutPlace(at) ? unapproved(placed) : placed, args, facts, place);
  });
}

/** A state of an earlier release does not say where the call was to act: what was approved is asked about again. */
function isAskedWithoutPlace({ call }: PreparingCall): boolean {
  return call.approved !== undefined && call.approved.refused !== true && call.place === undefined;
}

/** Step 5: the policy's word, and what a person has already said. */
function decide(at: PreparingCall, args: JsonObject, facts: CallFacts, place: CallPlace | undefined): Prepared {
  const { call, run, tool, identity } = at;
  const { permissions } = at.tools.kernel;
  const policyVersion = permissions.version;
  const decision = permissions.decide(
    decidedCall(tool.definition, args, () => inspectionCtx(at)),
    facts,
    run,
  );
  const unrecorded = auditDecision(at.tools.kernel, run, { callId: identity.callId, toolName: identity.toolName, tool, args }, decision);
  const prepared: PreparedCall = {
    callId: call.callId,
    providerCallId: call.providerCallId,
    toolName: identity.toolName,
    tool,
    args,
    facts,
    place,
    lane: tool.laneOf(args, facts),
    decision,
    approved: call.approved !== undefined,
    answer: call.approved?.edited === true ? recordedAnswer('edit', call.approved) : undefined,
    policyVersion,
    firstAttempt: call.attempt ?? 1,
  };
  if (!mayRun(decision)) return refuse(at, prepared, 'PERMISSION_DENIED', denialText(decision));
  if (unrecorded !== undefined && call.approved?.refused !== true) return refuse(at, prepared, 'AUDIT_FAILED', UNRECORDED);
  const stale =
    call.approved === undefined ? undefined : staleApproval(call.approved, tool.definition, { args, decision, place, asked: call.place });
  if (stale !== undefined) return refuse(at, prepared, 'APPROVAL_STALE', stale);
  return decision.verdict === 'allow' || prepared.approved ? { kind: 'ready', call: prepared } : askAbout(at, prepared);
}

const UNRECORDED = 'The call could not be recorded in the audit trail, and no call may run unrecorded here. It did not run.';

function askAbout(at: PreparingCall, call: PreparedCall): Prepared {
  const { run } = at;
  const refusals =
    run.refusals === undefined || run.refusals.size === 0 ? 0 : (run.refusals.get(argsDigest(call.toolName, call.args, call.place)) ?? 0);
  if (refusals > 0 && refusals >= (at.tools.kernel.permissions.approvals?.maxRefusals ?? MAX_REFUSALS))
    return refuse(at, call, 'APPROVAL_REJECTED', rejectionText());
  const request = approvalRequest(at.tools.kernel, { call, run, ctx: inspectionCtx(at) });
  return request instanceof Promise
    ? request.then((ready) => ({ kind: 'pending', call, request: ready }))
    : { kind: 'pending', call, request };
}

/** A context for code that looks at a call before it runs: conditions and previews. */
function inspectionCtx(at: PreparingCall): CallCtx {
  return new CallCtx(at.run, at.tools, at.identity, 0);
}

/** The call is decided against: that is audited as its end. */
function refuse(at: PreparingCall, call: PreparedCall, code: string, text: string): Preparation {
  const result = errorResult(call, code, text);
  auditEnd({ kernel: at.tools.kernel, run: at.run, call }, result, 'denied');
  return settle(at.run, result, code === 'PERMISSION_DENIED' || code === 'APPROVAL_REJECTED' ? call.decision : undefined);
}

/** The call does not get as far as the policy: its end is all there is to record. */
function turnAway(
  { tools: { kernel }, run }: Pick<PreparingCall, 'tools' | 'run'>,
  call: AuditedCall & Pick<Partial<PreparedCall>, 'answer'>,
  result: ToolResult,
  outcome: 'denied' | 'error' = 'error',
): Preparation {
  auditEnd({ kernel, run, call }, result, outcome);
  return settle(run, result);
}

function asRead({ tool, identity }: PreparingCall, args: Record<string, unknown>): AuditedCall {
  return { ...identity, tool, args: args as JsonObject }; // read from JSON
}

/** Once a run is cancelled, whoever cancelled it has answered all that had not started, this call included. */
function settle(run: RunContext, result: ToolResult, refusedBy?: Decision): Preparation {
  if (!run.cancellation.cancelled) emitResult(run, result);
  return { kind: 'settled', result, denied: refusedBy !== undefined, decision: refusedBy };
}

/** A condition, key or validator of the user's threw: the call is answered, the run goes on. */
function failed(tools: CompiledTools, call: IncomingCall, run: RunContext, error: unknown): Preparation {
  const message = `The call could not be prepared: ${errorMessage(error, run.workspace.root)}. It did not run.`;
  const identity = { callId: call.callId, toolName: call.name };
  const result = errorResult(identity, 'CALL_NOT_PREPARED', message);
  try {
    const args = (readArguments(call).args ?? {}) as JsonObject; // read from JSON
    return turnAway({ tools, run }, { ...identity, tool: undefined, args }, result);
  } catch {
    // A clock or logger that throws may be what went wrong before.
    return settle(run, result);
  }
}
