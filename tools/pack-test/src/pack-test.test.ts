import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeTree, type WorkspacePackage } from '@tackroom/source-tree';
import { checkContents } from './check-contents.js';
import { checkRuns } from './check-runs.js';
import { followGuide } from './follow-guide.js';
import { startRegistry } from './local-registry.js';
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
  ['a template of a project', [...whole, 'template/src/x.test.ts'], []],
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

describe('a guide that is followed', () => {
  const readme = (...blocks: readonly (readonly [string, string])[]): string =>
    [
      '# x',
      '',
      '## Do it',
      '',
      ...blocks.map(([language, text]) => `\`\`\`${language}\n${text}\n\`\`\`\n`),
      '## Next',
      '',
      '```sh\nfalse\n```',
      '',
    ].join('\n');
  const show = ['sh', 'cat src/order-tools.ts'] as const;

  test.each([
    ['does what it says', [['ts', 'one'], ['ts', 'two'], show, ['text', 'two\nthree']], []],
    ['puts new code above a line', [['ts', 'new'], show, ['text', 'one\nnew\n\nthree']], []],
    ['has no code', [show], ['The README has no section "Do it" with code.']],
    [
      'changes what is not there',
      [
        ['ts', 'four'],
        ['ts', 'five'],
      ],
      ['"Do it" changes code that is not just once in src/order-tools.ts:\nfour\n'],
    ],
    [
      'prints something else',
      [['ts', 'one'], ['ts', 'two'], show, ['text', 'one']],
      ['"Do it" says that this is printed:\none\nand it was:\ntwo\nthree\n'],
    ],
    [
      'has a command that fails',
      [
        ['ts', 'one'],
        ['ts', 'two'],
        ['sh', 'echo a\nexit 3'],
      ],
      ['"Do it": exit 3 ends with 3:\n'],
    ],
  ] as const)('%s', async (_what, blocks, problems) => {
    const folder = mkdtempSync(join(FOLDER, 'guide-'));
    writeTree(folder, { 'README.md': readme(...blocks), 'src/order-tools.ts': 'one\nthree\n' });
    const run = (line: string) => runCommand('sh', ['-c', line], folder);
    expect(await followGuide({ folder, section: 'Do it', above: 'three', run })).toEqual(problems);
  });
});

test('the registry has our packages, sends on for others, and lets npm keep nothing', async () => {
  const root = mkdtempSync(join(FOLDER, 'registry-'));
  writeTree(root, {
    'packages/core/package.json': '{ "name": "@tackroom/core", "version": "1.2.3", "bin": "x.js" }',
    'core-1.2.3.tgz': 'packed',
  });
  const packed = [{ name: core.name, archive: join(root, 'core-1.2.3.tgz'), files: [] }];
  const registry = await startRegistry({ root, packages: [core], packed, upstream: 'http://upstream.test' });
  try {
    const answer = await fetch(`${registry.url}/@tackroom%2fcore`);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const tarball = `${registry.url}/archives/core-1.2.3.tgz`;
    const dist = { tarball, integrity: expect.stringMatching(/^sha512-.{86}==$/) };
    expect(await answer.json()).toEqual({
      name: '@tackroom/core',
      'dist-tags': { latest: '1.2.3' },
      versions: { '1.2.3': { name: '@tackroom/core', version: '1.2.3', bin: 'x.js', dist } },
    });
    expect(await (await fetch(tarball)).text()).toBe(readFileSync(join(root, 'core-1.2.3.tgz'), 'utf8'));
    const other = await fetch(`${registry.url}/@other%2fpackage`, { redirect: 'manual' });
    expect([other.status, other.headers.get('location')]).toEqual([307, 'http://upstream.test/@other%2fpackage']);
    expect(registry.served).toEqual(['/@tackroom/core', '/archives/core-1.2.3.tgz']);
  } finally {
    await registry.close();
  }
});
