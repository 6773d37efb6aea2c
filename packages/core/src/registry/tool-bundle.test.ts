import type { ToolDefinition } from '../contracts/tool-definition.js';
import { defineTool } from './define-tool.js';
import { bundleFactory, bundleFactoryName, defineBundle, isToolBundle, type BundleOptions, type ToolBundle } from './tool-bundle.js';

const tool = (name: string, properties: Record<string, object> = {}): ToolDefinition =>
  defineTool({
    name,
    description: `Does ${name}.`,
    inputSchema: { type: 'object', properties: { url: {}, ...properties } },
    handler: () => name,
  });

const tools = [tool('fetch_url', { max_length: { type: 'integer' } }), tool('web_search')];

interface WebOptions extends BundleOptions {
  readonly maxLength?: number;
  readonly userAgent?: string;
}

const web = (options?: WebOptions): ToolBundle =>
  defineBundle({
    name: 'web',
    tools,
    ...(options && { options }),
    knownOptions: ['userAgent'],
    defaults: { maxLength: 100_000 },
    hides: { maxLength: 'max_length' },
  });

const names = (bundle: ToolBundle): readonly string[] => bundle.tools.map(({ name }) => name);

test('without options: every tool, marked as built in', () => {
  const bundle = web();
  expect(bundle).toMatchObject({ kind: 'bundle', name: 'web', replace: false, problems: [] });
  expect(names(bundle)).toEqual(['fetch_url', 'web_search']);
  expect(bundle.tools[0]?.origin).toEqual({ kind: 'builtin', bundle: 'web', options: '{}', tool: 'fetch_url' });
  expect(isToolBundle(bundle)).toBe(true);
});

test.each<[BundleOptions, string[]]>([
  [{ include: ['fetch_url'] }, ['fetch_url']],
  [{ include: ['*_search'] }, ['web_search']],
  [{ include: [] }, []],
  [{ exclude: ['fetch_*'] }, ['web_search']],
  [{ include: ['*'], exclude: ['web_search'] }, ['fetch_url']],
])('%j keeps %j', (options, expected) => {
  expect(names(web(options))).toEqual(expected);
});

test('an option that is also a model parameter takes it from the model', () => {
  const [fetchUrl, search] = web({ maxLength: 20_000 }).tools;
  expect(fetchUrl?.inputSchema.properties).toEqual({ url: {} });
  expect(fetchUrl?.hidden).toEqual({ max_length: 20_000 });
  expect(search?.hidden).toEqual({});
});

test('an option given as its default hides nothing and is the same bundle', () => {
  const [fetchUrl] = web({ maxLength: 100_000 }).tools;
  expect(fetchUrl?.inputSchema.properties).toEqual({ url: {}, max_length: { type: 'integer' } });
  expect(fetchUrl?.origin).toEqual(web().tools[0]?.origin);
});

test('the permission is said by the bundle', () => {
  const [fetchUrl] = web({ permission: 'ask' }).tools;
  expect(fetchUrl?.permission).toBe('ask');
  expect(fetchUrl?.sources['permission']).toBe('bundle-option');
});

test('options tell bundles apart, the choice of tools does not', () => {
  const options = (bundle: ToolBundle): unknown => bundle.tools[0]?.origin;
  expect(options(web({ userAgent: 'x' }))).toMatchObject({ kind: 'builtin', bundle: 'web', options: '{"userAgent":"x"}' });
  expect(options(web({ include: ['fetch_url'], replace: true }))).toEqual(options(web()));
});

test('a tool that another bundle made keeps its origin', () => {
  const [list] = defineBundle({ name: 'filesystem', tools: [tool('list_directory')] }).tools;
  const navigation = defineBundle({ name: 'navigation', tools: list === undefined ? [] : [list] });
  expect(navigation.tools[0]?.origin).toMatchObject({ bundle: 'filesystem' });
});

test('the workspace root is passed on, null included', () => {
  expect(defineBundle({ name: 'filesystem', tools, workspaceRoot: '.' }).workspaceRoot).toBe('.');
  expect(defineBundle({ name: 'filesystem', tools, workspaceRoot: null }).workspaceRoot).toBeNull();
  expect('workspaceRoot' in defineBundle({ name: 'filesystem', tools })).toBe(false);
});

test.each<[unknown, string[]]>([
  [{ include: 'fetch_url' }, ["web.include: is a string; write an array: ['fetch_url']."]],
  [{ include: ['fetch_urls'] }, ['web.include: names no tool of this bundle with fetch_urls; it has fetch_url, web_search.']],
  [{ exclude: ['x*', 'web_search'] }, ['web.exclude: names no tool of this bundle with x*; it has fetch_url, web_search.']],
  [{ maxLenght: 5 }, ['web.maxLenght: is not an option; the options are include, exclude, permission, replace, userAgent, maxLength.']],
  [{ permission: 'yes' }, [`web.permission: is "yes"; write 'allow', 'ask' or 'deny'.`]],
  [{ replace: 1 }, ['web.replace: is not a boolean; write true or false.']],
  ['./docs', ['web: is given "./docs"; give an object with options.']],
  [null, ['web: is given null; give an object with options.']],
  [
    { include: 'x', foo: 1 },
    [
      'web.foo: is not an option; the options are include, exclude, permission, replace, userAgent, maxLength.',
      "web.include: is a string; write an array: ['x'].",
    ],
  ],
])('%j is refused, saying what to write', (options, expected) => {
  const bundle = defineBundle({
    name: 'web',
    tools,
    options: options as object,
    knownOptions: ['userAgent'],
    defaults: { maxLength: 100_000 },
    hides: { maxLength: 'max_length' },
  });
  expect(bundle.problems.map(({ where, message }) => `${where}: ${message}`)).toEqual(expected);
  expect(bundle.tools).toEqual([]);
});

test("a value that the parameter's schema refuses is a problem of the option", () => {
  const bundle = web({ maxLength: 'long' as unknown as number }); // as plain JavaScript may
  expect(bundle.problems.map(({ where }) => where)).toEqual(['web.maxLength']);
});

test("the factory's own problems are kept", () => {
  const problem = { code: 'WEB_KEY_MISSING', where: 'web.search', message: 'Set a key.' };
  expect(defineBundle({ name: 'web', tools, problems: [problem] }).problems).toEqual([problem]);
});

test('a factory knows its name, and only a factory', () => {
  const factory = bundleFactory('web', web);
  expect(factory).toBe(web);
  expect(bundleFactoryName(factory)).toBe('web');
  expect([() => 1, {}, null, 'web', web()].map(bundleFactoryName)).toEqual([undefined, undefined, undefined, undefined, undefined]);
});
