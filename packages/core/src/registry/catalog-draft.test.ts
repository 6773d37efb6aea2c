import { HarnessError } from '../contracts/errors.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';
import { defineTool, type ToolOptions } from './define-tool.js';
import { defineBundle, type BundleOptions, type ToolBundle } from './tool-bundle.js';
import { ToolCatalog, type ToolListItem } from './tool-catalog.js';

const tool = (name: string, more: Partial<ToolOptions> = {}): ToolDefinition =>
  defineTool({ name, description: `Does ${name}.`, inputSchema: { type: 'object', properties: {} }, handler: () => name, ...more });

interface FileOptions extends BundleOptions {
  readonly root?: string;
}

const filesystem = (options: FileOptions = {}): ToolBundle =>
  defineBundle({ name: 'filesystem', tools: [tool('read_file'), tool('write_file')], options, knownOptions: ['root'] });

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

test('fail with both origins', () => {
  const catalog = new ToolCatalog();
  catalog.registerAll([filesystem()]);
  expect(failure(() => catalog.registerAll([tool('other'), tool('read_file')]))).toMatchInlineSnapshot(`
   "REGISTRY_INVALID: The tools cannot be registered: 1 problem.
     - tools[1]: The tool read_file comes from the bundle filesystem and from defineTool('read_file'). Leave one out, rename one, or register the second with replace: true to swap it on purpose. [TOOL_DUPLICATE]"
  `);
  expect(catalog.has('other')).toBe(false);
});

test('within one list', () => {
  expect(failure(() => new ToolCatalog().registerAll([tool('ping'), tool('ping')]))).toMatchInlineSnapshot(`
   "REGISTRY_INVALID: The tools cannot be registered: 1 problem.
     - tools[1]: The tool ping comes twice from defineTool('ping'). Leave one out, rename one, or register the second with replace: true to swap it on purpose. [TOOL_DUPLICATE]"
  `);
});

test('are swapped on purpose', () => {
  const catalog = new ToolCatalog();
  catalog.registerAll([filesystem()]);
  const mine = catalog.register(tool('read_file'), { replace: true });
  expect(catalog.get('read_file')).toBe(mine);
  expect(catalog.registerAll([filesystem({ replace: true, include: ['read_file'] })])).toEqual(['read_file']);
  expect(catalog.get('read_file')?.origin.kind).toBe('builtin');
});

test('the identical built-in with identical options is a no-op', () => {
  const catalog = new ToolCatalog();
  catalog.registerAll([filesystem({ root: '.' })]);
  const before = catalog.get('read_file');
  expect(catalog.registerAll([filesystem({ root: '.' })])).toEqual(['read_file', 'write_file']);
  expect(catalog.get('read_file')).toBe(before);
});

test.each<[string, FileOptions]>([
  ['another option', { root: './docs' }],
  ['another permission', { permission: 'ask' }],
])('the same built-in with %s fails', (_, options) => {
  const catalog = new ToolCatalog();
  catalog.registerAll([filesystem()]);
  expect(failure(() => catalog.registerAll([filesystem(options)]))).toContain('comes twice from the bundle filesystem with other options');
});

test.each<[string, ToolListItem[]]>([
  ['before', [tool('write_todos'), planning]],
  ['after', [planning, tool('write_todos')]],
])("a user's own write_todos takes the place of the built-in one, registered %s it", (_, items) => {
  const catalog = new ToolCatalog();
  catalog.registerAll(items);
  expect(names(catalog)).toEqual(['read_todos', 'write_todos']);
  expect(catalog.get('write_todos')?.origin.kind).toBe('user');
});

test('the bundle does not claim the write_todos that it left to the user', () => {
  const catalog = new ToolCatalog();
  catalog.register(tool('write_todos'));
  expect(catalog.registerAll([planning])).toEqual(['read_todos']);
});

test('two of a user’s own write_todos fail, and so does another planning tool', () => {
  expect(failure(() => new ToolCatalog().registerAll([tool('write_todos'), tool('write_todos')]))).toContain('write_todos comes twice');
  expect(failure(() => new ToolCatalog().registerAll([tool('read_todos'), planning]))).toContain('read_todos comes from');
});
