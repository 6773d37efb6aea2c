import { HarnessError } from '@tackroom/core';
import type { ResumeOptions, RunOptions } from './agent-options.js';

const NAMES: ReadonlySet<string> = new Set<keyof (RunOptions & ResumeOptions)>([
  'deps',
  'providers',
  'sessionId',
  'userId',
  'signal',
  'approver',
  'maxSteps',
  'onEvent',
  'partial',
]);

/** Throws `RUN_OPTION_INVALID` for what a run cannot be given: a typo would lose an approver, a number that is none a bound. */
export function checkRunOptions(options: RunOptions & ResumeOptions): void {
  for (const name in options) {
    if (!NAMES.has(name)) throw invalid(name, `is not an option; the options are ${[...NAMES].join(', ')}`);
  }
  const { maxSteps, sessionId, userId } = options;
  if (maxSteps !== undefined && !(maxSteps === Infinity || (Number.isSafeInteger(maxSteps) && maxSteps > 0))) {
    throw invalid('maxSteps', `is ${String(maxSteps)}; write a whole number from 1, or Infinity`);
  }
  checkName('sessionId', sessionId);
  checkName('userId', userId);
  checkParts(options);
}

function checkParts({ signal, approver, onEvent, providers }: RunOptions): void {
  if (signal !== undefined && typeof signal.addEventListener !== 'function') throw invalid('signal', 'is no AbortSignal');
  if (approver !== undefined && typeof approver !== 'function' && typeof approver.approve !== 'function') {
    throw invalid('approver', 'is neither a function nor an object with approve(request)');
  }
  if (onEvent !== undefined && typeof onEvent !== 'function') throw invalid('onEvent', 'is no function');
  if (providers !== undefined && !Array.isArray(providers)) throw invalid('providers', 'is no list');
}

function checkName(name: string, value: unknown): void {
  if (value !== undefined && (typeof value !== 'string' || value === '')) throw invalid(name, 'is no text, or an empty one');
}

function invalid(name: string, what: string): HarnessError {
  return new HarnessError('RUN_OPTION_INVALID', `The option ${name} of the run ${what}.`);
}
