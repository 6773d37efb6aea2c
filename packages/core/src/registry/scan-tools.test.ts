import { jest } from '@jest/globals';
import type { Class } from '../contracts/token.js';
import { token } from '../contracts/token.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';
import { Concurrency } from '../decorators/concurrency.js';
import { Ctx } from '../decorators/ctx.js';
import { Dep } from '../decorators/dep.js';
import { Inject, Injectable } from '../decorators/injectable.js';
import { Param } from '../decorators/param.js';
import { Reconcile } from '../decorators/reconcile.js';
import { ReplayPolicy } from '../decorators/replay-policy.js';
import { RequiresApproval } from '../decorators/requires-approval.js';
import { Retry } from '../decorators/retry.js';
import { Risk } from '../decorators/risk.js';
import { Timeout } from '../decorators/timeout.js';
import { Tool } from '../decorators/tool.js';
import { Toolkit } from '../decorators/toolkit.js';
import { scanTools } from './scan-tools.js';

const Clock = token<{ now(): number }>('test/Clock');
const ctx = (values: Partial<Ctx> = {}): Ctx => values as Ctx;

/** The tools of a class without problems, by name. */
function toolsOf(toolkit: Class, instance: object = new (toolkit as new () => object)()): Record<string, ToolDefinition> {
  const { toolkits, problems } = scanTools([toolkit]);
  expect(problems).toEqual([]);
  return Object.fromEntries((toolkits[0]?.bind(instance) ?? []).map((definition) => [definition.name, definition]));
}

/** The problems of classes, as lines. */
function problemsOf(...classes: readonly unknown[]): readonly string[] {
  return scanTools(classes as Class[]).problems.map(({ code, where, message }) => `${where}: ${message} [${code}]`);
}

@Toolkit({ category: 'crm', riskLevel: 'medium', instructions: 'Ask before you delete.' })
class CustomerTools {
  readonly plans = new Map([['acme', 'gold']]);

  @Tool({ description: "Look up a customer's plan." })
  @ReplayPolicy('safe')
  lookupPlan(@Param('customer', 'Name of the customer') customer: string, @Ctx() context: Ctx): string {
    return `${this.plans.get(customer) ?? 'none'} in ${context.run.id}`;
  }

  @Tool({ name: 'delete-records', description: 'Delete rows.', title: 'Delete for good', category: 'danger', timeoutMs: 500 })
  @RequiresApproval({ reason: 'It cannot be undone.' })
  @Risk('high')
  @Concurrency('serial')
  @Retry({ attempts: 5 })
  deleteRecords(
    @Param({ semantics: 'path' }) table: string,
    @Param({ secret: true, coerce: 'lossless' }) limit: number = 10,
    @Param({ optional: true }) dryRun?: boolean,
    @Dep(Clock) clock?: { now(): number },
  ): string {
    return [table, limit, dryRun, clock?.now()].join();
  }
}

test('a toolkit becomes frozen definitions with everything its decorators say', () => {
  const tools = toolsOf(CustomerTools);
  const { handler, fingerprint, ...lookup } = tools['lookup_plan'] as ToolDefinition;
  expect(lookup).toEqual({
    name: 'lookup_plan',
    description: "Look up a customer's plan.",
    title: 'Lookup plan',
    category: 'crm',
    riskLevel: 'medium',
    inputSchema: {
      type: 'object',
      properties: { customer: { type: 'string', description: 'Name of the customer' } },
      required: ['customer'],
      additionalProperties: false,
    },
    concurrency: 'parallel',
    replayPolicy: 'safe',
    semantics: {},
    secretParameters: [],
    losslessParameters: [],
    hidden: {},
    origin: { kind: 'user', source: 'CustomerTools.lookupPlan' },
    ownLimits: false,
    pages: false,
    dependencies: [],
    visiblePerStep: false,
    instructions: 'Ask before you delete.',
    sources: { category: 'toolkit', riskLevel: 'toolkit', instructions: 'toolkit', replayPolicy: 'decorator', description: 'decorator' },
  });
  expect(fingerprint).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect(handler({ customer: 'acme' }, ctx({ run: { id: 'run-1', sessionId: '', agentPath: [] } }))).toBe('gold in run-1');

  const { handler: remove, ...removal } = tools['delete-records'] as ToolDefinition;
  expect(removal).toMatchObject({
    name: 'delete-records',
    title: 'Delete for good',
    category: 'danger',
    riskLevel: 'high',
    permission: 'ask',
    approval: { reason: 'It cannot be undone.' },
    concurrency: 'serial',
    timeoutMs: 500,
    retry: { attempts: 5, backoffMs: 500, maxBackoffMs: 30_000, jitter: 0.25, retryErrorResults: false },
    semantics: { table: 'path' },
    secretParameters: ['limit'],
    losslessParameters: ['limit'],
    dependencies: [Clock],
    inputSchema: {
      properties: { table: { type: 'string' }, limit: { type: 'number', default: 10 }, dryRun: { type: 'boolean' } },
      required: ['table'],
    },
  });
  const get = jest.fn(() => ({ now: () => 7 }));
  expect(remove({ table: 't', limit: 3 }, ctx({ get: get as never }))).toBe('t,3,,7');
  expect(get).toHaveBeenCalledWith(Clock);
});

test.each([
  ['lookupPlan', 'lookup_plan'],
  ['parseHTML', 'parse_html'],
  ['v2Call', 'v2_call'],
  ['HTMLParser', 'html_parser'],
  ['getURLFor', 'get_url_for'],
  ['sha256Sum', 'sha256_sum'],
  ['already_snake', 'already_snake'],
  ['x', 'x'],
])('the method %s becomes the tool %s', (method, name) => {
  class Named {
    [method](): string {
      return 'ran';
    }
  }
  const descriptor = Object.getOwnPropertyDescriptor(Named.prototype, method);
  Tool({ description: 'd' })(Named.prototype, method, descriptor as PropertyDescriptor);
  expect(toolsOf(Named)[name]?.handler({}, ctx())).toBe('ran');
});

test('a class with an execute method is a tool', () => {
  @Tool({ description: 'Search the web.' })
  @RequiresApproval()
  @Timeout(900)
  class SearchWeb {
    constructor(@Inject(Clock) readonly clock: { now(): number }) {}
    execute(@Param() query: string): string {
      return `${query} at ${this.clock.now()}`;
    }
  }
  const tool = toolsOf(SearchWeb, new SearchWeb({ now: () => 5 }))['search_web'];
  expect(tool).toMatchObject({ title: 'Search web', permission: 'ask', approval: {}, timeoutMs: 900 });
  expect(tool?.handler({ query: 'x' }, ctx())).toBe('x at 5');
});

test('a prefix goes before every name, with one underscore', () => {
  @Toolkit({ prefix: 'crm_' })
  class Prefixed {
    @Tool({ description: 'd' }) lookUp(): void {}
    @Tool({ description: 'd', name: 'Find' }) find(): void {}
  }
  expect(Object.keys(toolsOf(Prefixed))).toEqual(['crm_look_up', 'crm_Find']);
});

test('undecorated primitive parameters are read from the method', () => {
  class Plain {
    @Tool({ description: 'd' })
    send(recipient: string, copies: number, urgent: boolean, note: string = 'none'): string {
      return [recipient, copies, urgent, note].join();
    }
  }
  const tool = toolsOf(Plain)['send'];
  expect(tool?.inputSchema).toEqual({
    type: 'object',
    properties: {
      recipient: { type: 'string' },
      copies: { type: 'number' },
      urgent: { type: 'boolean' },
      note: { type: 'string', default: 'none' },
    },
    required: ['recipient', 'copies', 'urgent'],
    additionalProperties: false,
  });
  expect(tool?.handler({ recipient: 'a', copies: 2, urgent: true }, ctx())).toBe('a,2,true,none');
});

test('without emitted types a parameter says its type', () => {
  class Untyped {
    weather(city: unknown, days: unknown, place: unknown): string {
      return [city, days, place].join();
    }
  }
  const { prototype } = Untyped;
  Param('city', 'The city', 'string')(prototype, 'weather', 0);
  Param({ name: 'days', type: 'integer', default: 3 })(prototype, 'weather', 1);
  Param({ schema: { type: 'array', items: { type: 'number' } }, optional: true })(prototype, 'weather', 2);
  Tool({ description: 'd' })(prototype, 'weather', Object.getOwnPropertyDescriptor(prototype, 'weather') as PropertyDescriptor);
  const tool = toolsOf(Untyped)['weather'];
  expect(tool?.inputSchema).toMatchObject({
    properties: {
      city: { type: 'string', description: 'The city' },
      days: { type: 'integer', default: 3 },
      place: { type: 'array', items: { type: 'number' } },
    },
    required: ['city'],
  });
  expect(tool?.handler({ city: 'Rome', days: 3 }, ctx())).toBe('Rome,3,');
});

test('unknown types are left open on request, and only then', () => {
  class Open {
    @Tool({ description: 'd' })
    save(@Param('record', 'What to save') record: object): object {
      return record;
    }
  }
  expect(problemsOf(Open)).toHaveLength(1);
  const { toolkits } = scanTools([Open], { unknownTypes: 'unconstrained' });
  const [tool] = toolkits[0]?.bind(new Open()) ?? [];
  expect(tool?.inputSchema.properties).toEqual({ record: { description: 'What to save' } });
});

test('visibility of tool and toolkit must both hold', () => {
  @Toolkit({ visible: ({ deps }) => deps === 'both' || deps === 'toolkit', visiblePerStep: true })
  class Hidden {
    @Tool({ description: 'd', visible: ({ deps }) => deps === 'both' }) one(): void {}
    @Tool({ description: 'd' }) two(): void {}
  }
  const { one, two } = toolsOf(Hidden);
  expect(['both', 'toolkit', 'none'].map((deps) => [one?.visible?.(ctx({ deps })), two?.visible?.(ctx({ deps }))])).toEqual([
    [true, true],
    [false, true],
    [false, false],
  ]);
  expect([one?.visiblePerStep, two?.visiblePerStep]).toEqual([true, true]);
});

test('a reconciler is bound to the instance', () => {
  class Payments {
    readonly done = new Set(['k1']);
    @Tool({ description: 'd' })
    @Reconcile('paid')
    pay(): void {}
    paid(key: string, args: object): unknown {
      return [this.done.has(key), args];
    }
  }
  expect(toolsOf(Payments)['pay']?.reconcile?.('k1', { a: 1 }, ctx())).toEqual([true, { a: 1 }]);
});

test('a parameter named like an inherited property is only ever its own', () => {
  class Hostile {
    @Tool({ description: 'd' })
    probe(@Param({ name: 'constructor', optional: true }) a?: string, @Param({ name: 'toString', optional: true }) b?: string): unknown {
      return [a, b];
    }
  }
  const tool = toolsOf(Hostile)['probe'];
  expect(tool?.handler({}, ctx())).toEqual([undefined, undefined]);
  expect(tool?.handler({ constructor: 'x' }, ctx())).toEqual(['x', undefined]);
});

test('an instance without the method is refused when it is bound', () => {
  const { toolkits } = scanTools([CustomerTools]);
  expect(() => toolkits[0]?.bind({})).toThrow('The instance that was made for CustomerTools.lookupPlan has no method lookupPlan.');
});

test('scanning makes nothing and calls nothing of the class', () => {
  let ran = 0;
  class Quiet {
    constructor() {
      ran += 1;
    }
    get trap(): string {
      ran += 1;
      return '';
    }
    @Tool({ description: 'd' }) run(): void {
      ran += 1;
    }
  }
  expect(problemsOf(Quiet)).toEqual([]);
  expect(ran).toBe(0);
});

test('a service is injectable without being a toolkit', () => {
  @Injectable()
  class Service {
    constructor(@Inject(Clock) readonly clock: object) {}
  }
  expect(problemsOf(Service)).toEqual([
    'Service: It has no tools: put @Tool() on a method, or on the class if it has an execute method. [TOOLKIT_EMPTY]',
  ]);
});

test('an abstract class is no toolkit for the compiler', () => {
  abstract class Abstract {
    @Tool({ description: 'd' }) run(): void {}
  }
  // @ts-expect-error an abstract class cannot be constructed, so it cannot be bound
  scanTools([Abstract]);
});
