import { NO_FACTS, type CallFacts, type DecidedCall, type Decision } from '../contracts/permissions.js';
import type { JsonObject } from '../contracts/json.js';
import { SERIAL_LANE } from '../contracts/scheduler.js';
import type { ToolResult } from '../contracts/tool-call.js';
import { argsDigest } from '../permissions/args-digest.js';
import { denialText, rejectionText } from '../permissions/denial-text.js';
import { approvalRequest } from './approval-request.js';
import { auditSafely } from './audit-end.js';
import { CallAuditRecord } from './audit-record.js';
import { CallCtx } from './call-ctx.js';
import { emitResult, errorResult } from './call-result.js';
import type { CompiledTool } from './compiled-tool.js';
import type { CompiledTools } from './compile-tools.js';
import { deepFreeze } from './deep-freeze.js';
import { errorMessage } from './error-text.js';
import { runBeforeTool } from './tool-middleware.js';
import type { Preparation, PreparedCall } from './prepared-call.js';
import { readArguments } from './read-arguments.js';
import type { IncomingCall, RunContext } from './run-context.js';

/** After this many refusals of the same call by a person the next one is refused without asking. */
const MAX_REFUSALS = 2;

/**
 * Everything that happens to a call before it may touch the world: the name is resolved, the arguments are read, changed
 * by middleware, validated and frozen, facts are collected, the policy decides. Never throws and asks nobody: a call that
 * needs a person comes back as pending. Returns a plain value when nothing had to be awaited.
 */
export function prepareCall(tools: CompiledTools, call: IncomingCall, run: RunContext): Preparation | Promise<Preparation> {
  try {
    const prepared = resolveAndRead(tools, call, run);
    return prepared instanceof Promise ? prepared.catch((error: unknown) => failed(call, run, error)) : prepared;
  } catch (error) {
    return failed(call, run, error);
  }
}

/** Steps 1 and 2: which tool is meant, and what the model sent. */
function resolveAndRead(tools: CompiledTools, call: IncomingCall, run: RunContext): Preparation | Promise<Preparation> {
  const exact = tools.find(call.name);
  const named = exact === undefined ? tools.snapshot.names.resolve(call.name) : undefined;
  const toolName = exact?.definition.name ?? (named?.kind === 'unknown' || named === undefined ? call.name : named.name);
  const read = readArguments(call);
  run.emit?.('tool-call', {
    callId: call.callId,
    providerCallId: call.providerCallId,
    toolName,
    args: (read.args as JsonObject | undefined) ?? null,
  });
  const tool = exact ?? tools.find(toolName);
  if (tool === undefined) {
    const message = named?.kind === 'unknown' ? named.message : `There is no tool named ${JSON.stringify(call.name)}.`;
    return settle(run, errorResult(call.callId, call.name, 'TOOL_UNKNOWN', message));
  }
  if (read.args === undefined) return settle(run, errorResult(call.callId, toolName, 'ARGUMENTS_UNREADABLE', read.problem));
  // Arguments that a person approved are final: middleware has seen them before the approval.
  if (call.approved !== undefined) return validate(tools, tool, call, read.args, run, read.largeIntegers);
  const changed = runBeforeTool(tools.kernel, { callId: call.callId, toolName, args: read.args as JsonObject, runId: run.runId }, run);
  if (changed === undefined) return validate(tools, tool, call, read.args, run, read.largeIntegers);
  return changed.then((answer) =>
    'refusal' in answer
      ? settle(run, errorResult(call.callId, toolName, answer.code, answer.refusal))
      : validate(tools, tool, call, answer.args, run, read.largeIntegers),
  );
}

/** Step 4: one frozen object that rules, approver, digest, journal and handler all see; then what rules must know of it. */
function validate(
  tools: CompiledTools,
  tool: CompiledTool,
  call: IncomingCall,
  args: Record<string, unknown>,
  run: RunContext,
  largeIntegers: readonly string[],
): Preparation | Promise<Preparation> {
  const problem = tool.validate(args);
  if (problem !== undefined) {
    const lost =
      largeIntegers.length === 0
        ? ''
        : ` ${largeIntegers.join(', ')} is beyond 2^53 and cannot be kept exact as a number: send it as a string.`;
    return settle(run, errorResult(call.callId, tool.definition.name, 'ARGUMENTS_INVALID', `${problem}${lost}`));
  }
  const frozen = deepFreeze(args) as JsonObject;
  const refused = tool.definition.refine?.(frozen);
  if (refused === undefined) return learn(tools, tool, call, frozen, run);
  const answer = (known: string | undefined): Preparation | Promise<Preparation> =>
    known === undefined
      ? learn(tools, tool, call, frozen, run)
      : settle(run, errorResult(call.callId, tool.definition.name, 'ARGUMENTS_INVALID', known));
  return typeof refused === 'string' ? answer(refused) : refused.then(answer);
}

function learn(
  tools: CompiledTools,
  tool: CompiledTool,
  call: IncomingCall,
  args: JsonObject,
  run: RunContext,
): Preparation | Promise<Preparation> {
  if (tool.collectFacts === undefined) return decide(tools, tool, call, args, NO_FACTS, run);
  return tool.collectFacts(args, run).then((facts) => decide(tools, tool, call, args, facts, run));
}

/** Step 5: the policy's word, and what a person has already said. */
function decide(
  tools: CompiledTools,
  tool: CompiledTool,
  call: IncomingCall,
  args: JsonObject,
  facts: CallFacts,
  run: RunContext,
): Preparation | Promise<Preparation> {
  const { kernel } = tools;
  const { definition } = tool;
  const decision = kernel.permissions.decide(decidedCall(tools, tool, call, args, run), facts, run);
  if (kernel.audit !== undefined)
    auditSafely(
      kernel,
      run,
      new CallAuditRecord(run, call.callId, tool, args, {
        type: 'decision',
        at: kernel.clock.now(),
        decision,
        outcome: undefined,
        errorCode: undefined,
        durationMs: undefined,
        attempt: undefined,
      }),
    );
  if (decision.verdict === 'deny')
    return settle(run, errorResult(call.callId, definition.name, 'PERMISSION_DENIED', denialText(decision)), decision);
  const stale = staleApproval(tool, call, args);
  if (stale !== undefined) return settle(run, errorResult(call.callId, definition.name, 'APPROVAL_STALE', stale));
  const prepared: PreparedCall = {
    callId: call.callId,
    providerCallId: call.providerCallId,
    tool,
    args,
    facts,
    lane: definition.concurrency === 'serial' ? SERIAL_LANE : tool.laneOf(args, facts),
    decision,
    approved: call.approved !== undefined,
    firstAttempt: call.attempt ?? 1,
  };
  if (decision.verdict === 'allow' || call.approved !== undefined) return { kind: 'ready', call: prepared };
  return askAbout(tools, prepared, run);
}

function decidedCall(tools: CompiledTools, tool: CompiledTool, call: IncomingCall, args: JsonObject, run: RunContext): DecidedCall {
  const { definition } = tool;
  const when = definition.approval?.when;
  if (when === undefined)
    return definition.approval === undefined ? { tool: definition, args } : { tool: definition, args, approvalNeeded: true };
  const ctx = inspectionCtx(tools, call.callId, tool, run);
  let approvalNeeded = true;
  try {
    approvalNeeded = when(args, ctx) !== false;
  } catch (error) {
    tools.kernel.logger.warn('An approval condition threw; approval is required.', {
      tool: definition.name,
      error: errorMessage(error, run.workspace.root),
    });
  }
  return { tool: definition, args, approvalNeeded };
}

function staleApproval(tool: CompiledTool, call: IncomingCall, args: JsonObject): string | undefined {
  const { approved } = call;
  if (approved === undefined) return undefined;
  if (approved.definitionFingerprint !== tool.definition.fingerprint) {
    return `The tool ${tool.definition.name} changed after this call was approved, so the approval no longer holds. The call did not run; make it again if it is still needed.`;
  }
  if (!approved.edited && approved.argsDigest !== argsDigest(tool.definition.name, args)) {
    return 'The arguments are not the ones that were approved. The call did not run.';
  }
  return undefined;
}

function askAbout(tools: CompiledTools, call: PreparedCall, run: RunContext): Preparation | Promise<Preparation> {
  const refusals = run.refusals.size === 0 ? 0 : (run.refusals.get(argsDigest(call.tool.definition.name, call.args)) ?? 0);
  if (refusals >= MAX_REFUSALS) {
    return settle(run, errorResult(call.callId, call.tool.definition.name, 'APPROVAL_REJECTED', rejectionText()), call.decision);
  }
  const request = approvalRequest(tools.kernel, call, run, inspectionCtx(tools, call.callId, call.tool, run));
  return request instanceof Promise
    ? request.then((ready) => ({ kind: 'pending', call, request: ready }))
    : { kind: 'pending', call, request };
}

/** A context for code that looks at a call before it runs: conditions and previews. */
function inspectionCtx(tools: CompiledTools, callId: string, tool: CompiledTool, run: RunContext): CallCtx {
  return new CallCtx(run, callId, tool.definition.name, 0, tools.kernel.logger, tools.checkPermission);
}

function settle(run: RunContext, result: ToolResult, refusedBy?: Decision): Preparation {
  emitResult(run, result);
  return { kind: 'settled', result, denied: refusedBy !== undefined, decision: refusedBy };
}

/** A condition, key or validator of the user's threw: the call is answered, the run goes on. */
function failed(call: IncomingCall, run: RunContext, error: unknown): Preparation {
  const message = `The call could not be prepared: ${errorMessage(error, run.workspace.root)}. It did not run.`;
  return settle(run, errorResult(call.callId, call.name, 'CALL_NOT_PREPARED', message));
}

/** The policy's word right before a call starts, for calls that waited for a lane or for a person. */
export function decideAgain(tools: CompiledTools, call: PreparedCall, run: RunContext): Decision {
  return tools.kernel.permissions.decide({ tool: call.tool.definition, args: call.args, approvalNeeded: false }, call.facts, run);
}
