import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { TypeScript } from '../../src/doctor/read-tsconfigs.js';
import { ExportKinds } from '../../src/doctor/source/exported-kind.js';
import { scanSource } from '../../src/doctor/source/scan-source.js';
import { scratchFolder } from '../run-main.js';

const ts = createRequire(import.meta.url)('typescript') as TypeScript;

const folder = scratchFolder({
  'model.ts':
    'export class Clock {}\nexport interface Watch {}\nexport type Name = string;\nexport interface Port {}\nexport const Port = Symbol();\nconst Inner = 1;\ninterface Hidden {}\nexport { Inner as Outer, Hidden as Shown };\n',
  'all.ts':
    "export * from './model.js';\nexport type { Clock as OnlyType } from './model.js';\nexport { type Clock as OnlyThis, Watch as Seen } from './model.js';\n",
  'circle-a.ts': "export * from './circle-b.js';\n",
  'circle-b.ts': "export * from './circle-a.js';\n",
});
const options = { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext };

function scan(source: string): { readonly isDecorated: boolean; readonly issues: readonly string[] } {
  const file = ts.createSourceFile(join(folder, 'tools.ts'), source, ts.ScriptTarget.ESNext, true);
  const { isDecorated, issues } = scanSource(ts, file, new ExportKinds(ts, options));
  return { isDecorated, issues: issues.map(({ kind, line }) => `${line} ${kind}`) };
}

test.each([
  ["import { Tool } from 'tackroom';", '@Tool()', true],
  ["import { Tool as Action } from '@tackroom/core';", '@Action()', true],
  ["import * as tackroom from 'tackroom';", '@tackroom.Tool()', true],
  ["import { Tool } from 'elsewhere';", '@Tool()', false],
  ["import { tool } from 'tackroom';", '@Tool()', false],
  ['', '@Tool()', false],
])('%s makes %s ours: %s', (imports, decorator, isDecorated) => {
  expect(scan(`${imports}\nclass A { ${decorator} a(text: string) {} }`)).toEqual({
    isDecorated,
    issues: isDecorated ? ['2 parameter'] : [],
  });
});

const head =
  "import { Ctx, Dep, Inject, Injectable, Param, Tool, Toolkit } from 'tackroom'; import { Clock, Watch, Name, Port } from './model.js'; import type { Clock as Late } from './model.js'; import * as model from './model.js';";

// The body of a constructor's parameter list, and what is wrong with it.
test.each([
  ['private clock: Clock', ['constructor']],
  ['clock: Clock | null | undefined', ['constructor']],
  ['clock: (Clock)', ['constructor']],
  ['clock: model.Clock', ['constructor']],
  ['port: Port', ['constructor-type']],
  ['@Inject(Clock) clock: Clock', []],
  ['@Inject(Port) port: Port', []],
  ['@Inject(Clock) watch: Late', []],
  ['clock: Late', ['type-import']],
  ['@Inject(Late) clock: Clock', ['type-import']],
  ['@Inject(Clock) watch: Watch', ['type-as-value']],
  ['@Inject(Clock) watch: Watch | undefined', ['type-as-value']],
  ['@Inject(Clock) watches: Watch[]', []],
  ['@Inject(Clock) watches: Map<string, Watch>', []],
  ['watch: Watch', ['constructor-type', 'type-as-value']],
  ['name: Name', ['constructor-type', 'type-as-value']],
  ['name: string', ['constructor-type']],
  ['when: Date', ['constructor-type']],
  ['names: Clock[]', ['constructor-type']],
  ['either: Clock | Port', ['constructor-type']],
  ['call: () => void', ['constructor-type']],
  ['nothing', ['constructor-type']],
])('a constructor that takes (%s)', (parameters, kinds) => {
  for (const decorator of ['@Toolkit()', '@Injectable()']) {
    expect(scan(`${head}\n${decorator} class A { constructor(${parameters}) {} }`).issues).toEqual(kinds.map((kind) => `2 ${kind}`));
  }
});

test('a class that is not ours may take what it likes', () => {
  expect(scan(`${head}\nclass A { constructor(name: string, watch: Watch) {} }`)).toEqual({ isDecorated: false, issues: [] });
});

test('tsyringe says the same with inject', () => {
  expect(
    scan(`${head}\nimport { inject } from 'tsyringe';\n@Toolkit() class A { constructor(@inject(Clock) clock: Clock) {} }`).issues,
  ).toEqual([]);
});

test.each([
  ["@Tool({ description: 'd' }) a(text: string) {}", ['parameter']],
  ["@Tool() a(@Param('text', 'Any') text: string) {}", ['parameter']],
  ["@Tool() a(@Param({ description: 'Any' }) text: string) {}", ['parameter']],
  ['@Tool() a(@Param() text = "x") {}', ['parameter']],
  ["@Tool() a(@Param('text', 'Any', 'string') text: string) {}", []],
  ["@Tool() a(@Param({ type: 'string' }) text: string) {}", []],
  ["@Tool() a(@Param({ 'schema': {} }) text: object) {}", []],
  ['@Tool() a(@Param(options) text: string) {}', []],
  ['@Tool() a(@Param({ ...options }) text: string) {}', []],
  ['@Tool({ input: schema }) a(args: { text: string }) {}', []],
  ['@Tool(options) a(text: string) {}', []],
  ['@Tool() a(@Ctx() ctx: Ctx, @Dep(Clock) clock: Clock) {}', []],
  ['@Tool() a(@Dep(Late) clock: Late) {}', ['type-import']],
  ['@Tool() a(): Promise<Watch> {}', []],
  ['@Tool() a(): Watch {}', ['type-as-value']],
  ['a(text: string): Watch {}', []],
])('a method %s', (method, kinds) => {
  expect(scan(`${head}\nclass A { ${method} }`).issues).toEqual(kinds.map((kind) => `2 ${kind}`));
});

test('a class that is a tool has its execute looked at', () => {
  expect(scan(`${head}\n@Tool() class A { execute(text: string) {} other(text: string) {} }`).issues).toEqual(['2 parameter']);
});

test.each([
  ['readonly a = this.clock.now();', ['field']],
  ['readonly a = [this.clock];', ['field']],
  ['readonly a = () => this.clock.now();', []],
  ['readonly a = function () { return this.clock; };', []],
  ['static a = this.clock;', []],
  ['readonly a = this.other;', []],
  ['readonly a = 1;', []],
])('a field %s', (field, kinds) => {
  expect(
    scan(`${head}\n@Toolkit() class A { ${field} constructor(@Inject(Clock) private clock: Clock, @Inject(Port) other: Port) {} }`).issues,
  ).toEqual(kinds.map((kind) => `2 ${kind}`));
});

test('a decorator that is imported as a type', () => {
  expect(scan("import { type Tool } from 'tackroom';\nclass A { @Tool() a() {} }").issues).toEqual(['2 type-import']);
});

test.each([
  ['Clock', './model.js', 'value'],
  ['Watch', './model.js', 'type'],
  ['Name', './model.js', 'type'],
  ['Port', './model.js', 'port'],
  ['Outer', './model.js', 'value'],
  ['Shown', './model.js', 'type'],
  ['Clock', './all.js', 'value'],
  ['Watch', './all.js', 'type'],
  ['Seen', './all.js', 'type'],
  ['OnlyType', './all.js', 'type'],
  ['OnlyThis', './all.js', 'type'],
  ['Gone', './all.js', undefined],
  ['Clock', './gone.js', undefined],
  ['Clock', 'no-such-package', undefined],
  ['Clock', './circle-a.js', undefined],
] as const)('%s of %s is a %s', (name, module, kind) => {
  expect(new ExportKinds(ts, options).kindOf(name, module, join(folder, 'tools.ts'))).toBe(kind);
});

test.each(['class {', '@Tool( class', '\u0000', 'import { Tool } from'])('a source that does not parse (%j) breaks nothing', (source) => {
  expect(() => scan(`${head}\n${source}`)).not.toThrow();
});
