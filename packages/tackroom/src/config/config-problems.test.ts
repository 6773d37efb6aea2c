import { configProblems, defineConfig, filesystem, McpBridge, ToolRegistry, type TackroomConfig } from 'tackroom';

const told = (config: unknown): readonly string[] =>
  configProblems(config).map(({ where, message, code }) => `${where}: ${message} [${code}]`);

test('a configuration with every key is fine', () => {
  const model = { specificationVersion: 'v3', provider: 'x', modelId: 'y', doGenerate: () => Promise.resolve({}) } as const;
  const config: TackroomConfig = {
    root: '.',
    bundles: ['shell', filesystem({ root: 'docs' }), { name: 'shell', options: {} }, { name: 'shell' }],
    tools: ['./tools.ts'],
    providers: [],
    permissions: { allow: [], ask: [], deny: ['*'], defaultLevel: 'ask' },
    profile: 'locked',
    model: 'openai/gpt-5',
    agents: {
      a: { system: 'x', model, tools: { include: ['*'] }, limits: { maxSteps: 3 }, fallbacks: ['scripted:x.json', model], stateKey: 'k' },
      b: { tools: [], permissions: {}, toolPolicy: {}, switchAfter: 1, cooldownMs: 1, modelRetry: {}, modelSettings: {} },
      c: { middleware: [], detectRepetition: false, promptCache: false, stateKey: new Uint8Array(1) },
    },
    toolPolicy: {},
    approver: () => undefined,
    audit: { file: 'audit.jsonl' },
    sandbox: { name: 'x', open: () => Promise.reject(new Error('never')) },
    middleware: [],
    unknownTypes: 'reject',
    mcp: {},
  };
  expect(told(config)).toEqual([]);
  expect(told({ root: null, tools: new ToolRegistry(), model: undefined, store: undefined })).toEqual([]);
  expect(defineConfig(config)).toBe(config);
});

test.each([[undefined], [null], ['text'], [[]]])('%j is no configuration', (config) => {
  expect(told(config)).toEqual([
    'the configuration: must be an object: defineConfig({ tools: […], permissions: { … } }). [OPTION_INVALID]',
  ]);
});

test('everything that is wrong is said at once', () => {
  const problems = told({
    root: '',
    bundle: ['shell'],
    bundles: [1, { options: {} }, { name: 'shell', root: '.' }, { name: 'shell', options: [] }],
    permissions: { deny: 'grep', allow: {} },
    profile: 'strict',
    model: 'gpt-5',
    audit: { file: 1 },
    agents: {
      '': {},
      a: { sytem: 'x', name: 'a', model: {}, fallbacks: ['x', 'openai/y'], tools: 'all', limits: 3 },
      b: 1,
      c: { fallbacks: 'x', middleware: {}, promptCache: 1, switchAfter: '1', stateKey: 1, system: 1 },
    },
    workspace: { also: ['docs'], symlink: 'inside', symlinks: 'follow', maxDepth: 0, ripgrep: true, root: 5, x: 1 },
    deny: [],
    colour: 'red',
    mcp: { github: { command: 'x' } },
    manifest: 5,
    store: 'runs.db',
  });
  expect(problems.join('\n')).toMatchInlineSnapshot(`
   "root: must be a directory ('.'), or null for the whole file system. [OPTION_INVALID]
   bundle: is no key. Did you mean bundles? [OPTION_UNKNOWN]
   bundles[0]: must be a bundle: 'filesystem', shell({ … }), or { name: 'shell', options: { … } }. [OPTION_INVALID]
   bundles[1]: must be a bundle: 'filesystem', shell({ … }), or { name: 'shell', options: { … } }. [OPTION_INVALID]
   bundles[2]: has root beside its name. Options stand together: { name, options: { … } }. [OPTION_INVALID]
   bundles[3].options: must be an object. [OPTION_INVALID]
   permissions.allow: must be an array of rules: ['read_*']. [OPTION_INVALID]
   permissions.deny: must be an array of rules: ['read_*']. [OPTION_INVALID]
   profile: must be one of guarded, open, locked. [OPTION_INVALID]
   model: names no model with "gpt-5". Write provider/model, for example openai/gpt-5, or scripted:FILE. [OPTION_INVALID]
   audit: must be 'log', { file: 'audit.jsonl' }, an AuditSink, or false. [OPTION_INVALID]
   agents: has an agent without a name. [OPTION_INVALID]
   agents.a.sytem: is no option of an agent. Did you mean system? [AGENT_OPTION_INVALID]
   agents.a.name: is no option of an agent. Its name is its key. [AGENT_OPTION_INVALID]
   agents.a.model: must be a model object of the AI SDK, 'provider/model', or 'scripted:FILE'. [OPTION_INVALID]
   agents.a.fallbacks[0]: names no model with "x". Write provider/model, for example openai/gpt-5, or scripted:FILE. [OPTION_INVALID]
   agents.a.tools: must be an array of tools, or a filter: { include: ['read_*'] }. [OPTION_INVALID]
   agents.a.limits: must be an object. [OPTION_INVALID]
   agents.b: must be an object: { system: '…', tools: { include: ['read_*'] } }. [OPTION_INVALID]
   agents.c.fallbacks: must be an array of models. [OPTION_INVALID]
   agents.c.middleware: must be an array. [OPTION_INVALID]
   agents.c.promptCache: must be true or false. [OPTION_INVALID]
   agents.c.switchAfter: must be a number. [OPTION_INVALID]
   agents.c.stateKey: must be text or bytes. [OPTION_INVALID]
   agents.c.system: must be text. [OPTION_INVALID]
   deny: is no key of a configuration; it belongs to permissions. [OPTION_UNKNOWN]
   colour: is no key. The keys are root, workspace, bundles, tools, providers, permissions, profile, model, agents, toolPolicy, approver, audit, sandbox, middleware, unknownTypes, mcp, manifest. [OPTION_UNKNOWN]
   manifest: must be a path, a manifest, an array of those, or false. [OPTION_INVALID]
   store: is not available in this version; keep a paused run with tackroom run --state FILE. [OPTION_NOT_AVAILABLE]
   workspace.also: must be an object of directories by name: { docs: '../docs' }. [OPTION_INVALID]
   workspace.symlink: is no key of a workspace. Did you mean symlinks? [OPTION_UNKNOWN]
   workspace.symlinks: must be 'refuse' or 'inside'. [OPTION_INVALID]
   workspace.maxDepth: must be a whole number from 1. [OPTION_INVALID]
   workspace.ripgrep: must be the path of the program, or false to search without it. [OPTION_INVALID]
   workspace.root: must be a directory ('.'), or null for the whole file system. [OPTION_INVALID]
   workspace.x: is no key of a workspace. The keys are root, also, symlinks, maxDepth, ripgrep. [OPTION_UNKNOWN]
   root: is said once too often: it is said here and in workspace.root. Keep one of the two. [OPTION_INVALID]
   mcp: is not available in this version; provide an implementation: providers: [{ provide: McpBridge, useClass: … }]. [OPTION_NOT_AVAILABLE]"
  `);
});

test('the root is said once, and a workspace is an object', () => {
  const workspace = { session: () => undefined };
  expect(told({ workspace: { also: { docs: '../docs' }, symlinks: 'inside', maxDepth: 3, ripgrep: false }, root: '.' })).toEqual([]);
  expect(told({ workspace })).toEqual([]);
  expect([...told({ root: '.', workspace: { root: 'src' } }), ...told({ root: '.', workspace }), ...told({ workspace: '.' })]).toEqual([
    'root: is said once too often: it is said here and in workspace.root. Keep one of the two. [OPTION_INVALID]',
    'root: is said once too often: the workspace has its own. Keep one of the two. [OPTION_INVALID]',
    "workspace: must be an object: { also: { docs: '../docs' }, symlinks: 'inside' }. [OPTION_INVALID]",
  ]);
});

test('the profile is said once', () => {
  expect(told({ profile: 'open', permissions: { profile: 'locked' } })).toEqual([
    'profile: is said here and in permissions.profile. Keep one of the two. [OPTION_INVALID]',
  ]);
});

test('MCP servers are fine with a bridge to them', () => {
  const mcp = { github: { command: 'x' } };
  expect(told({ mcp, providers: [{ provide: McpBridge, useValue: {} }] })).toEqual([]);
  expect(told({ mcp, providers: [] })).toHaveLength(1);
});

test('JSON cannot reach what every object has', () => {
  const config: unknown = JSON.parse('{ "__proto__": { "root": 5 }, "constructor": 1, "agents": { "a": { "toString": 1 } } }');
  expect(configProblems(config).map(({ where, code }) => [where, code])).toEqual([
    ['__proto__', 'OPTION_UNKNOWN'],
    ['constructor', 'OPTION_UNKNOWN'],
    ['agents.a.toString', 'AGENT_OPTION_INVALID'],
  ]);
});

test.each(['operator', 'scripted:turns.json', 'ollama/qwen3', 'openai-compatible/a/b', 'http://127.0.0.1:1/v1#m', 'https://x/v1#a/b'])(
  '%s names a model',
  (model) => {
    expect(told({ model, agents: { a: { model, fallbacks: [model] } } })).toEqual([]);
  },
);

test.each([null, {}, 7, '', 'qwen3', 'scripted:', 'http://127.0.0.1:1/v1', '/tmp/model', 'openai/'])('%j is no model', (model) => {
  expect(configProblems({ model, agents: { a: { model, fallbacks: [model] } } }).map(({ where }) => where)).toEqual([
    'model',
    'agents.a.model',
    'agents.a.fallbacks[0]',
  ]);
});
