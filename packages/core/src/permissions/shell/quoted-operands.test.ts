import { NO_FACTS, type CallFacts } from '../../contracts/permissions.js';
import type { Match, Reading } from '../match/matcher.js';
import { compileShellCommandMatcher } from '../match/shell-command-matcher.js';
import { loadShellReader, type ShellReader } from './load-shell-reader.js';

// Text that bash reads in another way than it looks: what is not on the line as a command may run all the same.

let read: ShellReader;
beforeAll(async () => {
  read = await loadShellReader();
});

const judged = (pattern: string, line: string, reading: Reading): Match => {
  const facts: CallFacts = { ...NO_FACTS, commands: { command: { raw: line, line: read(line) } } };
  return compileShellCommandMatcher(pattern, reading)(line, 'command', facts);
};

const OPERATORS = [':-', '-', ':+', '+', ':?', '?', '#', '##', '%', '%%', '/a/', '//a/', '/', '^^', ',', '[0]:-', '[@]+'];
const QUOTED = ["'$(rm f)'", "$'$(rm f)'", "a'`rm f`'", `'"'$(rm f)'"'`, "'\\$(rm f)'"];
const hiding = OPERATORS.flatMap((operator) =>
  QUOTED.flatMap((operand) => {
    const expansion = `\${x${operator}${operand}}`;
    return [
      `cat "${expansion}"`,
      `cat <<E\n${expansion}\nE`,
      `cat <<<"${expansion}"`,
      `cat "$(cat "${expansion}")"`,
      `LANG="${expansion}" cat x`,
    ];
  }),
);

test('quotes in an operand, in double quotes or in a here-document, quote nothing', () => {
  expect(hiding.filter((line) => judged('cat *', line, 'permit') === 'yes')).toEqual([]);
  expect(hiding.filter((line) => judged('touch *', line, 'restrict') === 'no')).toEqual([]);
});

test('what a command writes is not calculated with, since it may be the name of a list and hold a command', () => {
  const calculations = ['$(($(cat f)))', '$((1+`cat f`))', '$[ $(cat f) ]', '${x:$(cat f)}', '${x:0:$(cat f)}', '${x[$(cat f)]}'];
  const lines = calculations.flatMap((text) => [`cat ${text}`, `cat "${text}"`, `cat <<E\n${text}\nE`, `LANG=${text} cat x`]);
  lines.push(
    '(( $(cat f) )); cat x',
    'for (( ; $(cat f); )); do cat x; done',
    '[[ $(cat f) -eq 0 ]] && cat x',
    'x[$(cat f)]=1; cat x',
    'let "$(cat f)"; cat x',
  );
  expect(lines.filter((line) => judged('cat *', line, 'permit') === 'yes')).toEqual([]);
  expect(lines.filter((line) => judged('touch *', line, 'restrict') === 'no')).toEqual([]);
});

test('a text ends where bash ends it, or it cannot be told', () => {
  const lines = ["cat <<$'E\\x{4f}F'\nEOF\nrm f\nE\\x{4f}F\n", 'cat <<"$(x)"\n$(x)\nrm f\n', "cat <<E'O'F\nEOF\nrm f\n"];
  expect(lines.filter((line) => judged('cat *', line, 'permit') === 'yes')).toEqual([]);
  expect(lines.filter((line) => judged('rm *', line, 'restrict') === 'no')).toEqual([]);
});

test.each([
  [
    'permit',
    'cat *',
    'yes',
    [
      'cat "${x:-y}"',
      'cat "${x:-\'y z\'}"',
      'cat "${x#*/}"',
      'cat "${x:-$y}"',
      'cat <<E\n${x:-"y"} it\'s\nE',
      'cat "$((1 + 2))"',
      'LANG=C cat x',
    ],
  ],
  ['permit', 'cat *', 'unknown', ['LANG=$X cat x', 'LANG="$(cat f)" cat x', 'TZ=${x:-C} cat x']],
  ['restrict', 'rm *', 'yes', ["$'\\x{72}m' f", "$'r\\x{6d}' f", "find . -name f $'\\x{2d}exec' rm {} +"]],
] as const)('to %s, %s says %s', (reading, pattern, match, lines) => {
  expect(lines.filter((line) => judged(pattern, line, reading) !== match)).toEqual([]);
});

test('options in ANSI-C quotes are options', () => {
  const lines = ["find . $'\\x{2d}delete'", "sort f $'\\x{2d}onew'", "git log $'\\x{2d}-output=x'"];
  expect(lines.filter((line) => judged(`${line.split(' ')[0] ?? ''} *`, line, 'permit') === 'yes')).toEqual([]);
});

test('a list is not set to text that only the shell knows, since that is expanded once more', () => {
  const lines = [
    'read Y < f; declare -a x; declare x=$Y',
    'read Y < f; declare -a x; declare "x=$Y"',
    'read Y < f; x=(); typeset x="$Y"',
    'f() { local x="$Y"; local -A x; }; f',
    'mapfile x < f; declare x=$Y',
    'declare PIPESTATUS=$Y',
    'read -a x < f; declare "x=$Y"',
  ];
  expect(lines.filter((line) => judged('rm *', line, 'restrict') === 'no')).toEqual([]);
  const plain = ['declare -r x=$y; cat x', 'local x="$1"; cat x', 'export X=$Y; cat x', 'readonly "X=a $Y"'];
  expect(plain.filter((line) => judged('rm *', line, 'restrict') !== 'no')).toEqual([]);
});
