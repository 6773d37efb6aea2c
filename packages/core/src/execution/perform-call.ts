import { HarnessError } from '../contracts/errors.js';
import type { LaneTicket } from '../contracts/scheduler.js';
import type { CallOutcome, ToolResult } from '../contracts/tool-call.js';
import { argsDigest } from '../permissions/args-digest.js';
import { denialText } from '../permissions/denial-text.js';
import { runAttempts } from './attempts.js';
import { askQuestion } from './ask-question.js';
import { auditEnd } from './audit-end.js';
import { emitResult, errorResult, successResult } from './call-result.js';
import type { CompiledTools } from './compile-tools.js';
import { denialNow, isPolicyChanged } from './decide-again.js';
import { errorMessage } from './error-text.js';
import type { FinishedAttempts } from './judge-attempt.js';
import { hasAfterTool, runAfterTool } from './tool-middleware.js';
import { runAt } from './place-call.js';
import type { PerformingCall, PreparedCall } from './prepared-call.js';
import type { RunContext } from './run-context.js';

/**
 * Performs a prepared call: an identical finished call is reused, else the call waits for its lane, is checked against
 * the policy once more if time has passed, runs under deadline and retries, and is rendered, journalled, audited and
 * reported. Takes its place in the lane before it returns. Never rejects: it settles as an outcome, and `fatal` on an
 * aborted one says that the run itself must fail.
 */
export function performCall(tools: CompiledTools, call: PreparedCall, run: RunContext): Promise<CallOutcome> {
  const at: PerformingCall = { tools, run: placedRun(run, call), call };
  const { dedupe } = run;
  if (call.decision.verdict !== 'allow' && !call.approved) return Promise.resolve(unapproved(at));
  if (dedupe === undefined || !tools.policy.dedupeCalls) return takeLane(at);
  if (!call.tool.dedupe) {
    return takeLane(at).then((outcome) => {
      if (call.tool.definition.replayPolicy !== 'safe' && mayHaveActed(outcome)) dedupe.clear();
      return outcome;
    });
  }
  const key = `${call.tool.definition.fingerprint}:${argsDigest(call.toolName, call.args, call.place)}`;
  const earlier = dedupe.find(key);
  if (earlier !== undefined) return reuse(at, earlier);
  const outcome = takeLane(at);
  dedupe.share(
    key,
    outcome.then((settled) => (settled.kind === 'result' ? settled.result : undefined)),
  );
  return outcome;
}

/** The run as the call sees it: in the place that it was prepared in. */
function placedRun(run: RunContext, { place }: PreparedCall): RunContext {
  return place === undefined ? run : runAt(run, place.cwd);
}

/** Whether a call that is not `safe` may have changed what kept results describe: a failed one may have got halfway. */
function mayHaveActed(outcome: CallOutcome): boolean {
  return !('result' in outcome) || outcome.result.metadata.attempts > 0;
}

/** Nobody said yes to this call. Whoever drives it is at fault, and it must not run for that. */
function unapproved(at: PerformingCall): CallOutcome {
  return denied(at, denialText({ reason: 'this call needs a person, and none has approved it' }));
}

function denied(at: PerformingCall, text: string): CallOutcome {
  return finish(at, errorResult(at.call, 'PERMISSION_DENIED', text), 'denied');
}

/** Step 6: an identical call of this run answers this one too, whatever came of it, unless the policy says no by now. */
async function reuse(at: PerformingCall, earlier: Promise<ToolResult | undefined> | ToolResult): Promise<CallOutcome> {
  const { call, run } = at;
  run.emit?.('tool-start', { callId: call.callId, toolName: call.toolName, queued: false });
  try {
    const first = await earlier;
    if (run.cancellation.cancelled) return closeUnstarted(at);
    if (first === undefined) return await performIn(at, enterLane(at));
    const denial = call.approved || isPolicyChanged(at) ? await denialNow(at) : undefined;
    if (denial !== undefined) return denied(at, denial);
    return finish(at, { ...first, callId: call.callId, metadata: { ...first.metadata, deduplicatedFrom: first.callId } });
  } catch (error) {
    return finish(at, brokenResult(at, undefined, error));
  }
}

/** Step 7: a place in the lane now, the turn when it comes. */
function takeLane(at: PerformingCall): Promise<CallOutcome> {
  const { call, run } = at;
  const ticket = enterLane(at);
  run.emit?.('tool-start', { callId: call.callId, toolName: call.toolName, queued: !ticket.held });
  return performIn(at, ticket);
}

function enterLane({ tools, call, run }: PerformingCall): LaneTicket {
  return tools.kernel.scheduler.enter({
    lane: call.lane,
    tree: run.tree,
    runId: run.runId,
    maxParallelCalls: run.maxParallelCalls,
    parent: run.parentTicket,
  });
}

function performIn(at: PerformingCall, ticket: LaneTicket): Promise<CallOutcome> {
  return ticket.held ? performHeld(at, ticket, at.call.approved) : performWhenGranted(at, ticket);
}

function performWhenGranted(at: PerformingCall, ticket: LaneTicket): Promise<CallOutcome> {
  const { call, run } = at;
  return new Promise((resolve) => {
    const cancelled = (): void => {
      ticket.release();
      resolve(closeUnstarted(at));
    };
    const place = run.cancellation.add(cancelled);
    void ticket.granted.then(() => {
      run.cancellation.remove(place);
      if (run.cancellation.cancelled) return;
      run.emit?.('tool-running', { callId: call.callId, toolName: call.toolName });
      resolve(performHeld(at, ticket, true));
    });
  });
}

/** Steps 8 to 10, inside the lane. `timePassed`: the policy, or what it judges, may have changed since the decision. */
async function performHeld(at: PerformingCall, ticket: LaneTicket, timePassed: boolean): Promise<CallOutcome> {
  const { call, run } = at;
  const { kernel } = at.tools;
  let ended: FinishedAttempts | undefined;
  try {
    if (run.cancellation.cancelled) return closeUnstarted(at);
    if (timePassed || isPolicyChanged(at)) {
      const denial = await denialNow(at);
      if (run.cancellation.cancelled) return closeUnstarted(at);
      if (denial !== undefined) return denied(at, denial);
    }
    const started = kernel.clock.monotonic();
    ended = await runAttempts(at);
    const durationMs = kernel.clock.monotonic() - started;
    if (ended.kind === 'aborted') return abort(at, ended, durationMs);
    if (ended.kind === 'asks') return { kind: 'pending', pending: askQuestion(at, ended) };
    let result = resultFrom(call, ended, durationMs);
    if (hasAfterTool(kernel)) result = await runAfterTool(at, result);
    return finish(at, result, ended.kind === 'timed-out' ? 'timeout' : undefined);
  } catch (error) {
    if (HarnessError.is(error, 'RUN_STORAGE'))
      return abort(at, { kind: 'aborted', attempts: ended?.attempts ?? 0, started: true, fatal: error }, 0);
    return finish(at, brokenResult(at, ended, error));
  } finally {
    ticket.release();
  }
}

/** A policy, a clock or a logger of the user's threw: the call has its result all the same, and the model is told what is known. */
function brokenResult({ call, run }: PerformingCall, ended: FinishedAttempts | undefined, error: unknown): ToolResult {
  const reason = errorMessage(error, run.workspace.root).replace(/\.$/, '');
  if (ended === undefined) return errorResult(call, 'CALL_NOT_STARTED', `The call could not be started: ${reason}. It did not run.`);
  const metadata = { durationMs: 0, attempts: ended.attempts, outcomeUnknown: true };
  return errorResult(
    call,
    'CALL_NOT_FINISHED',
    `The call ran, but its result was lost: ${reason}. Check its effects before calling it again.`,
    metadata,
  );
}

function resultFrom(call: PreparedCall, ended: Exclude<FinishedAttempts, { kind: 'aborted' | 'asks' }>, durationMs: number): ToolResult {
  const { attempts } = ended;
  if (ended.kind === 'failed') return errorResult(call, ended.code, ended.message, { durationMs, attempts });
  if (ended.kind === 'timed-out') return errorResult(call, 'TOOL_TIMEOUT', ended.message, { durationMs, attempts, outcomeUnknown: true });
  const { rendered } = ended;
  if (rendered.metadata === undefined && !rendered.truncated) return successResult(call, rendered, { durationMs, attempts });
  return successResult(call, rendered, {
    ...rendered.metadata,
    durationMs,
    attempts,
    ...(rendered.truncated ? { truncated: true } : undefined),
    ...(rendered.artifactId === undefined ? undefined : { artifactId: rendered.artifactId }),
  });
}

function finish(at: PerformingCall, result: ToolResult, outcome?: 'denied' | 'timeout'): CallOutcome {
  return close(at, { kind: 'result', result }, outcome ?? (result.success ? 'success' : 'error'));
}

function abort(at: PerformingCall, ended: Extract<FinishedAttempts, { kind: 'aborted' }>, durationMs: number): CallOutcome {
  const { attempts, started, fatal } = ended;
  const metadata = started ? { durationMs, attempts, outcomeUnknown: true } : { durationMs, attempts: 0 };
  const result = errorResult(at.call, fatal?.code ?? 'CALL_CANCELLED', abortText(at.call, ended), metadata);
  const outcome: CallOutcome = { kind: 'aborted', result, started };
  return close(at, fatal === undefined ? outcome : { ...outcome, fatal }, 'aborted');
}

function abortText({ tool }: PreparedCall, { started, fatal }: Extract<FinishedAttempts, { kind: 'aborted' }>): string {
  if (!started) return 'The run could not record this call, and ends. It did not run.';
  if (fatal !== undefined) return 'The run could not record what came of this call, and ends. Check its effects before calling it again.';
  return tool.definition.replayPolicy === 'manual'
    ? 'The run was cancelled while this call was running; its outcome is unknown. Check its effects before calling it again.'
    : 'The run was cancelled while this call was running.';
}

function closeUnstarted(at: PerformingCall): CallOutcome {
  const result = errorResult(at.call, 'CALL_CANCELLED', 'The run was cancelled before this call started. It did not run.');
  return close(at, { kind: 'aborted', result, started: false }, 'aborted');
}

function close<T extends CallOutcome & { readonly result: ToolResult }>(
  at: PerformingCall,
  outcome: T,
  audited: 'success' | 'error' | 'denied' | 'timeout' | 'aborted',
): T {
  auditEnd({ kernel: at.tools.kernel, call: at.call, run: at.run }, outcome.result, audited);
  emitResult(at.run, outcome.result);
  return outcome;
}
