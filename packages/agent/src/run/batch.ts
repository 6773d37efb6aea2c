import { closedResult, denialText, type Lane, type ToolResult } from '@tackroom/core';
import { grow } from '../grow-list.js';
import { BatchDraft, type Change } from './batch-draft.js';
import { completeBatch, toolMessage } from './complete-batch.js';
import { changeCall, changeState, copyCall } from './copy-state.js';
import type { CallChange } from './machine-event.js';
import type { CallState, CallStatus, MachineState, RunEnd, Transition } from './machine-state.js';
import { closeCall, finish } from './stop.js';

/** From which states a call may enter a state. A settled call never changes again, whoever is late. */
const ENTERED_FROM: Readonly<Record<CallChange['to'], readonly CallStatus[]>> = {
  ready: ['proposed', 'pending'],
  pending: ['proposed', 'started'],
  unanswered: ['pending'],
  proposed: ['pending'],
  suspended: ['started'],
  settled: ['proposed', 'held', 'pending', 'ready', 'started', 'suspended'],
};

/** Applies what happened to calls, then does what has become possible. */
export function changeCalls(state: MachineState, changes: readonly CallChange[]): Transition {
  const draft = new BatchDraft(state, state.calls.slice());
  for (const change of changes) {
    const call = draft.calls[change.index];
    if (call === undefined || call.proposal.callId !== change.callId || !ENTERED_FROM[change.to].includes(call.status)) continue;
    draft.calls[change.index] = enter(draft, call, change);
  }
  return advance(draft);
}

function enter(draft: BatchDraft, call: CallState, change: CallChange): CallState {
  switch (change.to) {
    case 'ready':
      return makeReady(call, change);
    case 'pending':
      return awaitPerson(draft, call, change);
    case 'unanswered':
      return draft.state.rules.onAsk === 'deny' ? deny(draft, call) : changeCall(call, { asking: 'done' });
    case 'proposed':
      draft.add({ type: 'prepare', indexes: [change.index] });
      return changeCall(call, { status: 'proposed', asking: 'done', decision: change.decision });
    case 'suspended':
      return changeCall(call, { status: 'suspended', pending: change.pending, decision: undefined, childState: change.childState });
    case 'settled':
      return settle(call, change.result);
  }
}

const NOTHING: readonly never[] = Object.freeze([]);

/** An approved call keeps what was asked and answered: if it is still held when the run pauses, nobody is asked again. */
function makeReady(call: CallState, { lane, place, decision = call.decision }: Change<'ready'>): CallState {
  const ready = copyCall(call);
  ready.status = 'ready';
  ready.lane = lane;
  ready.place = place;
  ready.pending = decision === undefined ? NOTHING : call.pending;
  ready.asking = 'done';
  ready.decision = decision;
  return ready;
}

function awaitPerson(draft: BatchDraft, call: CallState, change: Change<'pending'>): CallState {
  const { hasApprover, onAsk } = draft.state.rules;
  const lane = change.lane ?? call.lane;
  const waiting = changeCall(call, {
    status: 'pending',
    lane,
    place: change.place,
    pending: [change.pending],
    asking: 'done',
    decision: undefined,
  });
  if (change.pending.kind === 'question') return waiting;
  if (!hasApprover && onAsk === 'deny') return deny(draft, waiting);
  return hasApprover ? changeCall(waiting, { asking: 'not-yet' }) : waiting;
}

function deny(draft: BatchDraft, call: CallState): CallState {
  const { callId, toolName } = call.proposal;
  const result = closedResult(callId, toolName, 'PERMISSION_DENIED', NOBODY_TO_ASK);
  draft.add({ type: 'closed', results: [result] });
  return settle(call, result);
}

const NOBODY_TO_ASK = denialText({ reason: 'this call needs a person, and nobody can be asked' });

function settle(call: CallState, result: ToolResult): CallState {
  const { proposal, lane, place } = call;
  return { status: 'settled', proposal, lane, place, pending: NOTHING, asking: 'done', decision: undefined, childState: undefined, result };
}

/** Does what the calls allow: start, ask, wait, pause, or go on to the next step. */
export function advance(draft: BatchDraft): Transition {
  const { state, calls } = draft;
  if (state.stopping !== undefined) return closeOpen(draft, state.stopping);
  if (calls.some(isHeld)) releaseHeld(draft);
  if (!calls.some(isProposed)) {
    start(draft);
    askNext(draft);
  }
  if (calls.some(isUnderWay)) return draft.end();
  if (calls.every(isSettled)) return completeBatch(draft);
  draft.add({ type: 'pause' });
  return { state: changeState(state, { phase: 'paused', calls, repetition: undefined }), effects: draft.effects };
}

/** What was held behind a call that has ended is prepared now: as far as the next call that changes the directory. */
function releaseHeld(draft: BatchDraft): void {
  const { calls } = draft;
  const indexes: number[] = [];
  for (const [index, call] of calls.entries()) {
    if (call.status === 'held') {
      calls[index] = changeCall(call, { status: 'proposed' });
      indexes.push(index);
    }
    if (call.proposal.moves === true && call.status !== 'settled') break;
  }
  if (indexes.length > 0) draft.add({ type: 'prepare', indexes });
}

function isHeld(call: CallState): boolean {
  return call.status === 'held';
}

function isProposed(call: CallState): boolean {
  return call.status === 'proposed';
}

function isUnderWay(call: CallState): boolean {
  return call.status === 'proposed' || call.status === 'started' || call.asking === 'now';
}

function isSettled(call: CallState): boolean {
  return call.status === 'settled';
}

/**
 * Starts every call that may run. A call that waits for a person keeps its place: later calls whose lanes conflict with
 * its lane, and those that would have to run after them, are held.
 */
function start(draft: BatchDraft): void {
  const { calls } = draft;
  const { conflicts, holdsTurn } = draft.state.rules;
  if (holdsTurn && calls.some(waitsForPerson)) return;
  let starting: number[] | undefined;
  let held: Lane[] | undefined;
  for (let index = 0; index < calls.length; index++) {
    const call = calls[index];
    if (call === undefined || call.status === 'settled' || call.status === 'started') continue;
    const { lane } = call;
    const isFree = held === undefined || lane === undefined || !held.some((before) => conflicts(before, lane));
    if (call.status === 'ready' && isFree) {
      const started = copyCall(call);
      started.status = 'started';
      started.pending = NOTHING;
      started.decision = undefined;
      calls[index] = started;
      starting = grow(starting, index);
    } else if (lane !== undefined && lane.kind !== 'parallel' && !waitsForAnswer(call)) held = grow(held, lane);
  }
  if (starting !== undefined) draft.add({ type: 'perform', indexes: starting });
}

function waitsForPerson({ status, pending }: CallState): boolean {
  return status === 'pending' && pending[0]?.kind === 'approval';
}

/** Nothing of such a call is left to be done, so that nothing can come between. */
function waitsForAnswer({ status, pending }: CallState): boolean {
  return status === 'pending' && pending[0]?.kind === 'question';
}

function isToBeAsked(call: CallState): boolean {
  return call.asking !== 'done' && call.status === 'pending';
}

/** Approvers are asked about one call at a time, in call order. */
function askNext(draft: BatchDraft): void {
  const { calls } = draft;
  const index = calls.findIndex(isToBeAsked);
  const call = calls[index];
  if (call === undefined || calls.some((other) => other.asking === 'now')) return;
  calls[index] = changeCall(call, { asking: 'now' });
  draft.add({ type: 'ask', index });
}

/** The run stops: what has not started never will, what has is waited for. */
function closeOpen(draft: BatchDraft, stopping: RunEnd): Transition {
  const { calls } = draft;
  const closed: ToolResult[] = [];
  for (const [index, call] of calls.entries()) {
    if (call.status === 'settled' || call.status === 'started') continue;
    const result = closeCall(call, stopping);
    closed.push(result);
    calls[index] = settle(call, result);
  }
  if (closed.length > 0) draft.add({ type: 'closed', results: closed });
  if (!calls.every(isSettled)) return draft.end();
  draft.add({ type: 'append', message: toolMessage(calls, undefined) });
  return finish(draft.state, stopping, draft.effects);
}
