import { HarnessError } from '../contracts/errors.js';
import type { CallJournal } from '../contracts/journal.js';
import type { ToolResult } from '../contracts/tool-call.js';
import { runAttempt, type AttemptEnd } from './attempt.js';
import { auditAttempt, type EndedAttempt } from './audit-end.js';
import { CallCtx, idempotencyKey } from './call-ctx.js';
import { errorResult, successResult } from './call-result.js';
import { denialNow } from './decide-again.js';
import { aborted, judge, type AttemptVerdict, type FinishedAttempts } from './judge-attempt.js';
import type { PerformingCall, PreparedCall } from './prepared-call.js';
import { retryWait, waitFor } from './retry.js';

/**
 * Steps 8 and 9: the intent is journalled, the handler runs, its result is journalled, and what may be repeated is
 * repeated under the tool's retry policy. Never rejects: a journal that fails aborts the call with a fatal error.
 */
export function runAttempts(at: PerformingCall): FinishedAttempts | Promise<FinishedAttempts> {
  // Most calls have one attempt and no journal; a loop's frame would be half of what they allocate here.
  return at.tools.kernel.journal === undefined && at.call.tool.retry === undefined ? runOnlyAttempt(at) : runRepeated(at);
}

function runOnlyAttempt(at: PerformingCall): FinishedAttempts | Promise<FinishedAttempts> {
  const ending = runAttempt(at, new CallCtx(at.run, at.tools, at.call, at.call.firstAttempt));
  return ending instanceof Promise ? ending.then((end) => judgeOnly(at, end)) : judgeOnly(at, ending);
}

function judgeOnly(at: PerformingCall, end: AttemptEnd): FinishedAttempts | Promise<FinishedAttempts> {
  try {
    const verdict = judge(at, end, 1);
    if (!(verdict instanceof Promise)) return verdict.end;
    return verdict.then(
      ({ end: judged }) => judged,
      (error: unknown) => lost(1, error),
    );
  } catch (error) {
    return lost(1, error);
  }
}

async function runRepeated(at: PerformingCall): Promise<FinishedAttempts> {
  const { call, run } = at;
  const { journal } = at.tools.kernel;
  for (let attempt = call.firstAttempt; ; attempt++) {
    let started = attempt > call.firstAttempt;
    try {
      if (journal !== undefined) await journalIntent(journal, at, attempt);
      started = true;
      const ending = runAttempt(at, new CallCtx(run, at.tools, call, attempt));
      const judging = judge(at, ending instanceof Promise ? await ending : ending, counted(call, attempt));
      const verdict = judging instanceof Promise ? await judging : judging;
      if (verdict.end.kind === 'asks') return verdict.end;
      if (journal !== undefined) await journal.result(run.runId, call.callId, attempt, rawResult(call, verdict.end));
      if (!verdict.repeat) return verdict.end;
      if (!(await waitForRepeat(at, verdict, attempt))) return aborted(counted(call, attempt));
      const message = await denialNow(at);
      if (message !== undefined) return { kind: 'failed', code: 'PERMISSION_DENIED', message, attempts: counted(call, attempt) };
    } catch (error) {
      return { ...lost(counted(call, attempt), error), started };
    }
  }
}

function lost(attempts: number, error: unknown): Extract<FinishedAttempts, { kind: 'aborted' }> {
  return { kind: 'aborted', attempts, started: true, fatal: storageFailure(error) };
}

function counted(call: PreparedCall, attempt: number): number {
  return attempt - call.firstAttempt + 1;
}

/** Longest time that a timer can wait; a longer one would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** False when the run was cancelled meanwhile. */
function waitForRepeat(at: PerformingCall, verdict: AttemptVerdict, attempt: number): Promise<boolean> {
  const { call, run } = at;
  const { retry } = call.tool;
  const asked = verdict.retryAfterMs;
  const computed = retry === undefined ? 0 : retryWait(retry, attempt - call.firstAttempt);
  const waitMs = asked !== undefined && asked >= 0 && asked <= MAX_TIMER_MS ? asked : computed;
  const { callId, toolName } = call;
  auditAttempt({ kernel: at.tools.kernel, run, call }, { attempt, ...auditedEnd(verdict.end) });
  run.emit?.('tool-retry', { callId, toolName, attempt, nextAttempt: attempt + 1, waitMs, reason: verdict.reason });
  return waitFor(at.tools.kernel.clock, waitMs, run);
}

function auditedEnd(end: FinishedAttempts): Omit<EndedAttempt, 'attempt'> {
  if (end.kind === 'timed-out') return { outcome: 'timeout', errorCode: 'TOOL_TIMEOUT' };
  return end.kind === 'failed' ? { outcome: 'error', errorCode: end.code } : { outcome: 'success', errorCode: undefined };
}

/** Puts the result of a call on record. Rejects with `RUN_STORAGE` alone. */
export async function journalResult(journal: CallJournal, runId: string, attempt: number, result: ToolResult): Promise<void> {
  try {
    await journal.result(runId, result.callId, attempt, result);
  } catch (error) {
    throw storageFailure(error);
  }
}

function storageFailure(error: unknown): HarnessError {
  if (HarnessError.is(error, 'RUN_STORAGE')) return error;
  return new HarnessError('RUN_STORAGE', 'The journal failed; the run cannot go on.', { cause: error });
}

function journalIntent(journal: CallJournal, { call, run }: PerformingCall, attempt: number): void | Promise<void> {
  const { definition } = call.tool;
  return journal.intent({
    runId: run.runId,
    callId: call.callId,
    toolName: definition.name,
    attempt,
    args: call.args,
    replayPolicy: definition.replayPolicy,
    idempotencyKey: idempotencyKey(run.runId, call.callId),
    definitionFingerprint: definition.fingerprint,
  });
}

function rawResult(call: PreparedCall, end: Exclude<FinishedAttempts, { kind: 'asks' }>): ToolResult {
  const metadata = { durationMs: 0, attempts: end.attempts };
  if (end.kind === 'returned') return successResult(call, end.rendered, metadata);
  if (end.kind === 'failed') return errorResult(call, end.code, end.message, metadata);
  const unknown = { ...metadata, outcomeUnknown: true };
  if (end.kind === 'timed-out') return errorResult(call, 'TOOL_TIMEOUT', end.message, unknown);
  return errorResult(call, 'CALL_CANCELLED', 'The run was cancelled while this call was running.', unknown);
}
