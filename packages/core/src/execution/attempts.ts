import { HarnessError, ToolFailure, TransientToolError } from '../contracts/errors.js';
import type { CallJournal } from '../contracts/journal.js';
import type { ToolResult } from '../contracts/tool-call.js';
import { runAttempt, type AttemptEnd } from './attempt.js';
import { CallCtx, idempotencyKey } from './call-ctx.js';
import type { CallKernel } from './call-kernel.js';
import { errorResult, successResult } from './call-result.js';
import type { CompiledTools } from './compile-tools.js';
import { errorMessage, errorText } from './error-text.js';
import type { PreparedCall } from './prepared-call.js';
import { renderResult, type RenderedResult } from './render-result.js';
import { retryWait, waitFor } from './retry.js';
import type { RunContext } from './run-context.js';

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
export async function runAttempts(tools: CompiledTools, call: PreparedCall, run: RunContext): Promise<FinishedAttempts> {
  const { kernel } = tools;
  for (let attempt = call.firstAttempt; ; attempt++) {
    const attempts = attempt - call.firstAttempt + 1;
    try {
      if (kernel.journal !== undefined) await journalIntent(kernel.journal, call, run, attempt);
      const verdict = await runOnce(tools, call, run, attempt);
      if (kernel.journal !== undefined) await kernel.journal.result(run.runId, call.callId, attempt, rawResult(call, verdict.end));
      if (!verdict.repeat || !(await waitForRepeat(kernel, call, run, verdict, attempt))) {
        return verdict.repeat ? { kind: 'aborted', attempts, fatal: undefined } : verdict.end;
      }
    } catch (error) {
      return { kind: 'aborted', attempts, fatal: storageFailure(error) };
    }
  }
}

async function runOnce(tools: CompiledTools, call: PreparedCall, run: RunContext, attempt: number): Promise<AttemptVerdict> {
  const ctx = new CallCtx(run, call.callId, call.tool.definition.name, attempt, tools.kernel.logger, tools.checkPermission);
  const end = runAttempt(tools.kernel, call.tool, call.args, ctx, run);
  return judge(tools, call, run, end instanceof Promise ? await end : end, attempt);
}

/** False when the run was cancelled meanwhile. */
function waitForRepeat(
  kernel: CallKernel,
  call: PreparedCall,
  run: RunContext,
  verdict: AttemptVerdict,
  attempt: number,
): Promise<boolean> {
  const { retry } = call.tool;
  const waitMs = verdict.retryAfterMs ?? (retry === undefined ? 0 : retryWait(retry, attempt - call.firstAttempt));
  run.emit?.('tool-retry', {
    callId: call.callId,
    toolName: call.tool.definition.name,
    attempt,
    nextAttempt: attempt + 1,
    waitMs,
    reason: verdict.reason,
  });
  return waitFor(kernel.clock, waitMs, run);
}

function storageFailure(error: unknown): HarnessError {
  return HarnessError.is(error, 'RUN_STORAGE')
    ? error
    : new HarnessError('RUN_STORAGE', 'The journal failed; the run cannot go on.', { cause: error });
}

function judge(
  tools: CompiledTools,
  call: PreparedCall,
  run: RunContext,
  end: AttemptEnd,
  attempt: number,
): AttemptVerdict | Promise<AttemptVerdict> {
  const attempts = attempt - call.firstAttempt + 1;
  const { cancelled } = run.cancellation;
  if (end.kind === 'abandoned' || (cancelled && end.kind !== 'returned')) return final({ kind: 'aborted', attempts, fatal: undefined });
  if (end.kind === 'returned') return judgeValue(tools, call, run, end.value, attempts);
  const more = !cancelled && call.tool.retry !== undefined && attempts < call.tool.retry.attempts;
  if (end.kind === 'timed-out') {
    const seconds = call.tool.timeoutMs / 1000;
    const message = `${call.tool.definition.name} timed out after ${seconds} s${tried(attempts)}. It may have partly run: check its effects before calling it again.`;
    return { end: { kind: 'timed-out', message, attempts }, repeat: more, reason: 'timeout', retryAfterMs: undefined };
  }
  return judgeError(run, end.error, attempts, more);
}

function judgeError(run: RunContext, error: unknown, attempts: number, more: boolean): AttemptVerdict {
  const { root } = run.workspace;
  if (error instanceof ToolFailure) return final({ kind: 'failed', code: error.code, message: errorMessage(error, root), attempts });
  if (error instanceof TransientToolError) {
    const message = `${errorText(error, root)}${tried(attempts)}`;
    return {
      end: { kind: 'failed', code: 'TOOL_TRANSIENT', message, attempts },
      repeat: more,
      reason: errorMessage(error, root),
      retryAfterMs: error.retryAfterMs,
    };
  }
  return final({ kind: 'failed', code: 'TOOL_ERROR', message: errorText(error, root), attempts });
}

function judgeValue(
  tools: CompiledTools,
  call: PreparedCall,
  run: RunContext,
  value: unknown,
  attempts: number,
): AttemptVerdict | Promise<AttemptVerdict> {
  const maxChars = call.tool.definition.pages ? Infinity : tools.kernel.maxResultChars;
  const rendered = renderResult(value, { runId: run.runId, artifacts: tools.kernel.artifacts, maxChars });
  return rendered instanceof Promise
    ? rendered.then((ready) => judgeRendered(call, run, ready, attempts))
    : judgeRendered(call, run, rendered, attempts);
}

function judgeRendered(call: PreparedCall, run: RunContext, rendered: RenderedResult, attempts: number): AttemptVerdict {
  const { definition, retry, validateOutput } = call.tool;
  const wrong = validateOutput?.(rendered.output ?? null);
  if (wrong !== undefined) {
    return final({
      kind: 'failed',
      code: 'OUTPUT_INVALID',
      message: `${definition.name} returned something its contract does not allow: ${wrong}`,
      attempts,
    });
  }
  const end: FinishedAttempts = { kind: 'returned', rendered, attempts };
  if (definition.retryIfResult === undefined || retry === undefined || attempts >= retry.attempts || run.cancellation.cancelled)
    return final(end);
  const asked = successResult(call.callId, definition.name, rendered.output, rendered.content, { durationMs: 0, attempts });
  return definition.retryIfResult(asked)
    ? { end, repeat: true, reason: 'the result asks for a repeat', retryAfterMs: undefined }
    : final(end);
}

function final(end: FinishedAttempts): AttemptVerdict {
  return { end, repeat: false, reason: '', retryAfterMs: undefined };
}

function tried(attempts: number): string {
  return attempts > 1 ? ` (tried ${attempts} times)` : '';
}

function journalIntent(journal: CallJournal, call: PreparedCall, run: RunContext, attempt: number): void | Promise<void> {
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
  const { callId } = call;
  const toolName = call.tool.definition.name;
  const metadata = { durationMs: 0, attempts: end.attempts };
  if (end.kind === 'returned') return successResult(callId, toolName, end.rendered.output, end.rendered.content, metadata);
  if (end.kind === 'failed') return errorResult(callId, toolName, end.code, end.message, metadata);
  const unknown = { ...metadata, outcomeUnknown: true };
  if (end.kind === 'timed-out') return errorResult(callId, toolName, 'TOOL_TIMEOUT', end.message, unknown);
  return errorResult(callId, toolName, 'CALL_CANCELLED', 'The run was cancelled while this call was running.', unknown);
}
