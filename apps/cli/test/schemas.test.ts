import { jest } from '@jest/globals';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SchemaManifest } from 'tackroom';
import { jsonOf, runMain, scratchFolder, writeFiles } from './run-main.js';

// Loading the compiler into a test takes seconds, on a busy machine many.
jest.setTimeout(60_000);

const TSCONFIG = { compilerOptions: { strict: true, module: 'NodeNext', experimentalDecorators: true, types: [] }, include: ['src'] };
const DECORATORS = 'declare function Tool(): MethodDecorator;\n';

const base = scratchFolder();
let made = 0;

function folder(files: Readonly<Record<string, unknown>> = {}): string {
  const path = join(base, String((made += 1)));
  mkdirSync(path);
  writeFiles(path, files);
  return path;
}

function project(source: string): string {
  return folder({ 'tsconfig.json': TSCONFIG, 'src/tools.ts': `${DECORATORS}${source}`, 'package.json': { type: 'module' } });
}

const SOURCE = 'export class Parcels { /** Quotes. */ @Tool() quote(size: "s" | "l", map?: Map<string, string>): void {} }';
const manifestOf = (cwd: string): SchemaManifest => JSON.parse(readFileSync(join(cwd, 'tackroom.schemas.json'), 'utf8')) as SchemaManifest;

test('writes, says what has no schema, and writes nothing where nothing changed', async () => {
  const cwd = project(SOURCE);
  const cache = { XDG_CACHE_HOME: folder() };
  const refused =
    '  no schema: src/tools.ts#Parcels.quote: map is Map<string, string>, which JSON cannot carry: take a Record<string, …>\n';
  expect(await runMain(['schemas'], { cwd, env: cache })).toEqual({
    code: 0,
    stdout: `tackroom.schemas.json: 1 tool of 1 file, written\n${refused}`,
    stderr: '',
  });
  expect(Object.keys(manifestOf(cwd).tools)).toEqual(['src/tools.ts#Parcels.quote']);
  expect((await runMain(['schemas'], { cwd, env: cache })).stdout).toContain('1 tool of 1 file, unchanged\n');
  expect((await runMain(['schemas', '--check'], { cwd, env: cache })).code).toBe(0);
});

test('--check says what a new file would change, and leaves the old one', async () => {
  const cwd = project('export class A { @Tool() one(x: string): void {} @Tool() two(): void {} }');
  const check = async (): Promise<object> => jsonOf(await runMain(['schemas', '--check', '--json'], { cwd }));
  expect(await check()).toMatchObject({ state: 'stale', tools: 2, changes: [] });
  await runMain(['schemas'], { cwd });
  const before = readFileSync(join(cwd, 'tackroom.schemas.json'), 'utf8');
  writeFiles(cwd, { 'src/tools.ts': `${DECORATORS}export class A { @Tool() one(x: number): void {} @Tool() three(): void {} }` });
  expect(await runMain(['schemas', '--check'], { cwd })).toMatchObject({
    code: 1,
    stdout: [
      'tackroom.schemas.json: 2 tools of 1 file, not what the sources say',
      '  changed src/tools.ts#A.one',
      '  added src/tools.ts#A.three',
      '  removed src/tools.ts#A.two',
      'Write it with: tackroom schemas\n',
    ].join('\n'),
  });
  expect(readFileSync(join(cwd, 'tackroom.schemas.json'), 'utf8')).toBe(before);
  writeFiles(cwd, { 'src/tools.ts': `${DECORATORS}export class A { @Tool() one(x: string): void {} @Tool() two(): void {} }\n\n` });
  expect(await check()).toMatchObject({ state: 'stale', changes: ['sources changed, and no schema with them'] });
});

test('what compiled once is taken from the cache until a file changes, also one that only lends a type', async () => {
  const cwd = project("import type { Size } from './size.js'; export class A { @Tool() take(size: Size): void {} }");
  writeFiles(cwd, { 'src/size.ts': "export type Size = 's' | 'l';" });
  const env = { XDG_CACHE_HOME: folder() };
  const sizes = async (): Promise<unknown> => {
    await runMain(['schemas'], { cwd, env });
    return manifestOf(cwd).tools['src/tools.ts#A.take']?.parameters[0]?.schema?.enum;
  };
  expect(await sizes()).toEqual(['s', 'l']);
  rmSync(join(cwd, 'tackroom.schemas.json'));
  expect(await sizes()).toEqual(['s', 'l']);
  writeFileSync(join(cwd, 'src/size.ts'), "export type Size = 'm' | 'l';");
  expect(await sizes()).toEqual(['m', 'l']);
  writeFiles(cwd, { 'src/more.ts': `${DECORATORS}export class B { @Tool() take(): void {} }` });
  await sizes();
  expect(Object.keys(manifestOf(cwd).tools)).toEqual(['src/more.ts#B.take', 'src/tools.ts#A.take']);
});

test('--watch writes now and after a change, until it is interrupted', async () => {
  const cwd = project('export class A { @Tool() one(): void {} }');
  const watching = runMain(['schemas', '--watch'], { cwd, interruptAt: '2 tools' });
  const path = join(cwd, 'src/tools.ts');
  const edited = `${DECORATORS}export class A { @Tool() one(): void {} @Tool() two(): void {} }`;
  // Watching may begin after the first edit, so it is made until it is seen.
  let edits = 0;
  const editing = setInterval(() => writeFileSync(path, edited + '\n'.repeat((edits += 1))), 1500);
  const { code, stdout } = await watching.finally(() => clearInterval(editing));
  expect(stdout).toContain('2 tools of 1 file, written');
  expect(code).toBe(0);
});

test('--watch says what is no TypeScript, and goes on', async () => {
  const cwd = project('export class A { @Tool() one(kind: "a" string): void {} }');
  const path = join(cwd, 'src/tools.ts');
  const watching = runMain(['schemas', '--watch'], { cwd, interruptAt: '1 tool' });
  const editing = setInterval(() => writeFileSync(path, `${DECORATORS}export class A { @Tool() one(): void {} }`), 1500);
  const { code, stderr } = await watching.finally(() => clearInterval(editing));
  expect([code, stderr]).toEqual([0, expect.stringMatching(/src\/tools\.ts:2:\d+: ',' expected/)]);
});

test.each<[what: string, files: object, args: readonly string[], message: string]>([
  ['no tsconfig', {}, [], 'tsconfig.json is not there: name the tsconfig of the project with --project.'],
  ['a broken tsconfig', { 'tsconfig.json': '{ "compilerOptions": { "target": "es1" } }' }, [], "Argument for '--target' option must be"],
  ['nowhere to write', { 'tsconfig.json': TSCONFIG, 'src/a.ts': '' }, ['--out', 'none/x.json'], 'cannot be written: ENOENT'],
])('%s is said', async (_what, files, args, message) => {
  const cwd = folder(files as Readonly<Record<string, unknown>>);
  const { code, stdout } = await runMain(['schemas', '--json', ...args], { cwd });
  expect(code).toBe(2);
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'CLI_SCHEMAS_FAILED', message: expect.stringContaining(message) as string } });
});

test('a project without tools says where it looked', async () => {
  const cwd = project('export const nothing = 1;');
  const { stdout } = await runMain(['schemas'], { cwd });
  expect(stdout).toContain('No @Tool method, defineTool or toolFunction was found: does the tsconfig include their files?');
});

test('paths are from the folder that the file is written to', async () => {
  const cwd = project(SOURCE);
  mkdirSync(join(cwd, 'dist'));
  await runMain(['schemas', '--out', 'dist/tackroom.schemas.json'], { cwd });
  const manifest = manifestOf(join(cwd, 'dist'));
  expect([Object.keys(manifest.sources), Object.keys(manifest.tools)]).toEqual([['../src/tools.ts'], ['../src/tools.ts#Parcels.quote']]);
});
