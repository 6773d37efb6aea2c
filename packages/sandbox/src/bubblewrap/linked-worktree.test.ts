import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bubblewrapBench } from '../../test/bubblewrap-bench.js';
import { describeNeeding, hasBubblewrap, hasProgram } from '../../test/scratch.js';
import { findLinkedWorktree } from './linked-worktree.js';

const { scratch, exec } = bubblewrapBench();
const AUTHOR = { GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@x', GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@x' };

/** Git as somebody outside the sandbox would run it. */
function git(directory: string, ...args: readonly string[]): string {
  const { stdout, stderr, status } = spawnSync('git', args, {
    cwd: scratch.at(directory),
    env: { ...AUTHOR, PATH: process.env['PATH'], GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
}

describeNeeding('bubblewrap and git', hasBubblewrap() && hasProgram('git', '--version'), 'a workspace that is a linked worktree', () => {
  const own = (): string => scratch.at('main/.git/worktrees/root');
  beforeEach(() => {
    scratch.write({ 'main/a': 'one\n' });
    git('main', 'init', '-q', '-b', 'main');
    git('main', 'add', '-A');
    git('main', 'commit', '-q', '-m', 'First');
    spawnSync('rm', ['-rf', scratch.at('root')]);
    git('main', 'worktree', 'add', '-q', '-b', 'topic', scratch.at('root'));
  });

  test('git works in it: status, commit, stash, a branch', async () => {
    const script =
      'git status --short --branch; echo two > b; git add -A; git commit -qm Second; echo x >> a; git stash -q; git branch other; git log --format=%s';
    expect(await exec(script, { env: AUTHOR })).toMatchObject({
      stdout: '## topic\nSecond\nFirst\n',
      stderr: '',
      exitCode: 0,
      denials: [],
    });
    expect(git('main', 'log', '-1', '--format=%s', 'topic')).toBe('Second');
    expect(git('root', 'status', '--short')).toBe('');
    git('main', 'fsck', '--strict');
  });

  test.each([
    ['the configuration', 'git config core.fsmonitor x', 'config'],
    ['a hook', 'echo WON > "$COMMON/hooks/post-commit"', 'hooks/post-commit'],
    ['the branch of the main worktree', 'echo WON > "$COMMON/HEAD"', 'HEAD'],
    ['the index of the main worktree', 'rm -f "$COMMON/index"', 'index'],
    ['where the configuration is', 'echo /tmp > "$COMMON/worktrees/root/commondir"', 'worktrees/root/commondir'],
    ['where the worktree is', 'mv "$COMMON/worktrees/root/gitdir" x', 'worktrees/root/gitdir'],
    ['the name of its own directory', 'mv "$COMMON/worktrees/root" "$COMMON/worktrees/x"', 'worktrees/root'],
  ])('it cannot change %s', async (_what, command, path) => {
    const common = scratch.at('main/.git');
    const before = existsSync(join(common, path)) && path !== 'worktrees/root' ? readFileSync(join(common, path)) : undefined;
    const { exitCode, denials } = await exec(command, { env: { COMMON: common } });
    expect(exitCode).not.toBe(0);
    expect(denials).toEqual([expect.stringMatching(/^changing .*, which is protected$/)]);
    if (before !== undefined) expect(readFileSync(join(common, path))).toEqual(before);
    else expect(existsSync(join(common, path))).toBe(path === 'worktrees/root');
  });

  test('a configuration of its own that was not there is put aside', async () => {
    const { denials } = await exec('echo WON > "$OWN/config.worktree"', { env: { OWN: own() } });
    expect(denials).toEqual([`writing ${own()}/config.worktree, which is protected; it was renamed to end in .sandbox`]);
    expect(existsSync(join(own(), 'config.worktree'))).toBe(false);
  });

  test('files of the main worktree are not seen', async () => {
    expect((await exec(`cat ${scratch.at('main/a')}`)).exitCode).toBe(1);
  });

  test('a file .git that names a repository which does not name the worktree opens nothing', async () => {
    expect(findLinkedWorktree(scratch.at('root'))).toEqual({ common: scratch.at('main/.git'), own: own() });
    writeFileSync(join(own(), 'gitdir'), `${scratch.at('elsewhere')}/.git\n`);
    expect(findLinkedWorktree(scratch.at('root'))).toBeUndefined();
    expect((await exec(`ls ${scratch.at('main')}`)).exitCode).toBe(2);
    writeFileSync(scratch.at('root/.git'), `gitdir: ${scratch.at('main/.git')}\n`);
    expect(findLinkedWorktree(scratch.at('root'))).toBeUndefined();
    expect(findLinkedWorktree(scratch.at('main'))).toBeUndefined();
  });
});
