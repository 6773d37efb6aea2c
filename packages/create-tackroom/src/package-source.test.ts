import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findPackageSource } from './package-source.js';

const NEEDED = ['@tackroom/cli', 'tackroom'];
const ARCHIVES = ['create-tackroom-1.2.3.tgz', 'tackroom-1.2.3.tgz', 'tackroom-cli-1.2.3.tgz', 'tackroom-core-1.2.3.tgz'];

const scratch = mkdtempSync(join(tmpdir(), 'package source # '));
afterAll(() => rmSync(scratch, { recursive: true }));

/** A folder into which npm installed this package from `archive`; gives the package's folder. */
function installed(archive: string | undefined, name = 'create-tackroom'): string {
  const project = mkdtempSync(join(scratch, 'npx-'));
  mkdirSync(join(project, 'node_modules'));
  const resolved = archive === undefined ? undefined : `file:${relative(project, archive).replaceAll('#', '%23')}`;
  const record = { packages: { [`node_modules/${name}`]: { version: '1.2.3', resolved } } };
  writeFileSync(join(project, 'node_modules', '.package-lock.json'), JSON.stringify(record));
  return join(project, 'node_modules', 'create-tackroom');
}

/** A folder with these files. */
function folderOf(files: readonly string[]): string {
  const folder = mkdtempSync(join(scratch, 'archives-'));
  for (const file of files) writeFileSync(join(folder, file), '');
  return folder;
}

test('installed from an archive: every archive of the same version beside it', () => {
  const folder = folderOf([...ARCHIVES, 'tackroom-1.2.2.tgz', 'tackroom-core-1.2.3.tgz.sha', 'other-1.2.3.tgz']);
  expect(findPackageSource(installed(join(folder, 'create-tackroom-1.2.3.tgz')), '1.2.3', NEEDED)).toEqual({
    folder,
    specs: new Map([
      ['create-tackroom', `file:${folder}/create-tackroom-1.2.3.tgz`],
      ['tackroom', `file:${folder}/tackroom-1.2.3.tgz`],
      ['@tackroom/cli', `file:${folder}/tackroom-cli-1.2.3.tgz`],
      ['@tackroom/core', `file:${folder}/tackroom-core-1.2.3.tgz`],
    ]),
  });
});

test('installed from an archive whose folder lacks others, or is gone', () => {
  const folder = folderOf(['create-tackroom-1.2.3.tgz', 'tackroom-1.2.2.tgz']);
  for (const archive of [join(folder, 'create-tackroom-1.2.3.tgz'), join(scratch, 'gone', 'create-tackroom-1.2.3.tgz')]) {
    const message =
      `create-tackroom was installed from ${archive}, so the project takes its packages from that folder, and it lacks ` +
      'tackroom-cli-1.2.3.tgz, tackroom-1.2.3.tgz. Pack them there, or install create-tackroom by its name.';
    expect(() => findPackageSource(installed(archive), '1.2.3', NEEDED)).toThrow(
      expect.objectContaining({ code: 'CREATE_ARCHIVE_MISSING', message }),
    );
  }
});

test.each([
  ['no record of npm', () => join(mkdtempSync(join(scratch, 'bare-')), 'node_modules', 'create-tackroom')],
  ['a record without a place', () => installed(undefined)],
  ['a record of something else', () => installed('/x/other-1.0.0.tgz', 'other')],
])('%s: the registry', (_what, packageFolder) => {
  expect(findPackageSource(packageFolder(), '1.2.3', NEEDED)).toEqual({ specs: new Map() });
});

test('this checkout: the folders of the packages that are published', () => {
  const packageFolder = dirname(dirname(fileURLToPath(import.meta.url)));
  const { specs, folder, npmrc } = findPackageSource(packageFolder, '1.2.3', NEEDED);
  expect({ folder, npmrc }).toEqual({ folder: dirname(dirname(packageFolder)), npmrc: 'install-links=true\n' });
  expect(specs.get('create-tackroom')).toBe(`file:${packageFolder}`);
  expect(specs.get('@tackroom/cli')).toBe(`file:${folder}/apps/cli`);
});
