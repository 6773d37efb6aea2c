import type { Message } from '@tackroom/core';
import type { Draft } from './copy-state.js';
import type { Effect, MachineState, Transition } from './machine-state.js';
import { completedEnd, endWithAnswer, finish } from './stop.js';

/**
 * Asks the model again, unless a limit is reached: tokens end the run at once; after the last step one more request, which
 * offers no tools, asks for a summary. `extras` go with this request only; the effects `before` come first. The state is
 * the caller's own and is written to.
 */
export function requestNext(state: Draft<MachineState>, extras: readonly Message[], before: readonly Effect[]): Transition {
  const { rules, usage, recovery } = state;
  const outOfTokens = usage.inputTokens + usage.outputTokens >= rules.maxTokens;
  const last = state.step >= rules.maxSteps;
  const answered = outOfTokens || last ? endWithAnswer(state, before) : undefined;
  if (answered !== undefined) return answered;
  if (outOfTokens) return finish(state, completedEnd('token-limit'), before);
  const step = state.step + 1;
  const sent = last ? [...extras, userMessage(stepsUsedUp(rules.maxSteps))] : extras;
  const request: Effect = { type: 'request', step, withTools: !last, extras: sent, maxOutputTokens: recovery.replyTokens };
  // Not [...before, request]: that reserves room for 17 further effects.
  const effects = before.concat(request);
  state.phase = 'model';
  state.step = step;
  state.lastRequest = last;
  return { state, effects };
}

/** A message of the user. */
export function userMessage(text: string): Message {
  return { role: 'user', content: [{ type: 'text', text }] };
}

function stepsUsedUp(maxSteps: number): string {
  const steps = maxSteps === 1 ? 'The one step' : `All ${maxSteps} steps`;
  return `${steps} of this run have been used. No more tools can be called. Summarise now what was done, what was found out and what is still open.`;
}
