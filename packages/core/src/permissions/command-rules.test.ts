import type { JsonObject } from '../contracts/json.js';
import { type CallFacts, type Decision, type DecisionContext, NO_FACTS } from '../contracts/permissions.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';
import { defineTool } from '../registry/define-tool.js';
import type { PermissionOptions } from './permission-options.js';
import { rule } from './rule.js';
import { RuleBasedPermissionService } from './rule-based-permission-service.js';

const context: DecisionContext = { sessionId: 's', runId: 'r', agentPath: ['main'] };
const runCommand = defineTool({
  name: 'run_command',
  description: 'Runs a command.',
  handler: () => '',
  category: 'execute',
  riskLevel: 'high',
  inputSchema: { type: 'object', properties: { command: { type: 'string' }, cwd: { type: 'string' } } },
  semantics: { command: 'shell-command', cwd: 'path' },
});

function decide(options: PermissionOptions, of: ToolDefinition, args: JsonObject = {}, facts: CallFacts = NO_FACTS): Decision {
  return new RuleBasedPermissionService(options).decide({ tool: of, args }, facts, context);
}

const said = ({ verdict, source }: Decision): string => `${verdict} by ${source}`;

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

  test('an allow rule that names an absent argument does not match, nor does a deny rule', () => {
    const allow = [rule('run_command', { command: 'git log*', cwd: 'src*' })];
    expect(said(decide({ allow }, runCommand, { command: 'git log' }))).toBe('ask by profile');
    const deny = [rule('run_command', { cwd: '/etc*' })];
    expect(said(decide({ deny, profile: 'open' }, runCommand, { command: 'ls' }))).toBe('allow by profile');
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
