import type { Message, ToolResultPart } from '@tackroom/core';
import type { BatchDraft } from './batch-draft.js';
import { changeState, copyState } from './copy-state.js';
import type { CallState, Transition } from './machine-state.js';
import { observeTurn, repetitionNotice, type RepeatedCall } from './repetition.js';
import { requestNext } from './request-next.js';

const NOTHING: readonly never[] = Object.freeze([]);

/** Every call of the turn has its result: they go into the transcript in call order, and the next step begins. */
export function completeBatch(draft: BatchDraft): Transition {
  const { state, calls } = draft;
  if (!state.rules.detectRepetition) {
    draft.add({ type: 'append', message: toolMessage(calls, undefined) });
    return requestNext(changeState(state, { calls: NOTHING }), NOTHING, draft.effects);
  }
  const { history, cycle } = observeTurn(state.repetition, calls.map(repeatedCall));
  const notice = cycle === undefined ? undefined : repetitionNotice(cycle);
  draft.add({ type: 'append', message: toolMessage(calls, notice) });
  if (cycle !== undefined) draft.add({ type: 'repetition', period: cycle.period, laps: cycle.laps });
  const next = copyState(state);
  next.calls = NOTHING;
  next.repetition = history;
  return requestNext(next, NOTHING, draft.effects);
}

/** The results of a turn, one for each call, in call order. */
export function toolMessage(calls: readonly CallState[], notice: string | undefined): Message {
  return { role: 'tool', content: calls.map((call) => resultPart(call, notice)) };
}

function repeatedCall(call: CallState): RepeatedCall {
  const content = call.result?.content ?? '';
  const { name, args } = call.proposal;
  return { name, args, outcome: typeof content === 'string' ? content : JSON.stringify(content) };
}

function resultPart(call: CallState, notice: string | undefined): ToolResultPart {
  const content = call.result?.content ?? '';
  const { toolCallId, toolName } = call.proposal;
  if (typeof content !== 'string') {
    const value = notice === undefined ? content : [...content, { type: 'text' as const, text: notice }];
    return { type: 'tool-result', toolCallId, toolName, output: { type: 'content', value } };
  }
  const value = notice === undefined ? content : `${content}\n\n${notice}`;
  return { type: 'tool-result', toolCallId, toolName, output: { type: call.result?.success === true ? 'text' : 'error-text', value } };
}
