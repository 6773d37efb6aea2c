import { McpBridge } from '@tackroom/core';
import { filesystem } from '@tackroom/toolkit';
import { configProblems } from './config-problems.js';

const told = (config: unknown): readonly string[] =>
  configProblems(config).map(({ code, where, message }) => `${where}: ${message} [${code}]`);

const model = { specificationVersion: 'v2', provider: 'p', modelId: 'm', doGenerate: () => undefined, doStream: () => undefined };

test.each([
  {},
  { root: undefined, model: undefined, agents: { a: { system: undefined } } },
  { root: '.', bundles: [], tools: [], providers: [], permissions: {}, agents: {}, profile: 'locked', unknownTypes: 'reject' },
  { root: null, bundles: ['filesystem', filesystem({ root: 'x' }), { name: 'shell' }, { name: 'shell', options: { names: 'short' } }] },
  { tools: ['./tools.ts'], mcp: { github: { command: 'x' } }, providers: [{ provide: McpBridge, useValue: {} }] },
  { model, agents: { a: { model, fallbacks: [model, 'openai/gpt-5'] } } },
  ...['operator', 'scripted:turns.json', 'ollama/qwen3', 'openai-compatible/a/b', 'http://127.0.0.1:1/v1#m', 'https://x/v1#a/b'].map(
    (text) => ({ model: text, agents: { default: { model: text } } }),
  ),
  { audit: 'log', approver: () => undefined, middleware: [], toolPolicy: { defaultTimeoutMs: 5 } },
  { audit: { file: 'audit.jsonl' } },
  {
    agents: {
      a: {
        ...{ system: 's', tools: { include: ['read_*'] }, permissions: { deny: ['x'] }, toolPolicy: {}, limits: { maxSteps: 5 } },
        ...{ switchAfter: 2, cooldownMs: 0, modelRetry: {}, modelSettings: {}, middleware: [], detectRepetition: false },
        ...{ planning: false, promptCache: true, stateKey: 'key' },
      },
      b: { tools: [], stateKey: new Uint8Array(32) },
    },
  },
])('nothing is wrong with %j', (config) => {
  expect(told(config)).toEqual([]);
});

test.each([undefined, null, [], 'x', 5, true])('a configuration is no %j', (config) => {
  expect(told(config)).toEqual([
    'the configuration: must be an object: defineConfig({ tools: […], permissions: { … } }). [OPTION_INVALID]',
  ]);
});

test('every key that there is not is told with the one that was meant', () => {
  expect(told({ permision: {}, Tools: [], tool: [], unheard: 1, workspace: '.', system: 's', deny: [], logger: {} }))
    .toMatchInlineSnapshot(`
   [
     "permision: is no key. Did you mean permissions? The keys are root, bundles, tools, providers, permissions, profile, model, agents, toolPolicy, approver, audit, sandbox, middleware, unknownTypes, mcp. [OPTION_UNKNOWN]",
     "Tools: is no key. Did you mean tools? The keys are root, bundles, tools, providers, permissions, profile, model, agents, toolPolicy, approver, audit, sandbox, middleware, unknownTypes, mcp. [OPTION_UNKNOWN]",
     "tool: is no key. Did you mean tools? The keys are root, bundles, tools, providers, permissions, profile, model, agents, toolPolicy, approver, audit, sandbox, middleware, unknownTypes, mcp. [OPTION_UNKNOWN]",
     "unheard: is no key. The keys are root, bundles, tools, providers, permissions, profile, model, agents, toolPolicy, approver, audit, sandbox, middleware, unknownTypes, mcp. [OPTION_UNKNOWN]",
     "workspace: is no key of a configuration; say root. The keys are root, bundles, tools, providers, permissions, profile, model, agents, toolPolicy, approver, audit, sandbox, middleware, unknownTypes, mcp. [OPTION_UNKNOWN]",
     "system: is no key of a configuration; give it to an agent: agents: { NAME: { system } }. The keys are root, bundles, tools, providers, permissions, profile, model, agents, toolPolicy, approver, audit, sandbox, middleware, unknownTypes, mcp. [OPTION_UNKNOWN]",
     "deny: is no key of a configuration; it belongs to permissions. The keys are root, bundles, tools, providers, permissions, profile, model, agents, toolPolicy, approver, audit, sandbox, middleware, unknownTypes, mcp. [OPTION_UNKNOWN]",
     "logger: is no key of a configuration; the command logs to stderr. The keys are root, bundles, tools, providers, permissions, profile, model, agents, toolPolicy, approver, audit, sandbox, middleware, unknownTypes, mcp. [OPTION_UNKNOWN]",
   ]
  `);
});

test('JSON cannot reach what every object has', () => {
  const config: unknown = JSON.parse('{ "__proto__": { "root": 5 }, "constructor": 1, "agents": { "a": { "toString": 1 } } }');
  expect(configProblems(config).map(({ where, code }) => [where, code])).toEqual([
    ['__proto__', 'OPTION_UNKNOWN'],
    ['constructor', 'OPTION_UNKNOWN'],
    ['agents.a.toString', 'AGENT_OPTION_INVALID'],
  ]);
});

test('values of the wrong kind are told all at once', () => {
  const config = {
    root: '',
    bundles: [5, null, { options: {} }, { name: 'shell', options: 3 }, { name: 'shell', root: '.' }],
    tools: {},
    providers: {},
    permissions: { deny: 'run_command', ask: {}, profile: 'open' },
    profile: 'strict',
    model: 'gpt-5',
    audit: { path: 'x' },
    approver: {},
    sandbox: 'none',
    middleware: {},
    toolPolicy: [],
    unknownTypes: 'guess',
    mcp: [],
  };
  expect(told(config)).toMatchInlineSnapshot(`
   [
     "root: must be a directory ('.'), or null for the whole file system. [OPTION_INVALID]",
     "bundles[0]: must be a bundle: 'filesystem', shell({ … }), or { name: 'shell', options: { … } }. [OPTION_INVALID]",
     "bundles[1]: must be a bundle: 'filesystem', shell({ … }), or { name: 'shell', options: { … } }. [OPTION_INVALID]",
     "bundles[2]: must be a bundle: 'filesystem', shell({ … }), or { name: 'shell', options: { … } }. [OPTION_INVALID]",
     "bundles[3].options: must be an object. [OPTION_INVALID]",
     "bundles[4]: has root beside its name. Options stand together: { name, options: { … } }. [OPTION_INVALID]",
     "tools: must be an array of tools, or a ToolRegistry. [OPTION_INVALID]",
     "providers: must be an array of providers. [OPTION_INVALID]",
     "permissions.ask: must be an array of rules: ['read_*']. [OPTION_INVALID]",
     "permissions.deny: must be an array of rules: ['read_*']. [OPTION_INVALID]",
     "profile: must be one of guarded, open, locked. [OPTION_INVALID]",
     "model: names no model with "gpt-5". Write provider/model, for example openai/gpt-5, or scripted:FILE. [OPTION_INVALID]",
     "audit: must be 'log', { file: 'audit.jsonl' }, or an AuditSink. [OPTION_INVALID]",
     "approver: must be a function, or an object with the method approve; it has no method approve. [OPTION_INVALID]",
     "sandbox: must be a SandboxProvider, for example new HostSandbox(); it has no method open. [OPTION_INVALID]",
     "middleware: must be an array of middleware objects, classes or tokens. [OPTION_INVALID]",
     "toolPolicy: must be an object: { defaultTimeoutMs, dedupeCalls, retry }. [OPTION_INVALID]",
     "unknownTypes: must be 'reject' or 'unconstrained'. [OPTION_INVALID]",
     "mcp: must be an object of servers by name: { github: { command: … } }. [OPTION_INVALID]",
     "profile: is said here and in permissions.profile. Keep one of the two. [OPTION_INVALID]",
   ]
  `);
});

test.each([null, {}, 7, '', 'qwen3', 'scripted:', 'http://127.0.0.1:1/v1', '/tmp/model', 'openai/'])('%j is no model', (given) => {
  expect(configProblems({ model: given, agents: { a: { model: given, fallbacks: [given] } } }).map(({ where }) => where)).toEqual([
    'model',
    'agents.a.model',
    'agents.a.fallbacks[0]',
  ]);
});

test('a profile is said once', () => {
  expect(told({ profile: 'open', permissions: { profile: 'open' } })).toEqual([
    'profile: is said here and in permissions.profile. Keep one of the two. [OPTION_INVALID]',
  ]);
});

test('what is wrong with agents', () => {
  const agents = {
    a: 'text',
    b: { sytem: 'x', name: 'b', unheard: 1 },
    c: {
      system: 5,
      tools: 'all',
      permissions: [],
      limits: 3,
      middleware: {},
      planning: 'no',
      stateKey: 5,
      switchAfter: '1',
      fallbacks: 'x',
    },
    '': {},
  };
  expect(told({ agents })).toMatchInlineSnapshot(`
   [
     "agents.a: must be an object: { system: '…', tools: { include: ['read_*'] } }. [OPTION_INVALID]",
     "agents.b.sytem: is no option of an agent. Did you mean system? The options are model, fallbacks, system, tools, permissions, toolPolicy, limits, switchAfter, cooldownMs, modelRetry, modelSettings, middleware, detectRepetition, planning, promptCache, stateKey. [AGENT_OPTION_INVALID]",
     "agents.b.name: is no option of an agent. Its name is its key. [AGENT_OPTION_INVALID]",
     "agents.b.unheard: is no option of an agent. The options are model, fallbacks, system, tools, permissions, toolPolicy, limits, switchAfter, cooldownMs, modelRetry, modelSettings, middleware, detectRepetition, planning, promptCache, stateKey. [AGENT_OPTION_INVALID]",
     "agents.c.system: must be text. [OPTION_INVALID]",
     "agents.c.tools: must be an array of tools, or a filter: { include: ['read_*'] }. [OPTION_INVALID]",
     "agents.c.permissions: must be an object. [OPTION_INVALID]",
     "agents.c.limits: must be an object. [OPTION_INVALID]",
     "agents.c.middleware: must be an array. [OPTION_INVALID]",
     "agents.c.planning: must be true or false. [OPTION_INVALID]",
     "agents.c.stateKey: must be text or bytes. [OPTION_INVALID]",
     "agents.c.switchAfter: must be a number. [OPTION_INVALID]",
     "agents.c.fallbacks: must be an array of models. [OPTION_INVALID]",
     "agents: has an agent without a name. [OPTION_INVALID]",
   ]
  `);
  expect(told({ agents: [] })).toEqual(["agents: must be an object of agents by name: { support: { system: '…' } }. [OPTION_INVALID]"]);
});

test('what this version does not have says what to do instead', () => {
  expect(told({ manifest: './schemas.json', store: {} })).toMatchInlineSnapshot(`
   [
     "manifest: is not available in this version; give schemas with @Param({ schema }) or @Tool({ input }). [OPTION_NOT_AVAILABLE]",
     "store: is not available in this version; keep a paused run with tackroom run --state FILE. [OPTION_NOT_AVAILABLE]",
   ]
  `);
});
