import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HarnessModule, rule, shell, type Harness, type JsonObject, type PermissionOptions } from 'tackroom';
import { calls, ScriptedModel, text } from '@tackroom/testing';

let base: string;
let root: string;
let harness: Harness | undefined;

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'tackroom-commands-')));
  root = join(base, 'root');
  await mkdir(root);
  await mkdir(join(base, 'out'));
  const git = (...args: string[]): void => void execFileSync('git', ['-C', root, ...args], { stdio: 'ignore' });
  git('init', '-q');
  git('config', 'user.email', 'a@b.example');
  git('config', 'user.name', 'A');
  for (const content of ['one\n', 'two\n']) {
    await writeFile(join(root, 'f'), content);
    git('add', 'f');
    git('commit', '-qm', content);
  }
  await writeFile(join(root, 'x.js'), "require('fs').writeFileSync('MARK', '')\n");
  await writeFile(join(root, 'cat'), '#!/bin/sh\ntouch MARK\n');
  await chmod(join(root, 'cat'), 0o755);
});
afterEach(async () => {
  await harness?.close();
  harness = undefined;
  await rm(base, { recursive: true });
});

/** Lets a model make one call, and says whether the run paused and whether the mark was left. */
async function tried(permissions: PermissionOptions, args: JsonObject): Promise<{ status: string; marked: boolean }> {
  harness = await HarnessModule.create({ bundles: [shell({ root })], permissions });
  const agent = harness.createAgent({ name: 'clerk', model: new ScriptedModel([calls(['run_command', args]), text('done')]) });
  const { status } = await agent.run('Go.');
  const names = [...(await readdir(root)), ...(await readdir(join(base, 'out')))];
  return { status, marked: names.some((name) => name.startsWith('MARK')) };
}

const only = (command: string): PermissionOptions => ({ allow: [rule('run_command', { command })], ask: ['run_command'] });
const ASKED = { status: 'paused', marked: false };
const RUN = { status: 'completed', marked: false };

test('the attacks below leave their mark when nothing stops them', async () => {
  const permissions: PermissionOptions = { allow: ['run_command'], guards: [] };
  expect(await tried(permissions, { command: 'git log $(touch MARK)' })).toEqual({ status: 'completed', marked: true });
});

describe('a command that hides another one is asked about', () => {
  test.each([
    ['git log*', 'git log $(touch MARK)'],
    ['git log*', 'git log `touch MARK`'],
    ['git log*', 'git log "$(touch MARK)"'],
    ['git log*', 'git log <(touch MARK)'],
    ['git log*', 'git log "${x:=$(touch MARK)}"'],
    ['git log*', 'git log $((a[$(touch MARK)0]))'],
    ['git log*', 'git log; touch MARK'],
    ['git log*', 'git log\ntouch MARK'],
    ['git log*', 'git log > MARK'],
    ['ls*', 'ls(){ touch MARK; }; ls'],
    ['ls*', '{ ls; touch MARK; }'],
    ['ls*', '(touch MARK)'],
    ['ls*', 'if ls; then touch MARK; fi'],
    ['ls*', 'coproc touch MARK'],
    ['ls*', "trap 'touch MARK' EXIT"],
    ['git log*', "GIT_EXTERNAL_DIFF='touch MARK;' git log -p --ext-diff"],
    ['git status*', "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.fsmonitor GIT_CONFIG_VALUE_0='touch MARK;false' git status"],
    ['git log*', 'LD_PRELOAD=./x.so git log'],
    ['node -p 1', 'NODE_OPTIONS=--require=./x.js node -p 1'],
    ['git diff *', "git difftool -y -x 'touch MARK' HEAD~1"],
    ['git diff*', "git difftool -y -x 'touch MARK' HEAD~1"],
  ])('%j and %j', async (allowed, command) => {
    expect(await tried(only(allowed), { command })).toEqual(ASKED);
  });
});

describe('a read-only program that is told to write or execute is asked about', () => {
  test.each([
    ['find *', 'find . -exec touch MARK \\;'],
    ['find *', 'find . -fprint MARK'],
    ['find *', 'find . -delete'],
    ['sort *', 'sort -o MARK f'],
    ['sort *', 'sort --output=MARK f'],
    ['uniq *', 'uniq f MARK'],
    ['sed *', "sed -n 'w MARK' f"],
    ['sed *', "sed '1e touch MARK' f"],
    ['awk *', `awk 'BEGIN{system("touch MARK")}'`],
    ['rg *', "rg --pre 'touch' x f"],
    ['xargs *', 'xargs touch <<< MARK'],
  ])('%j and %j', async (allowed, command) => {
    expect(await tried(only(allowed), { command })).toEqual(ASKED);
  });

  test('tee, which only writes, unless a rule names it', async () => {
    expect(await tried(only('cat *'), { command: 'cat f | tee MARK' })).toEqual(ASKED);
  });
});

test.each([
  ['git log*', 'git log --oneline'],
  ['git log*', "git log --grep='$(touch MARK)'"],
  ['find *', 'find . -name x'],
  ['sort *', 'sort f'],
  ['uniq *', 'uniq f'],
  ['cat *', 'cat f'],
  ['git diff *', 'git diff'],
])('a plain command runs unasked: %j and %j', async (allowed, command) => {
  expect(await tried(only(allowed), { command })).toEqual(RUN);
});

test.each(['./cat f', '"$PWD"/cat f'])('a program of the workspace is not trusted for its name: %j', async (command) => {
  expect(await tried(only('cat *'), { command })).toEqual(ASKED);
});

describe('deny rules see the whole command', () => {
  const deny = (command: string): PermissionOptions => ({ deny: [rule('run_command', { command })], allow: ['run_command'] });

  test.each([
    ['kill *', 'kill -9 123456'],
    ['touch *', 'env A=1 touch MARK'],
    ['touch *', "bash -c 'touch MARK'"],
    ['touch *', 'cd . && /usr/bin/touch MARK'],
  ])('%j and %j: denied, and the run goes on', async (pattern, command) => {
    expect(await tried(deny(pattern), { command })).toEqual(RUN);
    const { error } = (await harness?.execute({ name: 'run_command', args: { command } })) ?? {};
    expect(error?.code).toBe('PERMISSION_DENIED');
  });

  test('flags in another order are another text, which the guide says', async () => {
    harness = await HarnessModule.create({ bundles: [shell({ root })], permissions: deny('rm -rf*') });
    const { error } = await harness.execute({ name: 'run_command', args: { command: 'rm -r -f f' } });
    expect(error).toBeUndefined();
  });

  test('what may hide a denied command is asked about', async () => {
    expect(await tried(deny('touch *'), { command: 'X=touch; $X MARK' })).toEqual(ASKED);
  });
});

test.each(['git add .', 'rm -rf /tmp/build-xyz-of-nobody', 'echo "rm -rf /"', 'echo dd if=x of=/dev/sda'])(
  'the list of dangerous commands matches words: %j runs',
  async (command) => {
    expect(await tried({ allow: ['run_command'] }, { command })).toEqual(RUN);
  },
);

test('a dangerous command is asked about even where everything is allowed, or denied if the policy says so', async () => {
  const command = 'rm -rf "$HOME"/';
  expect(await tried({ allow: ['run_command'] }, { command })).toEqual(ASKED);
  await harness?.close();
  harness = await HarnessModule.create({
    bundles: [shell({ root })],
    permissions: { allow: ['run_command'], dangerousCommands: { verdict: 'deny' } },
  });
  const { error } = await harness.execute({ name: 'run_command', args: { command } });
  expect(error).toMatchObject({ code: 'PERMISSION_DENIED', message: expect.stringContaining('it removes a root') as string });
});

test.each(['../out', '/'])('a rule that allows a command does not allow it in %j', async (cwd) => {
  const { marked, status } = await tried(only('touch *'), { command: 'touch MARK', cwd });
  expect({ marked, status }).toEqual(ASKED);
});

test('a rule that names the folder allows the command there only', async () => {
  const permissions: PermissionOptions = { allow: [rule('run_command', { command: 'git log*', cwd: 'src*' })], ask: ['run_command'] };
  expect(await tried(permissions, { command: 'git log' })).toEqual(ASKED);
});
