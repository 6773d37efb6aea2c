import { NO_FACTS, type CallFacts } from '../../contracts/permissions.js';
import type { Match, Reading } from '../match/matcher.js';
import { compileShellCommandMatcher } from '../match/shell-command-matcher.js';
import { loadShellReader, type ShellReader } from './load-shell-reader.js';

// A word that is broken with an empty expansion is what it would be without it.

let read: ShellReader;
beforeAll(async () => {
  read = await loadShellReader();
});

const judged = (pattern: string, line: string, reading: Reading): Match => {
  const facts: CallFacts = { ...NO_FACTS, commands: { command: { raw: line, line: read(line) } } };
  return compileShellCommandMatcher(pattern, reading)(line, 'command', facts);
};

const BROKEN = [
  "git config${X-} alias.p '!touch x'",
  'git bisect${X-} run x',
  "npm ex${X-ec} -c 'touch x'",
  'npm con${X-fig} set script-shell x',
  "npm -s -s -s -s -s -s -s -s exec -c 'touch x'",
  'make SHELL${Y-=./s} x',
  'tar c${Y-I}f x /dev/null f',
  `sqlite3 x.db "select write\${Y}file('new','x')"`,
  'sqlite3 :memory: ".${X-}shell rm f"',
  'sort f$X',
  'sort "f$@"',
  'python3 -${X}c x',
  'find . -max${X}depth 0 -e${X}xec rm {} +',
  'xargs -r${X} touch',
  'timeout 5{,s} x',
  'timeout -s $X 5 cat x',
  'env PA${X}TH=. cat',
  'printf -${X}v a x',
  "test -${X}v 'a[1]'",
];

test('a pattern for the program alone does not allow a word that may be one of a table', () => {
  expect(BROKEN.filter((line) => judged(`${line.split(' ')[0] ?? ''} *`, line, 'permit') === 'yes')).toEqual([]);
});

test('a pattern that restricts other programs does not clear it', () => {
  expect(BROKEN.filter((line) => !line.startsWith('npm -s') && judged('rm *', line, 'restrict') === 'no')).toEqual([]);
});

test.each([
  ['git push --force *', 'git pu${X}sh -f'],
  ['rm -rf *', 'rm -r"$X" x'],
  ['rm -rf *', 'rm -r --fo"$X" x'],
  ['docker run *', 'docker ru${X}n y'],
])('what %s restricts may be %s', (pattern, line) => {
  expect(judged(pattern, line, 'restrict')).toBe('unknown');
});

test('a word whose known parts fit nothing that is listed is allowed', () => {
  const lines = [
    'git commit -m "fix $X"',
    'git add "src/$X"',
    'npm run "test$X"',
    'sort "f$X"',
    'find "src/$X" -name x',
    'timeout "5$X" x',
    'printf "%s" "$X"',
    'wc --lines "$X"',
  ];
  expect(
    lines.filter((line) => judged(line.startsWith('timeout') ? 'timeout * x' : `${line.split(' ')[0] ?? ''} *`, line, 'permit') !== 'yes'),
  ).toEqual([]);
});
