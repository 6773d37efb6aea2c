import { NO_FACTS } from '@tackroom/core';
import type { DecisionSource, JsonObject, PermissionLevel, PermissionService, ToolDefinition } from '@tackroom/core';
import { contractTool } from './contract-tool.js';
import { CONTRACT_CONTEXT } from './permission-context.js';
import type { ContractPolicy, MakePermissionService, PermissionContext } from './permission-context.js';
import { PERMISSION_GRANT_SUITE } from './permission-grant-contract.js';
import { declareSuite, seededRandom } from './test-api.js';
import type { Suite, TestApi } from './test-api.js';

interface Case {
  readonly policy?: ContractPolicy;
  readonly override?: PermissionLevel;
  readonly tool?: Partial<ToolDefinition>;
  readonly approvalNeeded?: boolean;
  readonly args?: JsonObject;
  readonly is: PermissionLevel;
  /** Who spoke, where only one could. */
  readonly by?: DecisionSource;
}

const allowed = ['t'];
const path = (pattern: string): string[] => [`t{"path":"${pattern}"}`];

const ORDER: readonly Case[] = [
  { is: 'allow', by: 'profile' },
  { tool: { riskLevel: 'medium' }, is: 'ask', by: 'profile' },
  { tool: { riskLevel: 'high' }, is: 'ask', by: 'profile' },
  { policy: { defaultLevel: 'ask' }, is: 'ask', by: 'default' },
  { policy: { defaultLevel: 'deny' }, is: 'deny', by: 'default' },
  { policy: { defaultLevel: 'deny', allow: allowed }, is: 'allow', by: 'allow-rule' },
  { policy: { allow: allowed, ask: allowed }, is: 'allow', by: 'allow-rule' },
  { policy: { ask: ['*'] }, is: 'ask', by: 'ask-rule' },
  { policy: { allow: allowed, ask: allowed, deny: allowed }, is: 'deny', by: 'deny-rule' },
  { policy: { allow: allowed, deny: ['?'] }, is: 'deny', by: 'deny-rule' },
  { policy: { deny: ['T', 'tt', 't?'] }, is: 'allow' },
  { tool: { permission: 'ask' }, is: 'ask', by: 'tool' },
  { tool: { permission: 'deny' }, is: 'deny', by: 'tool' },
  { tool: { permission: 'allow' }, policy: { defaultLevel: 'deny' }, is: 'allow', by: 'tool' },
  { tool: { permission: 'ask' }, policy: { allow: allowed }, is: 'allow', by: 'allow-rule' },
  { tool: { permission: 'deny' }, policy: { allow: allowed }, is: 'deny', by: 'tool' },
  { tool: { approval: {} }, approvalNeeded: true, is: 'ask', by: 'tool' },
  { tool: { approval: { when: () => true } }, approvalNeeded: false, is: 'allow' },
  { tool: { approval: {} }, approvalNeeded: true, policy: { allow: allowed }, is: 'allow', by: 'allow-rule' },
  { override: 'deny', policy: { allow: allowed }, is: 'deny', by: 'override' },
  { override: 'allow', tool: { permission: 'deny' }, is: 'allow', by: 'override' },
  { override: 'allow', tool: { permission: 'ask' }, is: 'allow', by: 'override' },
  { override: 'allow', policy: { ask: allowed }, is: 'ask', by: 'ask-rule' },
  { override: 'allow', policy: { deny: allowed }, is: 'deny', by: 'deny-rule' },
  { override: 'ask', tool: { permission: 'allow' }, is: 'ask', by: 'override' },
];

const ARGUMENTS: readonly Case[] = [
  { policy: { deny: path('src/*') }, args: { path: 'src/a' }, is: 'deny' },
  { policy: { deny: path('src/*') }, args: { path: 'lib/a' }, is: 'allow' },
  { policy: { deny: path('src/*') }, args: {}, is: 'allow' },
  { policy: { deny: path('*') }, args: { path: 'SRC' }, is: 'deny' },
  { policy: { deny: path('src') }, args: { path: 'Src' }, is: 'allow' },
  { policy: { defaultLevel: 'ask', allow: path('src/*') }, args: { path: 'src/a' }, is: 'allow' },
  { policy: { defaultLevel: 'ask', allow: path('*') }, args: {}, is: 'ask' },
  { policy: { defaultLevel: 'ask', allow: ['t{"path":"*","count":"*"}'] }, args: { path: 'src/a' }, is: 'ask' },
  { policy: { defaultLevel: 'ask', allow: ['t{"count":"1*"}'] }, args: { count: 12 }, is: 'allow' },
  { policy: { defaultLevel: 'ask', allow: ['t{"path":"*"}'] }, args: { path: null }, is: 'ask' },
  { policy: { defaultLevel: 'ask', allow: ['t{"path":"*"}'] }, args: { path: { deep: 'x' } }, is: 'ask' },
  { policy: { defaultLevel: 'ask', allow: ['t{"tags":"a*"}'] }, args: { tags: ['a', 'ab'] }, is: 'allow' },
  { policy: { defaultLevel: 'ask', allow: ['t{"tags":"a*"}'] }, args: { tags: ['a', 'b'] }, is: 'ask' },
  { policy: { deny: ['t{"tags":"a*"}'] }, args: { tags: ['b', 'a'] }, is: 'deny' },
];

/** Declares the tests of a rule-based {@link PermissionService}; `make` gives a fresh one for each policy. */
export function permissionServiceContract(name: string, make: MakePermissionService, api: TestApi): void {
  for (const suite of [PERMISSION_SUITE, PERMISSION_GRANT_SUITE]) declareSuite(name, api, suite, { make, expect: api.expect });
}

const PERMISSION_SUITE: Suite<PermissionContext> = {
  'deny rules, denials, allow rules, ask rules, levels and defaults speak in this order': (context) => decideAll(context, ORDER),

  'a rule narrowed to arguments speaks only of calls that have them all': (context) => decideAll(context, ARGUMENTS),

  'an override that is taken back leaves nothing behind': async ({ make, expect }) => {
    const service = await make({}, Date.now);
    const call = { tool: contractTool('t'), args: {} };
    const before = service.decide(call, NO_FACTS, CONTRACT_CONTEXT);
    service.setPermission('t', 'deny');
    expect(service.decide(call, NO_FACTS, CONTRACT_CONTEXT).verdict).toEqual('deny');
    service.setPermission('t', undefined);
    expect(service.decide(call, NO_FACTS, CONTRACT_CONTEXT)).toEqual(before);
  },

  'whatever else is said, a matching deny rule denies; deciding changes nothing': async ({ make, expect }) => {
    const random = seededRandom(7);
    const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T; // the index is inside
    const some = (rules: readonly string[]): string[] => rules.filter(() => random() < 0.4);
    const rules = ['read', 'write', 'r*', '*', '[rw]*', 'read{"path":"a*"}', '*{"path":"*b"}'];
    for (let round = 0; round < 300; round++) {
      const deny = pick(['read', 'write', 'r*', '*', 'read{"path":"a*"}']);
      const policy = {
        allow: some(rules),
        ask: some(rules),
        deny: [...some(rules), deny],
        defaultLevel: pick(['allow', 'ask', 'deny'] as const),
      };
      const service = await make(policy, Date.now);
      const tool = contractTool(pick(['read', 'write']), { permission: pick(['allow', 'ask', 'deny'] as const) });
      const args = { path: pick(['a', 'ab', 'b']) };
      service.setPermission(tool.name, pick(['allow', 'ask', 'deny', undefined] as const));
      service.grant(CONTRACT_CONTEXT.sessionId, tool);
      const denied =
        deny === '*' ||
        deny === tool.name ||
        (tool.name === 'read' && (deny === 'r*' || (deny.includes('{') && args.path.startsWith('a'))));
      const first = service.decide({ tool, args }, NO_FACTS, CONTRACT_CONTEXT);
      if (denied) expect({ policy, tool: tool.name, args, is: first.verdict }).toEqual({ policy, tool: tool.name, args, is: 'deny' });
      expect(service.decide({ tool, args }, NO_FACTS, CONTRACT_CONTEXT)).toEqual(first);
    }
  },
};

async function decideAll({ make, expect }: PermissionContext, cases: readonly Case[]): Promise<void> {
  for (const { policy = {}, override, tool = {}, approvalNeeded, args = {}, is, by } of cases) {
    const service = await make(policy, Date.now);
    if (override !== undefined) service.setPermission('t', override);
    const call = { tool: contractTool('t', tool), args, ...(approvalNeeded === undefined ? {} : { approvalNeeded }) };
    const decision = service.decide(call, NO_FACTS, CONTRACT_CONTEXT);
    const given = { policy, override, tool, args };
    expect({ ...given, is: decision.verdict, by: decision.source }).toEqual({ ...given, is, by: by ?? decision.source });
    const { steps, ...traced } = service.explain(call, NO_FACTS, CONTRACT_CONTEXT);
    expect({ ...given, traced, traces: steps.length > 0 }).toEqual({ ...given, traced: decision, traces: true });
    expect(decision.reason !== '').toEqual(true);
  }
}
