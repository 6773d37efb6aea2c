import type { Message } from '@tackroom/core';
import type { AssistantPart, ModelReply, ReplyCall } from '../model/model-reply.js';
import { addReply } from '../model/reply-usage.js';
import { advance } from './batch.js';
import { BatchDraft } from './batch-draft.js';
import { changeState, copyState } from './copy-state.js';
import type { CallState, Effect, MachineState, Recovery, RunEnd, Transition } from './machine-state.js';
import { requestNext, userMessage } from './request-next.js';
import { assistantMessage, completedEnd, failedEnd, finish, textOf } from './stop.js';

const CONTINUE =
  'Your reply was cut off at its output limit. Go on exactly where it stopped, without repeating anything and without a remark about this.';
const NUDGE = 'Your last reply was empty. Answer, or call a tool.';

/** Does what a reply asks for. */
export function takeReply(before: MachineState, reply: ModelReply): Transition {
  const { held } = before.recovery;
  const usage = addReply(before.usage, reply.usage, reply.calls.length);
  const text = held.length === 0 ? reply.text : textOf(held) + reply.text;
  const state = copyState(before);
  state.usage = usage;
  state.text = text;
  if (state.stopping !== undefined) return endWith(state, reply, state.stopping);
  if (state.lastRequest) return endWith(state, reply, completedEnd('step-limit'));
  if (reply.finish === 'refusal') return endWith(state, reply, completedEnd('refused'));
  if (reply.finish === 'length') return takeTruncated(state, reply);
  if (reply.calls.length > 0) return openBatch(settledWell(state), reply, undefined);
  if (reply.finish === 'pause') return takePaused(state, reply);
  if (text.trim() === '' && !reply.content.some((part) => part.type === 'file')) return takeEmpty(state);
  return finish(hold(settledWell(state), reply.content), completedEnd('answer'), []);
}

/** A reply cut off at its output limit: whole calls run, text is continued, and the budget is doubled. */
function takeTruncated(state: MachineState, reply: ModelReply): Transition {
  const { recovery, rules } = state;
  const truncations = recovery.truncations + 1;
  if (truncations > rules.maxTruncationRecoveries) return endWith(state, reply, completedEnd('truncated'));
  const replyTokens =
    recovery.replyTokens === undefined
      ? undefined
      : Math.min(recovery.replyTokens * 2, Math.max(rules.maxReplyTokens, recovery.replyTokens));
  const next = changeState(state, { recovery: { ...recovery, truncations, replyTokens } });
  if (reply.calls.length > 0) return openBatch(next, reply, undefined);
  // A reply that spent its budget on thinking leaves nothing to continue: it is asked for again, with more room.
  if (reply.text === '') return requestNext(next, goOn(recovery.held, CONTINUE), []);
  const longer = hold(next, reply.content);
  return requestNext(longer, goOn(longer.recovery.held, CONTINUE), []);
}

/** The provider wants the same again to go on. */
function takePaused(state: MachineState, reply: ModelReply): Transition {
  const continuations = state.recovery.continuations + 1;
  const longer = hold(changeState(state, { recovery: { ...state.recovery, continuations } }), reply.content);
  if (continuations <= state.rules.maxContinuations) return requestNext(longer, goOn(longer.recovery.held, undefined), []);
  const message = `The provider asked ${continuations} times in a row to be sent the same reply again and never finished it.`;
  return finish(longer, failedEnd({ code: 'AGENT_NEVER_FINISHED', message }), []);
}

function takeEmpty(state: MachineState): Transition {
  const emptyReplies = state.recovery.emptyReplies + 1;
  const next = changeState(state, { recovery: { ...state.recovery, emptyReplies } });
  if (emptyReplies <= state.rules.maxEmptyReplies) return requestNext(next, [userMessage(NUDGE)], []);
  const message = `The model sent ${emptyReplies} empty replies in a row.`;
  return finish(next, failedEnd({ code: 'AGENT_EMPTY_REPLY', message }), []);
}

/** Takes the reply as the last one: its calls are answered without being run. */
function endWith(state: MachineState, reply: ModelReply, end: RunEnd): Transition {
  return reply.calls.length > 0 ? openBatch(state, reply, end) : finish(hold(state, reply.content), end, []);
}

/** Puts the reply into the transcript and its calls on the way. */
function openBatch(state: MachineState, reply: ModelReply, stopping: RunEnd | undefined): Transition {
  const { rules, usage } = state;
  const append: Effect = { type: 'append', message: assistantMessage(join(state.recovery.held, reply.content)) };
  const calls = reply.calls.map(proposedCall);
  const limit = usage.inputTokens + usage.outputTokens >= rules.maxTokens ? completedEnd('token-limit') : undefined;
  const recovery = state.recovery.held.length === 0 ? state.recovery : { ...state.recovery, held: NOTHING };
  const opened = copyState(state);
  opened.phase = 'batch';
  opened.recovery = recovery;
  opened.calls = calls;
  opened.stopping = stopping ?? limit;
  if (opened.stopping === undefined)
    return { state: opened, effects: [append, { type: 'prepare', indexes: calls.map((_, index) => index) }] };
  const draft = new BatchDraft(opened, calls);
  draft.add(append);
  return advance(draft);
}

const NOTHING: readonly never[] = Object.freeze([]);

function proposedCall(proposal: ReplyCall): CallState {
  return {
    status: 'proposed',
    proposal,
    lane: undefined,
    pending: NOTHING,
    asking: 'done',
    decision: undefined,
    childState: undefined,
    result: undefined,
  };
}

/** A reply that is neither cut nor empty ends the counting; a raised budget stays. */
function settledWell(state: MachineState): MachineState {
  const { truncations, emptyReplies, continuations } = state.recovery;
  if (truncations === 0 && emptyReplies === 0 && continuations === 0) return state;
  const recovery: Recovery = { ...state.recovery, truncations: 0, emptyReplies: 0, continuations: 0 };
  return changeState(state, { recovery });
}

function hold(state: MachineState, content: readonly AssistantPart[]): MachineState {
  if (content.length === 0) return state;
  return changeState(state, { recovery: { ...state.recovery, held: join(state.recovery.held, content) } });
}

/** One reply out of two: text that was cut is joined to the text that goes on. */
function join(held: readonly AssistantPart[], content: readonly AssistantPart[]): readonly AssistantPart[] {
  const last = held.at(-1);
  const first = content[0];
  if (last === undefined) return content;
  if (last.type !== 'text' || first?.type !== 'text') return [...held, ...content];
  return [...held.slice(0, -1), { ...last, ...first, text: last.text + first.text }, ...content.slice(1)];
}

function goOn(held: readonly AssistantPart[], words: string | undefined): readonly Message[] {
  if (held.length === 0) return [];
  return words === undefined ? [assistantMessage(held)] : [assistantMessage(held), userMessage(words)];
}
