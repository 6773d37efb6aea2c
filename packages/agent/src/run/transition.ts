import type { MachineEvent } from './machine-event.js';
import type { CallState, Effect, MachineState, Recovery, RunEnd, RunRules, Transition } from './machine-state.js';
import { NO_USAGE } from '../model/reply-usage.js';
import { advance, changeCalls } from './batch.js';
import { BatchDraft } from './batch-draft.js';
import { changeCall, changeState, copyState } from './copy-state.js';
import { requestNext } from './request-next.js';
import { CANCELLED, endWithAnswer, failedEnd, finish, textOf } from './stop.js';
import { takeReply } from './take-reply.js';

/** A run before its first event. `replyTokens`: the output budget of a reply, if one is set. */
export function initialState(rules: RunRules, replyTokens: number | undefined): MachineState {
  const recovery: Recovery = { truncations: 0, emptyReplies: 0, continuations: 0, held: [], replyTokens };
  return {
    phase: 'idle',
    rules,
    step: 0,
    lastRequest: false,
    recovery,
    usage: NO_USAGE,
    calls: [],
    repetition: undefined,
    text: '',
    answer: undefined,
    stopping: undefined,
    end: undefined,
  };
}

/**
 * The whole behaviour of a run: what state follows from an event and what is to be done about it. Pure: no clock, no I/O,
 * no identity of its own. An event that does not fit the state (an answer that comes too late) changes nothing.
 */
export function transition(state: MachineState, event: MachineEvent): Transition {
  switch (event.type) {
    case 'begin':
      return state.phase === 'idle'
        ? begin(
            state,
            event.messages.map((message) => ({ type: 'append', message })),
          )
        : unchanged(state);
    case 'resume':
      return state.phase === 'paused' ? resume(state) : unchanged(state);
    case 'reply':
      return state.phase === 'model' ? takeReply(state, event.reply, event.unfinishedTodos) : unchanged(state);
    case 'request-failed':
      return state.phase === 'model' ? takeFailure(state, event.text, failedEnd(event.error)) : unchanged(state);
    case 'calls':
      return state.phase === 'batch' ? changeCalls(state, event.changes) : unchanged(state);
    case 'cancel':
      return stop(state, CANCELLED);
    case 'fail':
      return stop(state, failedEnd(event.error));
  }
}

function unchanged(state: MachineState): Transition {
  return { state, effects: [] };
}

function begin(state: MachineState, effects: readonly Effect[]): Transition {
  return state.stopping === undefined ? requestNext(copyState(state), [], effects) : finish(state, state.stopping, effects);
}

/** Decided calls go on from where they were, and calls that were held behind them are prepared again: time has passed. */
function resume(state: MachineState): Transition {
  if (state.stopping !== undefined) return advance(new BatchDraft(changeState(state, { phase: 'batch' }), state.calls.slice()));
  const prepare: number[] = [];
  const calls = state.calls.map((call, index): CallState => {
    if (call.status === 'ready' || (call.status === 'pending' && call.decision !== undefined)) {
      prepare.push(index);
      return changeCall(call, { status: 'proposed' });
    }
    return call.status === 'pending' && state.rules.hasApprover ? askAgain(call) : call;
  });
  const resumed = changeState(state, { phase: 'batch', calls });
  if (prepare.length === 0) return advance(new BatchDraft(resumed, calls));
  return { state: resumed, effects: [{ type: 'prepare', indexes: prepare }] };
}

function askAgain(call: CallState): CallState {
  return call.pending[0]?.kind === 'approval' ? changeCall(call, { asking: 'not-yet' }) : call;
}

/** A request without a reply. What had arrived of a cancelled one is kept: listeners have read it. */
function takeFailure(state: MachineState, text: string, failed: RunEnd): Transition {
  const answered = state.stopping === undefined ? endWithAnswer(state) : undefined;
  if (answered !== undefined) return answered;
  const end = state.stopping ?? failed;
  if (end.status !== 'cancelled' || text === '') return finish(state, end, []);
  const held = [...state.recovery.held, { type: 'text' as const, text: text.toWellFormed() }];
  return finish(changeState(state, { text: textOf(held), recovery: { ...state.recovery, held } }), end, []);
}

/** Ends the run as soon as nothing is open any more. The first reason to stop is the one that counts. */
function stop(state: MachineState, end: RunEnd): Transition {
  if (state.stopping !== undefined || state.phase === 'finished') return unchanged(state);
  const stopping = changeState(state, { stopping: end });
  return state.phase === 'batch' ? advance(new BatchDraft(stopping, state.calls.slice())) : { state: stopping, effects: [] };
}
