import { closedResult, type Lane, type Message, type ToolResult, type ToolResultPart } from '@tackroom/core';
import type { CallChange } from './machine-event.js';
import type { CallState, CallStatus, Effect, MachineState, Transition } from './machine-state.js';
import { observeTurn, repetitionNotice, NO_REPETITION, type Cycle, type RepeatedCall } from './repetition.js';
import { requestNext } from './request-next.js';
import { closeCall, finish } from './stop.js';

/** From which states a call may enter a state. A settled call never changes again, whoever is late. */
const ENTERED_FROM: Readonly<Record<CallChange['to'], readonly CallStatus[]>> = {
  ready: ['proposed', 'pending'],
  pending: ['proposed', 'started'],
  unanswered: ['pending'],
  proposed: ['pending'],
  suspended: ['started'],
  settled: ['proposed', 'pending', 'ready', 'started', 'suspended'],
};

/** Applies what happened to calls, then does what has become possible. */
export function changeCalls(state: MachineState, changes: readonly CallChange[]): Transition {
  const calls = state.calls.slice();
  const effects: Effect[] = [];
  for (const change of changes) {
    const call = calls[change.index];
    if (call === undefined || !ENTERED_FROM[change.to].includes(call.status)) continue;
    calls[change.index] = changeCall(call, change, state, effects);
  }
  return advance(state, calls, effects);
}

function changeCall(call: CallState, change: CallChange, state: MachineState, effects: Effect[]): CallState {
  switch (change.to) {
    case 'ready':
      return { ...call, status: 'ready', lane: change.lane, pending: NOTHING, asking: 'done', decision: undefined };
    case 'pending':
      return awaitPerson(call, change, state, effects);
    case 'unanswered':
      return state.rules.onAsk === 'deny' ? deny(call, effects) : { ...call, asking: 'done' };
    case 'proposed':
      effects.push({ type: 'prepare', indexes: [change.index] });
      return { ...call, status: 'proposed', asking: 'done', decision: change.decision };
    case 'suspended':
      return { ...call, status: 'suspended', pending: change.pending, childState: change.childState };
    case 'settled':
      return settle(call, change.result);
  }
}

const NOTHING: readonly never[] = Object.freeze([]);

function awaitPerson(call: CallState, change: Extract<CallChange, { to: 'pending' }>, state: MachineState, effects: Effect[]): CallState {
  const { hasApprover, onAsk } = state.rules;
  const approval = change.pending.kind === 'approval';
  const waiting: CallState = { ...call, status: 'pending', lane: change.lane ?? call.lane, pending: [change.pending], decision: undefined };
  if (!approval) return { ...waiting, asking: 'done' };
  if (!hasApprover && onAsk === 'deny') return deny(waiting, effects);
  return { ...waiting, asking: hasApprover ? 'not-yet' : 'done' };
}

function deny(call: CallState, effects: Effect[]): CallState {
  const result = closedResult(call.callId, call.toolName, 'PERMISSION_DENIED', NOBODY_TO_ASK);
  effects.push({ type: 'closed', results: [result] });
  return settle(call, result);
}

const NOBODY_TO_ASK =
  'Permission denied: this call needs a person, and nobody can be asked. Take another way instead of repeating this call.';

function settle(call: CallState, result: ToolResult): CallState {
  return { ...call, status: 'settled', result, pending: NOTHING, asking: 'done', decision: undefined, childState: undefined };
}

/** Does what the calls allow: start, ask, wait, pause, or go on to the next step. `calls` is changed in place. */
export function advance(state: MachineState, calls: CallState[], effects: Effect[]): Transition {
  if (state.stopping !== undefined) return closeOpen(state, state.stopping, calls, effects);
  if (!calls.some((call) => call.status === 'proposed')) {
    start(state, calls, effects);
    askNext(calls, effects);
  }
  let open = false;
  for (const call of calls) {
    if (call.status === 'proposed' || call.status === 'started' || call.asking === 'now') return { state: { ...state, calls }, effects };
    if (call.status !== 'settled') open = true;
  }
  if (!open) return completeBatch(state, calls, effects);
  effects.push({ type: 'pause' });
  return { state: { ...state, phase: 'paused', calls, repetition: NO_REPETITION }, effects };
}

/**
 * Starts every call that may run. A call that waits for a person keeps its place: later calls whose lanes conflict with
 * its lane, and those that would have to run after them, are held.
 */
function start(state: MachineState, calls: CallState[], effects: Effect[]): void {
  const starting: number[] = [];
  let before: Lane[] | undefined;
  for (let index = 0; index < calls.length; index++) {
    const call = calls[index];
    if (call === undefined || call.status === 'settled' || call.status === 'started') continue;
    const { lane } = call;
    if (
      call.status === 'ready' &&
      (before === undefined || lane === undefined || !before.some((held) => state.rules.conflicts(held, lane)))
    ) {
      calls[index] = { ...call, status: 'started' };
      starting.push(index);
    } else if (lane !== undefined && lane.kind !== 'parallel') (before ??= []).push(lane);
  }
  if (starting.length > 0) effects.push({ type: 'perform', indexes: starting });
}

/** Approvers are asked about one call at a time, in call order. */
function askNext(calls: CallState[], effects: Effect[]): void {
  if (calls.some((call) => call.asking === 'now')) return;
  const index = calls.findIndex((call) => call.asking === 'not-yet' && call.status === 'pending');
  const call = calls[index];
  if (call === undefined) return;
  calls[index] = { ...call, asking: 'now' };
  effects.push({ type: 'ask', index });
}

/** The run stops: what has not started never will, what has is waited for. */
function closeOpen(
  state: MachineState,
  stopping: NonNullable<MachineState['stopping']>,
  calls: CallState[],
  effects: Effect[],
): Transition {
  const closed: ToolResult[] = [];
  let waiting = false;
  for (let index = 0; index < calls.length; index++) {
    const call = calls[index];
    if (call === undefined || call.status === 'settled') continue;
    if (call.status === 'started') waiting = true;
    else {
      const result = closeCall(call, stopping);
      closed.push(result);
      calls[index] = settle(call, result);
    }
  }
  if (closed.length > 0) effects.push({ type: 'closed', results: closed });
  if (waiting) return { state: { ...state, calls }, effects };
  effects.push({ type: 'append', message: toolMessage(calls, undefined) });
  return finish(state, stopping, effects);
}

function completeBatch(state: MachineState, calls: CallState[], effects: Effect[]): Transition {
  let { repetition } = state;
  let cycle: Cycle | undefined;
  if (state.rules.detectRepetition) ({ history: repetition, cycle } = observeTurn(repetition, calls.map(repeatedCall)));
  effects.push({ type: 'append', message: toolMessage(calls, cycle) });
  if (cycle !== undefined) effects.push({ type: 'repetition', period: cycle.period, laps: cycle.laps });
  return requestNext({ ...state, calls: NOTHING, repetition }, [], effects);
}

function repeatedCall(call: CallState): RepeatedCall {
  const content = call.result?.content ?? '';
  return { name: call.name, args: call.args, outcome: typeof content === 'string' ? content : JSON.stringify(content) };
}

function toolMessage(calls: readonly CallState[], cycle: Cycle | undefined): Message {
  const notice = cycle === undefined ? undefined : repetitionNotice(cycle);
  return { role: 'tool', content: calls.map((call) => resultPart(call, notice)) };
}

function resultPart(call: CallState, notice: string | undefined): ToolResultPart {
  const content = call.result?.content ?? '';
  const { toolCallId, toolName } = call;
  if (typeof content !== 'string') {
    const value = notice === undefined ? content : [...content, { type: 'text' as const, text: notice }];
    return { type: 'tool-result', toolCallId, toolName, output: { type: 'content', value } };
  }
  const value = notice === undefined ? content : `${content}\n\n${notice}`;
  return { type: 'tool-result', toolCallId, toolName, output: { type: call.result?.success === true ? 'text' : 'error-text', value } };
}
