import type { Ctx } from '../contracts/ctx.js';
import { HarnessError } from '../contracts/errors.js';
import { token } from '../contracts/token.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';
import { Inject } from '../decorators/injectable.js';
import { Param } from '../decorators/param.js';
import { Tool } from '../decorators/tool.js';
import { Toolkit } from '../decorators/toolkit.js';
import type { ToolSources } from './catalog-items.js';
import { defineTool, type ToolOptions } from './define-tool.js';
import { defineBundle } from './tool-bundle.js';
import { ToolCatalog, type ToolListItem } from './tool-catalog.js';
import { toolFunction } from './tool-function.js';

const tool = (name: string, more: Partial<ToolOptions> = {}): ToolDefinition =>
  defineTool({ name, description: `Does ${name}.`, inputSchema: { type: 'object', properties: {} }, handler: () => name, ...more });

const bundleTools: Readonly<Record<string, readonly string[]>> = {
  filesystem: ['read_file', 'write_file', 'list_directory'],
  shell: ['run_command'],
  web: ['fetch_url'],
  memory: ['save_memory'],
  planning: ['write_todos', 'read_todos'],
  git: ['git_status'],
  navigation: ['change_directory', 'list_directory'],
  browser: ['browser_click'],
};

/** What a toolkit package would supply: bundles of one-line tools, `list_directory` shared by two. */
const sources: ToolSources = {
  bundle: (name, options) => {
    const made = bundleTools[name]?.map((each) =>
      tool(each, each === 'list_directory' ? { origin: { kind: 'builtin', bundle: 'filesystem', options: '' } } : {}),
    );
    return made && defineBundle({ name, tools: made, ...(options && { options }), knownOptions: ['root'] });
  },
  bundleNames: Object.keys(bundleTools),
  bundleOf: new Map(Object.entries(bundleTools).flatMap(([bundle, names]) => names.map((name) => [name, bundle] as const))),
};

const ctx = {} as Ctx;

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

const lookUpCity = toolFunction({ description: 'Finds a city.' }, function lookUpCity() {
  return 'Dhaka';
});

@Toolkit({ category: 'crm' })
class CustomerTools {
  answer = 'pro';

  @Tool({ description: 'Look up a plan.' })
  lookupPlan(@Param('customer', 'Whose plan') customer: string): string {
    return `${customer}: ${this.answer}`;
  }

  @Tool({ description: 'Count customers.' })
  countCustomers(): number {
    return 1;
  }
}

@Tool({ name: 'ping', description: 'Answers.' })
class Ping {
  execute(): string {
    return 'pong';
  }
}

const Database = token<object>('test/Database');

@Toolkit()
class NeedsDatabase {
  constructor(@Inject(Database) readonly database: object) {}

  @Tool({ description: 'Queries.' })
  query(): string {
    return 'rows';
  }
}

@Toolkit()
class InheritsNeed extends NeedsDatabase {}

describe('ways to register', () => {
  test.each<[string, ToolListItem, string[]]>([
    ['a definition', tool('plain'), ['plain']],
    ['a function with a schema', lookUpCity, ['look_up_city']],
    ['a toolkit class', CustomerTools, ['lookup_plan', 'count_customers']],
    ['a tool class', Ping, ['ping']],
    ['a built-in name', 'read_file', ['read_file']],
    ['a bundle name', 'shell', ['run_command']],
    ['an alias', 'fs', ['read_file', 'write_file', 'list_directory']],
    [
      'a configured bundle',
      defineBundle({ name: 'web', tools: [tool('fetch_url'), tool('web_search')], options: { include: ['fetch_url'] } }),
      ['fetch_url'],
    ],
    [
      'all',
      'all',
      [
        'read_file',
        'write_file',
        'list_directory',
        'run_command',
        'fetch_url',
        'save_memory',
        'write_todos',
        'read_todos',
        'git_status',
        'change_directory',
      ],
    ],
  ])('%s', (_, item, expected) => {
    const catalog = new ToolCatalog({ sources });
    expect(catalog.registerAll([item])).toEqual(expected);
    expect(names(catalog)).toEqual([...expected].sort());
  });

  test.each([
    ['fs', 'read_file'],
    ['files', 'read_file'],
    ['bash', 'run_command'],
    ['terminal', 'run_command'],
    ['http', 'fetch_url'],
    ['fetch', 'fetch_url'],
    ['todos', 'write_todos'],
    ['plan', 'write_todos'],
  ])('the alias %s brings %s', (alias, name) => {
    expect(new ToolCatalog({ sources }).load(alias)).toContain(name);
  });

  test('a list may mix them, and names come in order', () => {
    const catalog = new ToolCatalog({ sources });
    expect(catalog.registerAll([tool('z_last'), 'web', Ping])).toEqual(['z_last', 'fetch_url', 'ping']);
  });

  test('bundles that share a tool can be registered together', () => {
    expect(new ToolCatalog({ sources }).registerAll(['filesystem', 'navigation'])).toEqual([
      'read_file',
      'write_file',
      'list_directory',
      'change_directory',
    ]);
  });

  test('a toolkit is made by the composer, once for all its tools', async () => {
    const made: object[] = [];
    const catalog = new ToolCatalog({
      sources: {
        instantiate: (toolkit) => {
          made.push(toolkit);
          return Object.assign(new CustomerTools(), { answer: 'free' });
        },
      },
    });
    catalog.registerAll([CustomerTools]);
    expect(made).toEqual([CustomerTools]);
    expect(catalog.get('lookup_plan')).toMatchObject({ category: 'crm', origin: { kind: 'user' } });
    expect(await catalog.get('lookup_plan')?.handler({ customer: 'Acme' }, ctx)).toBe('Acme: free');
  });

  test('an item that only the composer understands', () => {
    const marker = { server: 'github' };
    const expand = (item: unknown): readonly ToolDefinition[] | undefined => (item === marker ? [tool('github__search')] : undefined);
    const catalog = new ToolCatalog({ sources: { expand } });
    const item = marker as unknown as ToolListItem; // what only `expand` knows has no type here
    expect(catalog.registerAll([tool('a_tool'), item])).toEqual(['a_tool', 'github__search']);
  });

  test('load takes the options of the bundle, for a single tool too', () => {
    const catalog = new ToolCatalog({ sources });
    expect(catalog.load('filesystem', { root: '.', include: ['read_*'], permission: 'ask' })).toEqual(['read_file']);
    expect(catalog.load('write_file', { root: '.' })).toEqual(['write_file']);
    expect(catalog.load('git', { include: [] })).toEqual([]);
    expect(catalog.get('read_file')).toMatchObject({ permission: 'ask', origin: { kind: 'builtin', bundle: 'filesystem' } });
  });

  test("'all' takes what every bundle takes", () => {
    const catalog = new ToolCatalog({ sources });
    expect(catalog.load('all', { include: ['*_file', 'git_status'], exclude: ['write_*'], permission: 'ask' })).toEqual([
      'read_file',
      'git_status',
    ]);
    expect(catalog.get('git_status')?.permission).toBe('ask');
    expect(failure(() => catalog.load('all', { root: '.' }))).toContain('all.root: is not an option');
  });
});

test('a toolkit that cannot be made is named, with the cause kept', () => {
  const cause = new Error('no such token: Database');
  const catalog = new ToolCatalog({
    sources: {
      instantiate: () => {
        throw cause;
      },
    },
  });
  const register = (): unknown => catalog.registerAll([NeedsDatabase]);
  expect(failure(register)).toContain('tools[0]: The toolkit NeedsDatabase could not be made: no such token: Database [TOOLKIT_NOT_MADE]');
  expect(register).toThrow(expect.objectContaining({ cause }));
});

test.each([[NeedsDatabase], [InheritsNeed]])('%p is not made without what it takes', (toolkit) => {
  expect(failure(() => new ToolCatalog().registerAll([toolkit]))).toContain(
    `The toolkit ${toolkit.name} takes dependencies; give it to HarnessModule.create`,
  );
});

test('a constructor that is not used is not looked at', () => {
  @Toolkit()
  class MadeElsewhere {
    constructor(readonly secret: string) {}

    @Tool({ description: 'Answers.' })
    answer(): string {
      return this.secret;
    }
  }
  const instance = new MadeElsewhere('x');
  const instantiate = (): object => instance;
  expect(failure(() => new ToolCatalog({ sources: { instantiate } }).registerAll([MadeElsewhere]))).toContain('CONSTRUCTOR_UNTYPED');
  expect(new ToolCatalog({ sources: { instantiate, provided: new Set([MadeElsewhere]) } }).registerAll([MadeElsewhere])).toEqual([
    'answer',
  ]);
});
