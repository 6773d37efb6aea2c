import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryRoot, writeTree } from '@tackroom/source-tree';
import { checkLayers } from './check-layers.js';
import { layerTable } from './layer-table.js';

type Tree = Readonly<Record<string, string>>;

const TEMP = mkdtempSync(join(tmpdir(), 'check-layers-'));
afterAll(() => rmSync(TEMP, { recursive: true }));

const manifest = (name: string, fields: object = {}) =>
  JSON.stringify({ name, version: '0.1.0', exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } }, ...fields });

/** A workspace in which every rule is kept, and in which each allowed exception is used. */
const CLEAN: Tree = {
  'packages/core/package.json': manifest('@tackroom/core'),
  'packages/core/src/index.ts': "export { type A, a } from './contracts/a.js';\nexport { store } from './decorators/metadata-store.js';",
  'packages/core/src/contracts/a.ts': 'export type A = string;\nexport const a = 1;',
  'packages/core/src/contracts/a.test.ts': "import { b } from '../execution/b.js';\nimport { fake } from '@tackroom/testing';",
  'packages/core/src/decorators/metadata-store.ts':
    "import 'reflect-metadata';\nimport { injectable } from 'tsyringe';\nexport const store = 1;",
  'packages/core/src/decorators/inject.ts':
    "import type * as t from 'tsyringe';\nconst { inject, injectable: i } = createRequire(import.meta.url)('tsyringe') as typeof t;",
  'packages/core/src/registry/r.ts': "import { a } from '../contracts/a.js';\nexport const r = a;",
  'packages/core/src/permissions/p.ts': "export { r } from '../registry/r.js';",
  'packages/core/src/execution/b.ts':
    "import { a } from '../contracts/a.js';\nimport type { X } from 'piscina';\nexport const b = () => import('piscina');",
  'packages/agent/src/generated/long.ts': '\n'.repeat(400),
  'packages/core/test/public-api.test.ts': `import { a } from '../src/index.js';\nimport { store } from '@tackroom/core';${'\n'.repeat(400)}`,
  'packages/agent/package.json': manifest('@tackroom/agent', { dependencies: { '@tackroom/core': '0.1.0' } }),
  'packages/agent/src/index.ts': "import { a } from '@tackroom/core';\nimport type { LanguageModelV4 } from '@ai-sdk/provider';",
  'packages/sandbox/package.json': manifest('@tackroom/sandbox'),
  'packages/sandbox/src/index.ts': "import { readFile } from 'node:fs/promises';\nimport { spawn } from 'node:child_process';",
  'packages/mcp/package.json': manifest('@tackroom/mcp'),
  'packages/mcp/src/index.ts': "export const sdk = () => import('@modelcontextprotocol/sdk/client/index.js');",
  'packages/schema-compiler/package.json': manifest('@tackroom/schema-compiler'),
  'packages/schema-compiler/src/index.ts': "import ts from 'typescript';\nimport { type A } from '@tackroom/core';",
  'packages/testing/package.json': manifest('@tackroom/testing', {
    exports: { '.': './dist/index.js', './contracts': './dist/contracts.js' },
  }),
  'packages/testing/src/index.ts': "import { a } from '@tackroom/core';",
  'packages/testing/src/contracts.ts': '',
  'packages/tackroom/package.json': manifest('tackroom'),
  'packages/tackroom/bin/tackroom.js': "await import('@tackroom/cli');",
  'packages/tackroom/src/index.ts': "import { container } from 'tsyringe';\nexport { a } from '@tackroom/agent';",
  'packages/tackroom/src/harness.test.ts': "import { suite } from '@tackroom/testing/contracts';",
  'apps/cli/package.json': manifest('@tackroom/cli'),
  'apps/cli/bin/tackroom.js': "import { main } from '../dist/index.js';",
  'apps/cli/src/index.ts': "import { x } from 'tackroom';\nimport { y } from '@tackroom/testing';\nexport const main = 1;",
  'apps/cli/src/main.test.ts': "import { spawn } from 'node:child_process';",
  'apps/examples/first/package.json': manifest('first', { dependencies: { '@tackroom/cli': '0.1.0' } }),
  'apps/examples/first/src/main.ts': "import { x } from 'tackroom';\nimport { spawn } from 'node:child_process';",
  'tools/bench/package.json': manifest('@tackroom/bench'),
  'tools/bench/src/main.ts': "import { a } from '@tackroom/core';\nimport { execFile } from 'child_process';",
  'scripts/start.mjs': "import { join } from 'node:path';",
};

function check(changes: Tree) {
  const root = mkdtempSync(join(TEMP, 'tree-'));
  writeTree(root, { ...CLEAN, ...changes });
  return checkLayers(root, layerTable).findings;
}

const findingsOf = (changes: Tree) => check(changes).map(({ file, line, rule }) => `${file}:${line} ${rule}`);

test('a workspace that keeps every rule passes', () => {
  expect(findingsOf({})).toEqual([]);
});

interface Planted {
  readonly what: string;
  readonly changes: Tree;
  readonly finding: string;
}

const at = (path: string, text: string, rule: string, line = 1): Planted => ({
  what: `${rule}: ${path}: ${text.trim().slice(0, 80)}`,
  changes: { [path]: text },
  finding: `${path}:${line} ${rule}`,
});

test.each([
  at('packages/core/src/execution/x.ts', "import { x } from '@tackroom/agent';", 'package-layer'),
  at('packages/core/src/execution/x.ts', "import type { X } from '@tackroom/agent';", 'package-layer'),
  at('packages/core/src/execution/x.ts', "export type X = import('@tackroom/agent').X;", 'package-layer'),
  at('packages/core/src/execution/x.ts', "export const x = () => import('@tackroom/agent');", 'package-layer'),
  at('packages/core/src/execution/x.ts', "import { x } from '@tackroom/testing';", 'package-layer'),
  at('packages/core/src/execution/x.test.ts', "import { x } from '@tackroom/agent';", 'package-layer'),
  at('packages/agent/src/x.ts', "export { x } from 'tackroom';", 'package-layer'),
  at('packages/sandbox/src/x.ts', "import { x } from '@tackroom/agent';", 'package-layer'),
  at('packages/schema-compiler/src/x.ts', "import { a } from '@tackroom/core';", 'package-layer'),
  at('packages/tackroom/src/x.ts', "import { x } from '@tackroom/testing';", 'package-layer'),
  at('packages/tackroom/src/x.ts', "await import('@tackroom/cli');", 'package-layer'),
  at('apps/cli/src/x.ts', "import { a } from '@tackroom/core';", 'package-layer'),
  at('apps/examples/first/src/x.ts', "import { a } from '@tackroom/core';", 'package-layer'),
  at('apps/examples/first/src/x.ts', "import { main } from '@tackroom/cli';", 'package-layer'),
  at('packages/agent/package.json', manifest('@tackroom/agent', { dependencies: { tackroom: '0.1.0' } }), 'package-layer', 0),
  at('packages/new/package.json', manifest('@tackroom/new'), 'package-layer', 0),

  at('packages/core/src/contracts/x.ts', "import { b } from '../execution/b.js';", 'folder-layer'),
  at('packages/core/src/decorators/x.ts', "import type { b } from '../execution/b.js';", 'folder-layer'),
  at('packages/core/src/schema/x.ts', "import { r } from '../registry/r.js';", 'folder-layer'),
  at('packages/core/src/registry/x.ts', "import { r } from '../permissions/p.js';", 'folder-layer'),
  at('packages/core/src/permissions/x.ts', "export { b } from '../execution/b.js';", 'folder-layer'),
  at('packages/core/src/x.ts', '', 'folder-layer', 0),
  at('packages/core/src/extras/x.ts', '', 'folder-layer', 0),

  at('packages/agent/src/x.ts', "import { x } from '@tackroom/core/contracts/a.js';", 'entry-point'),
  at('packages/agent/src/x.ts', "import { x } from '@tackroom/core/dist/index.js';", 'entry-point'),
  at('packages/agent/src/x.ts', "import { x } from '../../core/src/contracts/a.js';", 'entry-point'),
  at('packages/agent/src/x.test.ts', "import { x } from '../../core/dist/contracts/a.js';", 'entry-point'),
  at('packages/agent/src/x.ts', "import { x } from './index.js';", 'entry-point'),
  at('packages/core/src/execution/x.ts', "import { x } from '../index.js';", 'entry-point'),
  at('packages/agent/src/x.ts', "import { x } from '@tackroom/agent';", 'entry-point'),

  at('packages/agent/src/x.ts', "import { type X } from './x.js';", 'cycle'),

  at('packages/core/src/decorators/x.ts', "import { container } from 'tsyringe';", 'import-allow-list'),
  at('packages/core/src/decorators/x.ts', "import { container as c } from 'tsyringe';", 'import-allow-list'),
  at('packages/core/src/decorators/x.ts', "import * as all from 'tsyringe';", 'import-allow-list'),
  at('packages/core/src/decorators/x.ts', "export { container } from 'tsyringe';", 'import-allow-list'),
  at('packages/core/src/decorators/x.ts', "export const x = () => import('tsyringe');", 'import-allow-list'),
  at('packages/core/src/decorators/x.ts', "const t = require('tsyringe');", 'import-allow-list'),
  at('packages/core/src/decorators/x.ts', "const { inject, ...rest } = await import('tsyringe');", 'import-allow-list'),
  at('packages/core/src/decorators/x.ts', "const { container: c } = createRequire(import.meta.url)('tsyringe') as T;", 'import-allow-list'),
  at('packages/core/src/registry/x.ts', "import type { DependencyContainer } from 'tsyringe';", 'import-allow-list'),
  at('packages/core/src/registry/x.ts', "import { injectable } from 'tsyringe';", 'import-allow-list'),
  at('packages/agent/src/x.test.ts', "import { inject } from 'tsyringe';", 'import-allow-list'),
  at('packages/core/src/decorators/x.ts', "import 'reflect-metadata';", 'import-allow-list'),
  at('packages/tackroom/src/x.ts', "import 'reflect-metadata/lite';", 'import-allow-list'),
  at('packages/agent/src/x.ts', "await import('@modelcontextprotocol/sdk/server/index.js');", 'import-allow-list'),
  at('packages/core/src/execution/x.ts', "import { spawn } from 'node:child_process';", 'import-allow-list'),
  at('packages/core/src/execution/x.ts', "import { spawn } from 'child_process';", 'import-allow-list'),
  at('packages/core/src/execution/x.test.ts', "import { spawn } from 'node:child_process';", 'import-allow-list'),
  at('apps/cli/src/x.ts', "import { spawn } from 'node:child_process';", 'import-allow-list'),
  at('packages/core/src/execution/x.ts', "import { readFile } from 'node:fs/promises';", 'import-allow-list'),
  at('packages/agent/src/x.ts', "import fs from 'fs';", 'import-allow-list'),
  at('packages/agent/src/x.ts', "process.getBuiltinModule('fs');", 'import-allow-list'),
  at('packages/toolkit/src/x.ts', "export const x = () => import('node:fs');", 'import-allow-list'),

  at('packages/core/src/schema/x.ts', "import { validate } from 'class-validator';", 'dynamic-only'),
  at('packages/core/src/schema/x.ts', "import { plainToInstance } from 'class-transformer';", 'dynamic-only'),
  at('packages/core/src/permissions/x.ts', "import { parse } from 'unbash';", 'dynamic-only'),
  at('packages/core/src/permissions/x.ts', "export { parse } from 'unbash';", 'dynamic-only'),
  at('packages/core/src/permissions/x.ts', "import { type T, parse } from 'unbash';", 'dynamic-only'),
  at('packages/core/src/execution/x.ts', "import 'piscina';", 'dynamic-only'),
  at('packages/toolkit/src/web/x.ts', "import { request } from 'undici';", 'dynamic-only'),
  at('packages/runtime/src/x.ts', "import { createClient } from '@libsql/client';", 'dynamic-only'),
  at('packages/mcp/src/x.ts', "import { Client } from '@modelcontextprotocol/sdk/client/index.js';", 'dynamic-only'),
  at('apps/cli/src/x.ts', "import ts from 'typescript';", 'dynamic-only'),

  at('packages/agent/src/x.ts', "import { APICallError } from '@ai-sdk/provider';", 'types-only'),
  at('packages/agent/src/x.ts', "export const x = () => import('@ai-sdk/provider');", 'types-only'),

  at('scripts/x.mjs', "import ts from 'typescript';", 'standalone'),

  at('packages/agent/src/index.ts', "\nexport * from './x.js';", 'export-star', 2),
  at('packages/agent/src/index.ts', "export * as x from './x.js';", 'export-star'),
  at('packages/agent/src/index.ts', "export type * from './x.js';", 'export-star'),
  at('packages/agent/src/x.test.ts', "export * from './x.js';", 'export-star'),

  ...layerTable.refusedNames.map((name) => at(`packages/agent/src/${name}.ts`, '', 'file-name', 0)),
  at('packages/agent/src/utils.test.ts', '', 'file-name', 0),
  at('packages/agent/src/helpers/x.ts', '', 'file-name', 0),

  at('packages/agent/src/x.ts', '\n'.repeat(301), 'file-size', 0),
  at('scripts/x.mjs', `${'\n'.repeat(300)}//`, 'file-size', 0),
])('$what', ({ changes, finding }) => {
  expect(findingsOf(changes)).toEqual([finding]);
});

test('300 lines are not too many', () => {
  expect(findingsOf({ 'packages/agent/src/x.ts': '\n'.repeat(300) })).toEqual([]);
});

test('a cycle is reported once, as its shortest way round, across packages and through types', () => {
  const changes = {
    'packages/core/src/contracts/p.ts': "import { r } from './r.js';\nimport type { Q } from './q.js';\nexport const p = 1;",
    'packages/core/src/contracts/q.ts': "import type { P } from './p.js';\nimport { r } from './r.js';",
    'packages/core/src/contracts/r.ts': "export const r = () => import('./q.js');",
    'packages/agent/src/index.ts': "import { a } from '@tackroom/testing';",
    'packages/testing/src/index.ts': "import { a } from '@tackroom/agent';",
  };
  const cycles = check(changes).filter(({ rule }) => rule === 'cycle');
  expect(cycles.map(({ file, line, message }) => `${file}:${line} ${message}`)).toEqual([
    'packages/agent/src/index.ts:1 These files import each other: packages/agent/src/index.ts -> packages/testing/src/index.ts -> packages/agent/src/index.ts.',
    'packages/core/src/contracts/p.ts:2 These files import each other: packages/core/src/contracts/p.ts -> packages/core/src/contracts/q.ts -> packages/core/src/contracts/p.ts.',
  ]);
});

test('the walk reaches every part of this repository', () => {
  const { files } = checkLayers(repositoryRoot(), layerTable);
  expect(files.length).toBeGreaterThan(100);
  expect(files).toEqual(
    expect.arrayContaining([
      'apps/cli/bin/tackroom.js',
      'apps/cli/src/index.ts',
      'packages/core/src/contracts/errors.ts',
      'packages/tackroom/src/index.ts',
      'scripts/start.mjs',
      'tools/check-layers/src/check-layers.test.ts',
    ]),
  );
  expect(files.filter((file) => /node_modules|dist/.test(file))).toEqual([]);
});
