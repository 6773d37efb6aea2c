import type { Ctx } from '../contracts/ctx.js';
import type { Class } from '../contracts/token.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';
import { Param } from '../decorators/param.js';
import { Permission } from '../decorators/permission.js';
import { RequiresApproval } from '../decorators/requires-approval.js';
import { Risk } from '../decorators/risk.js';
import { Tool } from '../decorators/tool.js';
import { Toolkit } from '../decorators/toolkit.js';
import { scanTools } from './scan-tools.js';

const described = { description: 'd' };
const ctx = {} as Ctx;

/** The only tool (or the one of that name) of a class without problems. */
function toolOf(toolkit: Class, name?: string): ToolDefinition {
  const { toolkits, problems } = scanTools([toolkit]);
  expect(problems).toEqual([]);
  const tools = toolkits[0]?.bind(new (toolkit as new () => object)()) ?? [];
  const found = name === undefined ? tools[0] : tools.find((tool) => tool.name === name);
  if (found === undefined) throw new Error(`no tool ${name ?? ''}`);
  return found;
}

test('@RequiresApproval: adds up over the chain and cannot be taken back', () => {
  class Base {
    @Tool(described) @RequiresApproval() always(): void {}
    @Tool(described) @RequiresApproval({ when: ({ n }) => n === 1, reason: 'base' }) sometimes(@Param('n', 'N') _n: number): void {}
    @Tool(described) never(): void {}
  }
  class Sub extends Base {
    @Tool({ ...described, permission: 'allow' }) override always(): void {}
    @RequiresApproval({ when: ({ n }) => n === 2 }) override sometimes(n: number): void {
      super.sometimes(n);
    }
    @RequiresApproval({ reason: 'sub' }) override never(): void {}
  }
  const [always, sometimes, never] = [toolOf(Sub, 'always'), toolOf(Sub, 'sometimes'), toolOf(Sub, 'never')];
  expect([always.permission, always.approval]).toEqual(['ask', {}]);
  expect([never.permission, never.approval]).toEqual(['ask', { reason: 'sub' }]);
  expect([sometimes.permission, sometimes.approval?.reason]).toEqual([undefined, 'base']);
  expect([1, 2, 3].map((n) => sometimes.approval?.when?.({ n }, ctx))).toEqual([true, true, false]);
  expect([1, 2].map((n) => toolOf(Base, 'sometimes').approval?.when?.({ n }, ctx))).toEqual([true, false]);
  expect(toolOf(Base, 'never').approval).toBeUndefined();
});

test('@RequiresApproval: a condition beside an unconditional one asks always', () => {
  class Both {
    @Tool(described) @RequiresApproval({ when: () => false }) @RequiresApproval() run(): void {}
  }
  expect([toolOf(Both).permission, toolOf(Both).approval]).toEqual(['ask', {}]);
});

test.each([
  ['deny', 'allow', 'deny'],
  ['ask', 'allow', 'ask'],
  ['allow', 'deny', 'deny'],
  ['allow', 'ask', 'ask'],
] as const)('@Permission: %s in the base and %s in the override is %s', (base, sub, expected) => {
  class Base {
    @Tool(described) @Permission(base) run(): void {}
  }
  class Sub extends Base {
    @Permission(sub) override run(): void {}
  }
  class SubOption extends Base {
    @Tool({ ...described, permission: sub }) override run(): void {}
  }
  expect([toolOf(Sub).permission, toolOf(SubOption).permission]).toEqual([expected, expected]);
});

test('@Permission: deny is stronger than a required approval', () => {
  class Denied {
    @Tool(described) @Permission('deny') @RequiresApproval() run(): void {}
  }
  expect(toolOf(Denied).permission).toBe('deny');
});

test('@Risk: the highest of the chain, over the toolkit', () => {
  @Toolkit({ riskLevel: 'medium' })
  class Base {
    @Tool(described) @Risk('high') high(): void {}
    @Tool(described) @Risk('low') low(): void {}
    @Tool(described) unsaid(): void {}
  }
  class Sub extends Base {
    @Risk('low') override high(): void {}
  }
  expect(['high', 'low', 'unsaid'].map((name) => toolOf(Sub, name).riskLevel)).toEqual(['high', 'low', 'medium']);
});
