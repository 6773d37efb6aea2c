import { problemsError, type Problem } from '../contracts/errors.js';
import type { ToolDefinition, ToolRetry, ValueSource } from '../contracts/tool-definition.js';
import { isRecord, shown } from './tool-problem.js';

/** Deadline of one attempt when nobody said another, in milliseconds. */
export const DEFAULT_TIMEOUT_MS = 25_000;

/** Longest time that a timer can wait, in milliseconds. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** Repeats when nobody said others: three attempts, 0.5 s doubled up to 30 s, a quarter of the wait drawn at random. */
export const DEFAULT_RETRY: ToolRetry = Object.freeze({
  attempts: 3,
  backoffMs: 500,
  maxBackoffMs: 30_000,
  jitter: 0.25,
  retryErrorResults: false,
});

/** What a registry or an agent says for all its tools. Absent means "the next one in line decides". */
export interface ToolPolicy {
  /** Deadline of one attempt in milliseconds, above 0 and at most 2^31-1. */
  readonly defaultTimeoutMs?: number;
  /** Whether identical calls of `safe` tools that are not `serial` share one result within a run. */
  readonly dedupeCalls?: boolean;
  /** Repeats of `safe` and `idempotent` tools; what it leaves out is taken from {@link DEFAULT_RETRY}. */
  readonly retry?: Partial<ToolRetry>;
}

/** A policy with nothing left open, and who said each value. */
export interface EffectivePolicy {
  readonly defaultTimeoutMs: number;
  readonly dedupeCalls: boolean;
  readonly retry: ToolRetry;
  readonly sources: Readonly<Record<keyof ToolPolicy, ValueSource>>;
}

/**
 * Settles each value: the registry's word, else the agent's, else the default. Throws `POLICY_INVALID` with every
 * unknown name and every number out of range.
 */
export function resolvePolicy(registry: ToolPolicy = {}, agent: ToolPolicy = {}): EffectivePolicy {
  const problems = [...checkPolicy(registry, "registry's toolPolicy"), ...checkPolicy(agent, "agent's toolPolicy")];
  if (problems.length > 0) throw problemsError('POLICY_INVALID', 'The tool policy is not valid', problems);
  const source = (field: keyof ToolPolicy): ValueSource => {
    if (registry[field] !== undefined) return 'registry-policy';
    return agent[field] !== undefined ? 'agent-policy' : 'default';
  };
  const retry = registry.retry ?? agent.retry;
  return Object.freeze({
    defaultTimeoutMs: registry.defaultTimeoutMs ?? agent.defaultTimeoutMs ?? DEFAULT_TIMEOUT_MS,
    dedupeCalls: registry.dedupeCalls ?? agent.dedupeCalls ?? false,
    retry: retry === undefined ? DEFAULT_RETRY : completeRetry(retry),
    sources: Object.freeze({
      defaultTimeoutMs: source('defaultTimeoutMs'),
      dedupeCalls: source('dedupeCalls'),
      retry: source('retry'),
    }),
  });
}

/** The policy of a registry whose owner and agents say nothing. */
export const DEFAULT_POLICY: EffectivePolicy = resolvePolicy();

/**
 * Deadline of one attempt of `definition` in milliseconds. A tool's own deadline is never changed by a policy; a tool
 * with its own limits and no deadline keeps the default one.
 */
export function effectiveTimeoutMs(definition: ToolDefinition, policy: EffectivePolicy): number {
  return definition.timeoutMs ?? (definition.ownLimits ? DEFAULT_TIMEOUT_MS : policy.defaultTimeoutMs);
}

/** Repeats of `definition`: its own, else the policy's. */
export function effectiveRetry(definition: ToolDefinition, policy: EffectivePolicy): ToolRetry {
  return definition.retry ?? policy.retry;
}

/** Whether calls of `definition` may share a result. What a serial tool says may depend on the calls before it. */
export function effectiveDedupe(definition: ToolDefinition, policy: EffectivePolicy): boolean {
  return policy.dedupeCalls && definition.replayPolicy === 'safe' && definition.concurrency !== 'serial';
}

/** Fills in what `retry` leaves out. A first wait above the default cap raises the cap to it. */
export function completeRetry(retry: Partial<ToolRetry>): ToolRetry {
  const backoffMs = retry.backoffMs ?? DEFAULT_RETRY.backoffMs;
  return Object.freeze({
    attempts: retry.attempts ?? DEFAULT_RETRY.attempts,
    backoffMs,
    maxBackoffMs: retry.maxBackoffMs ?? Math.max(DEFAULT_RETRY.maxBackoffMs, backoffMs),
    jitter: retry.jitter ?? DEFAULT_RETRY.jitter,
    retryErrorResults: retry.retryErrorResults ?? DEFAULT_RETRY.retryErrorResults,
  });
}

/** Everything that is wrong with a policy; `where` names the option it came from. */
export function checkPolicy(policy: unknown, where: string): readonly Problem[] {
  if (!isRecord(policy)) return [problem(where, `is ${shown(policy)}; write an object such as { defaultTimeoutMs: 60_000 }`)];
  const problems = unknownFields(policy, ['defaultTimeoutMs', 'dedupeCalls', 'retry'], where);
  const { defaultTimeoutMs, dedupeCalls, retry } = policy;
  if (defaultTimeoutMs !== undefined) problems.push(...checkTimeout(defaultTimeoutMs, `${where}.defaultTimeoutMs`));
  if (dedupeCalls !== undefined && typeof dedupeCalls !== 'boolean') {
    problems.push(problem(`${where}.dedupeCalls`, `is ${shown(dedupeCalls)}; write true or false`));
  }
  if (retry !== undefined) problems.push(...checkRetry(retry, `${where}.retry`));
  return problems;
}

/** What is wrong with a deadline in milliseconds. */
export function checkTimeout(timeoutMs: unknown, where: string): readonly Problem[] {
  if (typeof timeoutMs === 'number' && timeoutMs > 0 && timeoutMs <= MAX_TIMEOUT_MS) return [];
  return [problem(where, `is ${shown(timeoutMs)}; write milliseconds above 0 and at most ${MAX_TIMEOUT_MS} (2^31-1)`)];
}

/** Everything that is wrong with a (possibly partial) retry policy. */
export function checkRetry(retry: unknown, where: string): readonly Problem[] {
  if (!isRecord(retry)) return [problem(where, `is ${shown(retry)}; write an object such as { attempts: 5 }`)];
  const problems = unknownFields(retry, Object.keys(DEFAULT_RETRY), where);
  const check = (field: keyof ToolRetry, holds: (value: unknown) => boolean, expected: string): void => {
    const value = retry[field];
    if (value !== undefined && !holds(value)) problems.push(problem(`${where}.${field}`, `is ${shown(value)}; write ${expected}`));
  };
  const isWait = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value <= MAX_TIMEOUT_MS;
  check('attempts', (value) => Number.isSafeInteger(value) && Number(value) >= 1, 'a whole number from 1 (1 means: no repeat)');
  check('backoffMs', isWait, `milliseconds from 0 to ${MAX_TIMEOUT_MS}`);
  check('maxBackoffMs', isWait, `milliseconds from 0 to ${MAX_TIMEOUT_MS}`);
  check('jitter', (value) => typeof value === 'number' && value >= 0 && value <= 1, 'a share from 0 to 1');
  check('retryErrorResults', (value) => typeof value === 'boolean', 'true or false');
  const { backoffMs, maxBackoffMs } = retry;
  if (typeof backoffMs === 'number' && typeof maxBackoffMs === 'number' && maxBackoffMs < backoffMs) {
    problems.push(problem(`${where}.maxBackoffMs`, `is ${maxBackoffMs}, below backoffMs (${backoffMs}); raise it or lower backoffMs`));
  }
  return problems;
}

function unknownFields(record: Readonly<Record<string, unknown>>, known: readonly string[], where: string): Problem[] {
  return Object.keys(record)
    .filter((field) => !known.includes(field))
    .map((field) => problem(`${where}.${field}`, `is not an option; the options are ${known.join(', ')}`));
}

function problem(where: string, message: string): Problem {
  return { code: 'POLICY_INVALID', where, message: `${message}.` };
}
