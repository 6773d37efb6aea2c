import type { Problem } from '@tackroom/core';
import { DEFAULT_LIMITS, type AgentLimits, type AgentOptions } from './agent-options.js';
import { checkModel } from './model/language-model.js';
import { DEFAULT_MODEL_RETRY } from './model/model-retry.js';
import { checkModelId } from './model/resolve-model.js';

const OPTIONS: readonly (keyof AgentOptions)[] = [
  'name',
  'model',
  'system',
  'tools',
  'permissions',
  'toolPolicy',
  'limits',
  'fallbacks',
  'switchAfter',
  'cooldownMs',
  'modelRetry',
  'modelSettings',
  'middleware',
  'detectRepetition',
  'stateKey',
];

/** Longest time that a timer can wait, in milliseconds. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** What each limit may be. A bound that counts may be `Infinity`; a time may not, except that silence may last for ever. */
const LIMITS: Readonly<Record<keyof AgentLimits, { readonly from: number; readonly to: number; readonly whole: boolean }>> = {
  maxSteps: { from: 1, to: Infinity, whole: true },
  maxTokens: { from: 1, to: Infinity, whole: false },
  maxParallelCalls: { from: 1, to: Infinity, whole: true },
  graceMs: { from: 0, to: MAX_TIMER_MS, whole: false },
  maxTruncationRecoveries: { from: 0, to: Infinity, whole: true },
  maxReplyTokens: { from: 1, to: Infinity, whole: true },
  maxEmptyReplies: { from: 0, to: Infinity, whole: true },
  maxContinuations: { from: 0, to: Infinity, whole: true },
  idleTimeoutMs: { from: 1, to: MAX_TIMER_MS, whole: false },
  requestTimeoutMs: { from: 1, to: MAX_TIMER_MS, whole: false },
};

/** Everything that is wrong with an agent's own options; its tools and rules are checked where they are compiled. */
export function agentProblems(options: AgentOptions): readonly Problem[] {
  const problems: Problem[] = [];
  const add = (where: string, message: string): number => problems.push({ code: 'AGENT_OPTION_INVALID', where, message });
  for (const name of unknownNames(options, OPTIONS)) add(name, `is no option of an agent; the options are ${OPTIONS.join(', ')}.`);
  if (typeof options.name !== 'string' || options.name === '') add('name', 'is missing; give the agent a name.');
  if (options.system !== undefined && typeof options.system !== 'string') add('system', 'is not text.');
  for (const [where, model] of [
    ['model', options.model] as const,
    ...(options.fallbacks ?? []).map((model, at) => [`fallbacks[${at}]`, model] as const),
  ]) {
    const problem = modelProblem(model, where);
    if (problem !== undefined) add(where, problem);
  }
  const limits = options.limits ?? {};
  for (const name of unknownNames(limits, Object.keys(DEFAULT_LIMITS)))
    add(`limits.${name}`, `is no limit; the limits are ${Object.keys(DEFAULT_LIMITS).join(', ')}.`);
  for (const [name, { from, to, whole }] of Object.entries(LIMITS)) {
    const value = limits[name as keyof AgentLimits];
    if (value !== undefined && !isWithin(value, from, to, whole))
      add(`limits.${name}`, `is ${String(value)}; write ${whole ? 'a whole number' : 'a number'} from ${from} to ${to}.`);
  }
  for (const name of unknownNames(options.modelRetry ?? {}, Object.keys(DEFAULT_MODEL_RETRY)))
    add(`modelRetry.${name}`, `is no option; the options are ${Object.keys(DEFAULT_MODEL_RETRY).join(', ')}.`);
  for (const [name, from, to] of RETRY_RANGES) {
    const value = options.modelRetry?.[name];
    if (value !== undefined && !isWithin(value, from, to, name === 'attempts'))
      add(`modelRetry.${name}`, `is ${String(value)}; write a number from ${from} to ${to}.`);
  }
  if (options.switchAfter !== undefined && !isWithin(options.switchAfter, 1, Infinity, true))
    add('switchAfter', 'is no whole number from 1.');
  if (options.cooldownMs !== undefined && !isWithin(options.cooldownMs, 0, Infinity, false))
    add('cooldownMs', 'is no number of milliseconds from 0.');
  return problems;
}

const RETRY_RANGES = [
  ['attempts', 1, Infinity],
  ['backoffMs', 0, MAX_TIMER_MS],
  ['maxBackoffMs', 0, MAX_TIMER_MS],
  ['jitter', 0, 1],
] as const;

function modelProblem(model: unknown, where: string): string | undefined {
  if (typeof model === 'string') return checkModelId(model);
  try {
    checkModel(model, where);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.slice(where.length + 1) : String(error);
  }
}

function unknownNames(given: object, known: readonly string[]): readonly string[] {
  return Object.keys(given).filter((name) => !known.includes(name));
}

function isWithin(value: unknown, from: number, to: number, whole: boolean): boolean {
  if (typeof value !== 'number' || !(value >= from && value <= to)) return false;
  return !whole || value === Infinity || Number.isSafeInteger(value);
}
