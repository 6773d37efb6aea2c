import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { BubblewrapSandbox } from '@tackroom/sandbox';
import { git, HarnessModule, type JsonObject, type SandboxProvider, type ToolResult } from 'tackroom';
import { describeWithBubblewrap } from './with-bubblewrap.js';

// Commits of the tests are by nobody's configuration.
const PLAIN = { PATH: process.env['PATH'] ?? '', GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', HOME: '/nowhere' };
const AUTHOR = { GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@x', GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@x' };

let base = '';
let worktree = '';
beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'tackroom-git-')));
  worktree = join(base, 'worktree');
  await mkdir(join(base, 'main'));
  await writeFile(join(base, 'main', 'a.txt'), 'one\n');
  await run('init', '-q', '-b', 'main');
  await run('add', '-A');
  await run('commit', '-q', '-m', 'First');
  await run('worktree', 'add', '-q', '-b', 'topic', worktree);
  await writeFile(join(worktree, 'a.txt'), 'changed\n');
});
afterEach(() => rm(base, { recursive: true, force: true }));

/** Git in the main worktree, as somebody at a terminal would run it. */
async function run(...args: readonly string[]): Promise<string> {
  return (await promisify(execFile)('git', args, { cwd: join(base, 'main'), env: { ...PLAIN, ...AUTHOR } })).stdout;
}

async function call(name: string, args: JsonObject = {}, sandbox?: SandboxProvider): Promise<ToolResult> {
  const harness = await HarnessModule.create({
    bundles: [git({ root: worktree, author: { name: 'Agent', email: 'agent@example.com' } })],
    approver: () => ({ type: 'approve' }),
    ...(sandbox === undefined ? {} : { sandbox }),
  });
  try {
    return await harness.execute({ name, args });
  } finally {
    await harness.close();
  }
}

async function changeAndCommit(sandbox?: SandboxProvider): Promise<void> {
  expect((await call('git_status', {}, sandbox)).content).toBe('On branch topic.\n M a.txt');
  expect((await call('git_add', { paths: ['a.txt'] }, sandbox)).content).toBe('Staged for the next commit:\na.txt');
  expect((await call('git_commit', { message: 'On topic' }, sandbox)).content).toMatch(/^Committed [0-9a-f]{10}: On topic$/);
  expect(await run('log', '-1', '--format=%s %an', 'topic')).toBe('On topic Agent\n');
}

test('the tools use the repository of a linked worktree, which lies outside the workspace', () => changeAndCommit());

describeWithBubblewrap('in a sandbox', () => {
  test('they do so too', () => changeAndCommit(new BubblewrapSandbox()));
});

test('a repository that does not know the worktree lies outside', async () => {
  await writeFile(join(base, 'main/.git/worktrees/worktree/gitdir'), `${join(base, 'elsewhere', '.git')}\n`);
  expect((await call('git_status')).error?.code).toBe('GIT_OUTSIDE');
});

test('what the repository configures is not run', async () => {
  await writeFile(join(base, 'program'), `#!/bin/sh\necho ran >> ${join(base, 'ran')}\n`);
  await chmod(join(base, 'program'), 0o755);
  await run('config', 'core.fsmonitor', join(base, 'program'));
  expect((await call('git_status')).content).toBe('On branch topic.\n M a.txt');
  await expect(readFile(join(base, 'ran'))).rejects.toThrow('ENOENT');
});
