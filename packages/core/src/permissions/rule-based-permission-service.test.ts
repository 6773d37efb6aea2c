import type { JsonObject } from '../contracts/json.js';
import { type CallFacts, type Decision, type DecisionContext, NO_FACTS, type PermissionLevel } from '../contracts/permissions.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';
import { Tool } from '../decorators/tool.js';
import { Toolkit } from '../decorators/toolkit.js';
import { copyDefinition } from '../registry/copy-definition.js';
import { defineTool, type ToolOptions } from '../registry/define-tool.js';
import { scanTools } from '../registry/scan-tools.js';
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
const runCommand = tool('run_command', {
  category: 'execute',
  riskLevel: 'high',
  inputSchema: { type: 'object', properties: { command: text, cwd: text } },
  semantics: { command: 'shell-command', cwd: 'path' },
});

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

describe('whom a rule is about', () => {
  @Toolkit({ prefix: 'crm' })
  class CustomerTools {
    @Tool({ description: 'Delete rows.' })
    deleteRecords(): void {}
    @Tool({ description: 'Look a plan up.' })
    lookupPlan(): void {}
  }
  const [scanned, lookup] = scanTools([CustomerTools]).toolkits[0]?.bind(new CustomerTools()) ?? [];
  if (scanned === undefined || lookup === undefined) throw new Error('the toolkit has two tools');

  test.each<[string, PermissionOptions, ToolDefinition, boolean]>([
    ['a name', { deny: ['read_table'] }, readTable, true],
    ['a name is not a prefix', { deny: ['read'] }, readTable, false],
    ['a name counts case', { deny: ['Read_table'] }, readTable, false],
    ['a glob', { deny: ['read_*'] }, readTable, true],
    ['a definition', { deny: [readTable] }, readTable, true],
    ['a copy of the definition', { deny: [readTable] }, copyDefinition(readTable), true],
    ['a renamed copy of the definition', { deny: [readTable] }, copyDefinition(readTable, { name: 'peek' }), true],
    ['another definition', { deny: [readTable] }, deleteRecords, false],
    ['a method, whatever the tool is called', { deny: [rule(CustomerTools, 'deleteRecords')] }, scanned, true],
    ['a method after a rename', { deny: [rule(CustomerTools, 'deleteRecords')] }, copyDefinition(scanned, { name: 'wipe' }), true],
    ['another method', { deny: [rule(CustomerTools, 'deleteRecords')] }, lookup, false],
    ['a whole toolkit', { deny: [rule(CustomerTools)] }, scanned, true],
    ['a method of the same name elsewhere', { deny: [rule(CustomerTools, 'deleteRecords')] }, tool('delete_records'), false],
    ['a category', { deny: [rule.category('write')] }, deleteRecords, true],
    ['another category', { deny: [rule.category('write')] }, readTable, false],
    ['a risk', { deny: [rule.risk('high')] }, deleteRecords, true],
    ['another risk', { deny: [rule.risk('medium')] }, deleteRecords, false],
    ['a selector as text', { deny: ['category:write', 'risk:medium'] }, deleteRecords, true],
  ])('%s', (_case, options, of, denied) => {
    expect(decide(options, of).source === 'deny-rule').toBe(denied);
  });

  test('a method is checked by the compiler and against the tools there are', () => {
    const service = new RuleBasedPermissionService({
      ask: [rule(CustomerTools, 'lookupPlan')],
      deny: [rule(CustomerTools, 'deleteRecords')],
    });
    expect(service.checkAgainst([scanned, lookup])).toEqual([]);
    expect(service.checkAgainst([scanned]).map(({ where }) => where)).toEqual(['permissions.ask[0] (CustomerTools.lookupPlan)']);
    // @ts-expect-error a method that the class does not have
    rule(CustomerTools, 'dropTables');
  });

  test('an allow rule on a definition does not open a tool that shares its handler', () => {
    const handler = (): string => 'x';
    const readOnly = tool('query', { handler, riskLevel: 'high', hidden: { mode: 'ro' } });
    const writing = tool('query_rw', { handler, riskLevel: 'high', hidden: { mode: 'rw' } });
    expect(said(decide({ allow: [readOnly] }, copyDefinition(readOnly)))).toBe('allow by allow-rule');
    expect(said(decide({ allow: [readOnly] }, writing))).toBe('ask by profile');
    expect(said(decide({ deny: [readOnly] }, writing))).toBe('deny by deny-rule');
  });
});

describe('rules narrowed to arguments', () => {
  test.each<[string, JsonObject, string]>([
    ['all named arguments match', { table: 'prod_users', mode: 'hard' }, 'deny by deny-rule'],
    ['one does not', { table: 'prod_users', mode: 'soft' }, 'allow by profile'],
    ['one is absent and has a default that does not match', { table: 'prod_users' }, 'allow by profile'],
    ['one is absent', { mode: 'hard' }, 'allow by profile'],
    ['one is null', { table: null, mode: 'hard' }, 'allow by profile'],
  ])('deny: %s', (_case, args, expected) => {
    expect(said(decide({ deny: [rule('t', { table: 'prod_*', mode: 'h*' })] }, tool('t'), args))).toBe(expected);
  });

  test('a deny rule sees the default and the hidden value of an argument that the call omits', () => {
    expect(decide({ deny: [rule('t', { mode: 'soft' })] }, tool('t')).verdict).toBe('deny');
    expect(decide({ deny: [rule('t', { limit: '9*' })] }, tool('t', { hidden: { limit: 99 } })).verdict).toBe('deny');
    expect(decide({ allow: [rule('t', { mode: 'soft' })], profile: 'locked' }, tool('t')).verdict).toBe('deny');
  });

  test('an allow rule that names an absent argument does not match, nor does a deny rule', () => {
    const allow = [rule('run_command', { command: 'git log*', cwd: 'src*' })];
    expect(said(decide({ allow }, runCommand, { command: 'git log' }))).toBe('ask by profile');
    const deny = [rule('run_command', { cwd: '/etc*' })];
    expect(said(decide({ deny, profile: 'open' }, runCommand, { command: 'ls' }))).toBe('allow by profile');
  });

  test('booleans are compared by their JSON text', () => {
    expect(decide({ deny: ['t{"deep":"true"}'] }, tool('t'), { deep: true }).verdict).toBe('deny');
    expect(decide({ deny: ['t{"deep":"true"}'] }, tool('t'), { deep: false }).verdict).toBe('allow');
  });
});

describe('commands cannot be cleared by pattern', () => {
  const attacks = [
    'git log $(touch MARK)',
    'git log `touch MARK`',
    'git log "$(touch MARK)"',
    'git log <(touch MARK)',
    'git log "${x:=$(touch MARK)}"',
    'git log; touch MARK',
    'git log && touch MARK',
    'git log | tee MARK',
    'git log > MARK',
    'git log\ntouch MARK',
    'git log -p --ext-diff',
    "GIT_EXTERNAL_DIFF='touch MARK;' git log -p --ext-diff",
    'LD_PRELOAD=./x.so git log',
    './git log',
  ];

  test.each(attacks)('an allow pattern does not allow %j', (command) => {
    const policy: PermissionOptions = { allow: [rule('run_command', { command: 'git log*' })], ask: ['run_command'] };
    expect(said(decide(policy, runCommand, { command }))).toBe('ask by ask-rule');
  });

  test('the person who is asked reads why the allow rule does not hold', () => {
    const allow = [rule('run_command', { command: 'git log*' })];
    expect(decide({ allow }, runCommand, { command: 'git log --oneline' })).toMatchInlineSnapshot(`
     {
       "reason": "run_command is of high risk; the allow rule cannot judge this command by its text",
       "source": "profile",
       "verdict": "ask",
     }
    `);
    expect(decide({ allow, profile: 'locked' }, runCommand, { command: 'git log --oneline' })).toMatchInlineSnapshot(`
     {
       "reason": "the policy is locked and no rule allows run_command; the allow rule cannot judge this command by its text",
       "source": "profile",
       "verdict": "deny",
     }
    `);
    expect(decide({ allow }, runCommand, { command: 'touch MARK' }).reason).toBe('run_command is of high risk');
  });

  test.each([
    ['rm -rf x', 'deny by deny-rule'],
    ['  rm x', 'deny by deny-rule'],
    ['rm', 'deny by deny-rule'],
    ['cd /tmp && rm x', 'ask by guard'],
    ["r''m x", 'ask by guard'],
    ['$X', 'ask by guard'],
    ['git status', 'ask by guard'],
    ['', 'ask by guard'],
  ])('a deny pattern makes every other command a person’s matter: %j', (command, expected) => {
    const deny = [rule('run_command', { command: 'rm *' })];
    const call = { tool: runCommand, args: { command } };
    for (const options of [{ deny }, { deny, allow: ['run_command'] }, { deny, profile: 'open' }] satisfies PermissionOptions[]) {
      const service = new RuleBasedPermissionService(options);
      service.grant('s', runCommand);
      service.grant('s', runCommand, call.args);
      service.setPermission('run_command', 'allow');
      expect(said(service.decide(call, NO_FACTS, context))).toBe(expected);
    }
  });

  test('an ask pattern asks for every command that no allow rule covers', () => {
    const ask = [rule('run_command', { command: 'git push*' })];
    expect(said(decide({ ask, profile: 'open' }, runCommand, { command: 'cd x; git push' }))).toBe('ask by ask-rule');
    expect(said(decide({ ask, allow: ['run_command'], profile: 'open' }, runCommand, { command: 'git push' }))).toBe('allow by allow-rule');
  });

  test('a rule on another argument stays out of it', () => {
    const deny = [rule('run_command', { command: 'rm *', cwd: 'src' })];
    const paths = { cwd: { raw: 'docs', normalized: 'docs', canonical: 'docs', outside: false } };
    const facts: CallFacts = { ...NO_FACTS, paths };
    expect(said(decide({ deny, allow: ['run_command'] }, runCommand, { command: 'ls', cwd: 'docs' }, facts))).toBe('allow by allow-rule');
  });

  test('only an allow rule that says so lifts the guard', () => {
    const deny = [rule('run_command', { command: 'rm *' })];
    const allow = [rule('run_command', undefined, { evenIfDangerous: true })];
    expect(said(decide({ deny, allow }, runCommand, { command: 'git status' }))).toBe('allow by allow-rule');
    expect(said(decide({ deny, allow }, runCommand, { command: 'rm x' }))).toBe('deny by deny-rule');
    const ask = [rule('run_command', undefined, { beforeAllow: true })];
    expect(said(decide({ deny, allow, ask }, runCommand, { command: 'git status' }))).toBe('ask by ask-rule');
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
         "detail": "delete_records{"table":"prod_*"}",
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
         "detail": "delete_records{"table":"tmp_*"}",
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
