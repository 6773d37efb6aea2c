import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { checkSources } from '../../src/doctor/check-sources.js';
import { checkTsconfig } from '../../src/doctor/check-tsconfig.js';
import { openProject } from '../../src/doctor/project.js';
import type { Finding } from '../../src/doctor/finding.js';
import { spawnCommand, testBuilt } from '../spawn-command.js';
import { bootable, CLOCK, projectFolder, tsconfig } from './decorated-sources.js';

/** What the doctor says is held against what compilers and runners really do with the same files. */

const IMPORTS = "import { Dep, Inject, Param, Tool, Toolkit } from 'tackroom';";
const TOOL = "@Tool({ description: 'd' })";

const SOURCES: Readonly<Record<string, string>> = {
  'constructor.ts': bootable(
    `${IMPORTS} import { Clock } from './clock.js';`,
    `@Toolkit() export class Tools { constructor(readonly clock: Clock) {} ${TOOL} now(): number { return this.clock.now(); } }`,
  ),
  'constructor-type.ts': bootable(
    `${IMPORTS}`,
    `@Toolkit() export class Tools { constructor(readonly size: number) {} ${TOOL} now(): number { return this.size; } }`,
  ),
  'type-import.ts': bootable(
    `${IMPORTS} import type { Clock } from './clock.js';`,
    `@Toolkit() export class Tools { constructor(readonly clock: Clock) {} ${TOOL} now(): number { return this.clock.now(); } }`,
  ),
  'type-token.ts': bootable(
    `${IMPORTS} import { type Clock } from './clock.js';`,
    `// @ts-ignore the compiler says so too
@Toolkit() export class Tools { constructor(@Inject(Clock) readonly clock: Clock) {} ${TOOL} now(): number { return this.clock.now(); } }`,
  ),
  'type-dep.ts': bootable(
    `${IMPORTS} import type { Clock } from './clock.js';`,
    `// @ts-ignore the compiler says so too
@Toolkit() export class Tools { ${TOOL} now(@Dep(Clock) clock: Clock): number { return clock.now(); } }`,
  ),
  'type-as-value.ts': bootable(
    `${IMPORTS} import { Clock, Watch } from './clock.js';`,
    `@Toolkit() export class Tools { constructor(@Inject(Clock) readonly watch: Watch) {} ${TOOL} now(): number { return this.watch.now(); } }`,
  ),
  'type-result.ts': bootable(
    `${IMPORTS} import { Watch } from './clock.js';`,
    `@Toolkit() export class Tools { ${TOOL} now(): Watch | undefined { return undefined; } }`,
  ),
  'type-inside.ts': bootable(
    `${IMPORTS} import { Watch } from './clock.js';`,
    `@Toolkit() export class Tools { ${TOOL} now(): Promise<Watch[]> { return Promise.resolve([]); } }`,
  ),
  'parameter.ts': bootable(
    IMPORTS,
    `@Toolkit() export class Tools { ${TOOL} echo(@Param('text', 'Any') text: string): string { return text; } }`,
  ),
  'bare-parameter.ts': bootable(IMPORTS, `@Toolkit() export class Tools { ${TOOL} echo(text: string): string { return text; } }`),
  'typed-parameter.ts': bootable(
    IMPORTS,
    `@Toolkit() export class Tools { ${TOOL} echo(@Param('text', 'Any', 'string') text: string): string { return text; } }`,
  ),
  'field.ts': bootable(
    `${IMPORTS} import { Clock } from './clock.js';`,
    `@Toolkit() export class Tools {
  // @ts-ignore the compiler says so too
  readonly start = this.clock.now();
  constructor(@Inject(Clock) private readonly clock: Clock) {}
  ${TOOL} now(): number { return this.start; }
}`,
  ),
  'late-field.ts': bootable(
    `${IMPORTS} import { Clock } from './clock.js';`,
    `@Toolkit() export class Tools {
  readonly start = (): number => this.clock.now();
  constructor(@Inject(Clock) private readonly clock: Clock) {}
  ${TOOL} now(): number { return this.start(); }
}`,
  ),
};

interface Project {
  readonly options: object;
  readonly scripts: Readonly<Record<string, string>>;
  readonly include?: readonly string[];
}

const files = Object.keys(SOURCES);

/** What each module says while it is imported, one after another in one process, as JSON. */
const IMPORT_ALL = `
const said = {};
for (const path of process.argv.slice(2)) {
  said[path] = '';
  console.log = (text) => (said[path] += text);
  await import('./' + path).catch((error) => (said[path] += String(error)));
}
process.stdout.write(JSON.stringify(said) + '\\n');
`;

/** What files said that did not boot. */
function failures(said: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(said).filter(([, text]) => text !== 'booted'));
}

/** Of each file the ids of the findings that name it with a problem, or only with a warning in brackets. */
function diagnosed(folder: string): Readonly<Record<string, string>> {
  const project = openProject(folder);
  const findings = [checkSources({ project, cwd: folder })].flat() as readonly Finding[];
  const said = new Map<string, string[]>();
  for (const { id, status, detail = '' } of findings) {
    for (const file of files.filter((name) => new RegExp(`^${name}(?::|$)`, 'm').test(detail))) {
      said.set(file, [...(said.get(file) ?? []), status === 'problem' ? id.replace('sources.', '') : `(${id.replace('sources.', '')})`]);
    }
  }
  return Object.fromEntries([...said].map(([file, ids]) => [file, ids.join()]));
}

/** The files that have a problem, and not only a warning. */
function problemFiles(folder: string): readonly string[] {
  return Object.entries(diagnosed(folder))
    .flatMap(([file, ids]) => (ids.startsWith('(') ? [] : [file]))
    .sort();
}

function folderOf({ options, scripts, include }: Project): string {
  return projectFolder({
    ...SOURCES,
    'import-all.mjs': IMPORT_ALL,
    'clock.ts': CLOCK,
    'package.json': { type: 'module', scripts },
    'tsconfig.json': tsconfig(options, include),
  });
}

function node(args: readonly string[], cwd: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, env: { ...process.env, NODE_OPTIONS: '' }, stdio: ['ignore', 'pipe', 'ignore'] });
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
    child.on('error', reject);
    child.on('close', () => resolve(said));
  });
}

const TSX = fileURLToPath(new URL('../../../../node_modules/tsx/dist/cli.mjs', import.meta.url));
const TSC = fileURLToPath(new URL('../../../../node_modules/typescript/bin/tsc', import.meta.url));
/** What the files say under tsx. */
async function byTsx(folder: string): Promise<Readonly<Record<string, string>>> {
  return JSON.parse(await node([TSX, 'import-all.mjs', ...files], folder)) as Readonly<Record<string, string>>;
}

/** Compiles all: the first mistake of each file, and what those without one say when they run. */
async function byTsc(folder: string, names: readonly string[] = files): Promise<Readonly<Record<string, string>>> {
  const compiler = await node([TSC, '-p', '.'], folder);
  const mistake = (file: string): string | undefined => new RegExp(`^${file}.*error (TS\\d+)`, 'm').exec(compiler)?.[1];
  const outputs = names.filter((file) => mistake(file) === undefined).map((file) => `out/${file.replace(/ts$/, 'js')}`);
  const ran = JSON.parse(await node(['import-all.mjs', ...outputs], folder)) as Readonly<Record<string, string>>;
  return Object.fromEntries(names.map((file) => [file, mistake(file) ?? ran[`out/${file.replace(/ts$/, 'js')}`] ?? '']));
}

const decorators = { experimentalDecorators: true, emitDecoratorMetadata: true };

describe('tsc with metadata', () => {
  const folder = folderOf({ options: decorators, scripts: { start: 'tsc && node out/main.js' } });
  testBuilt('fails where the doctor says', async () => {
    const failed = failures(await byTsc(folder));
    expect(Object.keys(failed).sort()).toEqual(['constructor-type.ts', 'field.ts', 'type-dep.ts', 'type-import.ts', 'type-token.ts']);
    expect(failed['type-token.ts']).toContain('ReferenceError: Clock is not defined');
    expect(failed['field.ts']).toContain('Cannot read properties of undefined');
    expect(diagnosed(folder)).toEqual({
      'constructor-type.ts': 'constructor-type',
      'field.ts': 'field',
      'type-dep.ts': 'type-import',
      'type-import.ts': 'type-import',
      'type-token.ts': 'type-import',
      'type-as-value.ts': '(type-as-value)',
      'type-result.ts': '(type-as-value)',
    });
  });
});

describe('tsc with metadata, file by file', () => {
  const folder = folderOf({
    options: { ...decorators, isolatedModules: true, useDefineForClassFields: false },
    scripts: { start: 'tsc && node out/main.js' },
  });
  testBuilt('fails where the doctor says', async () => {
    const failed = failures(await byTsc(folder));
    expect(failed).toMatchObject({ 'type-as-value.ts': 'TS1272' });
    expect(Object.keys(failed).sort()).toEqual(problemFiles(folder));
    expect(diagnosed(folder)).toMatchObject({ 'type-as-value.ts': 'type-as-value', 'type-result.ts': '(type-as-value)' });
    expect(Object.keys(failed)).not.toContain('field.ts');
  });
});

describe('tsc without metadata', () => {
  const folder = folderOf({ options: { experimentalDecorators: true }, scripts: { start: 'tsc && node out/main.js' } });
  testBuilt('fails where the doctor says', async () => {
    const failed = failures(await byTsc(folder));
    expect(Object.keys(failed).sort()).toEqual(problemFiles(folder));
    expect(diagnosed(folder)).toMatchObject({
      'constructor.ts': 'constructor',
      'parameter.ts': 'parameter',
      'bare-parameter.ts': 'parameter',
    });
    expect(failed['parameter.ts']).toContain('PARAM_TYPE_UNKNOWN');
  });
});

describe('tsx, which emits no types whatever tsconfig.json says', () => {
  const folder = folderOf({ options: decorators, scripts: { start: 'tsx main.ts' } });
  testBuilt('fails where the doctor says', async () => {
    const failed = failures(await byTsx(folder));
    expect(Object.keys(failed).sort()).toEqual(problemFiles(folder));
    expect(failed['constructor.ts']).toContain('DEPENDENCY_UNKNOWN');
    expect(Object.keys(failed)).not.toContain('type-as-value.ts');
  });
});

describe('tsx, with imports left as they are', () => {
  const folder = folderOf({ options: { ...decorators, verbatimModuleSyntax: true }, scripts: { start: 'tsx main.ts' } });
  testBuilt('fails where the doctor says', async () => {
    const failed = failures(await byTsx(folder));
    expect(failed['type-as-value.ts']).toContain("does not provide an export named 'Watch'");
    expect(diagnosed(folder)['type-as-value.ts']).toBe('type-as-value');
  });
});

describe('tsx, in files that tsconfig.json leaves out', () => {
  const folder = folderOf({ options: decorators, scripts: { start: 'tsx main.ts' }, include: ['src'] });
  testBuilt('fails where the doctor says', async () => {
    const failed = failures(await byTsx(folder));
    expect(Object.keys(failed).sort()).toEqual([...files].sort());
    expect(failed['late-field.ts']).toMatch(/ECMAScript decorator|Parameter decorators only work/);
    expect([checkSources({ project: openProject(folder), cwd: folder })].flat().at(-1)).toMatchObject({
      id: 'sources.outside',
      status: 'problem',
    });
  });
});

describe('tackroom --tools, which compiles file by file with metadata', () => {
  const folder = folderOf({ options: {}, scripts: {} });
  testBuilt('fails where the doctor says', async () => {
    for (const file of ['type-as-value.ts', 'type-result.ts']) {
      const { stderr } = await spawnCommand(['tools', 'ls', '--tools', file], { cwd: folder });
      expect(stderr).toContain("does not provide an export named 'Watch'; if Watch is only a type, write import type { Watch }");
    }
    expect((await spawnCommand(['tools', 'ls', '--tools', 'type-inside.ts'], { cwd: folder })).stderr).not.toContain('Watch');
    expect(diagnosed(folder)).toMatchObject({ 'type-as-value.ts': '(type-as-value)', 'type-result.ts': '(type-as-value)' });
    expect(diagnosed(folder)['type-inside.ts']).toBeUndefined();
  });
});

const FORECAST = bootable(
  IMPORTS,
  `@Toolkit() export class Tools { ${TOOL} async forecast(city: string, days: number = 3): Promise<string> { return city + days; } }`,
  '[]',
).replace('await ', 'export const done = ');

// The options that a compiler refuses or that break what it writes, and what the doctor says of them.
describe.each([
  [{}, 'module', 'ok', 'booted'],
  [
    { target: 'ES2016', module: 'ESNext', moduleResolution: 'Bundler', lib: ['ES2023', 'ESNext.Disposable'] },
    'module',
    'tsconfig.target',
    'PARAM_NAME_UNKNOWN',
  ],
  [{ module: 'CommonJS' }, 'module', 'tsconfig.resolution,tsconfig.output', 'TS2307'],
  [{ module: 'ESNext' }, 'module', 'tsconfig.resolution', 'TS2792'],
  [{ module: 'ESNext', moduleResolution: 'Bundler' }, 'module', 'ok', 'booted'],
  [{ module: 'ESNext', moduleResolution: 'Bundler' }, 'commonjs', 'tsconfig.output', 'SyntaxError'],
  [{ module: 'Node16' }, 'commonjs', 'tsconfig.module', 'TS1479'],
  [{ module: 'Node16' }, 'module', 'ok', 'booted'],
  [
    { experimentalDecorators: false, emitDecoratorMetadata: undefined },
    'module',
    'tsconfig.decorators,(tsconfig.metadata)',
    'ECMAScript decorator',
  ],
] as const)('with %j and "type": "%s" the doctor says %s', (options, type, expected, really) => {
  const folder = projectFolder({
    'main.ts': FORECAST,
    'clock.ts': CLOCK,
    'import-all.mjs': IMPORT_ALL.replace('.catch(', '.then(({ done }) => done).catch('),
    'package.json': { type },
    'tsconfig.json': tsconfig({ ...decorators, ...options }),
  });

  testBuilt(`and the compiler or Node ${really}`, async () => {
    const findings = [checkTsconfig({ project: openProject(folder) })].flat() as readonly Finding[];
    const said = findings.map(({ id, status }) => (status === 'warning' ? `(${id})` : status === 'ok' ? 'ok' : id)).join();
    expect([said, (await byTsc(folder, ['main.ts']))['main.ts']]).toEqual([expected, expect.stringContaining(really)]);
  });
});

test('the compilers that this is about are there', () => {
  expect([TSX, TSC].filter((path) => !existsSync(path))).toEqual([]);
});
