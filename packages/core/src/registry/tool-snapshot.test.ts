import type { ToolDefinition } from '../contracts/tool-definition.js';
import { defineTool } from './define-tool.js';
import { ToolSnapshot } from './tool-snapshot.js';

const tool = (name: string): ToolDefinition =>
  defineTool({
    name,
    description: `Does ${name}.`,
    inputSchema: { type: 'object', properties: { x: { type: 'string' } }, required: ['x'] },
    handler: () => name,
  });

const snapshot = new ToolSnapshot(['b_tool', 'aTool', 'constructor', 'a_tool'].map(tool));

test('is sorted by name, whatever the locale', () => {
  expect(snapshot.definitions.map(({ name }) => name)).toEqual(['aTool', 'a_tool', 'b_tool', 'constructor']);
  expect(Object.isFrozen(snapshot.definitions)).toBe(true);
});

test.each([
  ['a_tool', 'a_tool'],
  ['constructor', 'constructor'],
  ['toString', undefined],
  ['__proto__', undefined],
  ['A_Tool', undefined],
])('get(%j) is %j', (name, expected) => {
  expect(snapshot.get(name)?.name).toBe(expected);
});

test('of two definitions with one name the later is kept', () => {
  const [first, second] = [tool('same'), tool('same')];
  expect(new ToolSnapshot([first, second]).definitions).toEqual([second]);
  expect(new ToolSnapshot([first, second]).get('same')).toBe(second);
});

test('the list for requests is made once and shared', () => {
  const list = snapshot.functionTools();
  expect(list[1]).toEqual({
    type: 'function',
    name: 'a_tool',
    description: 'Does a_tool.',
    inputSchema: { type: 'object', properties: { x: { type: 'string' } }, required: ['x'] },
  });
  expect(list[1]?.inputSchema).toBe(snapshot.get('a_tool')?.inputSchema);
  expect(snapshot.functionTools()).toBe(list);
  expect(Object.isFrozen(list) && list.every((entry) => Object.isFrozen(entry))).toBe(true);
});

test('names are resolved among its own tools only', () => {
  expect(snapshot.names).toBe(snapshot.names);
  expect(snapshot.names.resolve('B-Tool')).toEqual({ kind: 'repaired', name: 'b_tool' });
  expect(snapshot.filter(({ name }) => name !== 'b_tool').names.resolve('B-Tool').kind).toBe('unknown');
});

test('filtering nothing away gives the same snapshot', () => {
  expect(snapshot.filter(() => true)).toBe(snapshot);
  const filtered = snapshot.filter(({ name }) => name.startsWith('a'));
  expect(filtered.definitions.map(({ name }) => name)).toEqual(['aTool', 'a_tool']);
  expect(filtered.get('b_tool')).toBeUndefined();
});

test('says whether visibility must be asked at all', () => {
  expect(snapshot.isConditional).toBe(false);
  expect(new ToolSnapshot([tool('a'), { ...tool('b'), visible: () => true }]).isConditional).toBe(true);
});
