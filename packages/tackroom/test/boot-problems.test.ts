import { InMemoryWorkspace } from '@tackroom/testing';
import {
  AuditSink,
  defineBundle,
  defineTool,
  HarnessError,
  HarnessModule,
  Inject,
  Param,
  rule,
  Scheduler,
  token,
  Tool,
  Toolkit,
  Workspace,
  type HarnessOptions,
} from 'tackroom';

const Db = token<object>('test/Db');

@Toolkit()
class CustomerTools {
  constructor(@Inject(Db) readonly db: object) {}

  /** Says what a customer pays. */
  @Tool({ description: 'Says what a customer pays.' })
  lookupPlan(@Param('customer', 'Name of the customer') customer: string): string {
    return `${customer}: gold`;
  }
}

const echo = defineTool({ name: 'echo', description: 'Says it again.', inputSchema: { type: 'object' }, handler: () => 'echo' });

/** Problems of a boot that must fail, a line each. */
async function problems(options: unknown): Promise<readonly string[]> {
  try {
    const harness = await HarnessModule.create(options as HarnessOptions); // wrong on purpose
    await harness.close();
  } catch (error) {
    if (!HarnessError.is(error, 'BOOT_INVALID')) throw error;
    return error.problems.map(({ code, where, message }) => `${code} | ${where} | ${message}`);
  }
  return ['it booted'];
}

test.each<[string, unknown, readonly string[]]>([
  ['no object', 'x', ['OPTION_INVALID | HarnessModule.create | takes an object of options.']],
  [
    'an unknown option',
    { tool: [], system: '', deps: {} },
    [
      'OPTION_UNKNOWN | tool | is no option. Valid are providers, tools, bundles, mcp, workspace, sandbox, permissions, toolPolicy, approver, audit, manifest, unknownTypes, scheduler, middleware, logger.',
      expect.stringMatching(
        /^OPTION_UNKNOWN \| system \| is no option of a harness; give it to an agent: harness\.createAgent\(\{ system \}\)\. Valid are /,
      ) as string,
      expect.stringMatching(
        /^OPTION_UNKNOWN \| deps \| is no option of a harness; give it to a run: agent\.run\(input, \{ deps \}\)\. Valid are /,
      ) as string,
    ],
  ],
  [
    'options of a later version',
    { manifest: './tackroom.schemas.json', telemetry: true },
    [
      'OPTION_NOT_AVAILABLE | telemetry | is not available in this version; take it out; events and the audit trail say the same.',
      'MANIFEST_UNREADABLE | manifest | tackroom.schemas.json is not there. Write it with "npx tackroom schemas".',
    ],
  ],
  [
    'MCP servers and nobody to connect them',
    { mcp: { github: { command: 'x' } } },
    [
      'OPTION_NOT_AVAILABLE | mcp | nobody connects MCP servers (github) in this version. Provide an implementation: { provide: McpBridge, useClass: … }.',
    ],
  ],
  [
    'wrong shapes, all of them',
    {
      providers: {},
      tools: 'echo',
      bundles: 'filesystem',
      mcp: [],
      workspace: 3,
      sandbox: {},
      permissions: 'open',
      toolPolicy: 5,
      approver: {},
      audit: { path: 'x' },
      unknownTypes: 'guess',
      scheduler: {},
      middleware: {},
      logger: { info() {} },
    },
    [
      'OPTION_INVALID | providers | must be an array of providers.',
      'OPTION_INVALID | tools | must be an array of tools, or a ToolRegistry.',
      "OPTION_INVALID | bundles | must be an array of bundle names and configured bundles: ['filesystem', shell({ root: '.' })].",
      'OPTION_INVALID | mcp | must be an object of servers by name: { github: { command: … } }.',
      "OPTION_INVALID | workspace | must be a directory ('.'), { root: '.' }, or a Workspace.",
      'OPTION_INVALID | sandbox | must be a SandboxProvider, for example new HostSandbox(); it has no method open.',
      'OPTION_INVALID | permissions | must be an object: { allow, ask, deny, profile, … }.',
      'OPTION_INVALID | toolPolicy | must be an object: { defaultTimeoutMs, dedupeCalls, retry }.',
      'OPTION_INVALID | approver | must be a function, or an object with the method approve; it has no method approve.',
      "OPTION_INVALID | audit | must be 'log', { file: 'audit.jsonl' }, an AuditSink, or false.",
      "OPTION_INVALID | unknownTypes | must be 'reject' or 'unconstrained'.",
      'OPTION_INVALID | scheduler | must be a Scheduler; it has no method enter, conflicts.',
      'OPTION_INVALID | middleware | must be an array of middleware objects, classes or tokens.',
      'OPTION_INVALID | logger | must be a Logger; it has no method debug, warn, error.',
    ],
  ],
  [
    'a toolkit whose dependency nobody provides',
    { tools: [CustomerTools] },
    [
      'DEPENDENCY_MISSING | CustomerTools, constructor parameter 1 | nobody provides the token "test/Db". Add { provide: …, useClass | useValue | useFactory } for it to providers.',
    ],
  ],
  [
    'a port said twice',
    { providers: [{ provide: AuditSink, useValue: { record() {} } }], audit: 'log' },
    ['PROVIDER_DUPLICATE | providers | @tackroom/core/AuditSink has a provider, and the option audit says it too. Keep one of the two.'],
  ],
  [
    'an approver said twice',
    { approver: () => undefined, permissions: { approver: () => undefined } },
    ['OPTION_INVALID | approver | is said here and in permissions.approver. Keep one of the two.'],
  ],
  [
    'middleware that is none',
    { middleware: [{ beforeTools() {} }, {}, { beforeTool: 1 }, 'x', token('test/Hooks'), class Nothing {}] },
    [
      'MIDDLEWARE_INVALID | middleware[0] | has beforeTools, which nobody calls. Hooks are beforeModel, afterModel, beforeTool, afterTool, onEvent.',
      'MIDDLEWARE_INVALID | middleware[1] | has no hook. Hooks are beforeModel, afterModel, beforeTool, afterTool, onEvent.',
      'MIDDLEWARE_INVALID | middleware[2] | has beforeTool that is no function.',
      'MIDDLEWARE_INVALID | middleware[3] | is no middleware. Give an object with hooks, a class, or a token. Hooks are beforeModel, afterModel, beforeTool, afterTool, onEvent.',
      'DEPENDENCY_MISSING | middleware[4] | nobody provides the token "test/Hooks". Add { provide: …, useClass | useValue | useFactory } for it to providers.',
    ],
  ],
  [
    'a middleware class without hooks',
    { middleware: [class Nothing {}] },
    ['MIDDLEWARE_INVALID | middleware[0] | has no hook. Hooks are beforeModel, afterModel, beforeTool, afterTool, onEvent.'],
  ],
  [
    'a root that does not exist',
    { workspace: '/no/such/root' },
    [expect.stringMatching(/^WORKSPACE_ROOT_MISSING \| workspace \| .*\/no\/such\/root/) as string],
  ],
  [
    'two roots',
    { workspace: '.', bundles: [defineBundle({ name: 'files', tools: [echo], workspaceRoot: '/' })] },
    [
      expect.stringMatching(
        /^WORKSPACE_CONFLICT \| bundles\[0\] \(files\) \| works in \/, but workspace says .*A harness has one root/,
      ) as string,
    ],
  ],
  [
    'a root and a workspace of its own',
    { workspace: new InMemoryWorkspace(), tools: [defineBundle({ name: 'files', tools: [echo], workspaceRoot: '/' })] },
    [
      expect.stringMatching(
        /^WORKSPACE_CONFLICT \| tools\[0\] \(files\) \| works in \/, but workspace says that there is no root\./,
      ) as string,
    ],
  ],
  [
    'a workspace said twice',
    { workspace: '.', providers: [{ provide: Workspace, useValue: new InMemoryWorkspace() }] },
    [
      'PROVIDER_DUPLICATE | providers | @tackroom/core/Workspace has a provider, and the option workspace (or the root of a bundle) says it too. Keep one of the two.',
    ],
  ],
  [
    'file tools that nobody gave a root',
    { bundles: [pathBundle()] },
    [
      "WORKSPACE_ROOT_UNSAID | workspace | nobody says which directory peek works in. Write workspace: '.', or give a bundle its root; workspace: { root: null } opens the whole file system of the host.",
    ],
  ],
  [
    'two tools of one name',
    { tools: [echo, { ...echo }] },
    [expect.stringMatching(/^TOOL_DUPLICATE \| tools\[1\] \| The tool echo comes/) as string],
  ],
  ['something that is no tool', { tools: [42] }, [expect.stringMatching(/^TOOL_ITEM_UNSUPPORTED \| tools\[0\]/) as string]],
  ['numbers out of range', { toolPolicy: { defaultTimeoutMs: 0 } }, [expect.stringMatching(/defaultTimeoutMs/) as string]],
  [
    'rules about tools that are not there',
    { tools: [echo], permissions: { deny: [rule('ecko')] } },
    [expect.stringMatching(/permissions.*ecko.*echo/) as string],
  ],
  [
    'a policy that cannot be read',
    { permissions: { allowed: [] } },
    [expect.stringMatching(/^PERMISSIONS_OPTION_UNKNOWN \| permissions\.allowed/) as string],
  ],
])('boot refuses %s', async (_name, options, expected) => {
  expect(await problems(options)).toEqual(expected);
});

test('one error tells everything at once', async () => {
  const found = await problems({
    surprise: 1,
    providers: [{ provide: Scheduler }],
    tools: [CustomerTools, 42],
    workspace: '/no/such/root',
    permissions: { profile: 'loose' },
    toolPolicy: { defaultTimeoutMs: -1 },
    middleware: [{}],
  });
  expect(found.map((line) => line.split(' | ', 2).join(' '))).toEqual([
    'OPTION_UNKNOWN surprise',
    'WORKSPACE_ROOT_MISSING workspace',
    'PROVIDER_INVALID providers[0] (@tackroom/core/Scheduler)',
    'DEPENDENCY_MISSING CustomerTools, constructor parameter 1',
    'MIDDLEWARE_INVALID middleware[0]',
    'PERMISSIONS_OPTION_INVALID permissions.profile',
    expect.stringContaining('toolPolicy'),
    'TOOL_ITEM_UNSUPPORTED tools[1]',
  ]);
});

test('after a failed boot everything that was made is closed, and what was given is not', async () => {
  const log: string[] = [];
  const closable = (name: string) => ({ close: () => log.push(name) });
  const given = closable('given');
  const error: unknown = await HarnessModule.create({
    providers: [
      { provide: token('test/First'), useFactory: () => closable('first') },
      { provide: token('test/Given'), useValue: given },
      { provide: token('test/Second'), useFactory: () => closable('second') },
      { provide: token('test/Stuck'), useFactory: () => ({ close: () => Promise.reject(new Error('jammed')) }) },
      { provide: Db, useFactory: () => Promise.reject(new TypeError('no such host')) },
    ],
    tools: [CustomerTools],
  }).catch((thrown: unknown) => thrown);
  expect(log).toEqual(['second', 'first']);
  expect(error).toMatchObject({
    code: 'BOOT_INVALID',
    cause: new TypeError('no such host'),
    problems: [
      { code: 'PROVIDER_FAILED', where: 'test/Db', message: 'its factory failed with TypeError: no such host' },
      { code: 'CLOSE_FAILED', where: 'test/Stuck', message: 'could not be closed after the failed boot: Error: jammed' },
    ],
  });
});

test('an error whose problems boot took over is not said again as the cause', async () => {
  class Undescribed {
    @Tool()
    go(): void {}
  }
  const error: unknown = await HarnessModule.create({ tools: [Undescribed] }).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'BOOT_INVALID', problems: [{ code: 'TOOL_DESCRIPTION_EMPTY', where: 'Undescribed.go' }] });
  expect((error as Error).cause).toBeUndefined();
});

test('a registry that refuses a tool closes what was made before it', async () => {
  const log: string[] = [];
  const providers = [{ provide: Db, useFactory: () => ({ close: () => log.push('db') }) }];
  await expect(HarnessModule.create({ providers, tools: [CustomerTools, 42 as never] })).rejects.toMatchObject({ code: 'BOOT_INVALID' });
  expect(log).toEqual(['db']);
});

function pathBundle() {
  const peek = defineTool({
    name: 'peek',
    description: 'Looks at a file.',
    inputSchema: { type: 'object', properties: { path: { type: 'string' } } },
    semantics: { path: 'path' },
    handler: () => 'seen',
  });
  return defineBundle({ name: 'peeking', tools: [peek] });
}
