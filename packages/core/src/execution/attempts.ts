import { HarnessError, ToolFailure, TransientToolError } from '../contracts/errors.js';
import type { CallJournal } from '../contracts/journal.js';
import type { ToolResult } from '../contracts/tool-call.js';
import { runAttempt, type AttemptEnd } from './attempt.js';
import { CallCtx, idempotencyKey } from './call-ctx.js';
import { errorResult, successResult } from './call-result.js';
import { errorMessage, errorText } from './error-text.js';
import type { PerformingCall, PreparedCall } from './prepared-call.js';
import { renderResult, type RenderedResult } from './render-result.js';
import { retryWait, waitFor } from './retry.js';

/** What all attempts of a call came to. `attempts` counts those of this execution. */
export type FinishedAttempts =
  | { readonly kind: 'returned'; readonly rendered: RenderedResult; readonly attempts: number }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string; readonly attempts: number }
  | { readonly kind: 'timed-out'; readonly message: string; readonly attempts: number }
  | { readonly kind: 'aborted'; readonly attempts: number; readonly fatal: HarnessError | undefined };

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
export async function runAttempts(at: PerformingCall): Promise<FinishedAttempts> {
  const { call, run } = at;
  const { journal } = at.tools.kernel;
  for (let attempt = call.firstAttempt; ; attempt++) {
    try {
      if (journal !== undefined) await journalIntent(journal, at, attempt);
      const ending = runAttempt(at, new CallCtx(run, at.tools, call, attempt));
      const judging = judge(at, ending instanceof Promise ? await ending : ending, counted(call, attempt));
      const verdict = judging instanceof Promise ? await judging : judging;
      if (journal !== undefined) await journal.result(run.runId, call.callId, attempt, rawResult(call, verdict.end));
      if (!verdict.repeat) return verdict.end;
      if (!(await waitForRepeat(at, verdict, attempt))) return { kind: 'aborted', attempts: counted(call, attempt), fatal: undefined };
    } catch (error) {
      return { kind: 'aborted', attempts: counted(call, attempt), fatal: storageFailure(error) };
    }
  }
}

function counted(call: PreparedCall, attempt: number): number {
  return attempt - call.firstAttempt + 1;
}

/** False when the run was cancelled meanwhile. */
function waitForRepeat(at: PerformingCall, verdict: AttemptVerdict, attempt: number): Promise<boolean> {
  const { call, run } = at;
  const { retry } = call.tool;
  const waitMs = verdict.retryAfterMs ?? (retry === undefined ? 0 : retryWait(retry, attempt - call.firstAttempt));
  const { callId, toolName } = call;
  run.emit?.('tool-retry', { callId, toolName, attempt, nextAttempt: attempt + 1, waitMs, reason: verdict.reason });
  return waitFor(at.tools.kernel.clock, waitMs, run);
}

function storageFailure(error: unknown): HarnessError {
  if (HarnessError.is(error, 'RUN_STORAGE')) return error;
  return new HarnessError('RUN_STORAGE', 'The journal failed; the run cannot go on.', { cause: error });
}

function judge(at: PerformingCall, end: AttemptEnd, attempts: number): AttemptVerdict | Promise<AttemptVerdict> {
  const { call, run } = at;
  const { cancelled } = run.cancellation;
  if (end.kind === 'abandoned' || (cancelled && end.kind !== 'returned')) return final({ kind: 'aborted', attempts, fatal: undefined });
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
  if (error instanceof ToolFailure) return final({ kind: 'failed', code: error.code, message: errorMessage(error, root), attempts });
  const message = `${errorText(error, root)}${error instanceof TransientToolError ? tried(attempts) : ''}`;
  if (!(error instanceof TransientToolError)) return final({ kind: 'failed', code: 'TOOL_ERROR', message, attempts });
  const end: FinishedAttempts = { kind: 'failed', code: 'TOOL_TRANSIENT', message, attempts };
  return { end, repeat: mayRepeat, reason: errorMessage(error, root), retryAfterMs: error.retryAfterMs };
}

function judgeValue(at: PerformingCall, value: unknown, attempts: number): AttemptVerdict | Promise<AttemptVerdict> {
  const { kernel } = at.tools;
  const maxChars = at.call.tool.definition.pages ? Infinity : kernel.maxResultChars;
  const rendered = renderResult(value, { runId: at.run.runId, artifacts: kernel.artifacts, maxChars });
  return rendered instanceof Promise ? rendered.then((ready) => judgeRendered(at, ready, attempts)) : judgeRendered(at, rendered, attempts);
}

function judgeRendered(at: PerformingCall, rendered: RenderedResult, attempts: number): AttemptVerdict {
  const { toolName, tool } = at.call;
  const wrong = tool.validateOutput?.(rendered.output ?? null);
  if (wrong !== undefined) {
    return final({
      kind: 'failed',
      code: 'OUTPUT_INVALID',
      message: `${toolName} returned what its contract does not allow: ${wrong}`,
      attempts,
    });
  }
  const end: FinishedAttempts = { kind: 'returned', rendered, attempts };
  const { retryIfResult } = tool.definition;
  if (retryIfResult === undefined || tool.retry === undefined || attempts >= tool.retry.attempts || at.run.cancellation.cancelled)
    return final(end);
  const repeat = retryIfResult(successResult(at.call, rendered, { durationMs: 0, attempts }));
  return repeat ? { end, repeat, reason: 'the result asks for a repeat', retryAfterMs: undefined } : final(end);
}

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
