import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileProject, ProjectError, watchProject, type CompiledProject } from '../src/index.js';

const folder = mkdtempSync(join(tmpdir(), 'tackroom-projects-'));
const config = join(folder, 'tsconfig.json');
const file = join(folder, 'a.ts');
const CONFIG = JSON.stringify({ compilerOptions: { types: [], experimentalDecorators: true }, include: ['*.ts'] });
const DECORATOR = 'declare function Tool(): MethodDecorator;';
const source = (parameter: string): string => `${DECORATOR}\nexport class A { @Tool() take(${parameter}): void {} }\n`;

beforeEach(() => {
  writeFileSync(config, CONFIG);
  writeFileSync(file, source('x: string'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function problemsOf(run: () => unknown): readonly string[] {
  try {
    run();
    return [];
  } catch (error) {
    return (error as ProjectError).problems.map((problem) => problem.replace(folder, ''));
  }
}

test('a file with tools that is no TypeScript is refused with its place', () => {
  writeFileSync(file, source('kind: "a" string'));
  expect(problemsOf(() => compileProject(folder))).toEqual(["/a.ts:2:41: ',' expected."]);
});

test('JavaScript with types in its comments', () => {
  const js = `function defineTool(options) { return options; }
/**
 * Adds.
 * @param {{ a: number, b?: number }} args What to add.
 */
function add(args) { return args.a; }
defineTool({ name: 'add', handler: add });
defineTool({ name: 'untyped', handler: (args) => args });
`;
  const [script, scripts] = [join(folder, 'b.js'), join(folder, 'scripts.json')];
  writeFileSync(script, js);
  writeFileSync(scripts, JSON.stringify({ compilerOptions: { types: [], allowJs: true }, files: ['b.js'] }));
  expect(compileProject(scripts).manifest.tools).toEqual({
    'b.js#add': {
      tool: 'add',
      description: 'Adds.',
      parameters: [
        {
          name: 'args',
          emits: 'Object',
          required: true,
          schema: {
            type: 'object',
            description: 'What to add.',
            properties: { a: { type: 'number' }, b: { type: 'number' } },
            required: ['a'],
            additionalProperties: false,
          },
        },
      ],
    },
  });
});

test('a cache is believed if it has the form of one', () => {
  const texts = new Map<string, string>();
  const cache = { read: (key: string) => texts.get(key), write: (key: string, text: string) => void texts.set(key, text) };
  const compile = (): boolean => compileProject(folder, cache).isCached;
  expect([compile(), compile()]).toEqual([false, true]);
  const [[key, text = ''] = ['', '']] = texts;
  const known = JSON.parse(text) as { readonly inputs: object; readonly manifest: object };
  for (const broken of [
    null,
    { ...known, manifest: {} },
    { ...known, manifest: { ...known.manifest, tools: { a: 1 } } },
    { ...known, inputs: {} },
  ]) {
    texts.set(key, JSON.stringify(broken));
    expect([compile(), compile()]).toEqual([false, true]);
  }
});

test('a watched project keeps its manifest while a file or the tsconfig is broken', async () => {
  const told: (CompiledProject | ProjectError)[] = [];
  let wake: (() => void) | undefined;
  const next = async (change: () => void): Promise<CompiledProject | ProjectError | undefined> => {
    const before = told.length;
    change();
    while (told.length === before) await new Promise<void>((resolve) => (wake = resolve));
    return told.at(-1);
  };
  const tell = (one: CompiledProject | ProjectError): void => {
    told.push(one);
    wake?.();
  };
  const stop = watchProject(folder, { changed: tell, failed: tell });
  try {
    expect(told).toHaveLength(1);
    const syntax = await next(() => writeFileSync(file, source('kind: "a" string')));
    expect(syntax).toBeInstanceOf(ProjectError);
    expect(await next(() => writeFileSync(file, source('x: number')))).toHaveProperty('manifest');
    const broken = await next(() => writeFileSync(config, CONFIG.replace('[]', '"none"')));
    expect((broken as ProjectError).problems).toEqual([expect.stringContaining("'types' requires a value of type Array")]);
    expect(await next(() => writeFileSync(config, CONFIG))).toHaveProperty('manifest');
  } finally {
    stop();
  }
}, 60_000);
