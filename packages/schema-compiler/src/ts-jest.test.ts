import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { factory, type TsJestOptions } from './ts-jest.js';

const folder = mkdtempSync(join(tmpdir(), 'ts-jest-'));
afterAll(() => rmSync(folder, { recursive: true }));

const SOURCE = `import type { Size } from 'sizes';
export class Parcels { @Tool() quote(size: Size): void {} }`;

/** What becomes of a file of a test under these options. */
function transform(path: string, options?: TsJestOptions): string {
  const file = ts.createSourceFile(join(folder, path), SOURCE, ts.ScriptTarget.ES2022, true);
  const { transformed } = ts.transform(file, [factory({}, options)]);
  return transformed.map((made) => ts.createPrinter().printFile(made)).join('');
}

test.each<[string, TsJestOptions | undefined, boolean]>([
  ['a.ts', undefined, true],
  ['a.ts', { include: ['/b\\.ts$', '/a\\.ts$'] }, true],
  ['a.ts', { include: ['/b\\.ts$'] }, false],
  ['a.ts', { include: [] }, false],
  ['a.d.ts', undefined, false],
])('%s under %j is read: %s', (path, options, isRead) => {
  expect(transform(path, options).includes('@tackroom/core/signatures@1')).toBe(isRead);
});

test('types are read under the tsconfig that is named', () => {
  writeFileSync(join(folder, 'sizes-of-tests.d.ts'), "export type Size = 'small' | 'large';");
  const tsconfig = join(folder, 'tsconfig.test.json');
  writeFileSync(tsconfig, JSON.stringify({ compilerOptions: { paths: { sizes: ['./sizes-of-tests.d.ts'] } } }));
  expect(transform('a.ts')).toContain('a type that the compiler does not find');
  expect(transform('a.ts', { tsconfig })).toContain(String.raw`\"enum\":[\"small\",\"large\"]`);
  expect(() => transform('a.ts', { tsconfig: join(folder, 'none.json') })).toThrow('none.json is not there');
});
