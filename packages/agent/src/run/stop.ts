import { closedResult, type Message, type ToolResult } from '@tackroom/core';
import type { AssistantPart } from '../model/model-reply.js';
import { hasWords } from '../transcript/has-words.js';
import { changeState } from './copy-state.js';
import type { RunFailure } from './machine-event.js';
import type { CallState, Effect, MachineState, RunEnd, StopReason, Transition } from './machine-state.js';

/** The end of a run that is cancelled. */
export const CANCELLED: RunEnd = Object.freeze({ status: 'cancelled', stopReason: 'cancelled', text: '', error: undefined });

/** The end of a run that came to its end for `stopReason`. */
export function completedEnd(stopReason: StopReason): RunEnd {
  return { status: 'completed', stopReason, text: '', error: undefined };
}

/** The end of a run that failed. */
export function failedEnd(error: RunFailure): RunEnd {
  return { status: 'failed', stopReason: 'error', text: '', error };
}

/** Ends the run: what was held back of a reply goes into the transcript first. */
export function finish(state: MachineState, end: RunEnd, before: readonly Effect[]): Transition {
  const { held } = state.recovery;
  // A reply without words does not take away an answer that was given.
  const text = state.answer !== undefined && !hasWords(state.text) ? state.answer.text : state.text;
  const whole: RunEnd = { ...end, text };
  const finished: Effect = { type: 'finish', end: whole };
  const effects: readonly Effect[] =
    held.length === 0 ? [...before, finished] : [...before, { type: 'append', message: assistantMessage(held) }, finished];
  const recovery = held.length === 0 ? state.recovery : { ...state.recovery, held: [] };
  return { state: changeState(state, { phase: 'finished', recovery, calls: [], stopping: undefined, end: whole }), effects };
}

/** Ends the run with the answer that the model was reminded after, if that stands; undefined otherwise. */
export function endWithAnswer(state: MachineState, before: readonly Effect[] = NOTHING): Transition | undefined {
  const { answer } = state;
  return answer?.stands === true ? finish(changeState(state, { text: answer.text }), completedEnd('answer'), before) : undefined;
}

const NOTHING: readonly never[] = Object.freeze([]);

/** The answer to a call that will not go on because the run stops: it never started, or it was waiting inside. */
export function closeCall(call: CallState, stopping: RunEnd): ToolResult {
  const { callId, toolName } = call.proposal;
  const code = stopping.status === 'cancelled' ? 'CALL_CANCELLED' : 'CALL_NOT_EXECUTED';
  const [waiting] = call.pending;
  if (call.status === 'suspended') {
    return { ...closedResult(callId, toolName, code, LEFT_WAITING), metadata: { durationMs: 0, attempts: 1, outcomeUnknown: true } };
  }
  // A handler asks before anything has taken effect: nothing of it is unknown.
  if (waiting?.kind === 'question') {
    return { ...closedResult(callId, toolName, code, UNANSWERED_AT_END), metadata: { durationMs: 0, attempts: waiting.attempt } };
  }
  return closedResult(callId, toolName, code, CLOSING[stopping.stopReason] ?? 'Not executed: the run has ended.');
}

const UNANSWERED_AT_END = 'The run ended while this call was waiting for the answer to its question.';

const LEFT_WAITING =
  'The run ended while this call was waiting for an answer; its outcome is unknown. Check its effects before calling it again.';

const CLOSING: Readonly<Partial<Record<StopReason, string>>> = {
  cancelled: 'The run was cancelled before this call started. It did not run.',
  'step-limit': 'Not executed: the run has used up its steps.',
  'token-limit': 'Not executed: the run has used up its tokens.',
  truncated: 'Not executed: too many replies in a row were cut off at their output limit.',
  refused: 'Not executed: the provider stopped the reply that made this call.',
  error: 'Not executed: the run failed.',
};

/** A message of the assistant. */
export function assistantMessage(content: readonly AssistantPart[]): Message {
  return { role: 'assistant', content };
}

/** The text of a message's parts. */
export function textOf(parts: readonly AssistantPart[]): string {
  let text = '';
  for (const part of parts) if (part.type === 'text') text += part.text;
  return text;
}
