import type { Problem } from '@tackroom/core';
import { DEFAULT_LIMITS, type AgentLimits, type AgentOptions } from './agent-options.js';
import { checkModel } from './model/language-model.js';
import { checkModelId } from './model/model-id.js';
import { DEFAULT_MODEL_RETRY, type ModelRetry } from './model/model-retry.js';

const OPTIONS: readonly (keyof AgentOptions)[] = [
  'name',
  'model',
  'system',
  'tools',
  'permissions',
  'sandbox',
  'sandboxSession',
  'toolPolicy',
  'limits',
  'fallbacks',
  'switchAfter',
  'cooldownMs',
  'modelRetry',
  'modelSettings',
  'middleware',
  'detectRepetition',
  'planning',
  'promptCache',
  'strictTools',
  'stateKey',
];

const SWITCHES = ['detectRepetition', 'planning', 'promptCache', 'strictTools'] as const;

/** What a number may be. */
interface Range {
  readonly from: number;
  readonly to: number;
  readonly whole: boolean;
}

/** Longest time that a timer can wait, in milliseconds. */
const MAX_TIMER_MS = 2 ** 31 - 1;
const COUNT: Range = { from: 0, to: Infinity, whole: true };
const FROM_ONE: Range = { from: 1, to: Infinity, whole: true };
const WAIT: Range = { from: 0, to: MAX_TIMER_MS, whole: false };
const SILENCE: Range = { from: 1, to: MAX_TIMER_MS, whole: false };

const LIMITS: Readonly<Record<keyof AgentLimits, Range>> = {
  maxSteps: FROM_ONE,
  maxTokens: FROM_ONE,
  maxParallelCalls: FROM_ONE,
  graceMs: WAIT,
  maxTruncationRecoveries: COUNT,
  maxReplyTokens: FROM_ONE,
  maxEmptyReplies: COUNT,
  maxContinuations: COUNT,
  idleTimeoutMs: SILENCE,
  requestTimeoutMs: SILENCE,
};

const RETRY: Readonly<Record<keyof ModelRetry, Range>> = {
  attempts: FROM_ONE,
  backoffMs: WAIT,
  maxBackoffMs: WAIT,
  jitter: { from: 0, to: 1, whole: false },
};

/** A run's state keeps the budget: JSON has no Infinity. */
const SETTINGS: Readonly<Record<'maxOutputTokens', Range>> = { maxOutputTokens: { from: 1, to: Number.MAX_SAFE_INTEGER, whole: true } };

const SWITCHING: Readonly<Record<'switchAfter' | 'cooldownMs', Range>> = {
  switchAfter: FROM_ONE,
  cooldownMs: { from: 0, to: Infinity, whole: false },
};

/** Everything that is wrong with an agent's own options; its tools and rules are checked where they are compiled. */
export function agentProblems(options: AgentOptions): readonly Problem[] {
  const { name, system, model, fallbacks = [], limits = {}, modelRetry = {}, modelSettings = {}, stateKey } = options;
  return [
    ...unknownNames(options, OPTIONS, ''),
    ...(typeof name === 'string' && name !== '' ? [] : [problem('name', 'is missing; give the agent a name.')]),
    ...(system === undefined || typeof system === 'string' ? [] : [problem('system', 'is not text.')]),
    ...modelProblems(model, 'model'),
    ...fallbacks.flatMap((fallback, at) => modelProblems(fallback, `fallbacks[${at}]`)),
    ...unknownNames(limits, Object.keys(DEFAULT_LIMITS), 'limits.'),
    ...rangeProblems(limits, LIMITS, 'limits.'),
    ...unknownNames(modelRetry, Object.keys(DEFAULT_MODEL_RETRY), 'modelRetry.'),
    ...rangeProblems(modelRetry, RETRY, 'modelRetry.'),
    ...rangeProblems(options, SWITCHING, ''),
    ...rangeProblems(modelSettings, SETTINGS, 'modelSettings.'),
    ...sandboxProblems(options),
    ...SWITCHES.flatMap((switchName) => switchProblems(options, switchName)),
    ...(stateKey?.length === 0 ? [problem('stateKey', 'is empty; anybody could sign with it.')] : []),
  ];
}

function sandboxProblems({
  sandbox,
  sandboxSession,
}: {
  readonly sandbox?: unknown;
  readonly sandboxSession?: unknown;
}): readonly Problem[] {
  const isProvider = sandbox === undefined || (typeof sandbox === 'object' && sandbox !== null && 'open' in sandbox);
  return [
    ...(isProvider ? [] : [problem('sandbox', 'is no SandboxProvider; write for example new BubblewrapSandbox().')]),
    ...(sandboxSession === undefined || sandboxSession === 'run' || sandboxSession === 'agent'
      ? []
      : [problem('sandboxSession', `is ${JSON.stringify(sandboxSession)}; write 'run' or 'agent'.`)]),
  ];
}

/** Text that means no would be a yes. */
function switchProblems(options: AgentOptions, name: (typeof SWITCHES)[number]): readonly Problem[] {
  const value: unknown = options[name];
  return value === undefined || typeof value === 'boolean' ? [] : [problem(name, `is ${JSON.stringify(value)}; write true or false.`)];
}

function modelProblems(model: unknown, where: string): readonly Problem[] {
  if (typeof model === 'string') {
    const wrong = checkModelId(model);
    return wrong === undefined ? [] : [problem(where, wrong)];
  }
  try {
    checkModel(model, where);
    return [];
  } catch (error) {
    return [problem(where, error instanceof Error ? error.message.slice(where.length + 1) : String(error))];
  }
}

function unknownNames(given: object, known: readonly string[], prefix: string): readonly Problem[] {
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  return unknown.map((name) => problem(`${prefix}${name}`, `is not an option; the options are ${known.join(', ')}.`));
}

function rangeProblems<K extends string>(
  given: { readonly [name in K]?: unknown },
  ranges: Readonly<Record<K, Range>>,
  prefix: string,
): readonly Problem[] {
  return (Object.entries(ranges) as [K, Range][]).flatMap(([name, range]) => {
    const value = given[name];
    if (value === undefined || isWithin(value, range)) return [];
    const kind = range.whole ? 'a whole number' : 'a number';
    return [problem(`${prefix}${name}`, `is ${String(value)}; write ${kind} from ${range.from} to ${range.to}.`)];
  });
}

function isWithin(value: unknown, { from, to, whole }: Range): boolean {
  if (typeof value !== 'number' || !(value >= from && value <= to)) return false;
  return !whole || value === Infinity || Number.isSafeInteger(value);
}

function problem(where: string, message: string): Problem {
  return { code: 'AGENT_OPTION_INVALID', where, message };
}
