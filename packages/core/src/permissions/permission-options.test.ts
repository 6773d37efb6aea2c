import { HarnessError } from '../contracts/errors.js';
import { readPermissionOptions, type PermissionOptions } from './permission-options.js';
import { rule } from './rule.js';
import { RuleBasedPermissionService } from './rule-based-permission-service.js';

function refused(options: unknown): HarnessError {
  try {
    new RuleBasedPermissionService(options as PermissionOptions); // what a config file may hold
  } catch (error) {
    expect(HarnessError.is(error, 'PERMISSIONS_INVALID')).toBe(true);
    return error as HarnessError; // the expectation above has looked at its brand
  }
  throw new Error('the policy was accepted');
}

test('every problem is reported at once, with its place', () => {
  const options = {
    denny: ['run_command'],
    deny: ['run_command{', 5, ''],
    allow: 'read_file',
    ask: [rule('t', { a: 5 as never, b: '[z' })],
    profile: 'safe',
    defaultLevel: 'maybe',
    onAsk: 'wait',
    guards: ['none'],
    approver: {},
  };
  expect(refused(options).message).toMatchInlineSnapshot(`
   "The permission policy cannot be used: 12 problems.
     - permissions.denny: is no option; valid: allow, ask, deny, profile, defaultLevel, guards, dangerousCommands, approver, onAsk, approvals [PERMISSIONS_OPTION_UNKNOWN]
     - permissions.profile: must be one of guarded, open, locked [PERMISSIONS_OPTION_INVALID]
     - permissions.defaultLevel: must be one of allow, ask, deny [PERMISSIONS_OPTION_INVALID]
     - permissions.onAsk: must be one of pause, deny [PERMISSIONS_OPTION_INVALID]
     - permissions.guards: must be an array of: protected-paths, dangerous-commands [PERMISSIONS_OPTION_INVALID]
     - permissions.approver: must be a function or have a method approve [PERMISSIONS_OPTION_INVALID]
     - permissions.allow: must be an array of rules [PERMISSIONS_OPTION_INVALID]
     - permissions.ask[0] (t{"b":"[z"}): the pattern of "a" must be a string; write numbers and booleans as their JSON text [PERMISSIONS_RULE_INVALID]
     - permissions.ask[0] (t{"b":"[z"}): The pattern "[z" has a "[" without its "]"; write "[[]" for a literal "[". [PERMISSIONS_RULE_INVALID]
     - permissions.deny[0]: The rule "run_command{" cannot be used: is not a tool name followed by one JSON object. Write tool, glob* or tool{"argument":"pattern"}. [PERMISSIONS_RULE_INVALID]
     - permissions.deny[1]: is neither text nor a rule; write a tool name, a glob, or rule(tool, { argument: pattern }) [PERMISSIONS_RULE_INVALID]
     - permissions.deny[2]: The rule "" cannot be used: "" is neither a tool name nor a glob over tool names. Write tool, glob* or tool{"argument":"pattern"}. [PERMISSIONS_RULE_INVALID]"
  `);
  expect(refused(options).problems).toHaveLength(12);
});

test.each<[unknown, string]>([
  ['deny everything', 'must be an object'],
  [null, 'must be an object'],
  [[], 'must be an object'],
  [{ deny: null }, 'must be an array of rules'],
  [{ deny: { a: 'b' } }, 'must be an array of rules'],
  [{ deny: [undefined] }, 'neither text nor a rule'],
  [{ deny: [{ tool: 'x' }] }, 'neither text nor a rule'],
  [{ deny: [['x']] }, 'neither text nor a rule'],
  [{ deny: [{ kind: 'permission-rule' }] }, 'neither text nor a rule'],
  [{ deny: [class Tools {}] }, "write rule(Toolkit, 'method')"],
  [{ deny: ['Bash(git log:*)'] }, 'importClaudeRules'],
  [{ deny: ['run_command{"command":"rm *"'] }, 'one JSON object'],
  [{ deny: ['run_command{"command":["rm *"]}'] }, 'must be a string'],
  [{ deny: ['[z'] }, 'has a "["'],
  [{ deny: [`${'x'.repeat(1_000)}*`] }, 'at most 1000'],
  [{ deny: [rule('a b')] }, 'neither a tool name nor a glob'],
  [{ deny: [rule('t', {})] }, 'names no argument'],
  [{ deny: [rule('t', [] as never)] }, 'an object of argument names and patterns'],
  [{ deny: [rule('t', undefined, { reson: 'x' } as never)] }, 'unknown rule option "reson"; valid: reason'],
  [{ deny: [rule('t', undefined, { reason: 5 } as never)] }, 'reason must be a string'],
  [{ deny: [rule('t', undefined, { evenIfDangerous: true })] }, 'belongs to allow rules'],
  [{ allow: [rule('t', undefined, { beforeAllow: true })] }, 'belongs to ask rules'],
  [{ deny: [rule.risk('extreme' as never)] }, 'is no risk level'],
  [{ deny: [rule.category('')] }, 'a category is a plain text'],
  [{ deny: [rule(5 as never)] }, 'a rule is about a tool name'],
  [{ deny: [rule(class Tools {}, { command: 'x' } as never)] }, 'the name of a method'],
])('%j is refused', (options, message) => {
  expect(refused(options).message).toContain(message);
});

test('absent options are completed', () => {
  expect(readPermissionOptions({})).toEqual({
    allow: [],
    ask: [],
    deny: [],
    profile: 'guarded',
    defaultLevel: undefined,
    guards: ['protected-paths', 'dangerous-commands'],
    dangerousCommands: {},
    approver: undefined,
    onAsk: 'pause',
    approvals: {},
  });
  expect(readPermissionOptions({ profile: 'open' }).guards).toEqual([]);
  expect(readPermissionOptions({ profile: 'open', guards: ['protected-paths'] }).guards).toEqual(['protected-paths']);
  expect(readPermissionOptions({ profile: 'locked' }).guards).toEqual(['protected-paths', 'dangerous-commands']);
});

test('an approver may be a function or an object', () => {
  const approve = (): { readonly type: 'approve' } => ({ type: 'approve' });
  const service = new RuleBasedPermissionService({ approver: approve, onAsk: 'deny' });
  expect([service.onAsk, service.approver?.approve]).toEqual(['deny', approve]);
  expect(new RuleBasedPermissionService({ approver: { approve } }).approver).toEqual({ approve });
});

test.each([
  ['rm', ['permissions.dangerousCommands must be an object']],
  [{ verdict: 'allow' }, ['verdict must be ask or deny']],
  [{ commands: 'rm *' }, ['commands must be an array of patterns']],
  [{ commands: ['[z'] }, ['has a "[" without its "]"']],
  [{ list: [] }, ['has no option "list"; valid: verdict, commands']],
])('dangerousCommands %j is refused', (dangerousCommands, problems) => {
  const { message } = refused({ dangerousCommands });
  for (const problem of problems) expect(message.replace(': must', ' must')).toContain(problem);
});
