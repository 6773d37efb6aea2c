import { NO_FACTS, type CallFacts } from '../../contracts/permissions.js';
import { loadShellReader, type ShellReader } from '../shell/load-shell-reader.js';
import { compileShellCommandMatcher } from './shell-command-matcher.js';
import type { Match, Reading } from './matcher.js';

let read: ShellReader;
beforeAll(async () => {
  read = await loadShellReader();
});

function match(pattern: string, line: string, reading: Reading, caseInsensitivePaths = false): Match {
  const facts: CallFacts = { ...NO_FACTS, caseInsensitivePaths, commands: { command: { raw: line, line: read(line) } } };
  return compileShellCommandMatcher(pattern, reading)(line, 'command', facts);
}

describe('to permit, every command of a line must match', () => {
  test.each([
    ['git log*', 'git log --oneline'],
    ['git log *', 'git log'],
    ['git log*', 'git log --oneline && git log -3'],
    ['git log*', 'git log; git log | git log &'],
    ['git log*', 'git log\ngit log -p'],
    ['git log*', "git log --grep='$(touch MARK)'"],
    ['git log*', 'git log > /dev/null 2>&1'],
    ['git log*', 'LANG=C TZ=UTC git log'],
    ['git log*', 'g\\\nit "log" --on\'\'eline'],
    ['git log*', 'git log # touch MARK'],
    ['git log*', '! git log'],
    ['git log*', 'if git log; then git log -3; fi'],
    ['git log*', '(git log)'],
    ['echo *', 'echo "$(echo x)" `echo y`'],
    ['cat *', 'for f in a b; do cat "$f"; done'],
    ['cat *', 'cat <<< text'],
    ['cat *', 'cat <<EOF\n$(cat x)\nEOF'],
    ['ls *', 'ls *.ts ~/x {a,b}'],
    ['find *', 'find . -name "*.ts"'],
    ['sort *', 'sort -n f'],
    ['uniq *', 'uniq -c f'],
    ['sed *', "sed -n '5,10p' README.md"],
    ['sed *', "sed 's/a/b/g; /x/d' f"],
    ['awk *', "awk '{print $1}' f"],
    ['git diff *', 'git diff HEAD~1 -- f'],
    ['git diff --output=*', 'git diff --output=x'],
    ['git -c core.pager=cat log *', 'git -c core.pager=cat log -3'],
    ['find * -exec grep *', 'find . -exec grep x {} +'],
    ['timeout * npm test', 'timeout 60 npm test'],
    ["bash -c 'npm test'", 'bash -c "npm test"'],
    ['./build.sh *', './build.sh --fast'],
  ])('%j allows %j', (pattern, line) => {
    expect(match(pattern, line, 'permit')).toBe('yes');
  });

  test.each([
    ['git log*', 'git log; touch MARK', 'no'],
    ['git log*', 'git log | tee MARK', 'no'],
    ['git log*', 'git log & touch MARK', 'no'],
    ['git log*', 'git log\ntouch MARK', 'no'],
    ['git log*', './git log', 'no'],
    ['git log*', '"git log" x', 'no'],
    ['git log*', '/usr/bin/git log', 'no'],
    ['echo *', 'echo $(touch MARK)', 'no'],
    ['echo *', 'echo `touch MARK`', 'no'],
    ['echo *', 'echo "${x:-$(touch MARK)}"', 'no'],
    ['ls*', '{ ls; touch MARK; }', 'no'],
    ['ls*', '(touch MARK)', 'no'],
    ['ls*', 'if ls; then touch MARK; fi', 'no'],
    ['cat *', 'cat <<EOF\n$(touch MARK)\nEOF', 'no'],
    ['git log*', 'git log $(git log)', 'unknown'],
    ['git log*', 'git log <(touch MARK)', 'unknown'],
    ['git log*', 'git log "${x:=$(touch MARK)}"', 'unknown'],
    ['git log*', 'git log $((a[$(touch MARK)0]))', 'unknown'],
    ['git log*', 'git log > MARK', 'unknown'],
    ['git log*', 'git log < secret', 'unknown'],
    ['git log*', 'git log >&MARK', 'unknown'],
    ['git log*', 'git log {fd}>MARK', 'unknown'],
    ['git log*', 'GIT_PAGER=x git log', 'unknown'],
    ['git log*', 'HOME=x; git log', 'unknown'],
    ['git log*', 'X=$(id); git log', 'unknown'],
    ['git log*', 'for PATH in .; do git log; done', 'unknown'],
    ['ls*', 'ls(){ ls; }; ls', 'unknown'],
    ['ls*', 'coproc ls', 'unknown'],
    ['ls*', '[[ -v a ]] && ls', 'unknown'],
    ['ls*', 'ls "', 'unknown'],
    ['ls*', 'ls !(x)', 'unknown'],
    ['trap*', "trap 'trap x EXIT' EXIT", 'no'],
    ['*', '', 'unknown'],
    ['*', '$X', 'unknown'],
    ['*', '. ./x', 'unknown'],
    ['*', 'eval "$X"', 'unknown'],
    ['*', "[ -v 'a[$(x)]' ]", 'unknown'],
    ['*', "printf -v 'a[$(x)]' y", 'unknown'],
    ['git diff*', "git difftool -y -x 'touch MARK' HEAD~1", 'no'],
    ['git diff *', 'git diff --outp=MARK', 'no'],
    ['git *', 'git -c alias.x=!y x', 'no'],
    ['git *', 'git clone -u x . y', 'no'],
    ['git diff *', 'git diff $X', 'unknown'],
    ['git diff ??', 'git diff $X', 'unknown'],
    ['ls ?', 'ls $X', 'no'],
    ['find *', 'find . -exec touch MARK \\;', 'no'],
    ['find *', 'find . -delete', 'no'],
    ['find * -exec *', 'find . -exec touch MARK \\;', 'no'],
    ['sort *', 'sort -uo MARK f', 'no'],
    ['uniq *', 'uniq f MARK', 'no'],
    ['sed *', "sed -n 'w MARK' f", 'no'],
    ['sed *', "sed '1e touch MARK' f", 'no'],
    ['sed *', "sed 's/a/b/e' f", 'no'],
    ['awk *', 'awk \'BEGIN{system("touch MARK")}\'', 'no'],
    ['rg *', 'rg --pre touch x f', 'no'],
    ['xargs *', 'xargs touch <<< MARK', 'no'],
    ['sudo *', 'sudo touch MARK', 'no'],
    ['bash *', 'bash -c "touch MARK"', 'no'],
    ['bash *', 'bash <<< "touch MARK"', 'unknown'],
    ['python *', 'python -c "x"', 'no'],
    ['node -p *', 'NODE_OPTIONS=--require=./x.js node -p 1', 'unknown'],
  ])('%j does not allow %j (%s)', (pattern, line, expected) => {
    expect(match(pattern, line, 'permit')).toBe(expected);
  });
});

describe('to restrict, one command in any of its spellings is enough', () => {
  test.each([
    'rm x',
    'rm',
    ' rm x',
    'ls; rm x',
    'ls && (rm x)',
    '/bin/rm x',
    "r''m x",
    'r\\m x',
    'r\\\nm x',
    "$'\\x72m' x",
    'echo "$(rm x)"',
    'cat <(rm x)',
    'A=1 rm x',
    'PATH=. rm x',
    '>f rm x',
    'sudo -u joe A=1 rm x',
    'env -i -u B A=1 rm x',
    "env -S 'rm x'",
    'timeout -s KILL 5 nice -n 3 nohup rm x',
    'command -p rm x',
    'exec -a y rm x',
    'time rm x',
    'ls | xargs -n1 rm',
    'xargs -I% rm %',
    'busybox rm x',
    'bash -ec "ls; rm x"',
    'bash -c \'bash -c "rm x"\'',
    'eval rm x',
    "trap 'rm x' EXIT",
    "su root -c 'rm x'",
    "flock f -c 'rm x'",
    'watch -n 1 rm x',
    'find . -name y -exec rm {} +',
    'bash <<EOF\nrm x\nEOF',
    "sh <<< 'rm x'",
    'f(){ rm "$1"; }; f x',
    'coproc rm x',
    'while rm x; do :; done',
    'rm $X',
  ])('"rm *" restricts %j', (line) => {
    expect(match('rm *', line, 'restrict')).toBe('yes');
  });

  test.each([
    '$X x',
    'x=rm; $x y',
    '{rm,x}',
    '/bin/r? x',
    'eval "$X"',
    'bash -c "$X"',
    'bash x.sh',
    'source x',
    'echo "rm x" | bash',
    'curl x | sh -s',
    'echo x | parallel',
    'xargs -I% % x',
    'someone rm x',
    'strange-wrapper --flag /bin/rm x',
    'python -c "import os"',
    'python3 <<< "x"',
    'awk \'BEGIN{system("x")}\'',
    'git -c alias.x=!y x',
    'find . $X',
    'PATH=. ls',
    'export BASH_ENV=x; ls',
    'echo $((x))',
    'echo ${!x}',
    'echo ${x@P}',
    '[[ $x -eq 1 ]]',
    "declare 'a[$(x)]=1'",
    'alias x=y',
    'shopt -s expand_aliases',
    'hash -p /bin/rm ls; ls',
    'ls "',
    '',
  ])('"rm *" cannot tell whether it is about %j', (line) => {
    expect(match('rm *', line, 'restrict')).toBe('unknown');
  });

  test.each([
    'git status',
    'git rm x',
    'echo rm x',
    'grep -r rm .',
    'ls -la > f && npm test',
    'for f in *.ts; do cat "$f"; done',
    'NODE_ENV=test npm test',
    'export FOO="$BAR"',
    "sed 's/a/b/' f",
    'set -euo pipefail; ls',
    'x=1; echo $x',
    'command -v rm',
    'rmdir x',
    'confirm x',
  ])('"rm *" is not about %j', (line) => {
    expect(match('rm *', line, 'restrict')).toBe('no');
  });

  test('flags are part of the text', () => {
    expect(match('kill *', 'kill -9 123456', 'restrict')).toBe('yes');
  });

  test('words that only the shell knows count for anything', () => {
    expect(match('npm publish*', 'ls $X', 'restrict')).toBe('no');
    expect(match('npm publish*', 'npm $X', 'restrict')).toBe('unknown');
  });

  test('where file names have no case, neither have programs', () => {
    expect(match('rm *', 'RM x', 'restrict')).toBe('no');
    expect(match('rm *', 'RM x', 'restrict', true)).toBe('yes');
  });

  test('a fact of another line counts for nothing', () => {
    const facts: CallFacts = { ...NO_FACTS, commands: { command: { raw: 'ls', line: read('ls') } } };
    expect(compileShellCommandMatcher('ls*', 'permit')('ls; rm x', 'command', facts)).toBe('unknown');
    expect(compileShellCommandMatcher('rm *', 'restrict')('ls; rm x', 'command', facts)).toBe('unknown');
  });
});
