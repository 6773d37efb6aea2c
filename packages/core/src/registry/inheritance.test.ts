import type { Ctx as CtxType } from '../contracts/ctx.js';
import { token, type Class } from '../contracts/token.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';
import { Concurrency } from '../decorators/concurrency.js';
import { Ctx } from '../decorators/ctx.js';
import { Dep } from '../decorators/dep.js';
import { Inject, Injectable } from '../decorators/injectable.js';
import { Offload } from '../decorators/offload.js';
import { Param } from '../decorators/param.js';
import { RequiresApproval } from '../decorators/requires-approval.js';
import { Reconcile } from '../decorators/reconcile.js';
import { ReplayPolicy } from '../decorators/replay-policy.js';
import { Retry } from '../decorators/retry.js';
import { Timeout } from '../decorators/timeout.js';
import { Tool } from '../decorators/tool.js';
import { Toolkit } from '../decorators/toolkit.js';
import { readToolkit, readTools } from '../decorators/metadata-store.js';
import { scanTools } from './scan-tools.js';

const Clock = token<number>('test/Clock');
const described = { description: 'd' };
const ctx = {} as CtxType;

/** The only tool (or the one of that name) of a class without problems. */
function toolOf(toolkit: Class, name?: string): ToolDefinition {
  const { toolkits, problems } = scanTools([toolkit]);
  expect(problems).toEqual([]);
  const tools = toolkits[0]?.bind(new (toolkit as new () => object)()) ?? [];
  const found = name === undefined ? tools[0] : tools.find((tool) => tool.name === name);
  if (found === undefined) throw new Error(`no tool ${name ?? ''}`);
  return found;
}

test('@Tool: an override stays the tool, with its own body', () => {
  class Base {
    @Tool({ description: 'of the base', name: 'find' }) lookUp(): string {
      return 'base';
    }
  }
  class Sub extends Base {
    override lookUp(): string {
      return `sub of ${super.lookUp()}`;
    }
  }
  const tool = toolOf(Sub);
  expect([tool.name, tool.description, tool.handler({}, ctx), tool.origin]).toEqual([
    'find',
    'of the base',
    'sub of base',
    { kind: 'user', source: 'Sub.lookUp' },
  ]);
});

test('@Tool: what the tool is comes whole from the nearest one', () => {
  class Base {
    @Tool({ description: 'of the base', name: 'find', title: 'Find', category: 'read', pages: true }) lookUp(): void {}
  }
  class Sub extends Base {
    @Tool({ description: 'of the sub' }) override lookUp(): void {}
  }
  const { name, description, title, category, pages } = toolOf(Sub);
  expect({ name, description, title, category, pages }).toEqual({
    name: 'look_up',
    description: 'of the sub',
    title: 'Look up',
    category: 'general',
    pages: false,
  });
  expect(toolOf(Base).name).toBe('find');
});

test('@Tool on a class: a subclass is the same tool, and tightens it', () => {
  @Tool(described)
  class SendMail {
    execute(@Param('to', 'Who') to: string): string {
      return to;
    }
  }
  @RequiresApproval()
  class CarefulMail extends SendMail {}
  expect([toolOf(SendMail).name, toolOf(SendMail).permission]).toEqual(['send_mail', undefined]);
  expect([toolOf(CarefulMail).name, toolOf(CarefulMail).permission]).toEqual(['send_mail', 'ask']);
});

test('@Toolkit: each option is the nearest said, the risk the highest', () => {
  @Toolkit({ category: 'crm', riskLevel: 'high', prefix: 'crm', instructions: 'base', visible: () => false })
  class Base {
    @Tool(described) lookUp(): void {}
  }
  @Toolkit({ riskLevel: 'low', instructions: 'sub', visible: () => true })
  class Sub extends Base {}
  const { name, category, riskLevel, instructions, visible } = toolOf(Sub);
  expect({ name, category, riskLevel, instructions, visible: visible?.(ctx) }).toEqual({
    name: 'crm_look_up',
    category: 'crm',
    riskLevel: 'high',
    instructions: 'sub',
    visible: false,
  });
});

test('@Param: inherited by position, replaced by name, never less secret', () => {
  class Base {
    @Tool(described)
    send(
      @Param({ name: 'to', description: 'base', semantics: 'url', secret: true }) to: string,
      @Param('text', 'base') text: string,
      @Param('copies', 'base') copies: number,
    ): string {
      return [to, text, copies].join();
    }
  }
  class Sub extends Base {
    override send(
      @Param('to', 'sub') first: string,
      second: string,
      @Param({ name: 'copies', type: 'integer' }) copies: number = 1,
    ): string {
      return [first, second, copies].join();
    }
  }
  const tool = toolOf(Sub);
  expect(tool.inputSchema).toEqual({
    type: 'object',
    properties: {
      to: { type: 'string', description: 'sub' },
      text: { type: 'string', description: 'base' },
      copies: { type: 'integer', default: 1 },
    },
    required: ['to', 'text'],
    additionalProperties: false,
  });
  expect([tool.semantics, tool.secretParameters]).toEqual([{ to: 'url' }, ['to']]);
  expect(tool.handler({ to: 'a', text: 'b', copies: 2 }, ctx)).toBe('a,b,2');
  expect(toolOf(Base).inputSchema.properties?.['copies']).toEqual({ type: 'number', description: 'base' });
});

test('@Param: undecorated parameters of a new @Tool keep what the base says of their position', () => {
  class Base {
    @Tool(described) find(@Param('customer', 'Whom') customer: string): string {
      return customer;
    }
  }
  class Sub extends Base {
    @Tool(described) override find(name: string, limit: number = 5): string {
      return `${name}${limit}`;
    }
  }
  const tool = toolOf(Sub);
  expect(tool.inputSchema.properties).toEqual({ customer: { type: 'string', description: 'Whom' }, limit: { type: 'number', default: 5 } });
  expect(tool.handler({ customer: 'a', limit: 2 }, ctx)).toBe('a2');
});

test('@Ctx and @Dep: inherited by position', () => {
  class Base {
    @Tool(described) run(@Ctx() context: CtxType, @Dep(Clock) clock: number): unknown {
      return [context, clock];
    }
  }
  class Sub extends Base {
    override run(context: CtxType, clock: number): unknown {
      return [clock, context];
    }
  }
  const given = { get: () => 7 } as unknown as CtxType; // all that @Dep reads
  const tool = toolOf(Sub);
  expect([tool.handler({}, given), tool.dependencies]).toEqual([[7, given], [Clock]]);
});

test('@Timeout, @Retry, @Concurrency: inherited, the nearest counts', () => {
  class Base {
    @Tool({ ...described, timeoutMs: 100 }) @Retry({ attempts: 5 }) @Concurrency('serial') run(): void {}
  }
  class Kept extends Base {
    @Tool(described) override run(): void {}
  }
  class Changed extends Base {
    @Timeout(7) @Retry({ attempts: 1 }) @Concurrency('parallel') override run(): void {}
  }
  const facts = ({ timeoutMs, retry, concurrency }: ToolDefinition): unknown => [timeoutMs, retry?.attempts, concurrency];
  expect([facts(toolOf(Kept)), facts(toolOf(Changed))]).toEqual([
    [100, 5, 'serial'],
    [7, 1, 'parallel'],
  ]);
});

test('@ReplayPolicy, @Reconcile, @Offload: they hold for one body, an override starts anew', () => {
  const target = { module: import.meta.url, exportName: 'run' };
  class Base {
    @Tool(described) @ReplayPolicy('safe') @Reconcile('took') pay(): void {}
    @Tool({ ...described, replayPolicy: 'idempotent' }) option(): void {}
    @Tool(described) @Offload(target) crunch(): void {}
    took(): boolean {
      return true;
    }
  }
  class Inherits extends Base {}
  class Overrides extends Base {
    override pay(): void {}
    override option(): void {}
    override crunch(): string {
      return 'here';
    }
  }
  class Restates extends Base {
    @ReplayPolicy('idempotent') @Reconcile('took') override pay(): void {}
  }
  const facts = (toolkit: Class): unknown =>
    ['pay', 'option', 'crunch'].map((name) => {
      const { replayPolicy, reconcile, offload } = toolOf(toolkit, name);
      return [replayPolicy, reconcile !== undefined, offload];
    });
  expect([facts(Inherits), facts(Overrides), facts(Restates)]).toEqual([
    [
      ['safe', true, undefined],
      ['idempotent', false, undefined],
      ['manual', false, target],
    ],
    [
      ['manual', false, undefined],
      ['manual', false, undefined],
      ['manual', false, undefined],
    ],
    [
      ['idempotent', true, undefined],
      ['idempotent', false, undefined],
      ['manual', false, target],
    ],
  ]);
  expect(toolOf(Overrides, 'crunch').handler({}, ctx)).toBe('here');
  expect(() => toolOf(Base, 'crunch').handler({}, ctx)).toThrow('Base.crunch runs in a worker and has no handler of its own.');
});

test('@Inject and @Injectable: a subclass without a constructor takes what its base takes, types emitted or not', () => {
  class Base {
    constructor(readonly clock: number) {}
  }
  class Sub extends Base {}
  Inject(Clock)(Base, undefined, 0);
  Injectable()(Base);
  Toolkit()(Sub);
  Tool(described)(Sub.prototype, 'run', { value: () => undefined });
  Object.defineProperty(Sub.prototype, 'run', { value: () => undefined });
  expect(readToolkit(Sub).isInjectable).toBe(true);
  expect(scanTools([Sub]).problems).toEqual([]);
});

test('records of a subclass are its own', () => {
  class Base {
    @Tool(described) one(): void {}
  }
  class Sub extends Base {
    @Tool(described) two(): void {}
  }
  expect([[...readTools(Base).keys()], [...readTools(Sub).keys()]]).toEqual([['one'], ['two']]);
  expect(scanTools([Sub]).toolkits[0]?.toolNames).toEqual(['one', 'two']);
});
