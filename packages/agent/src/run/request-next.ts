import type { Message } from '@tackroom/core';
import type { Effect, MachineState, Transition } from './machine-state.js';
import { completedEnd, finish } from './stop.js';

/**
 * Asks the model again, unless a limit is reached: tokens end the run at once; after the last step one more request, which
 * offers no tools, asks for a summary.
 */
export function requestNext(state: MachineState, extras: readonly Message[], effects: Effect[]): Transition {
  const { rules, usage } = state;
  if (usage.inputTokens + usage.outputTokens >= rules.maxTokens) return finish(state, completedEnd('token-limit'), effects);
  const step = state.step + 1;
  const last = state.step >= rules.maxSteps;
  effects.push({
    type: 'request',
    request: {
      step,
      withTools: !last,
      extras: last ? [...extras, userMessage(stepsUsedUp(rules.maxSteps))] : extras,
      maxOutputTokens: state.recovery.replyTokens,
    },
  });
  return { state: { ...state, phase: 'model', step, lastRequest: last }, effects };
}

/** A message of the user. */
export function userMessage(text: string): Message {
  return { role: 'user', content: [{ type: 'text', text }] };
}

function stepsUsedUp(maxSteps: number): string {
  const steps = maxSteps === 1 ? 'The one step' : `All ${maxSteps} steps`;
  return `${steps} of this run have been used. No more tools can be called. Summarise now what was done, what was found out and what is still open.`;
}
