import fc from 'fast-check';
import { HarnessError } from '../contracts/errors.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';
import { defineTool, type ToolOptions } from './define-tool.js';
import { defineBundle, type BundleOptions, type ToolBundle } from './tool-bundle.js';
import { ToolCatalog, type RegisterOptions } from './tool-catalog.js';
import type { ToolFilter } from './tool-filter.js';

const tool = (name: string, more: Partial<ToolOptions> = {}): ToolDefinition =>
  defineTool({ name, description: `Does ${name}.`, inputSchema: { type: 'object', properties: {} }, handler: () => name, ...more });

interface FileOptions extends BundleOptions {
  readonly root?: string;
}

const filesystem = (options: FileOptions = {}): ToolBundle =>
  defineBundle({ name: 'filesystem', tools: [tool('read_file'), tool('write_file')], options, knownOptions: ['root'] });

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

describe('register', () => {
  test('copies a definition and overrides only what is named', () => {
    const definition = tool('a_tool', { permission: 'ask', replayPolicy: 'safe', timeoutMs: 5 });
    const registered = new ToolCatalog().register(definition, { timeoutMs: 9, name: 'b_tool' });
    expect(registered).not.toBe(definition);
    expect(registered).toMatchObject({ name: 'b_tool', permission: 'ask', replayPolicy: 'safe', timeoutMs: 9 });
    expect(registered.sources).toMatchObject({ timeoutMs: 'registration', name: 'registration' });
  });

  test('gives the one tool of an item', () => {
    const catalog = new ToolCatalog();
    const bundle = filesystem({ include: ['read_file'] });
    expect(catalog.register(bundle, { permission: 'deny' })).toBe(catalog.get('read_file'));
    expect(catalog.get('read_file')?.permission).toBe('deny');
  });

  test.each<[() => unknown, string]>([
    [
      () => new ToolCatalog().register(filesystem()),
      'item: This stands for 2 tools (read_file, write_file), not one; use registerAll or load. [TOOL_ITEM_UNSUPPORTED]',
    ],
    [
      () => new ToolCatalog().register(filesystem({ include: [] })),
      'item: This stands for 0 tools, not one; use registerAll or load. [TOOL_ITEM_UNSUPPORTED]',
    ],
    [
      () => new ToolCatalog().register(tool('a_tool'), { raplace: true } as RegisterOptions),
      'options.raplace: This is not an option of a registration; the options are replace, name, title, ',
    ],
    [
      () => new ToolCatalog().register(tool('a_tool'), { timeoutMs: 0 }),
      'timeoutMs: is 0; write milliseconds above 0 and at most 2147483647 (2^31-1). [TOOL_OPTION_INVALID]',
    ],
  ])('says what to write: %#', (act, message) => {
    expect(failure(act)).toMatch(/^REGISTRY_INVALID: The tools cannot be registered: 1 problem\.\n/);
    expect(failure(act)).toContain(message);
  });
});

test('a policy out of range fails when the catalog is made', () => {
  expect(failure(() => new ToolCatalog({ policy: { defaultTimeoutMs: -1 } }))).toContain('POLICY_INVALID');
});

describe('snapshots', () => {
  test('are the same object until something changes', () => {
    const catalog = new ToolCatalog();
    catalog.registerAll([tool('a_tool'), tool('b_tool')]);
    const filter = { include: ['a_*'] };
    const all = catalog.snapshot();
    const some = catalog.snapshot(filter);
    expect(catalog.snapshot()).toBe(all);
    expect(catalog.snapshot(filter)).toBe(some);
    catalog.register(tool('a_third'));
    expect(catalog.snapshot()).not.toBe(all);
    expect(catalog.snapshot(filter).definitions.map(({ name }) => name)).toEqual(['a_third', 'a_tool']);
    expect(all.definitions.map(({ name }) => name)).toEqual(['a_tool', 'b_tool']);
    expect(some.definitions.map(({ name }) => name)).toEqual(['a_tool']);
  });

  test('an empty include exposes nothing', () => {
    const catalog = new ToolCatalog();
    catalog.register(tool('a_tool'));
    expect(catalog.snapshot({ include: [] }).definitions).toEqual([]);
    expect(catalog.list({ include: [] })).toEqual([]);
    expect(catalog.toOpenAI({ include: [] })).toEqual([]);
  });

  test('a failed registration and an unknown unregister change nothing', () => {
    const catalog = new ToolCatalog();
    catalog.register(tool('a_tool'));
    const before = catalog.snapshot();
    failure(() => catalog.register(tool('a_tool')));
    expect(catalog.unregister('nobody')).toBe(false);
    expect(catalog.snapshot()).toBe(before);
  });

  test('a filter that is not one is refused', () => {
    const filters: readonly unknown[] = [{ include: 'x' }, null, 'x'];
    for (const filter of filters) expect(failure(() => new ToolCatalog().list(filter as ToolFilter))).toContain('FILTER_INVALID');
  });
});

test.each([['constructor'], ['__proto__'], ['toString'], ['hasOwnProperty']])('%s is an unknown tool', (name) => {
  const catalog = new ToolCatalog();
  expect([catalog.get(name), catalog.has(name), catalog.unregister(name)]).toEqual([undefined, false, false]);
  catalog.register(tool(name));
  expect([catalog.get(name)?.name, catalog.has(name), catalog.unregister(name), catalog.has(name)]).toEqual([name, true, true, false]);
});

test('a fresh catalog of copied definitions shares handlers and nothing else', () => {
  const parent = new ToolCatalog();
  parent.registerAll([filesystem()]);
  const child = new ToolCatalog();
  child.registerAll(parent.list());
  expect(child.get('read_file')).not.toBe(parent.get('read_file'));
  expect(child.get('read_file')).toEqual(parent.get('read_file'));
  child.unregister('read_file');
  expect(parent.has('read_file')).toBe(true);
});

test('each provider form comes from the catalog', async () => {
  const catalog = new ToolCatalog();
  catalog.registerAll([tool('b_tool', { permission: 'ask' }), tool('a_tool')]);
  expect(catalog.schemas().map(({ name }) => name)).toEqual(['a_tool', 'b_tool']);
  expect(catalog.toOpenAI({ include: ['a_tool'] })).toHaveLength(1);
  expect(catalog.toAnthropic()[1]?.name).toBe('b_tool');
  expect(catalog.toGemini()[0]?.functionDeclarations).toHaveLength(2);
  expect(catalog.toMcp()).toHaveLength(2);
  const execute = (): Promise<never> => Promise.reject(new Error('not called'));
  expect(catalog.toAISDK({ execute })['b_tool']?.toolApproval).toBe('user-approval');
});

test('agrees with a plain map, whatever is done to it, and never changes a snapshot', () => {
  const definitions = ['a', 'b', 'c', 'd'].map((name) => tool(name));
  const step = fc.record({ index: fc.nat(3), act: fc.constantFrom('register', 'replace', 'unregister') });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const catalog = new ToolCatalog();
      const model = new Set<string>();
      const seen: { snapshot: ReturnType<ToolCatalog['snapshot']>; expected: string[] }[] = [];
      for (const { index, act } of steps) {
        const definition = definitions[index];
        if (definition === undefined) return;
        const { name } = definition;
        if (act === 'unregister') expect(catalog.unregister(name)).toBe(model.delete(name));
        else if (act === 'replace') catalog.register(definition, { replace: true });
        else expect(failure(() => catalog.register(definition)).includes('TOOL_DUPLICATE')).toBe(model.has(name));
        if (act !== 'unregister') model.add(name);
        seen.push({ snapshot: catalog.snapshot(), expected: [...model].sort() });
      }
      for (const { snapshot, expected } of seen) expect(snapshot.definitions.map(({ name }) => name)).toEqual(expected);
    }),
  );
});
