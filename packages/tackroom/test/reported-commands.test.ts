import { execFileSync } from 'node:child_process';
import { rule, type PermissionOptions } from 'tackroom';
import { ASKED, commandFixture, MARKED, only, RUN } from './command-fixture.js';

// Ways around rules on commands that were reported of tools like this one, each tried on a real repository.

const { tried, harness, root } = commandFixture();

const ALL: PermissionOptions = { allow: ['run_command'], guards: [] };

interface Attack {
  readonly allowed: string;
  readonly command: string;
  /** A program that it needs besides git and the usual ones. */
  readonly needs?: string;
  /** It does harm that leaves no mark, or needs what the test does not have. */
  readonly unmarked?: true;
}

const attack = (allowed: string, ...commands: readonly string[]): readonly Attack[] => commands.map((command) => ({ allowed, command }));

const ATTACKS: Readonly<Record<string, readonly Attack[]>> = {
  'a substitution inside an argument': [
    ...attack(
      'git log*',
      'git log $(touch MARK)',
      'git log `touch MARK`',
      'git log "$(touch MARK)"',
      'git log <(touch MARK)',
      'git log "${x:=$(touch MARK)}"',
      'git log $((a[$(touch MARK)0]))',
      'git log "$(git log $(touch MARK))"',
      'git log ${HOME/x/$(touch MARK)}',
      'git log <<< "$(touch MARK)"',
      'git log <<EOF\n$(touch MARK)\nEOF',
      'git log 2> >(touch MARK)',
    ),
    ...attack('git log*', "RANDOM='a[$(touch MARK)]'; git log", "for SECONDS in 'a[$(touch MARK)]'; do git log; done"),
    ...attack('declare *', "declare -a 'x=($(touch MARK))'", "declare 'x[$(touch MARK)]=1'"),
    ...attack('test *', "test -v 'a[$(touch MARK)]'"),
  ],
  'a list, a group, a function': [
    ...attack(
      'git log*',
      'git log; touch MARK',
      'git log && touch MARK',
      'git log\ntouch MARK',
      'git log & touch MARK',
      'git log | tee MARK',
    ),
    ...attack('git log*', 'git log > MARK', 'git log >& MARK', 'git log >| MARK', '>MARK git log'),
    ...attack('ls*', 'ls(){ touch MARK; }; ls', '{ ls; touch MARK; }', '(touch MARK)', 'if ls; then touch MARK; fi'),
    ...attack(
      'ls*',
      'coproc touch MARK',
      "trap 'touch MARK' EXIT",
      'ls; function ls { touch MARK; }; ls',
      'case x in x) touch MARK;; esac',
    ),
    ...attack('ls*', 'BASH_CMDS=([ls]=/usr/bin/touch); ls MARK', 'BASH_CMDS[ls]=/usr/bin/touch; ls MARK'),
  ],
  'a glob that covers another program': [
    ...attack('git diff*', "git difftool -y -x 'touch MARK' HEAD~1"),
    ...attack('git diff *', "git difftool -y -x 'touch MARK' HEAD~1"),
    ...attack('git *', 'git lg', 'git -C . lg', 'git --no-pager lg'),
  ],
  'an assignment in front': [
    ...attack('git log*', "GIT_EXTERNAL_DIFF='touch MARK;' git log -p --ext-diff"),
    ...attack('git status*', "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.fsmonitor GIT_CONFIG_VALUE_0='touch MARK;false' git status"),
    ...attack('node -p 1', 'NODE_OPTIONS=--require=./x.js node -p 1'),
    ...attack('env *', "env -S 'touch\\_MARK'", "env -S 'sh -c' 'touch MARK'", "env GIT_EXTERNAL_DIFF='touch MARK;' git log -p --ext-diff"),
    ...attack('cat *', 'PATH=.:$PATH cat f', 'PATH=.:$PATH; cat f', 'read -r PATH <<< .:/usr/bin:/bin; cat f', 'unset PATH; cat f'),
    { allowed: 'git log*', command: 'LD_PRELOAD=./x.so git log', unmarked: true },
  ],
  'an option of a program that reads': [
    ...attack('find *', 'find . -maxdepth 0 -exec touch MARK \\;', 'find . -fprint MARK', 'find . -fprintf MARK x', 'find . -fls MARK'),
    { allowed: 'find *', command: 'find . -exec touch MARK \\;', unmarked: true },
    { allowed: 'find *', command: 'find . -delete', unmarked: true },
    ...attack('sort *', 'sort -o MARK f', 'sort --output=MARK f', 'sort f -uoMARK', 'sort --outp MARK f'),
    ...attack('uniq *', 'uniq f MARK', 'uniq - MARK', 'uniq -- f MARK'),
    ...attack(
      'sed *',
      "sed -n 'w MARK' f",
      "sed '1e touch MARK' f",
      "sed -l 5 'w MARK' f",
      'sed --expression=1wMARK f',
      "sed 's/t/touch MARK/;s/.*/touch MARK/e' f",
    ),
    ...attack('awk *', `awk 'BEGIN{system("touch MARK")}'`, `awk 'BEGIN{print > "MARK"}'`, `awk 'BEGIN{print | "touch MARK"}'`),
    { allowed: 'rg *', command: "rg --pre 'touch' x f", unmarked: true },
    ...attack('xargs *', 'xargs touch <<< MARK', 'xargs -I% touch % <<< MARK'),
    ...attack('cat *', 'cat f | tee MARK'),
    ...attack('split *', "split --filter='touch MARK' f"),
    ...attack('shuf *', 'shuf -o MARK f'),
    ...attack('git log*', 'git log --output=MARK', 'git log -p --ext-diff --output MARK'),
    ...attack(
      'git *',
      "git -c core.fsmonitor='touch MARK;false' status",
      "git grep -O'touch MARK #' o",
      "git rebase -q -x 'touch MARK' HEAD~1",
    ),
    ...attack('tar *', 'tar cf /dev/null f --checkpoint=1 --checkpoint-action=exec="touch MARK"', 'tar cf /dev/null f -I "touch MARK;cat"'),
    { allowed: 'xxd *', command: 'xxd f MARK', needs: 'xxd' },
    { allowed: 'ed *', command: "ed f <<< '!touch MARK'", needs: 'ed' },
    { allowed: 'sqlite3 *', command: "sqlite3 :memory: '.shell touch MARK'", needs: 'sqlite3' },
  ],
  'a program of the workspace': [...attack('cat *', './cat f', '"$PWD"/cat f', '../root/cat f', '~+/cat f')],
};

const rows = Object.entries(ATTACKS).flatMap(([kind, attacks]) => attacks.map(({ allowed, command }) => [kind, allowed, command] as const));
const isThere = ({ needs }: Attack): boolean => needs === undefined || isInstalled(needs);
const marking = Object.values(ATTACKS)
  .flat()
  .filter((candidate) => candidate.unmarked !== true && isThere(candidate));

describe('an attack is asked about, and leaves no mark', () => {
  test.each(rows)('%s: %j and %j', async (_kind, allowed, command) => {
    expect(await tried(only(allowed), { command })).toEqual(ASKED);
  });

  test('also by the whole path of a program of the workspace', async () => {
    expect(await tried(only('cat *'), { command: `${root()}/cat f` })).toEqual(ASKED);
  });
});

describe('the attacks leave their mark when nothing stops them', () => {
  test.each(marking.map(({ command }) => command))('%j', async (command) => {
    expect(await tried(ALL, { command })).toEqual(MARKED);
  });
});

test.each([
  ['git log*', 'git log --oneline'],
  ['git log*', "git log --grep='$(touch MARK)'"],
  ['git log*', 'git log -3 > /dev/null 2>&1'],
  ['git log*', 'LANG=C git log'],
  ['ls*', 'ls; ls -la'],
  ['git diff*', 'git diff HEAD~1'],
  ['git diff *', 'git diff'],
  ['git status*', 'git status'],
  ['node -p 1', 'node -p 1'],
  ['find *', 'find . -name x'],
  ['sort *', 'sort f'],
  ['uniq *', 'uniq f'],
  ['sed *', "sed -n '1,2p' f"],
  ['cat *', 'cat f'],
])('a plain command runs unasked: %j and %j', async (allowed, command) => {
  expect(await tried(only(allowed), { command })).toEqual(RUN);
});

describe('deny rules', () => {
  const deny = (command: string): PermissionOptions => ({ deny: [rule('run_command', { command })], allow: ['run_command'] });

  test.each([
    ['kill *', 'kill -9 123456'],
    ['rm -rf*', 'rm -rf f'],
    ['rm -rf*', 'rm -fr f'],
    ['rm -rf*', 'rm -r -f f'],
    ['rm -rf *', 'rm --recursive --force f'],
    ['rm -rf *', 'rm f -rf'],
    ['touch *', 'env A=1 touch MARK'],
    ['touch *', "bash -c 'touch MARK'"],
    ['touch *', 'cd . && /usr/bin/touch MARK'],
    ['git push --force *', 'git -C . push -f'],
    ['*dd *', 'echo add this'],
  ])('%j denies %j, and the run goes on', async (pattern, command) => {
    expect(await tried(deny(pattern), { command })).toEqual(RUN);
    const { error } = await harness().execute({ name: 'run_command', args: { command } });
    expect(error?.code).toBe('PERMISSION_DENIED');
  });

  test.each([
    ['touch *', 'X=touch; $X MARK'],
    ['touch *', "RANDOM='a[$(touch MARK)]'"],
    ['touch *', "env -S 'touch\\_MARK'"],
    ['touch *', 'git lg'],
    ['rm -rf *', 'rm $OPTIONS f'],
  ])('%j cannot be decided about %j, which is asked', async (pattern, command) => {
    expect(await tried(deny(pattern), { command })).toEqual(ASKED);
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
  await tried({ allow: ['run_command'], dangerousCommands: { verdict: 'deny' } }, { command });
  const { error } = await harness().execute({ name: 'run_command', args: { command } });
  expect(error).toMatchObject({ code: 'PERMISSION_DENIED', message: expect.stringContaining('it removes a root') as string });
});

describe('where a command starts', () => {
  test.each(['../out', '/'])('a rule that allows a command does not allow it in %j', async (cwd) => {
    expect(await tried(only('touch *'), { command: 'touch MARK', cwd })).toEqual(ASKED);
  });

  test('nor behind a link that leads out', async () => {
    execFileSync('ln', ['-s', '../out', 'link'], { cwd: root() });
    expect(await tried(only('touch *'), { command: 'touch MARK', cwd: 'link' })).toEqual(ASKED);
  });

  test('a rule that names the folder allows the command there only', async () => {
    const permissions: PermissionOptions = { allow: [rule('run_command', { command: 'git log*', cwd: 'src*' })], ask: ['run_command'] };
    expect(await tried(permissions, { command: 'git log' })).toEqual(ASKED);
  });

  test('a deny rule about a folder that the call does not name is not about the call', async () => {
    const permissions: PermissionOptions = { deny: [rule('run_command', { cwd: '/etc*' })], allow: ['run_command'] };
    expect(await tried(permissions, { command: 'git log' })).toEqual(RUN);
  });
});

test('functions that the environment brings do not stand in for programs', async () => {
  process.env['BASH_FUNC_ls%%'] = '() { touch MARK; }';
  try {
    expect(await tried(only('ls*'), { command: 'ls' })).toEqual(RUN);
  } finally {
    delete process.env['BASH_FUNC_ls%%'];
  }
});

function isInstalled(program: string): boolean {
  try {
    execFileSync('sh', ['-c', 'command -v "$0"', program], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
