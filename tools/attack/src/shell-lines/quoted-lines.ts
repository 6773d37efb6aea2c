import fc from 'fast-check';

const VARIABLES = ['NONE', 'NONE', 'V', 'HOME', '1', '@', '*', 'NONE[0]', '#NONE', '!V', '-', '$'];
const OPERATORS = [
  ':-',
  '-',
  ':+',
  '+',
  ':?',
  '?',
  '#',
  '##',
  '%',
  '%%',
  '/a/',
  '/',
  '//a/',
  '/#a/',
  '^^',
  ',',
  '@',
  ':=',
  ':0:',
  '[0]:-',
  '[@]+',
];
const LEAVES = [
  'a',
  'b',
  ' ',
  '$V',
  '\\$',
  '\\`',
  '\\"',
  "\\'",
  '\\\\',
  '\\}',
  "'",
  '"',
  '$',
  '{',
  '}',
  '(',
  ')',
  '#',
  '\n',
  '[',
  ']',
  "$'",
  '$"',
  'a[',
  '1',
];
const DELIMITERS = ['EOF', '-EOF', "'EOF'", '"EOF"', 'E\\OF', "$'EOF'", "$'E\\x{4f}F'", 'E"O"F', '$EOF', '\\EOF'];

/** One character as an ANSI-C escape. */
const ESCAPES: readonly ((char: string) => string)[] = [
  (char) => `\\x{${hex(char)}}`,
  (char) => `\\x{${hex(char)}`,
  (char) => `\\x{5${hex(char)}}`,
  (char) => `\\x${hex(char)}`,
  (char) => `\\${char.charCodeAt(0).toString(8).padStart(3, '0')}`,
  (char) => `\\u00${hex(char)}`,
  (char) => `\\U000000${hex(char)}`,
];

/** Where a word of the grammar stands on a line. */
const LINES: readonly ((word: string, other: string) => string)[] = [
  (word) => `echo ${word}`,
  (word) => `echo "${word}"`,
  (word, other) => `echo ${other} "${word}" x`,
  (word) => `cat <<<${word}`,
  (word) => `cat <<<"${word}"`,
  (word) => `LANG=${word} ok x`,
  (word) => `LANG="${word}" ok x`,
  (word, other) => `case ${word} in ${other}) echo;; esac`,
  (word) => `for i in ${word}; do echo $i; done`,
  (word, other) => `[[ ${word} == ${other} ]] && ok x`,
  (word) => `echo "$(echo "${word}")"`,
  (word) => `X=${word}; echo "$X"`,
  (word) => `echo x >/dev/null 2>"${word}"`,
  (word) => `printf '%s' "${word}"`,
  (word) => `test "${word}" = x`,
  (word) => `export X="${word}"`,
  (word) => `echo $((${word}))`,
  (word) => `((${word})) || ok x`,
];

/** Where a quoted operand of an expansion is read in another way than elsewhere. */
const QUOTING: readonly ((word: string) => string)[] = [
  (word) => `echo "${word}"`,
  (word) => `cat <<EOF\n${word}\nEOF`,
  (word) => `cat <<<"${word}"`,
  (word) => `LANG="${word}" ok x`,
  (word) => `echo "$(echo "${word}")"`,
];

/** Where the text `a[$(program)]` becomes part of a calculation. */
const CALCULATIONS: readonly ((text: string) => string)[] = [
  (text) => `echo $(( $(echo '${text}') ))`,
  (text) => `echo "$[ $(echo '${text}') + 1 ]"`,
  (text) => `LANG=$(( \`echo '${text}'\` )) ok x`,
  (text) => `cat <<E\n$((1 + $(printf %s '${text}')))\nE`,
  (text) => `echo \${HOME:$(echo '${text}')}`,
  (text) => `echo \${HOME:0:$(echo '${text}')}`,
  (text) => `echo \${HOME[$(echo '${text}')]}`,
  (text) => `echo $((\${NONE:-'${text}'}))`,
  (text) => `(( $(echo '${text}') )); ok x`,
  (text) => `for (( ; $(echo '${text}'); )); do ok x; break; done`,
  (text) => `[[ $(echo '${text}') -eq 0 ]] && ok x`,
  (text) => `test -v "$(echo '${text}')"`,
  (text) => `printf -v "$(echo '${text}')" x`,
  (text) => `let "$(echo '${text}')"`,
  (text) => `declare -i "n=$(echo '${text}')"`,
  (text) => `read "$(echo '${text}')" <<< x`,
  (text) => `unset "$(echo '${text}')"`,
  (text) => `x[$(echo '${text}')]=1; ok x`,
  (text) => `read -r Y <<< '(${text})'; declare -a x; declare x=$Y`,
  (text) => `read -r Y <<< '(${text})'; declare PIPESTATUS="$Y"`,
  (text) => `read -r Y <<< '${text}'; declare -n z=$Y; echo $z`,
  (text) => `while read -r n; do echo $((n + 1)); done <<< '${text}'`,
  (text) => `set -- '${text}'; echo $(($1))`,
  (text) => `mapfile -O '${text}' q <<< 1; exec {${text}}>f`,
  (text) => `OPTIND='${text}'; for SECONDS in '${text}'; do ok x; done`,
];

/** Words that name a program or an option, which is written in ANSI-C escapes. */
const ESCAPED: readonly ((escaped: (text: string) => string, program: string) => string)[] = [
  (escaped, program) => `${escaped(program)} inner`,
  (escaped, program) => `find . -maxdepth 0 ${escaped('-exec')} ${program} inner ';'`,
  (escaped, program) => `find . -maxdepth 0 -exec ${escaped(program)} inner ';'`,
  (escaped, program) => `env ${escaped('-S')} '${program} inner'`,
  (escaped, program) => `echo x | xargs ${escaped(program)}`,
  (escaped, program) => `bash ${escaped('-c')} '${program} inner'`,
  (escaped) => `ok ${escaped('--forbidden')}`,
  (escaped, program) => `echo ${escaped(`$(${program} inner)`)}`,
];

/** Words that are known in part, where a table of words decides. */
const BROKEN: readonly ((program: string) => string)[] = [
  (program) => `find . -maxdepth 0 -e\${NONE}xec ${program} inner ';'`,
  (program) => `echo x | xargs -\${NONE}I{} ${program} {}`,
  (program) => `echo x | xargs -n\${NONE-1} ${program}`,
  (program) => `timeout 5{,s}\${NONE-} ${program} inner`,
  (program) => `timeout -s KILL\${NONE- 5 ${program}} inner`,
  (program) => `env -\${NONE}S '${program} inner'`,
  (program) => `env PA\${NONE}TH=.bin ${program} inner`,
  (program) => `bash -\${NONE}c '${program} inner'`,
  () => `sort x\${NONE- -o y}`,
  (program) => `sed -\${NONE}n '1e ${program} inner' <<< x`,
  (program) => `test -\${NONE}v 'a[$(${program} inner)]'`,
  (program) => `printf -\${NONE}v 'a[$(${program} inner)]' x`,
  () => `ok --for\${NONE}bidden x`,
];

/** Lines of quotes in expansions in quotes, here-documents, ANSI-C escapes, calculations and broken words around the programs. */
export function quotedLines(programs: readonly string[]): fc.Arbitrary<string> {
  const program = fc.constantFrom(...programs);
  const run = program.chain((name) => fc.constantFrom(`$(${name} inner)`, `\`${name} inner\``));
  const line = fc.constantFrom(...LINES);
  return fc.oneof(
    { weight: 5, arbitrary: fc.tuple(line, words(run), words(run)).map(([make, word, other]) => make(word, other)) },
    { weight: 2, arbitrary: fc.tuple(line, operands(run), run).map(([make, word, other]) => make(word, other)) },
    { weight: 3, arbitrary: fc.tuple(fc.constantFrom(...QUOTING), operands(run)).map(([make, word]) => make(word)) },
    { weight: 3, arbitrary: fc.tuple(fc.constantFrom(...DELIMITERS), fc.oneof(words(run), operands(run)), run).map(hereDocument) },
    { weight: 2, arbitrary: fc.tuple(fc.constantFrom(...CALCULATIONS), run).map(([make, inner]) => make(`a[${inner}]`)) },
    {
      weight: 2,
      arbitrary: fc.tuple(fc.constantFrom(...ESCAPED), program, escaping()).map(([make, name, escaped]) => make(escaped, name)),
    },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...BROKEN), program).map(([make, name]) => make(name)) },
  );
}

/** An expansion with a quoted operand, perhaps in another one. */
function operands(run: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const quotes = fc.constantFrom<(text: string) => string>(
    (text) => `'${text}'`,
    (text) => `$'${text}'`,
    (text) => `a'${text}'`,
    (text) => `'"'${text}'"'`,
    (text) => `'}'${text}`,
    (text) => `\\'${text}\\'`,
    (text) => `"'${text}'"`,
    (text) => `$"${text}"`,
  );
  const expansion = fc
    .tuple(
      fc.constantFrom('NONE', 'NONE', 'NONE', 'V', 'HOME', 'NONE[0]'),
      fc.oneof(fc.constantFrom(':-', '-'), fc.constantFrom(...OPERATORS)),
      quotes,
      run,
    )
    .map(([variable, operator, quote, text]) => `\${${variable}${operator}${quote(text)}}`);
  return fc.oneof({ weight: 3, arbitrary: expansion }, { weight: 1, arbitrary: expansion.map((text) => `\${NONE:-${text}}`) });
}

function words(run: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const { word } = fc.letrec<{ word: string }>((tie) => ({
    word: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      { weight: 2, arbitrary: run },
      { weight: 2, arbitrary: fc.constantFrom(...LEAVES) },
      { weight: 3, arbitrary: fc.tuple(tie('word'), tie('word')).map(([one, other]) => one + other) },
      { weight: 1, arbitrary: tie('word').map((text) => `'${text}'`) },
      { weight: 2, arbitrary: tie('word').map((text) => `"${text}"`) },
      { weight: 2, arbitrary: tie('word').map((text) => `$'${text}'`) },
      { weight: 1, arbitrary: tie('word').map((text) => `$"${text}"`) },
      { weight: 1, arbitrary: tie('word').map((text) => `$(echo ${text})`) },
      { weight: 1, arbitrary: tie('word').map((text) => `\`echo ${text.replaceAll('`', '\\`')}\``) },
      { weight: 1, arbitrary: tie('word').map((text) => `$((1 + ${text}))`) },
      { weight: 1, arbitrary: fc.tuple(tie('word'), tie('word')).map(([one, other]) => `{${one},${other}}`) },
      {
        weight: 4,
        arbitrary: fc
          .tuple(fc.constantFrom(...VARIABLES), fc.constantFrom(...OPERATORS), tie('word'))
          .map(([variable, operator, text]) => `\${${variable}${operator}${text}}`),
      },
    ),
  }));
  return word;
}

function hereDocument([delimiter, word, after]: readonly [string, string, string]): string {
  return `cat <<${delimiter}\n${word}\nEOF\n${after.startsWith('$') ? 'echo x' : after.slice(1, -1)}\nE\\x{4f}F\n`;
}

function escaping(): fc.Arbitrary<(text: string) => string> {
  return fc.tuple(fc.constantFrom(...ESCAPES), fc.nat({ max: 5 })).map(([escape, at]) => (text: string) => {
    const index = at % text.length;
    const [before, after] = [text.slice(0, index), text.slice(index + 1)].map((part) => part.replaceAll("'", "\\'"));
    // A digit behind an escape would be part of it.
    return `$'${before ?? ''}${escape(text.charAt(index))}'$'${after ?? ''}'`;
  });
}

function hex(char: string): string {
  return char.charCodeAt(0).toString(16).padStart(2, '0');
}
