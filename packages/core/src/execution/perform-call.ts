import type { LaneTicket } from '../contracts/scheduler.js';
import type { CallOutcome, ToolResult } from '../contracts/tool-call.js';
import { argsDigest } from '../permissions/args-digest.js';
import { denialText } from '../permissions/denial-text.js';
import { runAttempts, type FinishedAttempts } from './attempts.js';
import { auditEnd } from './audit-end.js';
import { closedResult, emitResult, errorResult, successResult } from './call-result.js';
import type { CompiledTools } from './compile-tools.js';
import { hasAfterTool, runAfterTool } from './tool-middleware.js';
import type { PreparedCall } from './prepared-call.js';
import { decideAgain } from './prepare-call.js';
import type { RunContext } from './run-context.js';

/**
 * Performs a prepared call: an identical finished call is reused, else the call waits for its lane, is checked against
 * the policy once more if time has passed, runs under deadline and retries, and is rendered, journalled, audited and
 * reported. Takes its place in the lane before it returns. Never throws: it settles as an outcome, and `fatal` on an
 * aborted one says that the run itself must fail.
 */
export function performCall(tools: CompiledTools, call: PreparedCall, run: RunContext): Promise<CallOutcome> {
  const { dedupe } = run;
  if (dedupe === undefined || !tools.policy.dedupeCalls) return takeLane(tools, call, run);
  if (!call.tool.dedupe) return takeLane(tools, call, run).then((outcome) => forgetAfter(dedupe.clear.bind(dedupe), outcome));
  const key = `${call.tool.definition.fingerprint}:${argsDigest(call.tool.definition.name, call.args)}`;
  const earlier = dedupe.find(key);
  if (earlier !== undefined) return reuse(tools, call, run, earlier);
  const outcome = takeLane(tools, call, run);
  dedupe.share(key, outcome.then(resultOf));
  return outcome;
}

/** A call of another kind that succeeded may have changed what kept results describe. */
function forgetAfter(forget: () => void, outcome: CallOutcome): CallOutcome {
  if (outcome.kind === 'result' && outcome.result.success) forget();
  return outcome;
}

async function reuse(
  tools: CompiledTools,
  call: PreparedCall,
  run: RunContext,
  earlier: Promise<ToolResult> | ToolResult,
): Promise<CallOutcome> {
  run.emit?.('tool-start', { callId: call.callId, toolName: call.tool.definition.name, queued: false });
  const first = await earlier;
  if (!first.success) return takeLane(tools, call, run);
  const result: ToolResult = { ...first, callId: call.callId, metadata: { ...first.metadata, deduplicatedFrom: first.callId } };
  emitResult(run, result);
  return { kind: 'result', result };
}

function resultOf(outcome: CallOutcome): ToolResult {
  return 'result' in outcome ? outcome.result : closedResult('', '', 'CALL_NOT_SETTLED', 'The call has not settled.');
}

/** Step 7: a place in the lane now, the turn when it comes. */
function takeLane(tools: CompiledTools, call: PreparedCall, run: RunContext): Promise<CallOutcome> {
  const ticket = tools.kernel.scheduler.enter({
    lane: call.lane,
    tree: run.tree,
    runId: run.runId,
    maxParallelCalls: run.maxParallelCalls,
    parent: run.parentTicket,
  });
  run.emit?.('tool-start', { callId: call.callId, toolName: call.tool.definition.name, queued: !ticket.held });
  return ticket.held ? performHeld(tools, call, run, ticket, call.approved) : performWhenGranted(tools, call, run, ticket);
}

async function performWhenGranted(tools: CompiledTools, call: PreparedCall, run: RunContext, ticket: LaneTicket): Promise<CallOutcome> {
  const granted = await turnOrCancellation(ticket, run);
  if (!granted) {
    ticket.release();
    return closeUnstarted(tools, call, run);
  }
  run.emit?.('tool-running', { callId: call.callId, toolName: call.tool.definition.name });
  return performHeld(tools, call, run, ticket, true);
}

function turnOrCancellation(ticket: LaneTicket, run: RunContext): Promise<boolean> {
  return new Promise((resolve) => {
    const cancelled = (): void => resolve(false);
    run.cancellation.add(cancelled);
    void ticket.granted.then(() => {
      run.cancellation.remove(cancelled);
      resolve(!run.cancellation.cancelled);
    });
  });
}

/** Steps 8 to 10, inside the lane. `timePassed`: the policy may have changed since the decision. */
async function performHeld(
  tools: CompiledTools,
  call: PreparedCall,
  run: RunContext,
  ticket: LaneTicket,
  timePassed: boolean,
): Promise<CallOutcome> {
  try {
    if (run.cancellation.cancelled) return closeUnstarted(tools, call, run);
    if (timePassed) {
      const decision = decideAgain(tools, call, run);
      if (decision.verdict === 'deny') {
        return finish(
          tools,
          call,
          run,
          errorResult(call.callId, call.tool.definition.name, 'PERMISSION_DENIED', denialText(decision)),
          'denied',
        );
      }
    }
    const started = tools.kernel.clock.monotonic();
    const ended = await runAttempts(tools, call, run);
    const durationMs = tools.kernel.clock.monotonic() - started;
    if (ended.kind === 'aborted') return abort(tools, call, run, ended, durationMs);
    let result = resultFrom(call, ended, durationMs);
    if (hasAfterTool(tools.kernel)) {
      const seen = { callId: call.callId, toolName: call.tool.definition.name, args: call.args, runId: run.runId };
      result = await runAfterTool(tools.kernel, seen, result, run);
    }
    return finish(tools, call, run, result, ended.kind === 'timed-out' ? 'timeout' : undefined);
  } finally {
    ticket.release();
  }
}

function resultFrom(call: PreparedCall, ended: Exclude<FinishedAttempts, { kind: 'aborted' }>, durationMs: number): ToolResult {
  const toolName = call.tool.definition.name;
  const { attempts } = ended;
  if (ended.kind === 'failed') return errorResult(call.callId, toolName, ended.code, ended.message, { durationMs, attempts });
  if (ended.kind === 'timed-out') {
    return errorResult(call.callId, toolName, 'TOOL_TIMEOUT', ended.message, { durationMs, attempts, outcomeUnknown: true });
  }
  const { rendered } = ended;
  if (rendered.metadata === undefined && !rendered.truncated) {
    return successResult(call.callId, toolName, rendered.output, rendered.content, { durationMs, attempts });
  }
  return successResult(call.callId, toolName, rendered.output, rendered.content, {
    durationMs,
    attempts,
    ...rendered.metadata,
    ...(rendered.truncated ? { truncated: true } : undefined),
    ...(rendered.artifactId === undefined ? undefined : { artifactId: rendered.artifactId }),
  });
}

function finish(
  tools: CompiledTools,
  call: PreparedCall,
  run: RunContext,
  result: ToolResult,
  outcome?: 'denied' | 'timeout',
): CallOutcome {
  auditEnd(tools.kernel, call, run, result, outcome ?? (result.success ? 'success' : 'error'));
  emitResult(run, result);
  return { kind: 'result', result };
}

function abort(
  tools: CompiledTools,
  call: PreparedCall,
  run: RunContext,
  ended: Extract<FinishedAttempts, { kind: 'aborted' }>,
  durationMs: number,
): CallOutcome {
  const unknown = call.tool.definition.replayPolicy === 'manual';
  const text = unknown
    ? 'The run was cancelled while this call was running; its outcome is unknown. Check its effects before calling it again.'
    : 'The run was cancelled while this call was running.';
  const result = errorResult(call.callId, call.tool.definition.name, ended.fatal?.code ?? 'CALL_CANCELLED', text, {
    durationMs,
    attempts: ended.attempts,
    outcomeUnknown: true,
  });
  auditEnd(tools.kernel, call, run, result, 'aborted');
  emitResult(run, result);
  return ended.fatal === undefined
    ? { kind: 'aborted', result, started: true }
    : { kind: 'aborted', result, started: true, fatal: ended.fatal };
}

function closeUnstarted(tools: CompiledTools, call: PreparedCall, run: RunContext): CallOutcome {
  const result = closedResult(
    call.callId,
    call.tool.definition.name,
    'CALL_CANCELLED',
    'The run was cancelled before this call started. It did not run.',
  );
  auditEnd(tools.kernel, call, run, result, 'aborted');
  emitResult(run, result);
  return { kind: 'aborted', result, started: false };
}
