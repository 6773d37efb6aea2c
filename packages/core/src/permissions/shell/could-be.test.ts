import fc from 'fast-check';
import { UNKNOWN_TEXT } from '../../contracts/shell-line.js';
import { couldBe, optionTable, type WordTable } from './could-be.js';
import { couldMatch } from './could-match.js';
import { RISKY_OPTIONS } from './risky-options.js';
import { EVALUATORS } from './evaluators.js';
import { INTERPRETERS } from './interpreters.js';
import { WRAPPERS } from './wrappers.js';

const unknown = (word: string): string => word.replaceAll('_', UNKNOWN_TEXT);

test.each<readonly [string, WordTable, readonly string[], readonly string[]]>([
  [
    'a word',
    'config',
    ['_', 'config_', '_config', 'con_fig', 'c_g', 'c_n_f_g', 'conf__ig'],
    ['x_', '_x', 'config_config', 'g_c', 'con_nfig'],
  ],
  ['several words', new Set(['run', 'exec']), ['r_', 'e_c', '_un'], ['a_', 'runs_']],
  ['an expression', /^(?:ext::.*|foreach)$/, ['ext:_', 'fo_ch', 'ext::a_b', '_'], ['fix _', 'foreach_s', 'for each_']],
  [
    'options',
    optionTable('oT', ['output', 'files0-from']),
    ['_', '-_', '-r_', '-_n', '--_', '--ou_', '--o_x', '--output=_', '-x_o'],
    ['a_', '--x_', '--reverse=_'],
  ],
  ['options without letters', optionTable(undefined, ['pre']), ['-_', '--p_', '_'], ['-x_', '--prx_', 'p_']],
])('a word that is known in part may be %s that its known parts fit into, and nothing else', (_, table, may, never) => {
  expect(may.filter((word) => !couldBe(unknown(word), table))).toEqual([]);
  expect(never.filter((word) => couldBe(unknown(word), table))).toEqual([]);
});

test('a known word is one of a table or it is not', () => {
  expect(couldBe('-ro', optionTable('o'))).toBe(true);
  expect(couldBe('--outp=x', optionTable('o', ['output']))).toBe(true);
  expect(couldBe('--', optionTable('o', ['output']))).toBe(false);
  expect(couldBe('run', new Set(['run']))).toBe(true);
  expect(couldBe('runs', /^run$/)).toBe(false);
});

const EXPRESSIONS = [
  ...Object.values(RISKY_OPTIONS).flatMap((options) => options.flatMap(({ words }) => words ?? [])),
  ...EVALUATORS.values(),
  ...Array.from(INTERPRETERS.values(), ({ code }) => code),
  ...[...WRAPPERS.values()].flatMap(({ inert, opaque }) => [inert ?? [], opaque ?? []].flat()),
  /(?:^|[;\n])\s*\.\w|a{2,3}b|\bx(?=y)|(z)\1$/i,
  /^[^=]{3}(?:ab?c){1,}$/,
];

test('whatever an expression of the tables finds, it may be found when any parts of the text are unknown', () => {
  const letters = fc.constantFrom(...'-=@:<|.;[]$`\\/abcdefginoprstvxzEIFS \n12', '--', 'exec', 'system', 'file:', 'ext::');
  const parts = fc.array(fc.record({ text: fc.array(letters, { maxLength: 4 }), isKnown: fc.boolean() }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(fc.constantFrom(...EXPRESSIONS), parts, (expression, list) => {
      const text = list.map((part) => part.text.join('')).join('');
      const word = list.map((part) => (part.isKnown ? part.text.join('') : UNKNOWN_TEXT)).join('');
      if (expression.test(text)) expect(couldMatch(word, expression)).toBe(true);
    }),
    { numRuns: 3_000, seed: 7 },
  );
});
