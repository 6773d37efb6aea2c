import { HarnessError } from '../contracts/errors.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';
import { defineTool, type ToolOptions } from './define-tool.js';
import { compileFilter, matchesFilter, unmatchedPatterns, type ToolFilter } from './tool-filter.js';

const tool = (name: string, more: Partial<ToolOptions> = {}): ToolDefinition =>
  defineTool({ name, description: `Does ${name}.`, inputSchema: { type: 'object', properties: {} }, handler: () => name, ...more });

const tools = [
  tool('read_file', { category: 'read' }),
  tool('write_file', { category: 'write', riskLevel: 'medium' }),
  tool('run_command', { category: 'execute', riskLevel: 'high', origin: { kind: 'builtin', bundle: 'shell', options: '{}' } }),
  tool('github__search', { category: 'mcp', origin: { kind: 'mcp', server: 'github', tool: 'search' } }),
];

test.each<[ToolFilter | undefined, string[]]>([
  [undefined, ['read_file', 'write_file', 'run_command', 'github__search']],
  [{}, ['read_file', 'write_file', 'run_command', 'github__search']],
  [{ include: [] }, []],
  [{ exclude: [] }, ['read_file', 'write_file', 'run_command', 'github__search']],
  [{ categories: [] }, []],
  [{ origins: [] }, []],
  [{ include: ['read_file'] }, ['read_file']],
  [{ include: ['*_file', 'run_command'] }, ['read_file', 'write_file', 'run_command']],
  [{ include: ['*_file'], exclude: ['write_*'] }, ['read_file']],
  [{ include: ['read_file'], exclude: ['read_file'] }, []],
  [{ categories: ['read', 'mcp'] }, ['read_file', 'github__search']],
  [{ maxRisk: 'low' }, ['read_file', 'github__search']],
  [{ maxRisk: 'medium' }, ['read_file', 'write_file', 'github__search']],
  [{ maxRisk: 'high' }, ['read_file', 'write_file', 'run_command', 'github__search']],
  [{ origins: ['user'] }, ['read_file', 'write_file']],
  [{ origins: ['builtin', 'mcp'], maxRisk: 'low' }, ['github__search']],
  [{ include: ['constructor', '__proto__'] }, []],
])('%j keeps %j', (filter, expected) => {
  expect(tools.filter(compileFilter(filter)).map(({ name }) => name)).toEqual(expected);
  expect(tools.filter((definition) => matchesFilter(definition, filter)).map(({ name }) => name)).toEqual(expected);
});

test('everything wrong is reported at once', () => {
  const filter: unknown = {
    include: 'read_file',
    exclude: ['[', 7],
    categories: {},
    maxRisk: 'huge',
    origins: ['mcp', 'mpc'],
    only: ['x'],
  };
  const compile = (): unknown => compileFilter(filter as ToolFilter);
  expect(compile).toThrow(HarnessError);
  expect(compile).toThrowErrorMatchingInlineSnapshot(`
   "The tool filter is not valid: 6 problems.
     - filter.only: is not a filter; the filters are include, exclude, categories, maxRisk, origins. [FILTER_INVALID]
     - filter.include: is a string; write an array: ['read_file']. [FILTER_INVALID]
     - filter.exclude[1]: is 7; write a string. [FILTER_INVALID]
     - filter.categories: is an object; write an array: ['…']. [FILTER_INVALID]
     - filter.origins[1]: is "mpc"; write one of user, builtin, mcp, agent. [FILTER_INVALID]
     - filter.maxRisk: is "huge"; write one of low, medium, high. [FILTER_INVALID]"
  `);
});

test.each([[null], ['read_*'], [['read_*']], [3]])('%j is no filter', (filter) => {
  expect(() => compileFilter(filter as ToolFilter)).toThrow(/write an object such as/);
});

test('a pattern that does not compile is named', () => {
  expect(() => compileFilter({ include: ['read_[a'] })).toThrow('filter.include[0]: The pattern "read_[a" has a "["');
});

test('patterns that match nothing are found', () => {
  expect(unmatchedPatterns(['read_file', 'read_*', 'raed_file', 'x*'], ['read_file'])).toEqual(['raed_file', 'x*']);
});
