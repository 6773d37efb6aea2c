import { defineTool } from './define-tool.js';
import { copyDefinition } from './copy-definition.js';
import { effectiveValues } from './effective-values.js';
import { DEFAULT_POLICY, resolvePolicy } from './tool-policy.js';

const bare = defineTool({
  name: 'read_file',
  description: 'Reads.',
  inputSchema: { type: 'object', properties: { path: { type: 'string' } } },
  handler: () => 'x',
});

test('nothing said but what must be', () => {
  const values = effectiveValues(bare, DEFAULT_POLICY);
  expect(values).toMatchObject({
    name: { value: 'read_file' },
    category: { value: 'general', source: 'default' },
    riskLevel: { value: 'low', source: 'default' },
    permission: { value: 'inherit', source: 'default' },
    approval: { value: null, source: 'default' },
    concurrency: { value: 'parallel', source: 'default' },
    replayPolicy: { value: 'manual', source: 'default' },
    timeoutMs: { value: 25_000, source: 'default' },
    retry: { value: { attempts: 3, backoffMs: 500, maxBackoffMs: 30_000, jitter: 0.25, retryErrorResults: false }, source: 'default' },
    dedupeCalls: { value: false, source: 'default' },
    visible: { value: 'always', source: 'default' },
  });
  expect(JSON.parse(JSON.stringify(values))).toEqual(values);
});

test('each policy is the source of what it settles', () => {
  const policy = resolvePolicy({ defaultTimeoutMs: 60_000 }, { dedupeCalls: true, retry: { attempts: 1 } });
  expect(effectiveValues(copyDefinition(bare, { replayPolicy: 'safe' }), policy)).toMatchObject({
    replayPolicy: { value: 'safe', source: 'registration' },
    timeoutMs: { value: 60_000, source: 'registry-policy' },
    retry: { value: { attempts: 1 }, source: 'agent-policy' },
    dedupeCalls: { value: true, source: 'agent-policy' },
  });
  expect(effectiveValues(bare, policy).dedupeCalls).toEqual({ value: false, source: 'agent-policy' });
});

test("a tool's own word is its own, whatever the policy", () => {
  const own = copyDefinition(
    bare,
    { timeoutMs: 5, retry: { attempts: 2 }, permission: 'ask', concurrency: { key: () => 'k', mode: 'write' }, visible: () => true },
    'bundle-option',
  );
  expect(effectiveValues(own, resolvePolicy({ defaultTimeoutMs: 1, retry: { attempts: 9 } }))).toMatchObject({
    timeoutMs: { value: 5, source: 'bundle-option' },
    retry: { value: { attempts: 2 }, source: 'bundle-option' },
    permission: { value: 'ask', source: 'bundle-option' },
    concurrency: { value: { key: '(function)', mode: 'write' }, source: 'bundle-option' },
    visible: { value: 'asked per run', source: 'bundle-option' },
  });
});

test('a built-in with its own limit is not under the policy', () => {
  const policy = resolvePolicy({ defaultTimeoutMs: 1 });
  expect(effectiveValues({ ...bare, ownLimits: true, timeoutMs: 300_000 }, policy).timeoutMs).toEqual({
    value: 300_000,
    source: 'builtin',
  });
  expect(effectiveValues({ ...bare, ownLimits: true }, policy).timeoutMs).toEqual({ value: 25_000, source: 'default' });
});
