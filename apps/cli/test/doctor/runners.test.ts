import { join } from 'node:path';
import { checkRunner } from '../../src/doctor/check-runner.js';
import { openProject } from '../../src/doctor/project.js';
import { readRunners } from '../../src/doctor/read-runners.js';
import { folderMaker } from './surroundings.js';

const makeFolder = folderMaker();
const root = makeFolder({});

test.each([
  ['tsx src/main.ts', 'tsx', 'untyped'],
  ['npx tsx watch src/main.ts', 'tsx', 'untyped'],
  ['NODE_ENV=test cross-env A=1 tsx x.ts', 'tsx', 'untyped'],
  ['node --import tsx src/main.ts', 'node with tsx', 'untyped'],
  ['node --import=tsx/esm src/main.ts', 'node with tsx/esm', 'untyped'],
  ['node_modules/.bin/esbuild src/main.ts --bundle', 'esbuild', 'untyped'],
  ['node --experimental-strip-types src/main.ts', 'node --experimental-strip-types', 'strip'],
  ['node src/main.ts', 'node src/main.ts', 'strip'],
  ['node --watch src/main.mts', 'node src/main.mts', 'strip'],
  ['ts-node src/main.ts', 'ts-node', 'tsconfig'],
  ['node --loader ts-node/esm src/main.ts', 'node with ts-node/esm', 'tsconfig'],
  ['node --import @swc-node/register/esm-register src/main.ts', 'node with @swc-node/register/esm-register', 'tsconfig'],
  ['rimraf dist && tsc -p .', 'tsc', 'tsconfig'],
  ['swc src -d dist', 'swc', 'own'],
  ['vitest run', 'vitest', 'untyped'],
] as const)('%s runs %s', (line, name, kind) => {
  expect(readRunners({ start: line }, root)).toEqual([{ script: 'start', name, kind }]);
});

test.each(['node dist/main.js', 'tsc --noEmit', 'eslint .', 'jest', 'node --import ./hooks.js main.ts', ''])(
  '%j runs no TypeScript that we know of',
  (line) => {
    expect(readRunners({ start: line }, root)).toEqual([]);
  },
);

test('a runner is listed once per script, for every script', () => {
  expect(readRunners({ a: 'tsx x.ts && tsx y.ts', b: 'tsx z.ts; tsc' }, root).map(({ script, name }) => `${script} ${name}`)).toEqual([
    'a tsx',
    'b tsx',
    'b tsc',
  ]);
});

test('vitest emits types from the version of vite on that compiles with Oxc', () => {
  const modern = makeFolder({ 'node_modules/vite/package.json': { version: '8.0.1' } });
  const old = makeFolder({ 'node_modules/vite/package.json': { version: '7.1.0' } });
  expect([modern, old].map((folder) => readRunners({ test: 'vitest' }, folder)[0]?.kind)).toEqual(['tsconfig', 'untyped']);
});

const decorated = "import { Tool } from 'tackroom';\nexport class A { @Tool({ description: 'd' }) a(): void {} }\n";

test('what each runner means is said, with the scripts', () => {
  const folder = makeFolder({
    'package.json': { scripts: { start: 'node a.ts', dev: 'tsx a.ts', build: 'tsc', pack: 'swc src' } },
    'a.ts': decorated,
  });
  expect(checkRunner({ project: openProject(folder) })).toMatchInlineSnapshot(`
   [
     {
       "detail": "npm run start: node a.ts",
       "fix": "Run the file with tsx, or compile it with tsc, or define tools with defineTool({ … }), which needs no decorators.",
       "id": "runner.node",
       "status": "problem",
       "summary": "node a.ts only strips types: decorators do not parse",
     },
     {
       "detail": "npm run dev: tsx
   Every tool parameter needs a type in @Param, and every constructor parameter an @Inject.",
       "id": "runner.untyped",
       "status": "ok",
       "summary": "tsx: decorators work, but no types of parameters are emitted",
     },
     {
       "detail": "npm run pack: swc",
       "fix": "Write into .swcrc: "jsc": { "parser": { "syntax": "typescript", "decorators": true }, "transform": { "legacyDecorator": true, "decoratorMetadata": true } }",
       "id": "runner.swc",
       "status": "problem",
       "summary": "swc: legacy decorators are not switched on",
     },
     {
       "detail": "npm run build: tsc",
       "id": "runner.typed",
       "status": "ok",
       "summary": "tsc: decorators and types of parameters as tsconfig.json says",
     },
   ]
  `);
});

test.each([
  ['{ "jsc": { "transform": { "legacyDecorator": true, "decoratorMetadata": true } } }', 'ok'],
  ['{ // comments are fine\n "jsc": { "transform": { "legacyDecorator": true } } }', 'warning'],
  ['{}', 'problem'],
])('of SWC the options are read: %s', (swcrc, status) => {
  const folder = makeFolder({ 'package.json': { scripts: { build: 'swc src' } }, '.swcrc': swcrc, 'a.ts': decorated });
  expect(checkRunner({ project: openProject(folder) })).toMatchObject([{ id: 'runner.swc', status }]);
});

test('without scripts that run TypeScript there is nothing to say', () => {
  const folder = makeFolder({ 'package.json': {}, 'sub/x.txt': '' });
  expect(checkRunner({ project: openProject(join(folder, 'sub')) })).toEqual({
    id: 'runner',
    status: 'absent',
    summary: 'no script of package.json runs TypeScript',
  });
});
