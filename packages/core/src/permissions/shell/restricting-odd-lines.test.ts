import { NO_FACTS, type CallFacts } from '../../contracts/permissions.js';
import { compileShellCommandMatcher } from '../match/shell-command-matcher.js';
import { loadShellReader, type ShellReader } from './load-shell-reader.js';

// Lines of people who read the source: each runs `rm`, or may.

let read: ShellReader;
beforeAll(async () => {
  read = await loadShellReader();
});

const judged = (line: string): string => {
  const facts: CallFacts = { ...NO_FACTS, commands: { command: { raw: line, line: read(line) } } };
  return compileShellCommandMatcher('rm *', 'restrict')(line, 'command', facts);
};
const cleared = (lines: readonly string[]): readonly string[] => lines.filter((line) => judged(line) === 'no');

const A = `'a[$(rm x)]'`;

describe('a pattern that restricts does not clear', () => {
  test.each<readonly [string, readonly string[]]>([
    [
      'text that bash calculates with or expands once more',
      [
        `RANDOM=${A}`,
        `SECONDS=${A}; ls`,
        `for SECONDS in ${A}; do :; done`,
        `export OPTIND=${A}`,
        `read RANDOM <<< x`,
        `X=${A}; echo $((X))`,
        `declare -a 'x=($(rm x))'`,
        `declare -a x; declare 'x=($(rm x))'`,
        `local -a 'x=($(rm x))'`,
        `export -a 'x=($(rm))'`,
        `readonly -a x='($(rm))'`,
        `y='($(rm x))'; declare -a x=$y`,
        `declare -a x=$y`,
        `test -v ${A}`,
        `O=-v; test $O ${A}`,
        `printf $O 'a[x]' y`,
        `wait -n -p ${A}`,
        `[[ -v ${A} ]]`,
        `declare -n r=${A}`,
        `unset ${A}`,
        `let x=${A}`,
        'echo ${x@P}',
        'echo ${!x}',
      ],
    ],
    [
      'what makes names mean another program',
      [
        'BASH_CMDS=([ls]=/bin/rm); ls x',
        'BASH_CMDS[ls]=/bin/rm; ls x',
        'declare -A BASH_ALIASES=([ls]=rm)',
        'BASH_LOADABLES_PATH=.; ls',
        'read PATH <<< .; ls',
        'read -r -a PATH <<< .; ls',
        'mapfile PATH',
        'getopts a PATH -a; ls',
        'unset PATH; ls',
        'coproc PATH { :; }',
        '{PATH}>f ls',
        'exec {PATH}>f; ls',
        'hash -p /bin/rm ls; ls',
        'VIMINIT=x vim f',
        'KUBECONFIG=x kubectl get pods',
        'git lg',
      ],
    ],
    [
      'programs that start it',
      [
        "env -S 'rm\\_x'",
        "env -S 'sh -c' 'rm x'",
        "env -S '${A}rm x'",
        'setarch -R rm x',
        'setarch x86_64 rm x',
        'run-parts x',
        "sed -l 5 '1e rm x' f",
        "ed f <<< '!rm x'",
        'vi f',
        "dc -e '!rm x'",
        'm4 <<< x',
        "sqlite3 db '.shell rm x'",
        'sqlite3 db',
        'psql',
        "split --filter='rm x' f",
        "socat - EXEC:'rm x'",
        "strace -o '|rm x' ls",
        'perl -Mx=y f',
        'npx rm x',
        'npm exec -- rm x',
        "npm explore y -- 'rm x'",
        'perf record -o x -- rm y',
        'jobs -x $(echo rm)',
        'docker run --rm -v /:/host alpine rm -rf /host/x',
        "docker compose exec -T web sh -c 'rm x'",
        'docker exec web /bin/rm x',
        'docker --context a run -it $IMAGE rm x',
        'kubectl -n a exec pod -- rm x',
      ],
    ],
  ])('%s', (_kind, lines) => {
    expect(cleared(lines)).toEqual([]);
  });

  test('but what is written every day', () => {
    const lines = [
      '[ -n "$x" ] && ls',
      '[ "$a" = "$b" ] || ls',
      'test -f $x && ls',
      '[ $# -gt 0 ]; ls',
      'X=$(date); ls "$X"',
      'read -r x; ls $x',
      'declare -r x=$y; ls',
      'unset x; ls',
      'git -C . status',
      'docker rm x',
      'docker ps --filter name=rm',
      'docker exec web ls x',
      'kubectl get pods',
      'python x.py',
      "psql -c 'select 1'",
      'wait $!; ls',
      'X="a (b)"; ls',
    ];
    expect(cleared(lines)).toEqual(lines);
  });
});
