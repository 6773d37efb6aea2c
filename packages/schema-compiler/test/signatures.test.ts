import type { ToolSignature } from '@tackroom/core';
import { compileProgram, looseProject, manifestText, sourceProgram } from '../src/index.js';

const DECORATORS = [
  'declare function Tool(o?: object): MethodDecorator & ClassDecorator; declare function Param(o?: unknown): ParameterDecorator;',
  'declare function Ctx(): ParameterDecorator; declare function Dep(t: unknown): ParameterDecorator;',
  'declare function Toolkit(o: object): ClassDecorator; declare function defineTool(o: object): unknown; declare function toolFunction(o: object, f: unknown): unknown;',
].join('\n');

function tools(source: string, more: Readonly<Record<string, string>> = {}): Readonly<Record<string, ToolSignature>> {
  const files = { '/src/a.ts': `${DECORATORS}\n${source}`, ...more };
  const { program, folder } = sourceProgram(files);
  return compileProgram(program, looseProject(folder, Object.keys(files))).manifest.tools;
}

function schemaOf(parameter: string, given = ''): unknown {
  return tools(`${given} export class A { @Tool() take(${parameter}): void {} }`)['src/a.ts#A.take']?.parameters[0]?.schema;
}

test('the text of a tool and of its parameters', () => {
  const found = tools(`
    export class Orders {
      /**
       * Look up an order.
       *
       * Second paragraph,
       * over two lines.
       * @param id - The number on the receipt.
       * @param options How to look.
       * @param options.limit At most so many lines.
       * @param options.at.zone Where the clock stands.
       * @returns nothing
       * @example {"id": "A-1"}
       * @example lookup('A-1')
       */
      @Tool() lookup(id: string, options: { limit?: number; /** Own text. */ own?: string; at: { zone: string } }, /** Beside it. */ loud = false): void {}
    }`)['src/a.ts#Orders.lookup'];
  expect(found).toEqual({
    className: 'Orders',
    member: 'lookup',
    description: 'Look up an order.\n\nSecond paragraph,\nover two lines.',
    examples: [{ id: 'A-1' }],
    parameters: [
      { name: 'id', emits: 'String', required: true, schema: { type: 'string', description: 'The number on the receipt.' } },
      {
        name: 'options',
        emits: 'Object',
        required: true,
        schema: {
          type: 'object',
          description: 'How to look.',
          properties: {
            limit: { type: 'number', description: 'At most so many lines.' },
            own: { type: 'string', description: 'Own text.' },
            at: {
              type: 'object',
              properties: { zone: { type: 'string', description: 'Where the clock stands.' } },
              required: ['zone'],
              additionalProperties: false,
            },
          },
          required: ['at'],
          additionalProperties: false,
        },
      },
      { name: 'loud', emits: 'Boolean', required: false, schema: { type: 'boolean', description: 'Beside it.', default: false } },
    ],
  });
});

test.each<[initializer: string, value: unknown, given?: string]>([
  ["'a'", 'a'],
  ['`a`', 'a'],
  ['5', 5],
  ['-5', -5],
  ['true', true],
  ['null as string | null', null],
  ["['a', 'b']", ['a', 'b']],
  ["{ a: 1, 'b-c': [null] }", { a: 1, 'b-c': [null] }],
  ["('a' as const)", 'a'],
  ['[1, 2] satisfies number[]', [1, 2]],
  ['Mode.Fast', 'fast', "enum Mode { Fast = 'fast' }"],
  ['LIMIT', 20, 'const LIMIT = 20;'],
])('the default %s', (initializer, value, given = '') => {
  expect(schemaOf(`x = ${initializer}`, given)).toEqual(expect.objectContaining({ default: value }));
});

test.each([['new Date()'], ['Math.random()'], ['[Math.PI, now()]'], ['`${LIMIT}`']])(
  'the default %s is left to the method',
  (initializer) => {
    const [parameter] =
      tools(`declare const LIMIT: number; declare function now(): number; export class A { @Tool() take(x = ${initializer}): void {} }`)[
        'src/a.ts#A.take'
      ]?.parameters ?? [];
    expect(parameter?.required).toBe(false);
    expect(parameter?.schema).not.toHaveProperty('default');
  },
);

test('what the runtime fills is left out, and everything else of a class is not looked at', () => {
  const found = tools(`
    @Toolkit({ id: 'orders@1' }) export class Orders {
      @Tool() take(@Ctx() ctx: unknown, a: string, @Dep(Map) map: Map<string, string>): void {}
      helper(x: bigint): void {}
      static build(x: bigint): void {}
      @Tool() get size(): number { return 1; }
    }
    @Tool() export class RunTests { execute(@Param() suite: string): void {} other(x: bigint): void {} }
    export class Quiet extends Orders { override take(@Param() a: 'only'): void {} }
    export const Later = class { @Tool() go(): void {} };`);
  expect(Object.keys(found)).toEqual(['src/a.ts#Later.go', 'src/a.ts#Orders.take', 'src/a.ts#Quiet.take', 'src/a.ts#RunTests.execute']);
  expect(found['src/a.ts#Orders.take']).toEqual({
    className: 'Orders',
    member: 'take',
    id: 'orders@1',
    parameters: [
      { name: 'ctx', emits: 'Object', injected: true },
      { name: 'a', emits: 'String', required: true, schema: { type: 'string' } },
      { name: 'map', emits: 'Object', injected: true },
    ],
  });
});

test('decorators under another name, and other decorators of the same name', () => {
  const lib = 'export declare function Tool(): MethodDecorator; export declare function Ctx(): ParameterDecorator;';
  const found = tools(
    "import { Tool as T, Ctx as C } from './lib.js'; import * as lib from './lib.js'; export class A { @T() one(@C() c: bigint): void {} @lib.Tool() two(): void {} }",
    {
      '/src/lib.ts': lib,
    },
  );
  expect(found['src/a.ts#A.one']?.parameters).toEqual([{ name: 'c', emits: 'Object', injected: true }]);
  expect(Object.keys(found)).toEqual(['src/a.ts#A.one', 'src/a.ts#A.two']);
});

test('functions', () => {
  const found = tools(`
    /** Adds. */
    function add({ a, b = 2 }: { a: number; b?: number }): number { return a + b; }
    export const one = defineTool({ name: 'add', description: 'x', handler: add });
    export const two = defineTool({ name: 'inline', handler: async (args: { city: string }) => args.city });
    export const three = defineTool({ name: 'method', handler(args: { city: string }) { return args.city; } });
    export const four = toolFunction({ description: 'x' }, add);
    export const typed = defineTool({ name: 'typed', inputSchema: {}, handler: add });
    export const untyped = defineTool({ name: 'untyped', handler: (args) => args });
    export const scalar = defineTool({ name: 'scalar', handler: (x: string) => x });`);
  expect(Object.keys(found)).toEqual(['src/a.ts#add', 'src/a.ts#inline', 'src/a.ts#method', 'src/a.ts#scalar']);
  expect(found['src/a.ts#add']).toEqual({
    tool: 'add',
    description: 'Adds.',
    parameters: [
      {
        emits: 'Object',
        required: true,
        schema: {
          type: 'object',
          properties: { a: { type: 'number' }, b: { type: 'number', default: 2 } },
          required: ['a'],
          additionalProperties: false,
        },
      },
    ],
  });
  expect(found['src/a.ts#scalar']?.parameters[0]?.refused).toBe(
    'its first parameter is no object: arguments are one object of named fields',
  );
});

test('types from other files are noted with their hash, and the text is the same every time', () => {
  const files = {
    '/src/b.ts': "import type { Size } from './c.js'; export interface Box { size: Size }",
    '/src/c.ts': "export type Size = 'l' | 's';",
    '/src/a.ts': `${DECORATORS}\nimport type { Box } from './b.js'; export class A { @Tool() take(box: Box): void {} }`,
  };
  const text = (names: readonly string[]): string => {
    const { program, folder } = sourceProgram(Object.fromEntries(names.map((name) => [name, files[name as keyof typeof files]])));
    return manifestText(compileProgram(program, looseProject(folder, names)).manifest);
  };
  const written = text(['/src/a.ts', '/src/b.ts', '/src/c.ts']);
  expect(text(['/src/c.ts', '/src/b.ts', '/src/a.ts'])).toBe(written);
  const manifest = JSON.parse(written) as { readonly sources: object; readonly tools: Readonly<Record<string, ToolSignature>> };
  expect(Object.keys(manifest.sources)).toEqual(['src/a.ts', 'src/b.ts', 'src/c.ts']);
  expect(manifest.tools['src/a.ts#A.take']?.uses).toEqual(['src/b.ts', 'src/c.ts']);
});

test('a class without a name has the one that it has when it runs, or none', () => {
  expect(Object.keys(tools('export default class { @Tool() go(): void {} }'))).toEqual(['src/a.ts#default.go']);
  expect(Object.keys(tools('export const all = [class { @Tool() go(): void {} }];'))).toEqual([]);
});

test('an id from a constant, and decorators one step away', () => {
  const found = tools(`
    const ID = 'orders@2';
    const ReadTool = () => Tool();
    function WriteTool(): MethodDecorator { return Tool({}); }
    const Other = () => Param();
    @Toolkit({ id: ID }) export class Orders {
      @ReadTool() get(id: string): void {}
      @WriteTool() put(id: string): void {}
      @Other() other(id: string): void {}
    }`);
  expect(Object.entries(found).map(([key, { id }]) => [key, id])).toEqual([
    ['src/a.ts#Orders.get', 'orders@2'],
    ['src/a.ts#Orders.put', 'orders@2'],
  ]);
});

test.each<[call: string, tool: string | undefined]>([
  ['defineTool({ name: NAME, handler: add })', 'add'],
  ['defineTool({ name, handler: add })', 'short'],
  ['defineTool({ ...common, handler: add })', 'common'],
  ["defineTool({ ...common, name: 'later', handler: add })", 'later'],
  ['defineTool({ ...given, handler: add })', undefined],
  ['defineTool({ ...schema, name: NAME, handler: add })', undefined],
  ['defineTool({ ...open, name: NAME, handler: add })', undefined],
  ['defineTool({ name, handler })', 'short'],
  ['defineTool({ name: NAME, handler: svc.run })', 'add'],
  ['defineTool({ name: NAME, handler: svc.run.bind(svc) })', 'add'],
  ['defineTool({ name: NAME, handler: held.add })', 'add'],
  ['defineTool({ name: NAME, handler: typed })', 'add'],
  ['defineTool({ name: NAME, handler: make() })', 'add'],
  ['defineTool({ name: NAME, handler: contextual })', undefined],
  ['toolFunction({}, svc.run)', 'run'],
  ['toolFunction({}, held.add)', 'add'],
  ['toolFunction({}, svc.run.bind(svc))', undefined],
  ['toolFunction({ name: NAME }, svc.run.bind(svc))', 'add'],
])('the function of %s', (call, tool) => {
  const found = tools(`
    type JsonObject = { readonly [key: string]: unknown };
    const NAME = 'add', name = 'short', common = { name: 'common', description: 'x' }, schema = { inputSchema: {} };
    declare const given: { name: string }; declare const open: { input: object };
    /** Adds. */ function add(args: { a: number }): number { return args.a; }
    /** Adds. */ const handler = (args: { a: number }) => args.a;
    class Service { /** Adds. */ run(args: { a: number }): number { return args.a; } }
    const svc = new Service();
    const held = { /** Adds. */ add: (args: { a: number }) => args.a };
    /** Adds. */ const typed: (args: { a: number }) => number = (args) => args.a;
    /** Adds. */ const make = () => (args: { a: number }) => args.a;
    const contextual: (args: JsonObject) => unknown = (args) => args;
    ${call};`);
  const args = { type: 'object', properties: { a: { type: 'number' } }, required: ['a'], additionalProperties: false };
  const description = call.includes('make()') ? {} : { description: 'Adds.' };
  const entry = { tool, ...description, parameters: [{ name: 'args', emits: 'Object', required: true, schema: args }] };
  expect(Object.values(found)).toEqual(tool === undefined ? [] : [entry]);
});

test('the function of a tool may stand in another file', () => {
  const source = "import { add } from './add.js'; defineTool({ name: 'add', handler: add });";
  const add = 'export function add(args: { a: number }): number { return args.a; }';
  expect(tools(source, { '/src/add.ts': add })['src/a.ts#add']).toMatchObject({ uses: ['src/add.ts'], parameters: [{ name: 'args' }] });
});

test.each<[parameter: string, given: string]>([
  ["x: Omit<Pair, 'right'>", 'export interface Pair { left: string; right: number }'],
  ['x: Partial<Pair>', 'export interface Pair { left: string; right: number }'],
  ["x: Pair['left']", "export interface Pair { left: 'a' | 'b' }"],
  ['x: keyof Pair', 'export interface Pair { left: string; right: number }'],
  ['x: (typeof Pair)[number]', "export const Pair = ['a', 'b'] as const;"],
  ['x: number = Pair', 'export const Pair = 10;'],
  ['x: Own', 'export interface Pair { left: string }'],
])('take(%s) depends on the file of what it names', (parameter, given) => {
  const source = `import { Pair } from './pair.js'; interface Own extends Pair { own: number } export class A { @Tool() take(${parameter}): void {} }`;
  expect(tools(source, { '/src/pair.ts': given })['src/a.ts#A.take']?.uses).toEqual(['src/pair.ts']);
});

test('what a method of a class does is no dependency of its values', () => {
  const pair = "import { other } from './other.js'; export class Pair { left = ''; constructor() { other(); } }";
  const source = "import { Pair } from './pair.js'; export class A { @Tool() take(x: Pair): void {} }";
  const more = { '/src/pair.ts': pair, '/src/other.ts': 'export function other(): void {}' };
  expect(tools(source, more)['src/a.ts#A.take']?.uses).toEqual(['src/pair.ts']);
});

test.each([
  ['x: UserId', 'type UserId = string & { readonly brand: "UserId" };', 'String'],
  ['x: Whole | null', 'type Whole = number & { readonly __integer: true };', 'Number'],
  ['x: { a: string } & { b: string }', '', 'Object'],
])('take(%s) is emitted as its primitive', (parameter, given, emits) => {
  expect(tools(`${given} export class A { @Tool() take(${parameter}): void {} }`)['src/a.ts#A.take']?.parameters[0]?.emits).toBe(emits);
});

test.each([
  ['@Param() /** A code. @pattern ^x$ */ x: string', { type: 'string', description: 'A code.', pattern: '^x$' }],
  ['@Param()\n/**\n * A code.\n * @pattern ^x$\n */\nx: string', { type: 'string', description: 'A code.', pattern: '^x$' }],
  ['/** A code. */ @Param() /** @pattern ^x$ */ x: string', { type: 'string', description: 'A code.', pattern: '^x$' }],
])('take(%s) heeds comments after decorators', (parameter, schema) => {
  expect(schemaOf(parameter)).toEqual(schema);
});

test('an overloaded function is refused as an overloaded method is', () => {
  const source = `function send(a: { x: string }): void; function send(a: { y: number }): void; function send(a: unknown): void {}
    toolFunction({ name: 'send' }, send);`;
  expect(tools(source)['src/a.ts#send']?.refused).toBe('has several signatures: write one, with unions where they differ');
});

test('two classes of one name in one file are refused, since nobody can tell which one runs', () => {
  const found = tools(
    'namespace A { export class Box { @Tool() take(x: 1): void {} } } namespace B { export class Box { @Tool() take(x: 2): void {} } }',
  );
  expect(found['src/a.ts#Box.take']?.refused).toBe(
    'is declared more than once in its file, each time differently: give one of them another name',
  );
});

test.each([
  ['Integer', 'Number'],
  ['Integer | null', 'Number'],
  ['(Integer | 0.5)[]', 'Object'],
  ['UserId', 'String'],
  ['UserId | "nobody"', 'String'],
  ['string | number', 'Object'],
  ['{ a: 1 } & { b: 2 }', 'Object'],
])('what decorator metadata says of %s: %s', (type, emits) => {
  const given = 'type Integer = number & {}; type UserId = string & { readonly __brand: 1 };';
  expect(tools(`${given} export class A { @Tool() take(x: ${type}): void {} }`)['src/a.ts#A.take']?.parameters[0]?.emits).toBe(emits);
});

test.each<[type: string, schema: object]>([
  ['integer | null', { anyOf: [{ type: 'integer' }, { type: 'null' }] }],
  ['integer | string', { anyOf: [{ type: 'integer' }, { type: 'string' }] }],
  ['Size', { anyOf: [{ type: 'integer' }, { type: 'null' }] }],
  ['number | integer', { type: 'number' }],
  ['integer | number | null', { anyOf: [{ type: 'number' }, { type: 'null' }] }],
  ['Record<string, integer>', { type: 'object', additionalProperties: { type: 'integer' } }],
  [
    "Readonly<Record<'a', integer>>",
    { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'], additionalProperties: false },
  ],
  ['[integer, ...integer[]]', { type: 'array', prefixItems: [{ type: 'integer' }], items: { type: 'integer' }, minItems: 1 }],
  ['[first: integer, ...rest: number[]]', { type: 'array', prefixItems: [{ type: 'integer' }], items: { type: 'number' }, minItems: 1 }],
  ['Whole', { type: 'array', items: { type: 'integer' } }],
  ['integer[] | null', { anyOf: [{ type: 'array', items: { type: 'integer' } }, { type: 'null' }] }],
  [
    '{ a: integer[]; b: number[] }',
    {
      type: 'object',
      properties: { a: { type: 'array', items: { type: 'integer' } }, b: { type: 'array', items: { type: 'number' } } },
      required: ['a', 'b'],
      additionalProperties: false,
    },
  ],
])('%s has whole numbers where it says so', (type, schema) => {
  expect(schemaOf(`x: ${type}`, 'type integer = number; type Size = integer | null; type Whole = readonly integer[];')).toEqual(schema);
});

test('what a tag gives a default need not be given, with or without a question mark', () => {
  const [first, second] =
    tools('export class A { @Tool() take(x: { /** @default 9 */ a: number; b: number }, /** @default 5 */ y: number): void {} }')[
      'src/a.ts#A.take'
    ]?.parameters ?? [];
  expect(first?.schema).toEqual({
    type: 'object',
    properties: { a: { type: 'number', default: 9 }, b: { type: 'number' } },
    required: ['b'],
    additionalProperties: false,
  });
  expect(second).toEqual({ name: 'y', emits: 'Number', required: false, schema: { type: 'number', default: 5 } });
});

test('a shared type of which one use is in a union has no defaults', () => {
  const text = 'x'.repeat(200);
  const given = `interface Box { /** ${text} */ a: string; /** @default 9 */ n: number }`;
  const { $defs } = schemaOf('x: { one: Box | null; other: Box }', given) as { readonly $defs: object };
  expect($defs).toEqual({
    Box: {
      type: 'object',
      properties: { a: { type: 'string', description: text }, n: { type: 'number' } },
      required: ['a', 'n'],
      additionalProperties: false,
    },
  });
});
