import { createRequire } from 'node:module';
import { transformSync } from '@swc/core';
import ts from 'typescript';
import type { Ctx as CtxType } from '../contracts/ctx.js';
import { token, type Class } from '../contracts/token.js';
import { Ctx } from '../decorators/ctx.js';
import { Inject } from '../decorators/injectable.js';
import { Param } from '../decorators/param.js';
import { ReplayPolicy } from '../decorators/replay-policy.js';
import { Tool } from '../decorators/tool.js';
import { Toolkit } from '../decorators/toolkit.js';
import { scanTools } from './scan-tools.js';

/** A toolkit as users write it, once saying every type and once leaving the types to the compiler. */
const source = `
  @Toolkit()
  export class WeatherTools {
    constructor(@Inject(Clock) private readonly clock: object) {}

    @Tool({ description: 'd' })
    @ReplayPolicy('safe')
    async forecast(
      @Param('city', 'The city', 'string') city: string,
      @Param({ type: 'integer', description: 'How many (at most 5, say)' }) days: number = 3,
      @Ctx() ctx: Ctx,
    ): Promise<string> {
      return [city, days, typeof ctx].join();
    }
  }

  @Toolkit()
  export class TypedTools {
    @Tool({ description: 'd' })
    *send(recipient: string, @Param() copies: number, urgent: boolean = true): Generator<unknown> {
      yield [recipient, copies, urgent].join();
    }
  }
`;

const esbuild = createRequire(createRequire(import.meta.url).resolve('tsx'))('esbuild') as {
  transformSync(source: string, options: object): { readonly code: string };
};

function byTypeScript(compilerOptions: ts.CompilerOptions): string {
  const options = { module: ts.ModuleKind.CommonJS, experimentalDecorators: true, ...compilerOptions };
  return ts.transpileModule(source, { compilerOptions: options }).outputText;
}

function bySwc(decoratorMetadata: boolean, minify: boolean): string {
  const jsc = {
    parser: { syntax: 'typescript', decorators: true },
    target: 'es2022',
    transform: { legacyDecorator: true, decoratorMetadata },
    ...(minify ? { minify: { mangle: true, compress: true } } : {}),
  } as const;
  return transformSync(source, { jsc, module: { type: 'commonjs' }, minify }).code;
}

function byEsbuild(options: object): string {
  const tsconfigRaw = { compilerOptions: { experimentalDecorators: true } };
  return esbuild.transformSync(source, { loader: 'ts', format: 'cjs', target: 'node20', tsconfigRaw, ...options }).code;
}

/** Runs compiled code and gives its classes. */
function load(code: string): { readonly WeatherTools: Class; readonly TypedTools: Class } {
  const names = { Toolkit, Tool, Param, Ctx, Inject, ReplayPolicy, Clock: token('test/Clock') };
  const module = { exports: {} };
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- it is the compilers' output that is tested
  new Function('module', 'exports', ...Object.keys(names), code)(module, module.exports, ...Object.values(names));
  return module.exports as ReturnType<typeof load>;
}

const properties = {
  city: { type: 'string', description: 'The city' },
  days: { type: 'integer', description: 'How many (at most 5, say)', default: 3 },
};

test.each([
  ['tsc', () => byTypeScript({ target: ts.ScriptTarget.ES2022, emitDecoratorMetadata: true })],
  ['tsc without metadata', () => byTypeScript({ target: ts.ScriptTarget.ES2022 })],
  ['SWC', () => bySwc(true, false)],
  ['SWC without metadata', () => bySwc(false, false)],
  ['esbuild, as tsx uses it', () => byEsbuild({ keepNames: true })],
  ['esbuild, white space removed', () => byEsbuild({ minifyWhitespace: true, keepNames: true })],
])('a toolkit that says its types is the same tool through %s', (_, compile) => {
  const { toolkits, problems } = scanTools([load(compile()).WeatherTools]);
  expect(problems).toEqual([]);
  const [tool] = toolkits[0]?.bind(new (load(compile()).WeatherTools as new () => object)()) ?? [];
  expect(tool).toMatchObject({ name: 'forecast', replayPolicy: 'safe', origin: { source: 'WeatherTools.forecast' } });
  expect(tool?.inputSchema).toEqual({ type: 'object', properties, required: ['city'], additionalProperties: false });
});

test.each([
  ['tsc', () => byTypeScript({ target: ts.ScriptTarget.ES2022, emitDecoratorMetadata: true })],
  ['SWC', () => bySwc(true, false)],
])('types that are left to the compiler come through %s', async (_, compile) => {
  const { TypedTools } = load(compile());
  const [tool] = scanTools([TypedTools]).toolkits[0]?.bind(new (TypedTools as new () => object)()) ?? [];
  expect(tool?.inputSchema).toMatchObject({
    properties: { recipient: { type: 'string' }, copies: { type: 'number' }, urgent: { type: 'boolean' } },
    required: ['recipient', 'copies'],
  });
  expect([...((await tool?.handler({ recipient: 'a', copies: 1 }, {} as CtxType)) as Iterable<unknown>)]).toEqual(['a,1,true']);
});

test.each([
  ['tsc without metadata', () => byTypeScript({ target: ts.ScriptTarget.ES2022 })],
  ['SWC without metadata', () => bySwc(false, false)],
  ['esbuild', () => byEsbuild({ keepNames: true })],
])('types that are left to a compiler that emits none are named, each with the fix: %s', (_, compile) => {
  const found = scanTools([load(compile()).TypedTools]).problems;
  expect(found.map(({ code, where }) => [code, where])).toEqual([
    ['PARAM_TYPE_UNKNOWN', 'TypedTools.send, parameter 1 (recipient)'],
    ['PARAM_TYPE_UNKNOWN', 'TypedTools.send, parameter 2 (copies)'],
    ['PARAM_TYPE_UNKNOWN', 'TypedTools.send, parameter 3 (urgent)'],
  ]);
  expect(found[0]?.message).toContain('tsx, esbuild and plain JavaScript emit none; tsc needs "emitDecoratorMetadata"');
});

test.each([
  ['SWC', () => bySwc(true, true)],
  ['esbuild', () => byEsbuild({ minify: true, keepNames: true })],
])('names that %s minified are refused', (_, compile) => {
  const { WeatherTools, TypedTools } = load(compile());
  const codes = scanTools([WeatherTools, TypedTools]).problems.map(({ code }) => code);
  expect(new Set(codes)).toContain('PARAM_NAME_UNKNOWN');
});

test('names that a compiler moved elsewhere are refused and not taken for others', () => {
  const { WeatherTools } = load(byTypeScript({ target: ts.ScriptTarget.ES2015, emitDecoratorMetadata: true }));
  expect(scanTools([WeatherTools]).problems.map(({ code, where }) => [code, where])).toEqual([
    ['PARAM_NAME_UNKNOWN', 'WeatherTools.forecast, parameter 2'],
  ]);
});
