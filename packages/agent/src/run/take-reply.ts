import type { Message } from '@tackroom/core';
import type { AssistantPart, ModelReply, ReplyCall } from '../model/model-reply.js';
import { addReply } from '../model/reply-usage.js';
import { advance } from './batch.js';
import { BatchDraft } from './batch-draft.js';
import { changeCall, copyState, type Draft } from './copy-state.js';
import type { CallState, Effect, MachineState, RunEnd, Transition } from './machine-state.js';
import { mayRemind, noteCalls, remind, tokensUsedUp } from './remind.js';
import { requestNext, userMessage } from './request-next.js';
import { assistantMessage, completedEnd, endWithAnswer, failedEnd, finish, textOf } from './stop.js';

const CONTINUE =
  'Your reply was cut off at its output limit. Go on exactly where it stopped, without repeating anything and without a remark about this.';
const NUDGE = 'Your last reply was empty. Answer, or call a tool.';

/** The state that follows from the reply, while it is made. */
type StateDraft = Draft<MachineState>;

/** Does what a reply asks for. */
export function takeReply(before: MachineState, reply: ModelReply, unfinishedTodos: number): Transition {
  const { held } = before.recovery;
  const state = copyState(before);
  state.usage = addReply(before.usage, reply.usage, reply.calls.length);
  state.text = held.length === 0 ? reply.text : textOf(held) + reply.text;
  if (state.stopping !== undefined) return endWith(state, reply, state.stopping);
  if (state.lastRequest) return endWith(state, reply, completedEnd('step-limit'));
  if (reply.finish === 'refusal')
    return (reply.calls.length === 0 ? endWithAnswer(state) : undefined) ?? endWith(state, reply, completedEnd('refused'));
  if (reply.finish === 'length') return takeTruncated(state, reply);
  if (reply.calls.length === 0 && reply.finish === 'pause') return takePaused(state, reply);
  if (reply.calls.length === 0 && isEmpty(state, reply)) return takeEmpty(state);
  stopCounting(state);
  if (reply.calls.length > 0) return openBatch(state, reply, undefined);
  hold(state, reply.content);
  return mayRemind(state, unfinishedTodos) ? remind(state, unfinishedTodos) : finish(state, completedEnd('answer'), []);
}

function isEmpty(state: MachineState, reply: ModelReply): boolean {
  return state.text.trim() === '' && !reply.content.some((part) => part.type === 'file');
}

/** A reply cut off at its output limit: whole calls run, text is continued, and the budget is doubled. */
function takeTruncated(state: StateDraft, reply: ModelReply): Transition {
  const { recovery, rules } = state;
  const truncations = recovery.truncations + 1;
  if (truncations > rules.maxTruncationRecoveries) return endWith(state, reply, completedEnd('truncated'));
  state.recovery = { ...recovery, truncations, replyTokens: doubled(recovery.replyTokens, rules.maxReplyTokens) };
  if (reply.calls.length > 0) return openBatch(state, reply, undefined);
  // A reply that spent its budget on thinking leaves nothing to continue: it is asked for again, with more room.
  if (reply.text !== '') hold(state, reply.content);
  return requestNext(state, goOn(state.recovery.held, CONTINUE), []);
}

function doubled(tokens: number | undefined, max: number): number | undefined {
  return tokens === undefined ? undefined : Math.min(tokens * 2, Math.max(max, tokens));
}

/** The provider wants the same again to go on. */
function takePaused(state: StateDraft, reply: ModelReply): Transition {
  const continuations = state.recovery.continuations + 1;
  state.recovery = { ...state.recovery, continuations };
  hold(state, reply.content);
  if (continuations <= state.rules.maxContinuations) return requestNext(state, goOn(state.recovery.held, undefined), []);
  const message = `The provider asked ${continuations} times in a row to be sent the same reply again and never finished it.`;
  return finish(state, failedEnd({ code: 'AGENT_NEVER_FINISHED', message }), []);
}

function takeEmpty(state: StateDraft): Transition {
  const answered = endWithAnswer(state);
  if (answered !== undefined) return answered;
  const emptyReplies = state.recovery.emptyReplies + 1;
  state.recovery = { ...state.recovery, emptyReplies };
  if (emptyReplies <= state.rules.maxEmptyReplies) return requestNext(state, [userMessage(NUDGE)], []);
  const message = `The model sent ${emptyReplies} empty replies in a row.`;
  return finish(state, failedEnd({ code: 'AGENT_EMPTY_REPLY', message }), []);
}

/** Takes the reply as the last one: its calls are answered without being run. */
function endWith(state: StateDraft, reply: ModelReply, end: RunEnd): Transition {
  if (reply.calls.length > 0) return openBatch(state, reply, end);
  hold(state, reply.content);
  return finish(state, end, []);
}

/** Puts the reply into the transcript and its calls on the way. */
function openBatch(state: StateDraft, reply: ModelReply, stopping: RunEnd | undefined): Transition {
  const { rules, usage, recovery } = state;
  const append: Effect = { type: 'append', message: assistantMessage(join(recovery.held, reply.content)) };
  const calls = reply.calls.map(proposedCall);
  const free = holdBehindMoves(calls);
  const isUsedUp = usage.inputTokens + usage.outputTokens >= rules.maxTokens;
  noteCalls(state, reply);
  state.phase = 'batch';
  state.calls = calls;
  state.stopping = stopping ?? (isUsedUp ? tokensUsedUp(state) : undefined);
  if (recovery.held.length > 0) state.recovery = { ...recovery, held: NOTHING };
  if (state.stopping === undefined)
    return { state, effects: [append, { type: 'prepare', indexes: free === 1 ? ONLY_FIRST : calls.slice(0, free).map(indexOf) }] };
  const draft = new BatchDraft(state, calls);
  draft.add(append);
  return advance(draft);
}

const NOTHING: readonly never[] = Object.freeze([]);
const ONLY_FIRST: readonly number[] = Object.freeze([0]);

/** Calls after one that changes the working directory wait for it. How many do not. */
function holdBehindMoves(calls: CallState[]): number {
  const mover = calls.findIndex(({ proposal }) => proposal.moves === true);
  if (mover < 0) return calls.length;
  for (const [index, call] of calls.entries()) if (index > mover) calls[index] = changeCall(call, { status: 'held' });
  return mover + 1;
}

function indexOf(_: CallState, index: number): number {
  return index;
}

function proposedCall(proposal: ReplyCall): CallState {
  return {
    status: 'proposed',
    proposal,
    lane: undefined,
    place: undefined,
    pending: NOTHING,
    asking: 'done',
    decision: undefined,
    childState: undefined,
    result: undefined,
  };
}

/** A reply that is neither cut nor empty ends the counting; a raised budget stays. */
function stopCounting(state: StateDraft): void {
  const { truncations, emptyReplies, continuations } = state.recovery;
  if (truncations === 0 && emptyReplies === 0 && continuations === 0) return;
  state.recovery = { ...state.recovery, truncations: 0, emptyReplies: 0, continuations: 0 };
}

/** Keeps a reply, or more of one, out of the transcript until it is whole. */
function hold(state: StateDraft, content: readonly AssistantPart[]): void {
  if (content.length > 0) state.recovery = { ...state.recovery, held: join(state.recovery.held, content) };
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
