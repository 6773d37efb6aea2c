import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkPackages } from '../../src/doctor/check-packages.js';
import type { Finding } from '../../src/doctor/finding.js';
import { openProject } from '../../src/doctor/project.js';
import { writeFiles } from '../run-main.js';
import { testBuilt } from '../spawn-command.js';
import { folderMaker } from './surroundings.js';

const makeFolder = folderMaker();
const check = (root: string): readonly Finding[] => [checkPackages({ project: openProject(root), ownVersion: '1.2.3' })].flat();

/** Manifests of installed packages, `node_modules/…` each. */
function installed(packages: Readonly<Record<string, string>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(packages).map(([name, version]) => [`node_modules/${name}/package.json`, { version }]));
}

const OURS = { tackroom: '1.2.3', '@tackroom/core': '1.2.3', tsyringe: '4.10.0' };

test('packages of one version, as the command', () => {
  expect(check(makeFolder({ 'package.json': {}, ...installed(OURS) }))).toEqual([
    { id: 'packages', status: 'ok', summary: 'tackroom 1.2.3, as this command', detail: 'tackroom 1.2.3\n@tackroom/core 1.2.3' },
  ]);
});

test.each([
  [
    { ...OURS, tackroom: '1.3.0', '@tackroom/core': '1.3.0' },
    'the project has 1.3.0, this command is 1.2.3',
    'npm install --save-dev @tackroom/cli@1.3.0',
  ],
  [
    { ...OURS, tackroom: '1.3.0' },
    '1.3.0 and 1.2.3 of our packages are mixed; all share one version',
    'npm install tackroom@1.3.0 @tackroom/core@1.3.0',
  ],
])('versions that do not fit: %j', (packages, summary, fix) => {
  expect(check(makeFolder({ 'package.json': {}, ...installed(packages) }))).toEqual([
    { id: 'packages', status: 'warning', summary, fix, detail: expect.any(String) },
  ]);
});

test.each([
  [{}, 'absent', 'npm install tackroom'],
  [{ devDependencies: { tackroom: '1' } }, 'problem', 'npm install'],
  [{ dependencies: { '@tackroom/core': '1' } }, 'problem', 'npm install'],
])('nothing is installed, and package.json is %j', (manifest, status, fix) => {
  expect(check(makeFolder({ 'package.json': manifest }))).toMatchObject([{ id: 'packages', status, fix }]);
});

test('a package is found upwards, and a broken one is none', () => {
  const root = makeFolder({
    'package.json': {},
    ...installed(OURS),
    'node_modules/@tackroom/agent/package.json': '{',
    'apps/one/package.json': {},
  });
  expect(check(join(root, 'apps/one'))[0]).toMatchObject({ status: 'ok', detail: 'tackroom 1.2.3\n@tackroom/core 1.2.3' });
});

test('a copy further upwards is hidden by the nearest', () => {
  const root = makeFolder({ 'package.json': {}, ...installed(OURS) });
  writeFiles(join(root, 'inside'), { 'package.json': {}, ...installed(OURS) });
  expect(check(join(root, 'inside')).map(({ id }) => id)).toEqual(['packages']);
});

test('two copies of the core with one tsyringe work', () => {
  const second = { 'node_modules/other/node_modules/@tackroom/core/package.json': { version: '1.2.3' } };
  expect(check(makeFolder({ 'package.json': {}, ...installed(OURS), ...second }))[1]).toMatchObject({
    id: 'packages.copies',
    status: 'warning',
    summary: '@tackroom/core is installed 2 times; it works, but "instanceof" between them does not',
    fix: 'npm dedupe',
  });
});

test.each([
  ['inside a scoped package', 'node_modules/@other/tools/node_modules'],
  ["in pnpm's store", 'node_modules/.pnpm/@tackroom+core@1.1.0/node_modules'],
])('another copy %s with a tsyringe of its own does not', (_where, modules) => {
  const second = {
    [`${modules}/@tackroom/core/package.json`]: { version: '1.2.3' },
    [`${modules}/tsyringe/package.json`]: { version: '4.10.0' },
  };
  expect(check(makeFolder({ 'package.json': {}, ...installed(OURS), ...second }))[1]).toMatchObject({
    id: 'packages.containers',
    status: 'problem',
    summary: 'tsyringe is installed 2 times for our packages: toolkits of one are unknown to the other',
  });
});

/** Where the packages of this workspace are installed, and their own parts. */
const MODULES = fileURLToPath(new URL('../../../../node_modules', import.meta.url));
const PACKAGES = fileURLToPath(new URL('../../../../packages', import.meta.url));

/** A project with our packages as real folders, so that each can have a tsyringe of its own. */
function projectWith(containers: readonly string[], files: Readonly<Record<string, unknown>>): string {
  const root = makeFolder({ 'package.json': { type: 'module' }, ...files });
  const modules = join(root, 'node_modules');
  for (const [name, folder] of [
    ['tackroom', 'tackroom'],
    ...['core', 'agent', 'sandbox', 'toolkit'].map((each) => [`@tackroom/${each}`, each] as const),
    ['other/node_modules/@tackroom/core', 'core'],
  ] as const) {
    mkdirSync(join(modules, name), { recursive: true });
    for (const part of ['package.json', 'dist']) cpSync(join(PACKAGES, folder, part), join(modules, name, part), { recursive: true });
  }
  const link = (from: string, to: string): void => {
    mkdirSync(join(to, '..'), { recursive: true });
    symlinkSync(from, to);
  };
  for (const name of ['ajv', 'json-schema-traverse']) link(join(PACKAGES, 'core/node_modules', name), join(modules, name));
  for (const name of readdirSync(MODULES).filter((each) => /^(?:reflect-metadata|piscina|fast-.*|require-from-string)$/.test(each))) {
    link(join(MODULES, name), join(modules, name));
  }
  for (const folder of containers) cpSync(join(MODULES, 'tsyringe'), join(root, folder, 'tsyringe'), { recursive: true });
  return root;
}

/** A toolkit that declares itself to the copy of the core that it was installed with, written as a compiler would. */
const TOOLKIT = {
  'node_modules/other/package.json': { version: '1.0.0', type: 'module', exports: './index.js' },
  'node_modules/other/index.js': `
import { Inject, token, Tool, Toolkit } from '@tackroom/core';
export class OtherTools { constructor(name) { this.name = name; } tell() { return this.name; } }
Inject(token('other/Name'))(OtherTools, undefined, 0);
Tool({ description: 'd' })(OtherTools.prototype, 'tell', Object.getOwnPropertyDescriptor(OtherTools.prototype, 'tell'));
Toolkit()(OtherTools);
`,
  'main.js': `
import { HarnessModule, token } from 'tackroom';
import { OtherTools } from 'other';
const options = { tools: [OtherTools], providers: [{ provide: token('other/Name'), useValue: 'a name' }] };
try {
  const harness = await HarnessModule.create(options);
  process.stdout.write((await harness.execute({ id: '1', name: 'tell', args: {} })).content);
  await harness.close();
} catch (error) {
  process.stdout.write(error.message);
}
`,
};

function run(root: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--preserve-symlinks', 'main.js'], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
    child.on('error', reject);
    child.on('close', () => resolve(said));
  });
}

describe('what the doctor says of copies is so', () => {
  testBuilt('with one tsyringe a toolkit of another copy works', async () => {
    const root = projectWith(['node_modules'], TOOLKIT);
    expect(check(root).map(({ id }) => id)).toEqual(['packages', 'packages.copies']);
    expect(await run(root)).toBe('a name');
  });

  testBuilt('with two it cannot be made', async () => {
    const root = projectWith(['node_modules', 'node_modules/other/node_modules'], TOOLKIT);
    expect(check(root).map(({ id }) => id)).toEqual(['packages', 'packages.containers']);
    expect(await run(root)).toContain('TypeInfo not known for "OtherTools"');
  });
});
