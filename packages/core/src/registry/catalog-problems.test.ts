import { HarnessError } from '../contracts/errors.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';
import type { ToolSources } from './catalog-items.js';
import { defineTool } from './define-tool.js';
import { bundleFactory, defineBundle, type BundleOptions, type ToolBundle } from './tool-bundle.js';
import { ToolCatalog, type ToolListItem } from './tool-catalog.js';

const tool = (name: string): ToolDefinition =>
  defineTool({ name, description: `Does ${name}.`, inputSchema: { type: 'object', properties: {} }, handler: () => name });

const sources: ToolSources = {
  bundle: (name) => (name === 'shell' ? defineBundle({ name, tools: [tool('run_command')] }) : undefined),
  bundleNames: ['shell'],
  bundleOf: new Map([['run_command', 'shell']]),
};

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

test('every problem of every item is reported at once, and nothing is registered', () => {
  const web = bundleFactory('web', (options?: BundleOptions): ToolBundle =>
    defineBundle({ name: 'web', tools: [], ...(options && { options }) }),
  );
  const catalog = new ToolCatalog({ sources });
  const items: unknown[] = [
    tool('fine'),
    'raed_file',
    web,
    defineBundle({ name: 'shell', tools: [tool('run_command')], options: { include: 'run_command', rot: '.' } }),
    42,
    null,
    undefined,
    Promise.resolve(tool('later')),
    [tool('nested')],
    { name: 'hand_made', handler: () => 1 },
    new Map(),
    Symbol('x'),
    function bare() {},
    () => 1,
    catalog,
    'constructor',
  ];
  expect(failure(() => catalog.registerAll(items as ToolListItem[]))).toMatchInlineSnapshot(`
   "REGISTRY_INVALID: The tools cannot be registered: 16 problems.
     - tools[1]: "raed_file" is neither a bundle nor a built-in tool; the bundles are shell, all, the tools run_command. [BUNDLE_UNKNOWN]
     - tools[2]: is the bundle factory web, not called; call it: web(). [TOOL_ITEM_UNSUPPORTED]
     - tools[3], shell.rot: is not an option; the options are include, exclude, permission, replace. [BUNDLE_OPTION_INVALID]
     - tools[3], shell.include: is a string; write an array: ['run_command']. [FILTER_INVALID]
     - tools[4]: is a number; give a name, a function with a schema, a toolkit class, a bundle or a definition. [TOOL_ITEM_UNSUPPORTED]
     - tools[5]: is null; give a name, a function with a schema, a toolkit class, a bundle or a definition. [TOOL_ITEM_UNSUPPORTED]
     - tools[6]: is undefined; give a name, a function with a schema, a toolkit class, a bundle or a definition. [TOOL_ITEM_UNSUPPORTED]
     - tools[7]: is a promise; await it first. [TOOL_ITEM_UNSUPPORTED]
     - tools[8]: is an array; spread it into the list with "...". [TOOL_ITEM_UNSUPPORTED]
     - tools[9]: is a plain object; make it a tool with defineTool({ … }). [TOOL_ITEM_UNSUPPORTED]
     - tools[10]: is an object of Map; give a name, a function with a schema, a toolkit class, a bundle or a definition. [TOOL_ITEM_UNSUPPORTED]
     - tools[11]: is a symbol; give a name, a function with a schema, a toolkit class, a bundle or a definition. [TOOL_ITEM_UNSUPPORTED]
     - tools[12]: It is the function bare, of which no schema is known: write toolFunction({ description, inputSchema }, bare) or defineTool({ … }). [TOOL_FUNCTION_UNDESCRIBED]
     - tools[13]: It is a function without a name, of which no schema is known: write toolFunction({ description, inputSchema }, fn) or defineTool({ … }). [TOOL_FUNCTION_UNDESCRIBED]
     - tools[14]: The catalog is this one, or has it attached; leave it out. [TOOL_ITEM_UNSUPPORTED]
     - tools[15]: "constructor" is neither a bundle nor a built-in tool; the bundles are shell, all, the tools run_command. [BUNDLE_UNKNOWN]"
  `);
  expect(catalog.list()).toEqual([]);
});

test('a list that is not a list', () => {
  const name = 'filesystem' as unknown as ToolListItem[]; // as plain JavaScript may
  expect(failure(() => new ToolCatalog().registerAll(name))).toMatchInlineSnapshot(`
   "REGISTRY_INVALID: The tools cannot be registered: 1 problem.
     - tools: This is not a list; write an array. [TOOL_ITEM_UNSUPPORTED]"
  `);
});
