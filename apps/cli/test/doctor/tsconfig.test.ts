import { join } from 'node:path';
import { checkSources } from '../../src/doctor/check-sources.js';
import { checkTsconfig } from '../../src/doctor/check-tsconfig.js';
import type { Finding } from '../../src/doctor/finding.js';
import { openProject } from '../../src/doctor/project.js';
import { readTsconfigs } from '../../src/doctor/read-tsconfigs.js';
import { tsconfig } from './decorated-sources.js';
import { folderMaker } from './surroundings.js';

const makeFolder = folderMaker();
const decorators = { experimentalDecorators: true, emitDecoratorMetadata: true };
const decorated =
  "import { Tool } from 'tackroom';\nexport class A { @Tool({ description: 'd' }) a(text: string): string { return text; } }\n";

const check = (cwd: string): readonly Finding[] => [checkTsconfig({ project: openProject(cwd) })].flat();
const sources = (cwd: string): readonly Finding[] => [checkSources({ project: openProject(cwd), cwd })].flat();

test('options come through "extends", and the file is found upwards', () => {
  const folder = makeFolder({
    'package.json': { type: 'module' },
    'base.json': { compilerOptions: { ...decorators, module: 'NodeNext', target: 'ES2022' } },
    'tsconfig.json': '{ "extends": "./base.json", /* comments are fine */ "include": ["src"], }',
    'src/a.ts': decorated,
  });
  expect(check(join(folder, 'src'))).toEqual([
    { id: 'tsconfig', status: 'ok', summary: '../tsconfig.json: decorators, types of parameters and ES modules are on' },
  ]);
});

test('a configuration that only references others is judged by those that compile decorated classes', () => {
  const folder = makeFolder({
    'package.json': { type: 'module' },
    'tsconfig.json': { files: [], references: [{ path: './tools' }, { path: './page/tsconfig.page.json' }, { path: './gone' }] },
    'tools/tsconfig.json': tsconfig({ ...decorators, experimentalDecorators: false }),
    'tools/a.ts': decorated,
    'page/tsconfig.page.json': tsconfig({}),
    'page/b.ts': 'export const b = 1;\n',
  });
  expect(readTsconfigs(folder).configs.map(({ path }) => path)).toEqual([
    join(folder, 'tools/tsconfig.json'),
    join(folder, 'page/tsconfig.page.json'),
  ]);
  expect(check(folder)).toMatchInlineSnapshot(`
   [
     {
       "fix": "Write "experimentalDecorators": true under "compilerOptions" in tools/tsconfig.json.",
       "id": "tsconfig.decorators",
       "status": "problem",
       "summary": "tools/tsconfig.json: decorators are compiled the ECMAScript way, which knows no parameters",
     },
   ]
  `);
});

test('mistakes of the file are told, and the rest is read', () => {
  const folder = makeFolder({
    'tsconfig.json': { extends: './gone.json', compilerOptions: { ...decorators, target: 'ES2O22', module: 'NodeNext' } },
  });
  expect(check(folder)[0]).toMatchObject({
    id: 'tsconfig.unreadable',
    status: 'problem',
    detail: expect.stringMatching(/'--target'[^]*gone\.json/),
  });
});

test.each([
  [{}, {}, 'absent'],
  [{ 'a.ts': decorated }, {}, 'warning'],
  [{ 'a.ts': decorated }, { start: 'tsx a.ts' }, 'problem'],
  [{ 'a.ts': decorated }, { build: 'swc a.ts' }, 'warning'],
])('without a tsconfig.json: %j run by %j', (files, scripts, status) => {
  expect(check(makeFolder({ ...files, 'package.json': { scripts } }))).toMatchObject([{ id: 'tsconfig', status }]);
});

test('without decorated classes missing options are only a warning', () => {
  const folder = makeFolder({ 'tsconfig.json': tsconfig({}), 'a.ts': 'export {};\n', 'package.json': { type: 'module' } });
  expect(check(folder).map(({ id, status }) => [id, status])).toEqual([
    ['tsconfig.decorators', 'warning'],
    ['tsconfig.metadata', 'warning'],
  ]);
});

// What runs the project decides how much a type that only the signature says matters.
test.each([
  [{ start: 'tsx a.ts' }, decorators, 'problem'],
  [{ start: 'tsx a.ts', build: 'tsc' }, decorators, 'warning'],
  [{ build: 'tsc' }, decorators, undefined],
  [{ build: 'tsc' }, { experimentalDecorators: true }, 'problem'],
  [{}, { experimentalDecorators: true }, 'warning'],
  [{}, decorators, undefined],
])('scripts %j with options %j', (scripts, options, status) => {
  const folder = makeFolder({ 'package.json': { type: 'module', scripts }, 'tsconfig.json': tsconfig(options), 'a.ts': decorated });
  const expected = status === undefined ? { id: 'sources', status: 'ok' } : { id: 'sources.parameter', status };
  expect(sources(folder)).toMatchObject([expected]);
});

test('what is not of the project is not looked at', () => {
  const folder = makeFolder({
    'package.json': { type: 'module' },
    'tsconfig.json': tsconfig({ ...decorators, outDir: 'written' }, ['src']),
    'src/a.ts': decorated,
    'node_modules/x/a.ts': decorated,
    'written/a.ts': decorated,
    'dist/a.ts': decorated,
    '.cache/a.ts': decorated,
    'apps/other/package.json': {},
    'apps/other/a.ts': decorated,
    'a.d.ts': decorated,
    'src/a.test.ts': decorated,
    'test/a.ts': decorated,
    'big.ts': `${decorated}//${'x'.repeat(600_000)}`,
  });
  expect(sources(folder)).toMatchObject([{ id: 'sources', status: 'ok', summary: '3 files with decorated classes, nothing wrong' }]);
});

test('decorated files outside of tsconfig.json are told', () => {
  const folder = makeFolder({
    'package.json': {},
    'tsconfig.json': tsconfig(decorators, ['src']),
    'src/a.ts': decorated,
    'scripts/b.ts': decorated,
  });
  expect(sources(folder)).toEqual([
    {
      id: 'sources.outside',
      status: 'warning',
      summary: '1 file with decorated classes that tsconfig.json does not include',
      detail: 'tsc does not compile them.\nscripts/b.ts',
      fix: 'Add them to "include" in tsconfig.json.',
    },
  ]);
});
