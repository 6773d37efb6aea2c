import { HarnessError } from '../contracts/errors.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';
import {
  DEFAULT_POLICY,
  DEFAULT_RETRY,
  DEFAULT_TIMEOUT_MS,
  checkRetry,
  checkTimeout,
  completeRetry,
  effectiveRetry,
  effectiveTimeoutMs,
  resolvePolicy,
  type ToolPolicy,
} from './tool-policy.js';

test('nothing said gives the defaults', () => {
  expect(DEFAULT_POLICY).toEqual({
    defaultTimeoutMs: 25_000,
    dedupeCalls: false,
    retry: { attempts: 3, backoffMs: 500, maxBackoffMs: 30_000, jitter: 0.25, retryErrorResults: false },
    sources: { defaultTimeoutMs: 'default', dedupeCalls: 'default', retry: 'default' },
  });
  expect(Object.isFrozen(DEFAULT_POLICY) && Object.isFrozen(DEFAULT_POLICY.retry) && Object.isFrozen(DEFAULT_POLICY.sources)).toBe(true);
});

test('the registry is heard before the agent, value by value', () => {
  const agent: ToolPolicy = { defaultTimeoutMs: 1, dedupeCalls: true, retry: { attempts: 9 } };
  expect(resolvePolicy({ defaultTimeoutMs: 60_000 }, agent)).toEqual({
    defaultTimeoutMs: 60_000,
    dedupeCalls: true,
    retry: { ...DEFAULT_RETRY, attempts: 9 },
    sources: { defaultTimeoutMs: 'registry-policy', dedupeCalls: 'agent-policy', retry: 'agent-policy' },
  });
  expect(resolvePolicy({ dedupeCalls: false, retry: { jitter: 0 } }, agent)).toEqual({
    defaultTimeoutMs: 1,
    dedupeCalls: false,
    retry: { ...DEFAULT_RETRY, jitter: 0 },
    sources: { defaultTimeoutMs: 'agent-policy', dedupeCalls: 'registry-policy', retry: 'registry-policy' },
  });
});

test.each([
  ['own deadline', { timeoutMs: 5, ownLimits: false }, 5],
  ['own deadline of a built-in', { timeoutMs: 300_000, ownLimits: true }, 300_000],
  ['no deadline', { ownLimits: false }, 60_000],
  ['own limits without a deadline', { ownLimits: true }, DEFAULT_TIMEOUT_MS],
])('%s', (_, definition, expected) => {
  const policy = resolvePolicy({ defaultTimeoutMs: 60_000 });
  expect(effectiveTimeoutMs(definition as ToolDefinition, policy)).toBe(expected);
});

test("a tool's own retry is kept whole", () => {
  const retry = completeRetry({ attempts: 1 });
  expect(effectiveRetry({ retry } as ToolDefinition, resolvePolicy({ retry: { attempts: 7 } }))).toBe(retry);
  expect(effectiveRetry({} as ToolDefinition, resolvePolicy({ retry: { attempts: 7 } })).attempts).toBe(7);
});

test('a first wait above the default cap raises the cap', () => {
  expect(completeRetry({ backoffMs: 60_000 })).toEqual({ ...DEFAULT_RETRY, backoffMs: 60_000, maxBackoffMs: 60_000 });
});

test('everything wrong is reported at once', () => {
  const bad: unknown = {
    defaultTimeoutMs: 0,
    dedupeCalls: 'yes',
    retry: { attempts: 1.5, backoffMs: -1, jitter: 2, retries: 3 },
    timeout: 5,
  };
  const resolve = (): unknown => resolvePolicy(bad as ToolPolicy, [] as ToolPolicy);
  expect(resolve).toThrow(HarnessError);
  expect(resolve).toThrowErrorMatchingInlineSnapshot(`
   "The tool policy is not valid: 8 problems.
     - registry's toolPolicy.timeout: is not an option; the options are defaultTimeoutMs, dedupeCalls, retry. [POLICY_INVALID]
     - registry's toolPolicy.defaultTimeoutMs: is 0; write milliseconds above 0 and at most 2147483647 (2^31-1). [POLICY_INVALID]
     - registry's toolPolicy.dedupeCalls: is "yes"; write true or false. [POLICY_INVALID]
     - registry's toolPolicy.retry.retries: is not an option; the options are attempts, backoffMs, maxBackoffMs, jitter, retryErrorResults. [POLICY_INVALID]
     - registry's toolPolicy.retry.attempts: is 1.5; write a whole number from 1 (1 means: no repeat). [POLICY_INVALID]
     - registry's toolPolicy.retry.backoffMs: is -1; write milliseconds from 0 to 2147483647. [POLICY_INVALID]
     - registry's toolPolicy.retry.jitter: is 2; write a share from 0 to 1. [POLICY_INVALID]
     - agent's toolPolicy: is an array; write an object such as { defaultTimeoutMs: 60_000 }. [POLICY_INVALID]"
  `);
});

test.each([[0], [-1], [NaN], [Infinity], [2 ** 31], ['5'], [null], [10n]])('a deadline of %p is refused', (value) => {
  expect(checkTimeout(value, 'x')).toHaveLength(1);
});

test.each([[1], [0.5], [2 ** 31 - 1]])('a deadline of %p is fine', (value) => {
  expect(checkTimeout(value, 'x')).toEqual([]);
});

test.each([
  [{}, 0],
  [{ attempts: 1, backoffMs: 0, maxBackoffMs: 0, jitter: 0, retryErrorResults: true }, 0],
  [{ attempts: 0 }, 1],
  [{ attempts: NaN }, 1],
  [{ backoffMs: Infinity }, 1],
  [{ jitter: NaN }, 1],
  [{ retryErrorResults: 1 }, 1],
  [{ backoffMs: 10, maxBackoffMs: 5 }, 1],
  [null, 1],
  ['fast', 1],
])('retry %j has %i problem(s)', (retry, count) => {
  expect(checkRetry(retry, 'x')).toHaveLength(count);
});
