import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
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

test('decorators come with their metadata, and what compiled once is kept', () => {
  const first = compileTypescript('/a/tools.ts', SOURCE, cache);
  expect(first.problem).toBeUndefined();
  expect(first.output).toContain('"design:paramtypes", [Number]');
  const [file = ''] = readdirSync(folder);
  writeFileSync(join(folder, file), 'kept');
  expect(compileTypescript('/a/tools.ts', SOURCE, cache)).toEqual({ output: 'kept', problem: undefined });
  expect(statSync(folder).mode & 0o077).toBe(0);
});

test.each([
  ['another path', '/b/tools.ts', SOURCE],
  ['another source', '/a/tools.ts', `${SOURCE}\n`],
])('%s is compiled anew', (_what, path, source) => {
  expect(compileTypescript(path, source, cache).output).toContain('class Tools');
});

test('a mistake is placed, each time', () => {
  for (let time = 0; time < 2; time++) {
    expect(compileTypescript('/a/broken.ts', 'const a = 1;\nclass {', cache).problem).toMatch(/^\/a\/broken\.ts:2:8: /);
  }
});

test('a cache that cannot be kept is no reason to fail', () => {
  const file = join(home, 'file');
  writeFileSync(file, '');
  const nowhere = new CompiledCache({ XDG_CACHE_HOME: file });
  expect(compileTypescript('/a/tools.ts', SOURCE, nowhere).output).toContain('class Tools');
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
