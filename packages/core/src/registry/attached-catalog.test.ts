import { HarnessError } from '../contracts/errors.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';
import { defineTool } from './define-tool.js';
import { defineBundle } from './tool-bundle.js';
import { ToolCatalog } from './tool-catalog.js';

const tool = (name: string): ToolDefinition =>
  defineTool({ name, description: `Does ${name}.`, inputSchema: { type: 'object', properties: {} }, handler: () => name });

const planning = defineBundle({ name: 'planning', tools: [tool('write_todos'), tool('read_todos')] });

const names = (catalog: ToolCatalog): readonly string[] => catalog.list().map(({ name }) => name);

/** The error that `act` throws, as text. */
function failure(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (HarnessError.is(error)) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'nothing was thrown';
}

test('is shared, not copied', () => {
  const shared = new ToolCatalog();
  shared.register(tool('shared_tool'));
  const catalog = new ToolCatalog();
  expect(catalog.registerAll([shared, tool('own_tool')])).toEqual(['shared_tool', 'own_tool']);
  expect(catalog.get('shared_tool')).toBe(shared.get('shared_tool'));
  const before = catalog.snapshot();
  shared.register(tool('later_tool'));
  expect(names(catalog)).toEqual(['later_tool', 'own_tool', 'shared_tool']);
  expect(before.definitions).toHaveLength(2);
  expect(names(shared)).toEqual(['later_tool', 'shared_tool']);
  expect(catalog.unregister('later_tool')).toBe(true);
  expect(shared.has('later_tool')).toBe(false);
});

test('may not bring a name that is taken, neither now nor later', () => {
  const shared = new ToolCatalog();
  const catalog = new ToolCatalog();
  catalog.registerAll([shared, tool('own_tool')]);
  expect(failure(() => catalog.registerAll([shared]))).toBe('nothing was thrown');
  shared.register(tool('own_tool'));
  expect(failure(() => catalog.snapshot())).toContain('own_tool comes twice');
  expect(failure(() => new ToolCatalog().registerAll([tool('own_tool'), shared]))).toContain('tools[1]');
});

test('keeps its tool when the other one replaces it for itself', () => {
  const shared = new ToolCatalog();
  const theirs = shared.register(tool('a_tool'));
  const catalog = new ToolCatalog();
  catalog.registerAll([shared]);
  const mine = catalog.register(tool('a_tool'), { replace: true });
  expect([catalog.get('a_tool'), shared.get('a_tool')]).toEqual([mine, theirs]);
  expect(catalog.get('a_tool')).toBe(mine);
  expect(catalog.unregister('a_tool')).toBe(true);
  expect(catalog.get('a_tool')).toBe(theirs);
});

test('leaves a cycle out', () => {
  const [a, b] = [new ToolCatalog(), new ToolCatalog()];
  a.registerAll([b]);
  expect(failure(() => b.registerAll([a]))).toContain('The catalog is this one, or has it attached');
  expect(failure(() => a.registerAll([a]))).toContain('The catalog is this one, or has it attached');
});

test("a user's write_todos in either catalog wins", () => {
  const user = new ToolCatalog();
  user.register(tool('write_todos'));
  const first = new ToolCatalog();
  first.registerAll([planning, user]);
  expect(first.get('write_todos')).toBe(user.get('write_todos'));
  const builtin = new ToolCatalog();
  builtin.registerAll([planning]);
  const second = new ToolCatalog();
  second.registerAll([builtin, tool('write_todos')]);
  expect(second.get('write_todos')?.origin.kind).toBe('user');
});
