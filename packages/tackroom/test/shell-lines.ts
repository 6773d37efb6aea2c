import fc from 'fast-check';

/** Single-quoted for bash. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The ways to write one word. */
const SPELLINGS: readonly ((word: string) => string)[] = [
  (word) => word,
  (word) => `'${word}'`,
  (word) => `"${word}"`,
  (word) => `\\${word}`,
  (word) => `${word.slice(0, 1)}''${word.slice(1)}`,
  (word) => `${word.slice(0, 1)}\\\n${word.slice(1)}`,
  (word) => `$'\\x${word.charCodeAt(0).toString(16)}${word.slice(1)}'`,
  (word) => `$BIN/${word}`,
  (word) => `./.bin/${word}`,
  (word) => `$"${word}"`,
  (word) => `{${word},-y}`,
  (word) => `$(echo ${word})`,
  (word) => `.bin/${word.slice(0, 1)}*${word.slice(-1)}`,
  (word) => `\${NONE:-${word}}`,
];

/** The ways to put a command into another one's words. */
const ARGUMENTS: readonly ((inner: string) => string)[] = [
  () => 'x',
  () => "'a b'",
  () => '-x',
  () => '--forbidden',
  () => '$V',
  () => '"$V"',
  () => '*',
  () => '{a,b}',
  () => '~',
  () => '$((1+1))',
  () => '# x',
  (inner) => quoted(`$(${inner})`),
  (inner) => `$(${inner})`,
  (inner) => `"\`${inner.replaceAll(/[`\\$"]/g, '\\$&')}\`"`,
  (inner) => `"a$(${inner})b"`,
  (inner) => `\${NONE:-$(${inner})}`,
  (inner) => `"\${NONE:=$(${inner})}"`,
  (inner) => `<(${inner})`,
  (inner) => `$((a[$(${inner})0]))`,
  (inner) => `\${V/a/$(${inner})}`,
  (inner) => `"\${V:$(${inner})0}"`,
];

const AFTERTHOUGHTS = ['', '', '', ' > out', ' 2>&1', ' >/dev/null', ' < /dev/null', ' 2>>err', ' &>both', ' <<< text'];
const BEFORE = ['', '', '', 'A=1 ', 'LANG=C ', '>f ', 'A=$(zap hidden) ', 'PATH=.bin ', 'IFS=, '];

/** The ways to run a line by way of something else. */
const WRAPS: readonly ((line: string) => string)[] = [
  (line) => `env A=1 ${line}`,
  (line) => `env -u A -- ${line}`,
  (line) => `env -S ${quoted(line)}`,
  (line) => `timeout -s KILL 5 ${line}`,
  (line) => `nice -n 1 ${line}`,
  (line) => `nohup ${line}`,
  (line) => `stdbuf -oL ${line}`,
  (line) => `setsid -w ${line}`,
  (line) => `command ${line}`,
  (line) => `exec ${line}`,
  (line) => `exec -a other ${line}`,
  (line) => `sudo -u joe ${line}`,
  (line) => `time -p ${line}`,
  (line) => `! ${line}`,
  (line) => `eval ${quoted(line)}`,
  (line) => `eval ${line}`,
  (line) => `bash -c ${quoted(line)}`,
  (line) => `sh -ec ${quoted(line)} x`,
  (line) => `bash -o errexit -c ${quoted(line)}`,
  (line) => `bash <<EOF\n${line}\nEOF`,
  (line) => `bash <<'EOF'\n${line}\nEOF`,
  (line) => `bash -s <<< ${quoted(line)}`,
  (line) => `echo ${quoted(line)} | bash`,
  (line) => `cat <<EOF\n$(${line})\nEOF`,
  (line) => `cat <<'EOF'\n$(${line})\nEOF`,
  (line) => `cat <<-EOF\n\tx\n\tEOF\n${line}`,
  (line) => `cat <<EOF\nx\n EOF\n${line}\nEOF`,
  (line) => `echo a | xargs ${line}`,
  (line) => `xargs -I% ${line} % <<< q`,
  (line) => `echo ok | xargs -I% % ${line}`,
  (line) => `find . -maxdepth 0 -exec ${line} \\;`,
  (line) => `find . -maxdepth 0 -execdir ${line} {} +`,
  (line) => `trap ${quoted(line)} EXIT`,
  (line) => `. /dev/stdin <<< ${quoted(line)}`,
  (line) => `source <(echo ${quoted(line)})`,
  (line) => `echo ${quoted(line)} > s; bash s`,
  (line) => `X=${quoted(line)}; $X`,
  (line) => `X=${quoted(line)}; eval "$X"`,
  (line) => `f(){ ${line}\n}; f`,
  (line) => `f(){ "$@"; }; f ${line}`,
  (line) => `ok(){ ${line}\n}; ok`,
  (line) => `command_not_found_handle(){ ${line}\n}; nothing-like-it`,
  (line) => `coproc ${line}; wait`,
  (line) => `if ${line}; then ${line}; else ${line}; fi`,
  (line) => `for i in a b; do ${line}; done`,
  (line) => `for i in zap ok; do $i x; done; ${line}`,
  (line) => `case x in x) ${line};; esac`,
  (line) => `while ${line}; do break; done`,
  (line) => `(${line})`,
  (line) => `!(${line})`,
  (line) => `{ ${line}; }`,
  (line) => `${line} & wait`,
  (line) => `[[ -n $(${line}) ]]`,
  (line) => `X=${quoted(`a[$(${line})]`)}; echo $((X))`,
  (line) => `X=${quoted(`a[$(${line})]`)}; [[ X -eq 0 ]]`,
  (line) => `X=${quoted(`$(${line})`)}; echo "\${X@P}"`,
  (line) => `X=Y; Y=${quoted(`a[$(${line})]`)}; echo \${!Y}`,
  (line) => `[ -v ${quoted(`a[$(${line})]`)} ]`,
  (line) => `test -v ${quoted(`a[$(${line})]`)}`,
  (line) => `printf -v ${quoted(`a[$(${line})]`)} x`,
  (line) => `read ${quoted(`a[$(${line})]`)} <<< x`,
  (line) => `unset ${quoted(`a[$(${line})]`)}`,
  (line) => `declare ${quoted(`a[$(${line})]=1`)}`,
  (line) => `declare -i n; n=${quoted(`a[$(${line})]`)}`,
  (line) => `let ${quoted(`a[$(${line})]`)}`,
  (line) => `mapfile -C ${quoted(`${line} #`)} -c 1 <<< x`,
  (line) => `compgen -C ${quoted(line)} x`,
  (line) => `PS4=${quoted(`$(${line})`)}; set -x; ok x`,
  (line) => `BASH_ENV=<(echo ${quoted(line)}) bash -c :`,
  (line) => `export BASH_ENV=s; echo ${quoted(line)} > s; bash -c :`,
  (line) => `shopt -s expand_aliases\nalias fine=${quoted(`${line};`)}\nfine -x`,
  (line) => `hash -p .bin/zap ok; ok x; ${line}`,
  (line) => `enable -n echo; ${line}`,
  (line) => `ok x # ; ${line}`,
  (line) => `ok x\n# c\n${line}`,
  (line) => `ok "x\n${line}"`,
  (line) => `ok x \\\n; ${line}`,
];

const SEPARATORS = ['; ', ' && ', ' || ', ' | ', ' |& ', ' & ', '\n', '\r\n', ';;'];

/** Lines of bash around a few programs: every way to hide one that came to mind, and combinations of them. */
export function shellLines(programs: readonly string[]): fc.Arbitrary<string> {
  const { line } = fc.letrec<{ line: string; simple: string; part: string }>((tie) => ({
    simple: fc
      .record({
        before: fc.constantFrom(...BEFORE),
        program: fc.constantFrom(...programs),
        spelling: fc.oneof({ weight: 3, arbitrary: fc.constant(SPELLINGS[0]) }, { weight: 2, arbitrary: fc.constantFrom(...SPELLINGS) }),
        args: fc.array(fc.tuple(fc.constantFrom(...ARGUMENTS), fc.constantFrom(...programs)), { maxLength: 2 }),
        after: fc.constantFrom(...AFTERTHOUGHTS),
      })
      .map(({ before, program, spelling, args, after }) => {
        const words = args.map(([argument, inner]) => ` ${argument(`${inner} inner`)}`).join('');
        return `${before}${spelling?.(program) ?? program}${words}${after}`;
      }),
    part: fc.oneof(
      { weight: 3, arbitrary: tie('simple') },
      { weight: 2, arbitrary: fc.tuple(fc.constantFrom(...WRAPS), tie('simple')).map(([wrap, simple]) => wrap(simple)) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.constantFrom(...WRAPS), fc.constantFrom(...WRAPS), tie('simple'))
          .map(([outer, inner, simple]) => outer(inner(simple))),
      },
    ),
    line: fc
      .array(fc.tuple(tie('part'), fc.constantFrom(...SEPARATORS)), { minLength: 1, maxLength: 3 })
      .map((parts) => parts.map(([part, separator], at) => (at === parts.length - 1 ? part : `${part}${separator}`)).join('')),
  }));
  return line;
}
