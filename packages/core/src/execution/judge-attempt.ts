import { HarnessError, ToolFailure, TransientToolError } from '../contracts/errors.js';
import { HumanInputRequired } from '../contracts/human-input-required.js';
import type { AttemptEnd } from './attempt.js';
import { successResult } from './call-result.js';
import { errorMessage, errorText } from './error-text.js';
import { namedPaths } from './named-paths.js';
import type { PerformingCall } from './prepared-call.js';
import { renderResult, type RenderedResult } from './render-result.js';

/** What all attempts of a call came to. `attempts` counts those of this execution. */
export type FinishedAttempts =
  | { readonly kind: 'returned'; readonly rendered: RenderedResult; readonly attempts: number }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string; readonly attempts: number }
  | { readonly kind: 'timed-out'; readonly message: string; readonly attempts: number }
  /** The handler needs a person's answer. The call has not ended. */
  | { readonly kind: 'asks'; readonly asked: HumanInputRequired; readonly attempts: number }
  /** `started` is false when not even the intent could be written: then nothing ran. */
  | { readonly kind: 'aborted'; readonly attempts: number; readonly started: boolean; readonly fatal: HarnessError | undefined };

/** What one attempt came to, and whether a repeat may help. */
export interface AttemptVerdict {
  readonly end: FinishedAttempts;
  readonly repeat: boolean;
  readonly reason: string;
  readonly retryAfterMs: number | undefined;
}

/**
 * What came of one attempt, `attempts` of them counted. Throws, or rejects with, `RUN_STORAGE` alone: what else goes wrong
 * with what a handler gave is the call's error.
 */
export function judge(at: PerformingCall, end: AttemptEnd, attempts: number): AttemptVerdict | Promise<AttemptVerdict> {
  const { call, run } = at;
  const { cancelled } = run.cancellation;
  if (end.kind === 'abandoned' || (cancelled && end.kind !== 'returned')) return final(aborted(attempts));
  if (end.kind === 'returned') return judgeValue(at, end.value, attempts);
  const repeat = !cancelled && call.tool.retry !== undefined && attempts < call.tool.retry.attempts;
  if (end.kind === 'threw' && HumanInputRequired.is(end.error)) return final({ kind: 'asks', asked: end.error, attempts });
  if (end.kind === 'threw') return judgeError(at, end.error, attempts, repeat);
  const message =
    `${call.toolName} timed out after ${call.tool.timeoutMs / 1000} s${tried(attempts)}. ` +
    'It may have partly run: check its effects before calling it again.';
  return { end: { kind: 'timed-out', message, attempts }, repeat, reason: 'timeout', retryAfterMs: undefined };
}

function judgeError(at: PerformingCall, error: unknown, attempts: number, mayRepeat: boolean): AttemptVerdict {
  const { root } = at.run.workspace;
  const named = namedPaths(at.call, at.run.workspace);
  const failed = (code: string, message: string): FinishedAttempts => ({ kind: 'failed', code, message, attempts });
  if (TransientToolError.is(error)) {
    const end = failed('TOOL_TRANSIENT', `${errorText(error, root, named)}${tried(attempts)}`);
    return { end, repeat: mayRepeat, reason: errorMessage(error, root, named), retryAfterMs: error.retryAfterMs };
  }
  const isFailure = ToolFailure.is(error);
  const code = isFailure && typeof error.code === 'string' ? error.code : 'TOOL_ERROR';
  const message = isFailure ? errorMessage(error, root, named) : errorText(error, root, named);
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

/** A call that the run's cancellation ended after it had started. */
export function aborted(attempts: number): FinishedAttempts {
  return { kind: 'aborted', attempts, started: true, fatal: undefined };
}
