import type { ModelReply } from '../model/model-reply.js';
import { isPlanningTool } from '../planning/todos.js';
import { reminderText } from '../planning/todos-text.js';
import type { Draft } from './copy-state.js';
import type { MachineState, RunEnd, Transition } from './machine-state.js';
import { requestNext, userMessage } from './request-next.js';
import { assistantMessage, completedEnd } from './stop.js';

/** Whether an answer is followed by a reminder of what is left of the plan: once in a run, while there is room for a reply. */
export function mayRemind({ rules, step, usage, answer }: MachineState, unfinishedTodos: number): boolean {
  if (unfinishedTodos === 0 || answer !== undefined) return false;
  return step < rules.maxSteps && usage.inputTokens + usage.outputTokens < rules.maxTokens;
}

/**
 * Reminds the model after the answer that is held. Both stay in the transcript: what follows makes no sense without them.
 * The state is the caller's own and is written to.
 */
export function remind(state: Draft<MachineState>, unfinishedTodos: number): Transition {
  const answer = assistantMessage(state.recovery.held);
  state.answer = { text: state.text, stands: true };
  state.recovery = { ...state.recovery, held: NOTHING };
  return requestNext(state, NOTHING, [
    { type: 'append', message: answer },
    { type: 'append', message: userMessage(reminderText(unfinishedTodos)) },
  ]);
}

const NOTHING: readonly never[] = Object.freeze([]);

/** An answer no longer stands once the model goes back to work; keeping the list is no work. Writes to the state. */
export function noteCalls(state: Draft<MachineState>, { calls }: ModelReply): void {
  const { answer } = state;
  if (answer?.stands !== true || calls.every(({ name }) => isPlanningTool(name))) return;
  state.answer = { text: answer.text, stands: false };
}

/** The end of a run whose tokens are used up: an answer that stands is as good as it was. Writes to the state. */
export function tokensUsedUp(state: Draft<MachineState>): RunEnd {
  const { answer } = state;
  if (answer?.stands !== true) return completedEnd('token-limit');
  state.text = answer.text;
  return completedEnd('answer');
}
