import type { JsonObject } from '../contracts/json.js';
import { type CallFacts, type Decision, type DecisionContext, NO_FACTS, type PermissionLevel } from '../contracts/permissions.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';
import { defineTool, type ToolOptions } from '../registry/define-tool.js';
import type { PermissionOptions, PermissionProfile } from './permission-options.js';
import { rule } from './rule.js';
import { RuleBasedPermissionService } from './rule-based-permission-service.js';

const context: DecisionContext = { sessionId: 's', runId: 'r', agentPath: ['main'] };
const text = { type: 'string' } as const;

function tool(name: string, options: Partial<ToolOptions> = {}): ToolDefinition {
  const inputSchema = { type: 'object', properties: { table: text, mode: { ...text, default: 'soft' }, deep: { type: 'boolean' } } };
  return defineTool({ name, description: `Does ${name}.`, inputSchema, handler: () => name, ...options });
}

const readTable = tool('read_table', { category: 'read' });
const deleteRecords = tool('delete_records', { category: 'write', riskLevel: 'high', approval: { reason: 'rows are gone for good' } });

function decide(options: PermissionOptions, of: ToolDefinition, args: JsonObject = {}, facts: CallFacts = NO_FACTS): Decision {
  return new RuleBasedPermissionService(options).decide({ tool: of, args }, facts, context);
}

const said = ({ verdict, source }: Decision): string => `${verdict} by ${source}`;

describe('the order of decision', () => {
  test.each<[string, PermissionOptions, Partial<ToolOptions>, PermissionLevel | undefined, string]>([
    ['a deny rule beats allow and ask rules', { deny: ['t'], allow: ['t'], ask: ['t'] }, {}, undefined, 'deny by deny-rule'],
    ['a deny rule beats an override', { deny: ['t'] }, {}, 'allow', 'deny by deny-rule'],
    ['a deny rule beats the tool', { deny: ['t'] }, { permission: 'allow' }, undefined, 'deny by deny-rule'],
    ['an override denies over allow rules', { allow: ['t'] }, {}, 'deny', 'deny by override'],
    ['the tool denies over allow rules', { allow: ['t'] }, { permission: 'deny' }, undefined, 'deny by tool'],
    ['an override beats the tool', {}, { permission: 'deny' }, 'allow', 'allow by override'],
    ['an override asks over the tool', {}, { permission: 'allow' }, 'ask', 'ask by override'],
    ['an allow rule beats an ask rule', { allow: ['t'], ask: ['t'] }, {}, undefined, 'allow by allow-rule'],
    ['an allow rule beats required approval', { allow: ['t'] }, { approval: {} }, undefined, 'allow by allow-rule'],
    ['an allow rule beats an override that asks', { allow: ['t'] }, {}, 'ask', 'allow by allow-rule'],
    ['an ask rule beats an override that allows', { ask: ['t'] }, {}, 'allow', 'ask by ask-rule'],
    ['an ask rule beats the tool', { ask: ['t'] }, { permission: 'allow' }, undefined, 'ask by ask-rule'],
    ['an allow rule opens a locked policy', { allow: ['t'], profile: 'locked' }, {}, undefined, 'allow by allow-rule'],
    ['an ask rule opens a locked policy to a person', { ask: ['t'], profile: 'locked' }, {}, undefined, 'ask by ask-rule'],
    [
      'an ask rule that comes first beats an allow rule',
      { allow: ['t'], ask: [rule('t', undefined, { beforeAllow: true })] },
      {},
      undefined,
      'ask by ask-rule',
    ],
    ['the tool beats the default', { defaultLevel: 'deny' }, { permission: 'allow' }, undefined, 'allow by tool'],
    ['required approval beats the default', { defaultLevel: 'allow' }, { approval: {} }, undefined, 'ask by tool'],
    ['required approval tightens the tool’s own allow', {}, { approval: {}, permission: 'allow' }, undefined, 'ask by tool'],
    ['an override beats required approval', {}, { approval: {} }, 'allow', 'allow by override'],
    ['the default level beats the profile', { defaultLevel: 'ask', profile: 'open' }, {}, undefined, 'ask by default'],
  ])('%s', (_case, options, toolOptions, override, expected) => {
    const service = new RuleBasedPermissionService(options);
    service.setPermission('t', override);
    expect(said(service.decide({ tool: tool('t', toolOptions), args: {} }, NO_FACTS, context))).toBe(expected);
  });

  test('a condition of approval is the caller’s to evaluate; a missing answer counts as needed', () => {
    const service = new RuleBasedPermissionService();
    const conditional = tool('t', { approval: { when: () => true, reason: 'it is large' } });
    const verdict = (approvalNeeded?: boolean): Decision =>
      service.decide({ tool: conditional, args: {}, ...(approvalNeeded === undefined ? {} : { approvalNeeded }) }, NO_FACTS, context);
    expect(verdict(true)).toEqual({ verdict: 'ask', source: 'tool', reason: 'it is large' });
    expect(verdict()).toEqual({ verdict: 'ask', source: 'tool', reason: 'it is large' });
    expect(said(verdict(false))).toBe('allow by profile');
  });

  test('an override can be taken back', () => {
    const service = new RuleBasedPermissionService();
    const call = { tool: readTable, args: {} };
    service.setPermission('read_table', 'deny');
    expect(service.decide(call, NO_FACTS, context).verdict).toBe('deny');
    service.setPermission('read_table', undefined);
    expect(service.decide(call, NO_FACTS, context).verdict).toBe('allow');
    expect(() => service.setPermission('read_table', 'maybe' as PermissionLevel)).toThrow(
      expect.objectContaining({ code: 'PERMISSIONS_INVALID' }),
    );
  });
});

describe('profiles', () => {
  test.each<[PermissionProfile | undefined, string, string, string]>([
    [undefined, 'allow by profile', 'ask by profile', 'ask by profile'],
    ['guarded', 'allow by profile', 'ask by profile', 'ask by profile'],
    ['open', 'allow by profile', 'allow by profile', 'allow by profile'],
    ['locked', 'deny by profile', 'deny by profile', 'deny by profile'],
  ])('%s decides by risk: low %s, medium %s, high %s', (profile, ...expected) => {
    const options = profile === undefined ? {} : { profile };
    const risks = (['low', 'medium', 'high'] as const).map((riskLevel) => said(decide(options, tool('t', { riskLevel }))));
    expect(risks).toEqual(expected);
  });

  const table = (['allow', 'ask', 'deny'] as const).flatMap((defaultLevel) =>
    ([undefined, 'allow', 'ask', 'deny'] as const).flatMap((permission) =>
      ([undefined, 'allow', 'ask', 'deny'] as const).map((override) => ({ defaultLevel, permission, override })),
    ),
  );
  test.each(table)('open: default $defaultLevel, tool $permission, override $override', ({ defaultLevel, permission, override }) => {
    const service = new RuleBasedPermissionService({ profile: 'open', defaultLevel });
    service.setPermission('t', override);
    const of = tool('t', { riskLevel: 'high', ...(permission === undefined ? {} : { permission }) });
    expect(service.decide({ tool: of, args: {} }, NO_FACTS, context).verdict).toBe(override ?? permission ?? defaultLevel);
  });
});

test('reasons name the tool and its arguments, never the patterns; a rule’s own reason is used instead', () => {
  const deny = [rule('delete_*', { table: 'prod_*', mode: '*' })];
  expect(decide({ deny }, deleteRecords, { table: 'prod_users', mode: 'x' })).toMatchInlineSnapshot(`
   {
     "reason": "a rule forbids delete_records with this table and mode",
     "rule": "delete_*{"table":"prod_*","mode":"*"}",
     "source": "deny-rule",
     "verdict": "deny",
   }
  `);
  expect(decide({ deny: [rule('delete_*', undefined, { reason: 'production is frozen' })] }, deleteRecords)).toMatchInlineSnapshot(`
   {
     "reason": "production is frozen",
     "rule": "delete_*",
     "source": "deny-rule",
     "verdict": "deny",
   }
  `);
  expect(decide({}, deleteRecords)).toMatchInlineSnapshot(`
   {
     "reason": "rows are gone for good",
     "source": "tool",
     "verdict": "ask",
   }
  `);
  expect(decide({ profile: 'locked' }, readTable)).toMatchInlineSnapshot(`
   {
     "reason": "the policy is locked and no rule allows read_table",
     "source": "profile",
     "verdict": "deny",
   }
  `);
});

test('an explanation holds every rule about the tool, the level and the grant', () => {
  const service = new RuleBasedPermissionService({
    deny: [rule('delete_records', { table: 'prod_*' }), 'other'],
    allow: [rule('delete_records', { table: 'tmp_*' })],
    ask: ['delete_*'],
  });
  service.grant('s', deleteRecords, { table: 'users' });
  expect(service.explain({ tool: deleteRecords, args: { table: 'users' } }, NO_FACTS, context)).toMatchInlineSnapshot(`
   {
     "reason": "a person granted delete_records for this session",
     "rule": "delete_records{"table":"users"}",
     "source": "grant",
     "steps": [
       {
         "detail": "delete_records{"table":"prod_*"}: it is about another table",
         "outcome": "not-matched",
         "step": "deny rule",
       },
       {
         "detail": "1 of the policy's rules are about other tools",
         "outcome": "not-applicable",
         "step": "other rules",
       },
       {
         "detail": "neither an override nor the tool denies",
         "outcome": "not-matched",
         "step": "override or tool denies",
       },
       {
         "detail": "no guard speaks",
         "outcome": "not-matched",
         "step": "guards",
       },
       {
         "detail": "delete_records{"table":"tmp_*"}: it is about another table",
         "outcome": "not-matched",
         "step": "allow rule",
       },
       {
         "detail": "delete_*",
         "outcome": "matched",
         "step": "ask rule",
       },
       {
         "detail": "delete_records{"table":"users"}",
         "outcome": "matched",
         "step": "session grant",
       },
     ],
     "verdict": "allow",
   }
  `);
});

test('decisions that rules and levels make are shared and frozen', () => {
  const service = new RuleBasedPermissionService({ allow: ['read_*'] });
  const call = { tool: readTable, args: {} };
  const decision = service.decide(call, NO_FACTS, context);
  expect(service.decide({ ...call, args: { table: 'x' } }, NO_FACTS, context)).toBe(decision);
  expect(Object.isFrozen(decision)).toBe(true);
});

test.each([
  ['under an open profile', { profile: 'open' as const }, 'ask'],
  ['where a bare rule allows the tool', { profile: 'open' as const, also: ['run_command'] }, 'allow'],
  ['under a locked profile', { profile: 'locked' as const }, 'deny'],
])(
  'a command that an allow rule on commands cannot judge, %s',
  (_name, { profile, also = [] }: { profile: 'open' | 'locked'; also?: string[] }, verdict) => {
    const service = new RuleBasedPermissionService({ profile, allow: [rule('run_command', { command: 'git log*' }), ...also] });
    const shell = defineTool({
      name: 'run_command',
      description: 'Run.',
      inputSchema: { type: 'object', properties: { command: { type: 'string' } } },
      semantics: { command: 'shell-command' },
      handler: () => undefined,
    });
    const decision = service.decide({ tool: shell, args: { command: 'git log; rm -rf x' } }, NO_FACTS, {
      sessionId: 's',
      runId: 'r',
      agentPath: [],
    });
    expect(decision.verdict).toBe(verdict);
  },
);
