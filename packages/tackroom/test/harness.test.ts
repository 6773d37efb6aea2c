import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls, FakeSandbox, InMemoryWorkspace, RecordingAuditSink, ScriptedModel, text } from '@tackroom/testing';
import {
  AuditSink,
  Clock,
  Ctx,
  defineTool,
  Dep,
  HarnessModule,
  Inject,
  Injectable,
  McpBridge,
  Param,
  PermissionService,
  RequiresApproval,
  RuleBasedPermissionService,
  RunScope,
  Scheduler,
  token,
  Tool,
  Toolkit,
  type CommandResult,
  type Harness,
  type Logger,
  type Middleware,
} from 'tackroom';

const Tenant = token<string>('test/Tenant');

@Injectable()
class CustomerDb {
  planOf(customer: string): string {
    return customer === 'Acme' ? 'gold' : 'none';
  }
}

@Toolkit({ category: 'crm' })
class CustomerTools {
  constructor(@Inject(CustomerDb) private readonly db: CustomerDb) {}

  @Tool({ description: 'Looks up the plan of a customer.' })
  lookupPlan(@Param('customer', 'Name of the customer') customer: string, @Ctx() ctx: Ctx<{ readonly region?: string }>): string {
    return `${this.db.planOf(customer)} in ${ctx.deps.region ?? 'no region'}`;
  }

  @Tool({ description: 'Deletes a customer.' })
  @RequiresApproval()
  deleteCustomer(@Param('customer', 'Name of the customer') customer: string): string {
    return `${customer} is gone`;
  }

  @Tool({ description: 'Names the tenant.' })
  nameTenant(@Dep(Tenant) tenant: string): string {
    return tenant;
  }
}

const run = defineTool({
  name: 'run',
  description: 'Runs a command.',
  inputSchema: { type: 'object', properties: { command: { type: 'string' } } },
  handler: async (args, ctx) => (await ctx.sandbox.exec(String(args['command']))).stdout,
});

let harness: Harness | undefined;
afterEach(async () => {
  await harness?.close();
  harness = undefined;
});

describe('direct calls', () => {
  test('run under the harness’s own policy, with what they bring', async () => {
    harness = await HarnessModule.create({ tools: [CustomerTools], providers: [{ provide: Tenant, useValue: 'nobody' }] });
    const lookup = { name: 'lookup_plan', args: { customer: 'Acme' } };
    expect((await harness.execute(lookup)).content).toBe('gold in no region');
    expect((await harness.execute(lookup, { deps: { region: 'north' } })).content).toBe('gold in north');
    expect((await harness.execute({ name: 'name_tenant' })).content).toBe('nobody');
    expect((await harness.execute({ name: 'name_tenant' }, { providers: [{ provide: Tenant, useValue: 'acme' }] })).content).toBe('acme');
    expect((await harness.execute({ name: 'Lookup-Plan' })).error?.code).toBe('TOOL_UNKNOWN');
  });

  test('an ask is denied, pending, or answered, by who is there', async () => {
    const options = { tools: [CustomerTools], providers: [{ provide: Tenant, useValue: '' }] };
    const call = { name: 'delete_customer', args: { customer: 'Acme' } };
    harness = await HarnessModule.create(options);
    expect((await harness.execute(call)).content).toMatch(/^Permission denied/);
    expect(await harness.attempt(call)).toMatchObject({
      kind: 'pending',
      request: { toolName: 'delete_customer', args: { customer: 'Acme' } },
    });
    expect((await harness.execute(call, { approver: () => ({ type: 'approve' }) })).content).toBe('Acme is gone');
    expect((await harness.execute(call, { approver: { approve: () => ({ type: 'reject', message: 'no' }) } })).success).toBe(false);
    await harness.close();
    harness = await HarnessModule.create({ ...options, approver: () => ({ type: 'approve' }) });
    expect((await harness.execute(call)).content).toBe('Acme is gone');
    await harness.close();
    harness = await HarnessModule.create({ ...options, permissions: { approver: () => ({ type: 'approve' }), deny: ['lookup_*'] } });
    expect((await harness.execute(call)).content).toBe('Acme is gone');
    expect((await harness.execute({ name: 'lookup_plan', args: { customer: 'x' } })).error?.code).toBe('PERMISSION_DENIED');
    expect((await harness.tools.execute({ name: 'lookup_plan', args: { customer: 'x' } })).success).toBe(true);
  });

  test('what nobody provides is the caller’s mistake, said before the tool starts', async () => {
    harness = await HarnessModule.create({ tools: [CustomerTools] });
    await expect(harness.execute({ name: 'name_tenant' })).rejects.toMatchObject({ code: 'RUN_DEPENDENCY_MISSING' });
    await expect(harness.execute({ name: 'name_tenant' }, { deps: {} })).rejects.toMatchObject({ code: 'RUN_DEPENDENCY_MISSING' });
  });

  test('the caller’s signal ends a call', async () => {
    const wait = defineTool({
      name: 'wait',
      description: 'Waits.',
      inputSchema: { type: 'object' },
      handler: (_args, ctx) => new Promise((resolve) => ctx.signal.addEventListener('abort', () => resolve('stopped'))),
    });
    harness = await HarnessModule.create({ tools: [wait] });
    const controller = new AbortController();
    const running = harness.execute({ name: 'wait' }, { signal: controller.signal });
    controller.abort(new Error('enough'));
    expect((await running).success).toBe(false);
  });
});

describe('agents', () => {
  test('share the harness’s tools, and their runs bring what is theirs', async () => {
    harness = await HarnessModule.create({ tools: [CustomerTools] });
    const model = () => new ScriptedModel([calls(['name_tenant', {}]), text('done')]);
    const results = await Promise.all(
      ['acme', 'globex'].map(async (tenant) => {
        const agent = harness?.createAgent({ name: 'support', model: model() });
        return agent?.run('who?', { providers: [{ provide: Tenant, useValue: tenant }] });
      }),
    );
    const said = results.map((result) => JSON.stringify(result?.messages.find((message) => message.role === 'tool')));
    expect(said).toEqual([expect.stringContaining('acme'), expect.stringContaining('globex')]);
    const unprovided = harness.createAgent({ name: 'support', model: model() });
    await expect(unprovided.run('who?')).rejects.toMatchObject({ code: 'RUN_DEPENDENCY_MISSING' });
  });

  test('bring toolkits of their own, made once by the harness’s container', async () => {
    let made = 0;
    @Toolkit()
    class OwnTools {
      constructor(@Inject(CustomerDb) readonly db: CustomerDb) {
        made += 1;
      }
      @Tool({ description: 'Says the plan.' })
      plan(): string {
        return this.db.planOf('Acme');
      }
    }
    harness = await HarnessModule.create();
    for (const name of ['one', 'two']) {
      const agent = harness.createAgent({ name, model: new ScriptedModel([calls('plan'), text('done')]), tools: [OwnTools] });
      const result = await agent.run('plan?');
      expect(JSON.stringify(result.messages)).toContain('gold');
    }
    expect(made).toBe(1);
  });

  test('middleware comes from the container, in order, and sees every call', async () => {
    const log: string[] = [];
    const Hooks = token<Middleware>('test/Hooks');
    @Injectable()
    class Guard implements Middleware {
      constructor(@Inject(CustomerDb) private readonly db: CustomerDb) {}
      beforeTool(call: { readonly toolName: string }): undefined {
        log.push(`guard ${call.toolName} ${this.db.planOf('Acme')}`);
      }
    }
    harness = await HarnessModule.create({
      tools: [defineTool({ name: 'noop', description: 'Does nothing.', inputSchema: { type: 'object' }, handler: () => undefined })],
      providers: [{ provide: Hooks, useValue: { afterTool: () => void log.push('hooks') } }],
      middleware: [{ name: 'plain', beforeTool: () => void log.push('plain') }, Guard, Hooks],
    });
    await harness.createAgent({ name: 'a', model: new ScriptedModel([calls('noop'), text('done')]) }).run('go');
    expect(log).toEqual(['plain', 'guard noop gold', 'hooks']);
  });
});

describe('ports', () => {
  test('a provider takes the place of a port', async () => {
    const policy = new RuleBasedPermissionService({ profile: 'locked' });
    const opened: unknown[] = [];
    harness = await HarnessModule.create({
      tools: [CustomerTools],
      providers: [
        { provide: PermissionService, useValue: policy },
        {
          provide: RunScope,
          useValue: { open: (...given: unknown[]) => (opened.push(given), { get: () => 'theirs', close: () => Promise.resolve() }) },
        },
      ],
    });
    expect(harness.permissions).toBe(policy);
    expect((await harness.execute({ name: 'lookup_plan', args: { customer: 'x' } })).error?.code).toBe('PERMISSION_DENIED');
    policy.setPermission('name_tenant', 'allow');
    expect((await harness.execute({ name: 'name_tenant' })).content).toBe('theirs');
    expect(opened.length).toBeGreaterThan(0);
  });

  test('services can ask for ports', async () => {
    @Injectable()
    class Service {
      constructor(
        @Inject(Clock) readonly clock: Clock,
        @Inject(Scheduler) readonly scheduler: Scheduler,
        @Inject(PermissionService) readonly permissions: PermissionService,
      ) {}
    }
    const Made = token<Service>('test/Made');
    let seen: Service | undefined;
    harness = await HarnessModule.create({
      providers: [{ provide: Made, inject: [Service], useFactory: (service: Service) => (seen = service) }],
    });
    expect(seen?.clock.now()).toBeGreaterThan(0);
    expect(seen?.permissions).toBe(harness.permissions);
  });

  test('the audit trail goes to the sink, to the log, or to a file', async () => {
    const sink = new RecordingAuditSink();
    const call = { name: 'lookup_plan', args: { customer: 'Acme' } };
    harness = await HarnessModule.create({ tools: [CustomerTools], audit: sink });
    await harness.execute(call);
    await harness.close();
    expect(sink.records.map(({ type, toolName }) => `${type} ${toolName}`)).toContain('call lookup_plan');

    const logged: string[] = [];
    const ignore = (): void => undefined;
    const logger: Logger = { debug: ignore, info: (message) => void logged.push(message), warn: ignore, error: ignore };
    harness = await HarnessModule.create({ tools: [CustomerTools], audit: 'log', logger });
    await harness.execute(call);
    expect(logged).toContain('audit: call of lookup_plan');
    await harness.close();

    const folder = await mkdtemp(join(tmpdir(), 'tackroom-audit-'));
    const file = join(folder, 'audit.jsonl');
    harness = await HarnessModule.create({ tools: [CustomerTools], audit: { file } });
    await harness.execute(call);
    await harness.close();
    expect(await readFile(file, 'utf8')).toContain('"toolName":"lookup_plan","argsDigest":"sha256:');
    await rm(folder, { recursive: true });
  });

  test('a sandbox session is opened by the first command, shared by its session, and closed with the harness', async () => {
    const sandbox = new FakeSandbox([[/.*/, { stdout: 'ran' }]]);
    harness = await HarnessModule.create({ tools: [run], sandbox, workspace: new InMemoryWorkspace() });
    expect(harness.sandbox).toBe(sandbox);
    const call = { name: 'run', args: { command: 'true' } };
    await Promise.all([harness.execute(call, { sessionId: 's' }), harness.execute(call, { sessionId: 's' })]);
    await harness.execute(call, { sessionId: 't' });
    expect(sandbox.calls.map(({ sessionId }) => sessionId)).toEqual(['s', 's', 't']);
    await harness.close();
  });

  test('without a sandbox a command fails with what to do', async () => {
    harness = await HarnessModule.create({ tools: [run] });
    expect(harness.sandbox).toBeUndefined();
    expect((await harness.execute({ name: 'run', args: { command: 'true' } })).error?.code).toBe('SANDBOX_MISSING');
  });
});

test('serving MCP says that it is not there yet', async () => {
  harness = await HarnessModule.create();
  await expect(harness.serveMcp({ transport: 'stdio' })).rejects.toMatchObject({ code: 'MCP_NOT_AVAILABLE' });
});

test('MCP tools come in through a bridge that somebody provides', async () => {
  const remote = defineTool({ name: 'github__star', description: 'Stars.', inputSchema: { type: 'object' }, handler: () => 'starred' });
  const closed: string[] = [];
  const bridge = (): McpBridge => ({
    connect: (servers) => Promise.resolve(Object.keys(servers).length === 1 ? [remote] : []),
    status: () => ({}),
    close: () => Promise.resolve(void closed.push('bridge')),
  });
  harness = await HarnessModule.create({ mcp: { github: { command: 'x' } }, providers: [{ provide: McpBridge, useFactory: bridge }] });
  expect((await harness.execute({ name: 'github__star' })).content).toBe('starred');
  expect(harness.mcp).toBeDefined();
  await harness.close();
  expect(closed).toEqual(['bridge']);
});

test('types and values of one name both come through', () => {
  const sink: AuditSink = { record: () => undefined };
  const result: Partial<CommandResult> = {};
  const ctx = (given: Ctx<{ readonly tenant: string }>): string => given.deps.tenant;
  expect([typeof AuditSink, typeof Ctx, typeof sink.record, typeof ctx, result]).toEqual([
    'symbol',
    'function',
    'function',
    'function',
    {},
  ]);
});
