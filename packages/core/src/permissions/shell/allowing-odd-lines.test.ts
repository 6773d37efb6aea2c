import { NO_FACTS, type CallFacts } from '../../contracts/permissions.js';
import { compileShellCommandMatcher } from '../match/shell-command-matcher.js';
import { loadShellReader, type ShellReader } from './load-shell-reader.js';

// Lines of people who read the source. A program's own pattern must not allow what runs or writes more than it says.

let read: ShellReader;
beforeAll(async () => {
  read = await loadShellReader();
});

const judged = (pattern: string, line: string): string => {
  const facts: CallFacts = { ...NO_FACTS, commands: { command: { raw: line, line: read(line) } } };
  return compileShellCommandMatcher(pattern, 'permit')(line, 'command', facts);
};
const allowed = (lines: readonly string[]): readonly string[] =>
  lines.filter((line) => judged(`${line.split(' ')[0] ?? ''} *`, line) === 'yes');

describe('a pattern for the program alone does not allow', () => {
  test.each<readonly [string, readonly string[]]>([
    [
      'git, with an option that runs or writes',
      [
        'git log --output=MARK',
        'git log --outp MARK',
        'git diff -O/x',
        'git -C /other log',
        'git --exec-path=. log',
        'git --git-di=x log',
        'git grep -O"touch MARK" x',
        'git grep --open-files-in-pager=touch x',
        'git rebase -x "touch MARK" HEAD~1',
        'git submodule foreach x',
        'git archive -o MARK HEAD',
        'git archive --remote=x --exec=touch HEAD',
        'git clone --template=x',
        'git fetch "ext::sh -c x"',
        'git ls-remote --upload-pack=x .',
        'git fast-export --export-marks=MARK --all',
        'git read-tree --index-output=MARK HEAD',
        'git apply --unsafe-paths x',
        'git diff --no-index /etc/passwd f',
        'git interpret-trailers --in-place f',
      ],
    ],
    [
      'git, with a subcommand that is an alias, an extension, or runs others',
      [
        'git lg',
        'git -C . lg',
        'git remote-ext x "sh -c x"',
        'git daemon --inetd',
        'git web--browse x',
        'git hook run post-commit',
        'git credential-store --file MARK store',
        'git bisect run touch MARK',
        'git difftool -y',
        'git config alias.x "!touch MARK"',
        'git checkout-index --prefix=/x/ -a',
        'git maintenance start',
        'git pack-objects /x/MARK',
        'gh alias set x "!touch MARK"',
        'gh extension install x',
        'gh lg',
        'npm config set script-shell x',
        'npm explore x -- touch MARK',
      ],
    ],
    [
      'text tools',
      [
        "sed -l 5 'w MARK' f",
        "sed --line-length 5 'w MARK' f",
        "sed -nl 5 'w MARK' f",
        'sed --expression=1wMARK f',
        "sed --expr='1w MARK' f",
        'sed s/a/touch\\ MARK/e f',
        "sed -n '\\,a,wMARK' f",
        "sed '/[/]w/p;wMARK' f",
        "sed p f -e 'wMARK'",
        'awk -W exec=x',
        'mawk -Wexec=x',
        'awk \'BEGIN{f="sys" "tem"; @f("x")}\'',
        'uniq - MARK',
        'uniq -- f MARK',
        'uniq -c - MARK',
        'xxd f MARK',
        'xxd -r f MARK',
        "split --filter='touch MARK' f",
        'shuf -o MARK f',
        'iconv -f x -t y --output=MARK f',
        'sort --compress-prog=x f',
        'sort f -oMARK',
        'sort --files0-from=x',
        'wc --files0-from=x',
        'du --files0=x',
        'date -f x',
        'file -f x',
        'diff --to-file=x f',
        'diff3 --diff-program=x a b c',
        'sdiff -o MARK a b',
        'patch -o MARK a b',
        'prettier --plugin=./x f',
        'eslint --fix .',
      ],
    ],
    [
      'archives and the net',
      [
        'tar xf a -C /etc',
        'tar cf a -T list',
        'tar xf other:a',
        'tar --checkpoint-action=exec=x -cf a f',
        'unzip a -d /',
        '7z x a -o/x',
        'cpio --rsh-command=x -iF a',
        'rsync -aex a b:',
        'rsync -M--log-file=MARK a b',
        'rsync --log-file=MARK a b',
        'ssh -oProxyCommand=x h',
        'ssh -I ./x.so h',
        'sftp -S x h',
        'scp -S x a b:',
        'curl -d @/etc/passwd u',
        'curl -d@/etc/passwd u',
        'curl --json @/etc/passwd u',
        'curl -F x=@/etc/passwd u',
        'curl file:///etc/passwd',
        "curl -w '%output{MARK}x' u",
        'curl --unix-socket /var/run/docker.sock u',
        'curl --engine ./x.so u',
        'wget --warc-file=x u',
        'wget --rejected-log=MARK u',
        'nc -e x h 1',
        'socat - EXEC:x',
        'tcpdump -z x -w MARK',
      ],
    ],
    [
      'programs with a shell in them',
      [
        "vim -c '!touch MARK'",
        'vim f',
        "ed f <<< '!touch MARK'",
        "dc -e '!touch MARK'",
        "m4 <<< 'syscmd(touch MARK)'",
        "sqlite3 db '.shell touch MARK'",
        'sqlite3 db',
        "sqlite3 db 'select writefile(1, 2)'",
        "psql -c '\\! touch MARK'",
        'psql db',
        "mysql -e '\\! x'",
        'less +!x f',
        'man -P x ls',
        'gdb x',
        'mail x',
        'perl -Mx f',
        'ruby -rx f',
        'node --run x',
        'php -d auto_prepend_file=x y',
      ],
    ],
    [
      'programs that start another one',
      [
        'npx tsc',
        'npx -c "touch MARK"',
        'npm exec tsc',
        'npm x -- tsc',
        'pnpm dlx x',
        'bun x foo',
        'uv run x',
        'poetry run x',
        'setarch x86_64 touch MARK',
        'fakeroot touch MARK',
        'prlimit touch MARK',
        'valgrind x',
        'perf stat touch MARK',
        "env -S 'touch\\_MARK'",
        "env -S 'sh -c' 'touch MARK'",
        "strace -o '|touch MARK' ls",
        'bwrap --dev-bind / / touch MARK',
        'run-parts x',
        'hyperfine "touch MARK"',
        'ld.so /bin/touch MARK',
        'jobs -x touch MARK',
      ],
    ],
  ])('%s', (_kind, lines) => {
    expect(allowed(lines)).toEqual([]);
  });

  test('but what these programs are mostly used for', () => {
    const lines = [
      'git status',
      'git -p log',
      'git commit -m x',
      'gh pr list',
      'npm test',
      'uniq -f 1 f',
      'sed -n 5p f',
      "sed -l 5 's/a/b/' f",
      'wc -l $X',
      'xxd f',
      'curl -sS https://a.example/x',
      "sqlite3 db 'select 1'",
      'psql -c "select 1"',
      'diff a b',
      'tar cf a f',
    ];
    expect(allowed(lines)).toEqual(lines);
  });

  test('unless it names what it starts', () => {
    expect(judged('npx tsc *', 'npx tsc -p .')).toBe('yes');
    expect(judged('npm exec -- tsc *', 'npm exec -- tsc -p .')).toBe('yes');
    expect(judged('git lg *', 'git lg -3')).toBe('yes');
    expect(judged("env -S 'ls -l' *", "env -S 'ls -l' x")).toBe('yes');
  });
});
