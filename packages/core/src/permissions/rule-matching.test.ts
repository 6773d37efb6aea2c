import type { JsonObject } from '../contracts/json.js';
import { type CallFacts, type Decision, type DecisionContext, NO_FACTS } from '../contracts/permissions.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';
import { Tool } from '../decorators/tool.js';
import { Toolkit } from '../decorators/toolkit.js';
import { copyDefinition } from '../registry/copy-definition.js';
import { defineTool, type ToolOptions } from '../registry/define-tool.js';
import { scanTools } from '../registry/scan-tools.js';
import type { PermissionOptions } from './permission-options.js';
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

  test('booleans are compared by their JSON text', () => {
    expect(decide({ deny: ['t{"deep":"true"}'] }, tool('t'), { deep: true }).verdict).toBe('deny');
    expect(decide({ deny: ['t{"deep":"true"}'] }, tool('t'), { deep: false }).verdict).toBe('allow');
  });
});
