import { HarnessError, ToolFailure, TransientToolError } from '../contracts/errors.js';
import type { CallJournal } from '../contracts/journal.js';
import type { ToolResult } from '../contracts/tool-call.js';
import { runAttempt, type AttemptEnd } from './attempt.js';
import { auditAttempt, type EndedAttempt } from './audit-end.js';
import { CallCtx, idempotencyKey } from './call-ctx.js';
import { errorResult, successResult } from './call-result.js';
import { denialNow } from './decide-again.js';
import { errorMessage, errorText } from './error-text.js';
import type { PerformingCall, PreparedCall } from './prepared-call.js';
import { renderResult, type RenderedResult } from './render-result.js';
import { retryWait, waitFor } from './retry.js';

/** What all attempts of a call came to. `attempts` counts those of this execution. */
export type FinishedAttempts =
  | { readonly kind: 'returned'; readonly rendered: RenderedResult; readonly attempts: number }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string; readonly attempts: number }
  | { readonly kind: 'timed-out'; readonly message: string; readonly attempts: number }
  /** `started` is false when not even the intent could be written: then nothing ran. */
  | { readonly kind: 'aborted'; readonly attempts: number; readonly started: boolean; readonly fatal: HarnessError | undefined };

/** What one attempt came to, and whether a repeat may help. */
interface AttemptVerdict {
  readonly end: FinishedAttempts;
  readonly repeat: boolean;
  readonly reason: string;
  readonly retryAfterMs: number | undefined;
}

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

function aborted(attempts: number): FinishedAttempts {
  return { kind: 'aborted', attempts, started: true, fatal: undefined };
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

function storageFailure(error: unknown): HarnessError {
  if (HarnessError.is(error, 'RUN_STORAGE')) return error;
  return new HarnessError('RUN_STORAGE', 'The journal failed; the run cannot go on.', { cause: error });
}

function judge(at: PerformingCall, end: AttemptEnd, attempts: number): AttemptVerdict | Promise<AttemptVerdict> {
  const { call, run } = at;
  const { cancelled } = run.cancellation;
  if (end.kind === 'abandoned' || (cancelled && end.kind !== 'returned')) return final(aborted(attempts));
  if (end.kind === 'returned') return judgeValue(at, end.value, attempts);
  const repeat = !cancelled && call.tool.retry !== undefined && attempts < call.tool.retry.attempts;
  if (end.kind === 'threw') return judgeError(at, end.error, attempts, repeat);
  const message =
    `${call.toolName} timed out after ${call.tool.timeoutMs / 1000} s${tried(attempts)}. ` +
    'It may have partly run: check its effects before calling it again.';
  return { end: { kind: 'timed-out', message, attempts }, repeat, reason: 'timeout', retryAfterMs: undefined };
}

function judgeError(at: PerformingCall, error: unknown, attempts: number, mayRepeat: boolean): AttemptVerdict {
  const { root } = at.run.workspace;
  const failed = (code: string, message: string): FinishedAttempts => ({ kind: 'failed', code, message, attempts });
  if (TransientToolError.is(error)) {
    const end = failed('TOOL_TRANSIENT', `${errorText(error, root)}${tried(attempts)}`);
    return { end, repeat: mayRepeat, reason: errorMessage(error, root), retryAfterMs: error.retryAfterMs };
  }
  const isFailure = ToolFailure.is(error);
  const code = isFailure && typeof error.code === 'string' ? error.code : 'TOOL_ERROR';
  const message = isFailure ? errorMessage(error, root) : errorText(error, root);
  if (at.call.tool.retry?.retryErrorResults !== true || !isMarkedTransient(error)) return final(failed(code, message));
  return { end: failed(code, `${message}${tried(attempts)}`), repeat: mayRepeat, reason: message, retryAfterMs: undefined };
}

/** Errors of libraries that say so themselves; whether that is believed is the retry policy's word. */
function isMarkedTransient(error: unknown): boolean {
  try {
    return typeof error === 'object' && error !== null && (error as { readonly transient?: unknown }).transient === true;
  } catch {
    return false;
  }
}

function judgeValue(at: PerformingCall, value: unknown, attempts: number): AttemptVerdict | Promise<AttemptVerdict> {
  const { kernel } = at.tools;
  const maxChars = at.call.tool.definition.pages ? Infinity : kernel.maxResultChars;
  try {
    const rendered = renderResult(value, { runId: at.run.runId, artifacts: kernel.artifacts, maxChars });
    return rendered instanceof Promise ? judgeLater(at, rendered, attempts) : judgeRendered(at, rendered, attempts);
  } catch (error) {
    return unusable(at, error, attempts);
  }
}

async function judgeLater(at: PerformingCall, rendered: Promise<RenderedResult>, attempts: number): Promise<AttemptVerdict> {
  try {
    return judgeRendered(at, await rendered, attempts);
  } catch (error) {
    return unusable(at, error, attempts);
  }
}

/** A store that fails is the run's matter. Whatever else is wrong with what a handler returned is the call's. */
function unusable(at: PerformingCall, error: unknown, attempts: number): AttemptVerdict {
  if (HarnessError.is(error, 'RUN_STORAGE')) throw error;
  const { call, run } = at;
  const message = `${call.toolName} ran, but what it returned cannot be shown: ${errorText(error, run.workspace.root)}. ${CHECK_EFFECTS}`;
  return final({ kind: 'failed', code: 'OUTPUT_UNREADABLE', message, attempts });
}

function judgeRendered(at: PerformingCall, rendered: RenderedResult, attempts: number): AttemptVerdict {
  const { toolName, tool } = at.call;
  const wrong = tool.validateOutput?.(rendered.output ?? null);
  if (wrong !== undefined) {
    const message = `${toolName} ran, but returned what its contract does not allow: ${wrong}. ${CHECK_EFFECTS}`;
    return final({ kind: 'failed', code: 'OUTPUT_INVALID', message, attempts });
  }
  const end: FinishedAttempts = { kind: 'returned', rendered, attempts };
  if (tool.retry === undefined || attempts >= tool.retry.attempts || at.run.cancellation.cancelled) return final(end);
  return asksForRepeat(at, rendered, attempts)
    ? { end, repeat: true, reason: 'the result asks for a repeat', retryAfterMs: undefined }
    : final(end);
}

/** A predicate that throws, or gives anything but true, asks for nothing: the result stands. */
function asksForRepeat(at: PerformingCall, rendered: RenderedResult, attempts: number): boolean {
  const { retryIfResult } = at.call.tool.definition;
  if (retryIfResult === undefined) return false;
  try {
    return retryIfResult(successResult(at.call, rendered, { durationMs: 0, attempts })) === true;
  } catch (error) {
    const message = errorMessage(error, at.run.workspace.root);
    at.tools.kernel.logger.warn('retryIfResult threw; the result is taken as it is.', { tool: at.call.toolName, error: message });
    return false;
  }
}

const CHECK_EFFECTS = 'Check its effects before calling it again.';

function final(end: FinishedAttempts): AttemptVerdict {
  return { end, repeat: false, reason: '', retryAfterMs: undefined };
}

function tried(attempts: number): string {
  return attempts > 1 ? ` (tried ${attempts} times)` : '';
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

function rawResult(call: PreparedCall, end: FinishedAttempts): ToolResult {
  const metadata = { durationMs: 0, attempts: end.attempts };
  if (end.kind === 'returned') return successResult(call, end.rendered, metadata);
  if (end.kind === 'failed') return errorResult(call, end.code, end.message, metadata);
  const unknown = { ...metadata, outcomeUnknown: true };
  if (end.kind === 'timed-out') return errorResult(call, 'TOOL_TIMEOUT', end.message, unknown);
  return errorResult(call, 'CALL_CANCELLED', 'The run was cancelled while this call was running.', unknown);
}
