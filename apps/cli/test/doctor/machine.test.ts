import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { checkConfig } from '../../src/doctor/check-config.js';
import { checkNode } from '../../src/doctor/check-node.js';
import { checkBrowser, checkGit } from '../../src/doctor/check-programs.js';
import { checkRipgrep } from '../../src/doctor/check-ripgrep.js';
import { checkSandbox } from '../../src/doctor/check-sandbox.js';
import { checkTerminal } from '../../src/doctor/check-terminal.js';
import { runChecks } from '../../src/doctor/checks.js';
import { isSound } from '../../src/doctor/finding.js';
import { packagedRipgrep } from '../../src/doctor/packaged-ripgrep.js';
import { CommandTrials } from '../../src/doctor/try-commands.js';
import { giveAway, testForeign } from '../foreign-file.js';
import { folderMaker, surroundingsOf } from './surroundings.js';

const makeFolder = folderMaker();
const cwd = makeFolder({
  'bin/git': '',
  'bin/bash': '',
  'bin/rg': '',
  'bin/bwrap': '',
  'bin/chromium': '',
  'plain/git': '',
  'plain/bash': '',
});
for (const name of ['git', 'bash', 'rg', 'bwrap', 'chromium']) chmodSync(join(cwd, 'bin', name), 0o755);
mkdirSync(join(cwd, 'plain/rg'));
const bin = join(cwd, 'bin');
/** Files that nobody may run, and a folder, are no programs. */
const plain = join(cwd, 'plain');

test.each([
  ['20.19.0', 'ok'],
  ['22.0.0', 'ok'],
  ['20.18.3', 'problem'],
  ['18.20.0', 'problem'],
])('Node %s is %s', (nodeVersion, status) => {
  expect(checkNode({ nodeVersion }).status).toBe(status);
});

test('a Node that is too old says which one is not', () => {
  expect(checkNode({ nodeVersion: '18.20.0' })).toEqual({
    id: 'node',
    status: 'problem',
    summary: 'Node 18.20.0 is too old: Tackroom needs 20.19 or later',
    fix: 'Install Node 20.19 or later, for example with "nvm install 22".',
  });
});

const terminal = { isTerminal: true, columns: 100, hasColours: true };

test.each([
  [{ LANG: 'de_DE.UTF-8' }, terminal, 'ok', 'terminal of 100 columns, colours, UTF-8'],
  [{ LC_ALL: 'C', LANG: 'de_DE.UTF-8' }, terminal, 'warning', 'terminal of 100 columns, colours, locale C'],
  [{}, { ...terminal, columns: undefined, hasColours: false }, 'warning', 'terminal, no colours, locale not set'],
  [
    { LANG: 'C.utf8' },
    { ...terminal, isTerminal: false },
    'absent',
    'no terminal: nobody can be asked, so what needs approval pauses a run; UTF-8',
  ],
] as const)('locale %j on %j', (env, facts, status, summary) => {
  expect(checkTerminal({ env, terminal: facts, platform: 'linux' })).toMatchObject({ id: 'terminal', status, summary });
});

test('programs are found on the PATH, in its order', async () => {
  const there = surroundingsOf(cwd, { env: { PATH: `${plain}:${bin}` } });
  expect(await checkGit(there)).toEqual({ id: 'git', status: 'ok', summary: `git, ${bin}/git` });
  expect(await checkBrowser(there)).toEqual({
    id: 'browser',
    status: 'ok',
    summary: `${bin}/chromium; nothing in this version uses a browser`,
  });
  const nowhere = surroundingsOf(cwd, { env: { PATH: plain } });
  expect(await checkGit(nowhere)).toMatchObject({ id: 'git', status: 'absent' });
  expect(await checkBrowser(nowhere)).toMatchObject({ id: 'browser', status: 'absent' });
  expect(await checkGit(surroundingsOf(cwd, { env: {} }))).toMatchObject({ status: 'absent' });
});

test('ripgrep is the one of the package, else the one on the PATH', async () => {
  const runCommand = (line: string) => Promise.resolve({ success: true, text: `ripgrep 14.1.0\nfrom ${line}\n` });
  const env = { PATH: bin };
  const packaged = join(bin, 'git');
  expect(await checkRipgrep(surroundingsOf(cwd, { env, runCommand, packagedRipgrep: () => Promise.resolve(packaged) }))).toEqual({
    id: 'ripgrep',
    status: 'ok',
    summary: 'ripgrep 14.1.0, of @vscode/ripgrep',
    detail: packaged,
  });
  const onPath = { id: 'ripgrep', status: 'ok', summary: 'ripgrep 14.1.0, on the PATH', detail: join(bin, 'rg') };
  expect(await checkRipgrep(surroundingsOf(cwd, { env, runCommand }))).toEqual(onPath);
  const gone = { env, runCommand, packagedRipgrep: () => Promise.resolve(join(cwd, 'gone')) };
  expect(await checkRipgrep(surroundingsOf(cwd, gone))).toEqual(onPath);
});

test('without ripgrep nothing can be searched', async () => {
  expect(await checkRipgrep(surroundingsOf(cwd, { env: { PATH: plain } }))).toMatchInlineSnapshot(`
   {
     "detail": "Neither the package @vscode/ripgrep nor rg on the PATH was found.",
     "fix": "npm install @vscode/ripgrep, with optional dependencies (its program is one), or put rg on the PATH.",
     "id": "ripgrep",
     "status": "problem",
     "summary": "no ripgrep: the tools glob and grep cannot search",
   }
  `);
});

test('a ripgrep that does not run is a problem, but not one that nothing can run', async () => {
  const env = { PATH: bin };
  const said = { success: true, text: 'cannot execute binary file\n' };
  expect(await checkRipgrep(surroundingsOf(cwd, { env, runCommand: () => Promise.resolve(said) }))).toEqual({
    id: 'ripgrep',
    status: 'problem',
    summary: 'the ripgrep on the PATH does not run: glob and grep cannot search',
    detail: `${bin}/rg\ncannot execute binary file`,
    fix: `See what it says: ${bin}/rg --version. Then install another: npm install @vscode/ripgrep, or put rg on the PATH.`,
  });
  expect(await checkRipgrep(surroundingsOf(cwd, { env }))).toMatchObject({ status: 'ok', summary: 'ripgrep, on the PATH' });
});

test('a real program that is no ripgrep is one that does not run', async () => {
  const trials = new CommandTrials();
  try {
    const real = surroundingsOf(cwd, { env: { PATH: bin }, runCommand: (line) => trials.run(line) });
    expect(await checkRipgrep(real)).toMatchObject({ status: 'problem' });
  } finally {
    await trials.close();
  }
});

test('the sandbox is tried', async () => {
  const runCommand = () => Promise.resolve({ success: true, text: 'bash 5.2.15(1)-release\n' });
  expect(await checkSandbox(surroundingsOf('/', { env: { PATH: bin }, runCommand }))).toEqual([
    { id: 'sandbox.shell', status: 'ok', summary: 'run_command works, with bash 5.2.15(1)-release', detail: join(bin, 'bash') },
    {
      id: 'sandbox.isolation',
      status: 'absent',
      summary: 'nothing isolates commands: they run on this machine, as you',
      detail: 'bwrap was not found.',
      fix: 'Do what one of them says, or run Tackroom inside a container or a virtual machine where commands are not to be trusted.',
    },
  ]);
});

test('isolation that works is said, and how to use it; what does not work is said too', async () => {
  const trial = (sandbox: string, detail: string, works = true) => ({ sandbox, use: `new ${sandbox}()`, works, detail });
  const trials = [
    trial('BubblewrapSandbox', 'bubblewrap 0.12.0, /usr/bin/bwrap'),
    trial('SrtSandbox', 'SrtSandbox cannot be used here: socat is missing.', false),
    trial('OpenShellSandbox', 'openshell 0.0.16, /usr/bin/openshell'),
  ];
  const check = async (tried: typeof trials) =>
    (await checkSandbox(surroundingsOf('/', { env: { PATH: bin }, tryIsolations: () => Promise.resolve(tried) })))[1];
  expect(await check(trials)).toMatchObject({
    status: 'ok',
    summary: 'BubblewrapSandbox and OpenShellSandbox work here: a trial command was isolated',
    detail: [
      'BubblewrapSandbox: bubblewrap 0.12.0, /usr/bin/bwrap',
      'SrtSandbox cannot be used here: socat is missing.',
      'OpenShellSandbox: openshell 0.0.16, /usr/bin/openshell',
      'Commands are isolated where a harness says so; without it they run on this machine, as you.',
    ].join('\n'),
    fix: 'To use it: sandbox: new BubblewrapSandbox(), from @tackroom/sandbox.',
  });
  expect(await check(trials.slice(2))).toMatchObject({ summary: 'OpenShellSandbox works here: a trial command was isolated' });
});

test.each([
  [{ env: { PATH: plain } }, 'no bash on the PATH: run_command cannot run anything'],
  [{ env: { PATH: bin } }, 'run_command does not work here'],
  [{ env: { PATH: bin }, platform: 'win32' as const }, 'run_command needs a POSIX system'],
])('a sandbox that cannot run anything is a problem: %j', async (changes, summary) => {
  const [shell] = await checkSandbox(surroundingsOf('/', changes));
  expect(shell).toMatchObject({ id: 'sandbox.shell', status: 'problem', summary, fix: expect.any(String) });
});

test('on this machine the real tools run the real programs', async () => {
  const trials = new CommandTrials();
  try {
    const real = surroundingsOf(cwd, { env: process.env, packagedRipgrep, runCommand: (line) => trials.run(line) });
    expect(await checkRipgrep(real)).toMatchObject({ status: 'ok', summary: expect.stringMatching(/^ripgrep \d+\.\d+/) });
    expect((await checkSandbox(real))[0]).toMatchObject({
      status: 'ok',
      summary: expect.stringMatching(/^run_command works, with bash \d/),
    });
    expect(await trials.run('printf x')).toEqual({ success: true, text: 'x' });
  } finally {
    await trials.close();
  }
});

describe('the configuration that commands would use', () => {
  const folder = makeFolder({
    'a/tackroom.config.ts': 'throw new Error("it is not loaded");',
    'a/b/c.txt': '',
    'two/tackroom.config.ts': '',
    'two/tackroom.config.json': '{"profile":"open"}',
    'broken/tackroom.config.json': '{ "root": ',
    'wrong/tackroom.config.json': '{ "rot": "." }',
    'linked/.keep': '',
    'folder/tackroom.config.js/.keep': '',
  });
  symlinkSync('nowhere', join(folder, 'linked/tackroom.config.ts'));

  test.each([
    [
      'a/b',
      undefined,
      { id: 'config', status: 'ok', summary: expect.stringContaining(`${join(folder, 'a/tackroom.config.ts')} is there;`) as unknown },
    ],
    ['.', undefined, { id: 'config', status: 'absent', summary: 'no tackroom.config file from here upwards; none is needed' }],
    [
      'two',
      undefined,
      {
        id: 'config',
        status: 'problem',
        summary: '2 configuration files in one folder',
        detail: `${join(folder, 'two/tackroom.config.ts')}\n${join(folder, 'two/tackroom.config.json')}`,
        fix: 'Keep one of them, or choose with --config FILE.',
      },
    ],
    [
      'linked',
      undefined,
      {
        id: 'config',
        status: 'problem',
        summary: `${join(folder, 'linked/tackroom.config.ts')} cannot be read`,
        detail: 'There is no such file, or it is a link to one.',
        fix: 'Mend it, or remove it.',
      },
    ],
    ['folder', undefined, expect.objectContaining({ status: 'problem', detail: 'It is a directory.' })],
    ['two', 'tackroom.config.json', { id: 'config', status: 'ok', summary: join(folder, 'two/tackroom.config.json') }],
    ['broken', undefined, expect.objectContaining({ status: 'problem', detail: expect.stringContaining('not valid JSON') as unknown })],
    [
      'wrong',
      undefined,
      expect.objectContaining({
        status: 'problem',
        detail: 'rot: is no key. Did you mean root?',
      }),
    ],
    ['two', '../other.ts', expect.objectContaining({ status: 'problem', fix: 'Correct --config.' })],
  ])('in %s with --config %s', (at, config, expected) => {
    expect(checkConfig({ cwd: join(folder, at), config })).toEqual(expected);
  });

  testForeign('one that belongs to another user is a problem, unless it is named', () => {
    const foreign = makeFolder({ 'tackroom.config.ts': '' });
    giveAway(join(foreign, 'tackroom.config.ts'));
    expect(checkConfig({ cwd: foreign, config: undefined })).toMatchObject({
      status: 'problem',
      summary: `${foreign}/tackroom.config.ts belongs to another user`,
    });
    expect(checkConfig({ cwd: foreign, config: 'tackroom.config.ts' })).toMatchObject({ status: 'ok' });
  });
});

test('a check that fails is a finding, and the others go on', async () => {
  const findings = await runChecks(surroundingsOf(cwd), {
    broken: () => {
      throw new Error('EACCES: permission denied,\n open x');
    },
    late: () => Promise.reject(new Error('no')),
    node: checkNode,
  });
  expect(findings.map(({ id, status, summary }) => [id, status, summary])).toEqual([
    ['broken', 'problem', 'this could not be checked: EACCES: permission denied, open x'],
    ['late', 'problem', 'this could not be checked: no'],
    ['node', 'ok', 'Node 22.12.0'],
  ]);
  expect(isSound(findings)).toBe(false);
});

test.each([
  ['{', /package\.json cannot be read/],
  ['[]', /it is no JSON object/],
  ['{"scripts":["tsx"],"dependencies":3,"type":7}', undefined],
])('a package.json of %j breaks nothing', async (text, problem) => {
  const folder = makeFolder({
    'package.json': text,
    'tsconfig.json': '{ "compilerOptions": { "target": "no", ], "extends": "./gone.json"',
  });
  const findings = await runChecks(surroundingsOf(folder));
  expect(findings.filter(({ summary }) => summary.startsWith('this could not'))).toEqual([]);
  expect(findings.find(({ id }) => id === 'tsconfig.unreadable')).toMatchObject({ status: 'problem' });
  expect(findings.some(({ summary }) => problem?.test(summary) === true)).toBe(problem !== undefined);
});

test('copies that killed processes left are named, and what to do with them', async () => {
  const findLeftCopies = () =>
    Promise.resolve([
      { path: '/tmp/tackroom-copy-a', root: '/home/me/project', madeAt: 0 },
      { path: '/tmp/tackroom-copy-b', root: '/home/me/other', madeAt: 86_400_000 },
    ]);
  const [, , copies] = await checkSandbox(surroundingsOf('/', { env: { PATH: bin }, findLeftCopies }));
  expect(copies).toMatchInlineSnapshot(`
   {
     "detail": "/tmp/tackroom-copy-a: of /home/me/project, made 1970-01-01T00:00:00.000Z
   /tmp/tackroom-copy-b: of /home/me/other, made 1970-01-02T00:00:00.000Z",
     "fix": "Take from its folder "content" what you still want, then remove it: rm -r /tmp/tackroom-copy-a",
     "id": "sandbox.copies",
     "status": "warning",
     "summary": "2 copies of a workspace, left by processes that were killed",
   }
  `);
});
