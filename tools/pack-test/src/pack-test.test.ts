import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WorkspacePackage } from '@tackroom/source-tree';
import { checkContents } from './check-contents.js';
import { checkRuns } from './check-runs.js';
import type { ProgramRun } from './program-runs.js';
import { runCommand } from './run-command.js';

const FOLDER = mkdtempSync(join(tmpdir(), 'pack-test-'));
afterAll(() => rmSync(FOLDER, { recursive: true }));

const core: WorkspacePackage = {
  name: '@tackroom/core',
  folder: 'packages/core',
  private: false,
  version: '0.1.0',
  entries: { '.': './dist/index.js', './package.json': './package.json' },
  dependencies: {},
};
const whole = ['LICENSE', 'dist/index.d.ts', 'dist/index.js', 'package.json'];

test.each([
  ['what is promised', whole, []],
  ['no types', whole.filter((file) => !file.endsWith('.d.ts')), ['dist/index.d.ts is promised and not packed.']],
  ['a test', [...whole, 'dist/x.test.js'], ['dist/x.test.js is packed and nobody needs it.']],
  ['sources', [...whole, 'src/index.ts'], ['src/index.ts is packed and nobody needs it.']],
  ["the compiler's notes", [...whole, 'dist/.tsbuildinfo'], ['dist/.tsbuildinfo is packed and nobody needs it.']],
])('an archive with %s', (_what, files, messages) => {
  const findings = checkContents({ name: core.name, archive: 'core.tgz', files }, core);
  expect(findings.map(({ message }) => message)).toEqual(messages);
});

const program = (name: string, text: string): ProgramRun => ({
  name,
  run(folder) {
    writeFileSync(join(folder, `${name}.mjs`), text);
    return runCommand(process.execPath, [`${name}.mjs`], folder);
  },
});

test('a run that fails, or prints something else where all should print the same, is reported', async () => {
  const runs = [
    program('breaks', 'process.stderr.write("no\\n"); process.exit(3);'),
    program('prints', 'console.log(1);'),
    program('agrees', 'console.log(1);'),
    program('differs', 'console.log(2);'),
  ];
  const messages = async (alike: boolean) => (await checkRuns(FOLDER, 'main.ts', runs, alike)).map(({ message }) => message);
  expect(await messages(true)).toEqual([
    'Under breaks it ends with 3:\nno\n',
    'Under differs it does not print what it prints under prints:\n2\n',
  ]);
  expect(await messages(false)).toEqual(['Under breaks it ends with 3:\nno\n']);
});

test('a command that cannot be started fails with its reason', async () => {
  const { exitCode, stderr } = await runCommand(join(FOLDER, 'none'), [], FOLDER);
  expect(exitCode).toBeNull();
  expect(stderr).toContain('ENOENT');
});
