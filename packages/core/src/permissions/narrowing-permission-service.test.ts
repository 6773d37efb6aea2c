import { NO_FACTS, type PermissionService } from '../contracts/permissions.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';
import { defineTool, type ToolOptions } from '../registry/define-tool.js';
import { agentPermissionService, narrowingPermissionService } from './narrowing-permission-service.js';
import type { PermissionOptions } from './permission-options.js';
import { rule } from './rule.js';
import { RuleBasedPermissionService } from './rule-based-permission-service.js';

const context = { sessionId: 's', runId: 'r', agentPath: ['root', 'audit'] };

function tool(options: Partial<ToolOptions> = {}): ToolDefinition {
  const inputSchema = { type: 'object', properties: { command: { type: 'string' }, path: { type: 'string' } } };
  return defineTool({ name: 't', description: 'Does it.', inputSchema, handler: () => '', ...options });
}

const combined = (harness: PermissionOptions, agent: PermissionOptions): PermissionService =>
  narrowingPermissionService(new RuleBasedPermissionService(harness), agentPermissionService(agent));

const said = (service: PermissionService, of: ToolDefinition, args = {}): string => {
  const { verdict, source } = service.decide({ tool: of, args }, NO_FACTS, context);
  return `${verdict} by ${source}`;
};

test.each<[string, PermissionOptions, PermissionOptions, Partial<ToolOptions>, string]>([
  ['an agent can deny what the harness allows', { allow: ['t'] }, { deny: ['t'] }, {}, 'deny by agent-policy'],
  ['an agent can ask where the harness allows', { allow: ['t'] }, { ask: ['t'] }, {}, 'ask by agent-policy'],
  ['an agent cannot allow what the harness denies', { deny: ['t'] }, { allow: ['t'] }, {}, 'deny by deny-rule'],
  ['an agent cannot allow what the harness asks', { ask: ['t'] }, { allow: ['t'] }, {}, 'ask by ask-rule'],
  ['an agent cannot open a locked harness', { profile: 'locked' }, { profile: 'open', allow: ['t'] }, {}, 'deny by profile'],
  ['an agent can deny where the harness asks', { ask: ['t'] }, { deny: ['t'] }, {}, 'deny by agent-policy'],
  ['equal verdicts are the harness’s', { ask: ['t'] }, { ask: ['t'] }, {}, 'ask by ask-rule'],
  ['rules on other tools say nothing', { allow: ['t'] }, { deny: ['other'] }, { riskLevel: 'high' }, 'allow by allow-rule'],
  ['no rule says nothing', { allow: ['t'] }, {}, { approval: {}, riskLevel: 'high' }, 'allow by allow-rule'],
  ['a locked agent runs what it lists', { profile: 'open' }, { profile: 'locked', allow: ['t'] }, {}, 'allow by profile'],
  ['a locked agent runs nothing else', { profile: 'open' }, { profile: 'locked', allow: ['other'] }, {}, 'deny by agent-policy'],
  ['a locked agent does not run a tool that asks', { allow: ['t'] }, { profile: 'locked' }, { approval: {} }, 'ask by agent-policy'],
  [
    'an agent that denies by default does not run a tool that asks',
    { allow: ['t'] },
    { profile: 'open', defaultLevel: 'deny' },
    { approval: {} },
    'ask by agent-policy',
  ],
  ['an agent that is guarded asks by risk', { allow: ['t'] }, { profile: 'guarded' }, { riskLevel: 'high' }, 'ask by agent-policy'],
  ['an agent’s default level counts', { allow: ['t'] }, { defaultLevel: 'deny' }, {}, 'deny by agent-policy'],
])('%s', (_case, harness, agent, options, expected) => {
  expect(said(combined(harness, agent), tool(options))).toBe(expected);
});

test('the reason says that the agent’s policy decided, with its rule', () => {
  const service = combined({ allow: ['t'] }, { deny: [rule('t', { path: 'x*' })] });
  const call = { tool: tool(), args: { path: 'xy' } };
  const decision = service.decide(call, NO_FACTS, context);
  expect(decision).toMatchInlineSnapshot(`
   {
     "reason": "the agent's own policy: a rule forbids t with this path",
     "rule": "t{"path":"x*"}",
     "source": "agent-policy",
     "verdict": "deny",
   }
  `);
  expect(service.decide(call, NO_FACTS, context)).toBe(decision);
  const { steps, ...explained } = service.explain(call, NO_FACTS, context);
  expect(explained).toEqual(decision);
  expect(steps.map(({ step }) => step)).toMatchInlineSnapshot(`
   [
     "other rules",
     "override or tool denies",
     "guards",
     "allow rule",
     "session grant",
     "agent: deny rule",
     "agent: session grant",
   ]
  `);
});

test('a grant satisfies the asks of both, but neither a denial nor a guard', () => {
  const of = tool({ semantics: { command: 'shell-command' } });
  const args = { command: 'ls' };
  const asking = combined({ ask: ['t'] }, { ask: ['t'] });
  expect(said(asking, of, args)).toBe('ask by ask-rule');
  const grant = asking.grant('s', of, args);
  expect(said(asking, of, args)).toBe('allow by grant');
  expect(asking.grants('s')).toEqual([grant]);
  asking.revoke('s', grant.id);
  expect(said(asking, of, args)).toBe('ask by ask-rule');
  asking.restoreGrants('s', [grant]);
  expect(said(asking, of, args)).toBe('allow by grant');

  const guarding = combined({ ask: ['t'] }, { deny: [rule('t', { command: 'rm *' })] });
  guarding.grant('s', of, args);
  expect(said(guarding, of, args)).toBe('ask by agent-policy');
  const denying = combined({ ask: ['t'] }, { deny: ['t'] });
  denying.grant('s', of, args);
  expect(said(denying, of, args)).toBe('deny by agent-policy');
});

test('overrides that are set on the agent narrow and never widen', () => {
  const service = combined({ ask: ['t'] }, {});
  service.setPermission('t', 'allow');
  expect(said(service, tool())).toBe('ask by ask-rule');
  service.setPermission('t', 'deny');
  expect(said(service, tool())).toBe('deny by agent-policy');
  service.setPermission('t', undefined);
  expect(said(service, tool())).toBe('ask by ask-rule');
});

test.each<[PermissionOptions['approvals'], PermissionOptions['approvals'], PermissionOptions['approvals']]>([
  [undefined, undefined, {}],
  [{ expireAfterMs: 5, maxRefusals: 3 }, undefined, { expireAfterMs: 5, maxRefusals: 3 }],
  [undefined, { expireAfterMs: 5, hold: 'turn', approvers: ['jo'] }, { expireAfterMs: 5, hold: 'turn', approvers: ['jo'] }],
  [
    { expireAfterMs: 5, maxRefusals: 1 },
    { expireAfterMs: 9, maxRefusals: 4 },
    { expireAfterMs: 5, maxRefusals: 1 },
  ],
  [
    { expireAfterMs: 9, maxRefusals: 4 },
    { expireAfterMs: 5, maxRefusals: 1 },
    { expireAfterMs: 5, maxRefusals: 1 },
  ],
  [{ hold: 'turn' }, { hold: 'lane' }, { hold: 'turn' }],
  [{ hold: 'lane' }, { hold: 'turn' }, { hold: 'turn' }],
  [{ approvers: ['ops', 'jo'] }, { approvers: ['jo', 'eve'] }, { approvers: ['jo'] }],
  [{ approvers: [] }, { approvers: ['jo'] }, { approvers: [] }],
])('of the approval terms %j and %j the stricter hold', (harness = {}, agent = {}, expected) => {
  expect(combined({ approvals: harness }, { approvals: agent }).approvals).toEqual(expected);
});

test('approval terms under which nobody could answer are refused', () => {
  expect(() => combined({ approvals: { approvers: ['ops', 'jo'] } }, { approvals: { approvers: ['eve'] } }))
    .toThrowErrorMatchingInlineSnapshot(`
   "The agent's approval terms do not fit its harness's: 1 problem.
     - permissions.approvals.approvers: names nobody whom the harness lets answer, so nobody could; name some of "ops", "jo", or leave approvers out [PERMISSIONS_OPTION_INVALID]"
  `);
});
