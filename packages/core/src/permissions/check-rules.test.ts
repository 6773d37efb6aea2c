import type { ToolDefinition } from '../contracts/tool-definition.js';
import { copyDefinition } from '../registry/copy-definition.js';
import { defineTool, type ToolOptions } from '../registry/define-tool.js';
import type { PermissionOptions } from './permission-options.js';
import { rule } from './rule.js';
import { RuleBasedPermissionService } from './rule-based-permission-service.js';

class CustomerTools {
  deleteRecords(): void {}
}

function tool(name: string, options: Partial<ToolOptions> = {}): ToolDefinition {
  const inputSchema = { type: 'object', properties: { path: { type: 'string' } }, additionalProperties: false };
  return defineTool({ name, description: `Does ${name}.`, inputSchema, handler: () => name, semantics: { path: 'path' }, ...options });
}

const origin = { kind: 'user', source: 'CustomerTools.deleteRecords' } as const;
const open = { type: 'object' } as const;
const tools = [
  tool('read_file'),
  tool('write_file', { hidden: { limit: 5 } }),
  tool('crm_delete', { origin }),
  tool('anything', { inputSchema: open, semantics: {} }),
  tool('composed', { inputSchema: { ...open, properties: {}, anyOf: [{ properties: { x: {} } }] }, semantics: {} }),
  tool('github__search'),
];

const check = (options: PermissionOptions): readonly string[] =>
  new RuleBasedPermissionService(options).checkAgainst(tools).map(({ code, where, message }) => `${code} ${where}: ${message}`);

test('a deny or ask rule that means a tool nobody has lists the tools there are', () => {
  expect(check({ deny: ['run_comand', 'read_file'], ask: [rule('wirte_file')] })).toMatchInlineSnapshot(`
   [
     "PERMISSIONS_TOOL_UNKNOWN permissions.deny[0] (run_comand): no registered tool is meant; registered tools: anything, composed, crm_delete, github__search, read_file, write_file",
     "PERMISSIONS_TOOL_UNKNOWN permissions.ask[0] (wirte_file): no registered tool is meant; registered tools: anything, composed, crm_delete, github__search, read_file, write_file",
   ]
  `);
});

test('a rule on an argument that its tool does not have lists the arguments there are', () => {
  expect(check({ deny: [rule('read_file', { pth: '*' })], ask: [rule('write_file', { path: '*', mode: 'x', limit: '5' })] }))
    .toMatchInlineSnapshot(`
   [
     "PERMISSIONS_ARGUMENT_UNKNOWN permissions.deny[0] (read_file{"pth":"*"}): read_file has no argument "pth"; arguments: path",
     "PERMISSIONS_ARGUMENT_UNKNOWN permissions.ask[0] (write_file{"path":"*","mode":"x","limit":"5"}): write_file has no argument "mode"; arguments: path",
   ]
  `);
});

test.each<[string, PermissionOptions]>([
  ['patterns over names', { deny: ['run_*', 'category:none', 'risk:high'], ask: [rule('x*', { y: 'z' })] }],
  ['allow rules', { allow: ['run_comand', rule('read_file', { pth: '*' }), rule(CustomerTools)] }],
  ['names of servers that connect later', { deny: ['jira__create', rule('jira__create', { x: 'y' })] }],
  ['open and composed schemas', { deny: [rule('anything', { x: 'y' }), rule('composed', { x: 'y' })] }],
  [
    'methods and definitions that are registered',
    { deny: [rule(CustomerTools, 'deleteRecords', { path: 'x' }), copyDefinition(tool('read_file'))] },
  ],
])('no problem: %s', (_case, options) => {
  expect(check(options)).toEqual([]);
});

test('a method or definition that is not registered is a tool nobody has', () => {
  class OrderTools {
    cancel(): void {}
  }
  const codes = new RuleBasedPermissionService({ deny: [rule(OrderTools, 'cancel'), tool('unknown')] })
    .checkAgainst(tools)
    .map(({ code, where }) => [code, where]);
  expect(codes).toEqual([
    ['PERMISSIONS_TOOL_UNKNOWN', 'permissions.deny[0] (OrderTools.cancel)'],
    ['PERMISSIONS_TOOL_UNKNOWN', 'permissions.deny[1] (unknown)'],
  ]);
});

test('a pattern that the kind of its parameter cannot read is a problem in every list', () => {
  const bad = rule('*_file', { path: 'src/**.key' });
  expect(check({ deny: [bad], ask: [bad], allow: [bad] })).toMatchInlineSnapshot(`
   [
     "PERMISSIONS_RULE_INVALID permissions.deny[0] (*_file{"path":"src/**.key"}): The path pattern "src/**.key" cannot be used: "**" must be a whole segment, as in "src/**/*.key".",
     "PERMISSIONS_RULE_INVALID permissions.ask[0] (*_file{"path":"src/**.key"}): The path pattern "src/**.key" cannot be used: "**" must be a whole segment, as in "src/**/*.key".",
     "PERMISSIONS_RULE_INVALID permissions.allow[0] (*_file{"path":"src/**.key"}): The path pattern "src/**.key" cannot be used: "**" must be a whole segment, as in "src/**/*.key".",
   ]
  `);
});

test('two classes of one name: to allow the one must not allow the other', () => {
  const twins = [tool('a', { origin, handler: () => 1 }), tool('b', { origin, handler: () => 2 })];
  const service = new RuleBasedPermissionService({ allow: [rule(CustomerTools, 'deleteRecords')], deny: [rule(CustomerTools)] });
  expect(service.checkAgainst(twins)).toMatchInlineSnapshot(`
   [
     {
       "code": "PERMISSIONS_RULE_AMBIGUOUS",
       "message": "a and b both come from a CustomerTools.deleteRecords; name the tool instead of the class",
       "where": "permissions.allow[0] (CustomerTools.deleteRecords)",
     },
   ]
  `);
  expect(service.checkAgainst([tools[2]!, copyDefinition(tools[2]!)])).toEqual([]);
});

test('an unresolved rule stays in force', () => {
  const service = new RuleBasedPermissionService({ deny: ['jira__create'] });
  expect(service.checkAgainst(tools)).toEqual([]);
  const late = tool('jira__create', { origin: { kind: 'mcp', server: 'jira', tool: 'create' } });
  const context = { sessionId: 's', runId: 'r', agentPath: [] };
  expect(service.decide({ tool: late, args: {} }, { paths: {}, urls: {}, caseInsensitivePaths: false }, context).verdict).toBe('deny');
});

test('a long list of tools is cut with a count', () => {
  const many = Array.from({ length: 60 }, (_, index) => tool(`t${String(index).padStart(2, '0')}`));
  const [problem] = new RuleBasedPermissionService({ deny: ['nobody'] }).checkAgainst(many);
  expect(problem?.message).toMatch(/t00, t01, .* t49 and 10 more$/);
});
