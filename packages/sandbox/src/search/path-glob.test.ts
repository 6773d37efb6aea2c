import fc from 'fast-check';
import { compilePathGlob } from './path-glob.js';

const paths = [
  'a.ts',
  'b.tsx',
  '.env',
  '.github/w.yml',
  'src/a.ts',
  'src/b.md',
  'src/deep/er/c.ts',
  'app/(g)/[id]/p$a+b.ts',
  'a\nb',
  '~/x',
  'é.ts',
  '😀',
];

test.each([
  ['*.ts', ['a.ts', 'src/a.ts', 'src/deep/er/c.ts', 'app/(g)/[id]/p$a+b.ts', 'é.ts']],
  ['./*.ts', ['a.ts', 'é.ts']],
  ['**/*.ts', ['a.ts', 'src/a.ts', 'src/deep/er/c.ts', 'app/(g)/[id]/p$a+b.ts', 'é.ts']],
  ['**/*', paths],
  ['**', paths],
  ['*', paths],
  ['./', paths],
  ['.//.', paths],
  ['src/**', ['src/a.ts', 'src/b.md', 'src/deep/er/c.ts']],
  ['src/', ['src/a.ts', 'src/b.md', 'src/deep/er/c.ts']],
  ['src/*', ['src/a.ts', 'src/b.md']],
  ['src/**/*.ts', ['src/a.ts', 'src/deep/er/c.ts']],
  ['**/er/**', ['src/deep/er/c.ts']],
  ['*.{ts,tsx}', ['a.ts', 'b.tsx', 'src/a.ts', 'src/deep/er/c.ts', 'app/(g)/[id]/p$a+b.ts', 'é.ts']],
  ['{src,app}/**/{a,p*}.ts', ['src/a.ts', 'app/(g)/[id]/p$a+b.ts']],
  ['[ab].ts*', ['a.ts', 'b.tsx', 'src/a.ts']],
  ['[!a].ts', ['src/deep/er/c.ts', 'é.ts']],
  ['[b-d].{ts,md}', ['src/b.md', 'src/deep/er/c.ts']],
  ['?.md', ['src/b.md']],
  ['?', ['~/x', '😀']],
  ['app/(g)/\\[id\\]/p$a+b.ts', ['app/(g)/[id]/p$a+b.ts']],
  ['app/(g)/[[]id[]]/*', ['app/(g)/[id]/p$a+b.ts']],
  ['.github/**', ['.github/w.yml']],
  ['A.ts', []],
  ['~/*', ['~/x']],
  ['a?b', ['a\nb']],
  ['src', []],
])('%j matches %j', (pattern, expected) => {
  const glob = compilePathGlob(pattern);
  expect(paths.filter((path) => glob.matches(path))).toEqual(expected);
  // What narrows the search must never leave out a match.
  const { names } = glob;
  if (names === undefined) return;
  const byName = compilePathGlob(`{${names.join(',')},}`);
  for (const path of expected) expect(byName.matches(path.split('/').at(-1) ?? '')).toBe(true);
});

test.each([
  ['', /empty/],
  ['x'.repeat(1_001), /longer than 1000/],
  ['{a,b}'.repeat(30), /more than 100 patterns/],
  ['{a,b}'.repeat(200), /more than 100 patterns/],
  ['{a,b}'.repeat(1_500), /longer than 1000/],
  [`{${'a,'.repeat(200)}b}`, /more than 100 patterns/],
  ['{'.repeat(400) + 'a' + '}'.repeat(400), undefined],
  ['{1..100000000}', /ranges/],
  ['{a..z}', /ranges/],
  ['**/'.repeat(200), /more than 16/],
  ['../**', /".."/],
  ['a/../../*', /".."/],
  ['{..,a}/*', /".."/],
  ['/etc/*', /relative/],
  ['C:/x', /relative/],
  ['{a', /"{" is not closed/],
  ['[a', /"\[" is not closed/],
  ['a\0', /NUL/],
  ['a\ud83d', /surrogate/],
  ['\\', /nothing to escape/],
  ['a/b\\\\\\', /nothing to escape/],
])('%j is bounded', (pattern, message) => {
  if (message === undefined) expect(compilePathGlob(pattern).matches('a')).toBe(true);
  else
    expect(() => compilePathGlob(pattern)).toThrow(
      expect.objectContaining({ code: 'PATTERN_INVALID', message: expect.stringMatching(message) }),
    );
});

test('many stars over a long name cost no more than the product of both', () => {
  expect(compilePathGlob(`${'*a'.repeat(200)}b`).matches('a'.repeat(4_000))).toBe(false);
  expect(compilePathGlob(`${'**/a*/'.repeat(16)}b`).matches('a/'.repeat(2_000))).toBe(false);
});

/** The plainest statement of what a pattern of names, `*` and `**` means. */
function matchesByDefinition(pattern: readonly string[], path: readonly string[]): boolean {
  const [first, ...rest] = pattern;
  if (first === undefined) return path.length === 0;
  if (first === '**') return rest.length === 0 ? path.length > 0 : path.some((_, index) => matchesByDefinition(rest, path.slice(index)));
  const [name, ...below] = path;
  if (name === undefined) return false;
  const regex = new RegExp(`^${[...first].map((c) => (c === '*' ? '.*' : c)).join('')}$`);
  return regex.test(name) && matchesByDefinition(rest, below);
}

test('agrees with its definition', () => {
  const name = fc.stringMatching(/^[ab]{1,3}$/);
  const segment = fc.oneof(
    name,
    fc.constant('**'),
    fc.stringMatching(/^[ab*]{1,4}$/).filter((text) => !/^\*\*+$/.test(text)),
  );
  fc.assert(
    fc.property(fc.array(segment, { minLength: 2, maxLength: 5 }), fc.array(name, { minLength: 1, maxLength: 6 }), (pattern, path) => {
      expect(compilePathGlob(pattern.join('/')).matches(path.join('/'))).toBe(matchesByDefinition(pattern, path));
    }),
    { numRuns: 500 },
  );
});
