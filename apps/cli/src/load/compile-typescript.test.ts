import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileTypescript } from './compile-typescript.js';
import { CompiledCache } from './compiled-cache.js';

const home = mkdtempSync(join(tmpdir(), 'tackroom-compiled-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const folder = join(home, 'tackroom', 'compiled');
const cache = new CompiledCache({ XDG_CACHE_HOME: home });
const SOURCE = `
  declare const Tool: MethodDecorator;
  class Tools { @Tool count(limit: number): string { return String(limit); } }
  export { Tools };`;

test('decorators come with their metadata, and what compiled once is kept', async () => {
  const first = await compileTypescript('/a/tools.ts', SOURCE, cache);
  expect(first.problem).toBeUndefined();
  expect(first.output).toContain('"design:paramtypes", [Number]');
  const [file = ''] = readdirSync(folder);
  writeFileSync(join(folder, file), JSON.stringify({ output: 'kept', inputs: {} }));
  expect(await compileTypescript('/a/tools.ts', SOURCE, cache)).toEqual({ output: 'kept', problem: undefined });
  expect(statSync(folder).mode & 0o077).toBe(0);
});

test.each([
  ['another path', '/b/tools.ts', SOURCE],
  ['another source', '/a/tools.ts', `${SOURCE}\n`],
])('%s is compiled anew', async (_what, path, source) => {
  expect((await compileTypescript(path, source, cache)).output).toContain('class Tools');
});

test('a mistake is placed, each time', async () => {
  for (let time = 0; time < 2; time++) {
    expect((await compileTypescript('/a/broken.ts', 'const a = 1;\nclass {', cache)).problem).toMatch(/^\/a\/broken\.ts:2:8: /);
  }
});

test('a cache that cannot be kept is no reason to fail', async () => {
  const file = join(home, 'file');
  writeFileSync(file, '');
  const nowhere = new CompiledCache({ XDG_CACHE_HOME: file });
  expect((await compileTypescript('/a/tools.ts', SOURCE, nowhere)).output).toContain('class Tools');
});

test('signatures come with the class, and are read anew when a type elsewhere changes', async () => {
  const project = mkdtempSync(join(tmpdir(), 'tackroom-types-'));
  const [tools, types] = [join(project, 'tools.ts'), join(project, 'types.ts')];
  const source = "import type { Size } from './types.js';\nexport class Boxes { @Tool() pack(size: Size): string { return size; } }";
  writeFileSync(tools, source);
  writeFileSync(types, "export type Size = 'small' | 'large';");
  expect((await compileTypescript(tools, source, cache)).output).toContain('[\\"small\\",\\"large\\"]');
  writeFileSync(types, "export type Size = 'tiny' | 'large';");
  expect((await compileTypescript(tools, source, cache)).output).toContain('[\\"tiny\\",\\"large\\"]');
  rmSync(types);
  expect((await compileTypescript(tools, source, cache)).output).toContain('does not find');
  writeFileSync(types, "export type Size = 'huge';");
  expect((await compileTypescript(tools, source, cache)).output).toContain('\\"const\\":\\"huge\\"');
  rmSync(project, { recursive: true });
});

test('signatures are read anew when the tsconfig or what it extends changes', async () => {
  const project = mkdtempSync(join(tmpdir(), 'tackroom-tsconfig-'));
  const [tools, base] = [join(project, 'tools.ts'), join(project, 'base.json')];
  const source = 'export class Boxes { @Tool() pack(size: 1): number { return size; } }';
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ extends: './base.json' }));
  writeFileSync(base, '{}');
  const own = new CompiledCache({ XDG_CACHE_HOME: project });
  await compileTypescript(tools, source, own);
  const [file = ''] = readdirSync(join(project, 'tackroom', 'compiled'));
  const path = join(project, 'tackroom', 'compiled', file);
  writeFileSync(path, JSON.stringify({ ...(JSON.parse(readFileSync(path, 'utf8')) as object), output: 'kept' }));
  expect((await compileTypescript(tools, source, own)).output).toBe('kept');
  writeFileSync(base, '{ "compilerOptions": { "types": [] } }');
  expect((await compileTypescript(tools, source, own)).output).toContain('class Boxes');
  rmSync(project, { recursive: true });
});

test('code that others could have written is not taken', () => {
  const open = join(home, 'open');
  mkdirSync(join(open, 'tackroom', 'compiled'), { recursive: true });
  chmodSync(join(open, 'tackroom', 'compiled'), 0o777);
  const shared = new CompiledCache({ XDG_CACHE_HOME: open });
  writeFileSync(join(open, 'tackroom', 'compiled', `${CompiledCache.key(['x'])}.js`), 'evil');
  expect(shared.read(CompiledCache.key(['x']))).toBeUndefined();
  shared.write(CompiledCache.key(['y']), 'y');
  expect(readdirSync(join(open, 'tackroom', 'compiled'))).toHaveLength(1);
});

test('the older half goes when there is too much', () => {
  const many = new CompiledCache({ XDG_CACHE_HOME: join(home, 'many') });
  const at = join(home, 'many', 'tackroom', 'compiled');
  for (let n = 0; n < 400; n++) {
    many.write(CompiledCache.key([String(n)]), String(n));
    utimesSync(join(at, `${CompiledCache.key([String(n)])}.js`), n, n);
  }
  many.write(CompiledCache.key(['newest']), 'newest');
  expect(readdirSync(at)).toHaveLength(201);
  expect(many.read(CompiledCache.key(['0']))).toBeUndefined();
  expect(many.read(CompiledCache.key(['399']))).toBe('399');
  expect(many.read(CompiledCache.key(['newest']))).toBe('newest');
});
