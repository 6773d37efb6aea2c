import fc from 'fast-check';
import type { CallFacts, PathFact } from '../../contracts/permissions.js';
import { NO_FACTS } from '../../contracts/permissions.js';
import { escapeGlob } from '../../registry/glob.js';
import { compilePathMatcher } from './path-matcher.js';
import { compilePathGlob, foldForm, readPath } from './path-glob.js';

const ROOT = '/base/root';

/** What a workspace at ROOT says of a path; `links` maps a folder to where it leads. */
function factsOf(raw: string, options: { links?: Record<string, string>; resolves?: boolean; caseless?: boolean } = {}): CallFacts {
  const { links = {}, resolves = true, caseless = false } = options;
  const inside = raw.startsWith(`${ROOT}/`) ? raw.slice(ROOT.length + 1) : raw;
  const { absolute, segments } = readPath(inside);
  const outside = absolute || segments[0] === '..';
  const normalized = outside ? undefined : segments.join('/');
  const link = Object.entries(links).find(([from]) => normalized === from || normalized?.startsWith(`${from}/`));
  const target = link === undefined || normalized === undefined ? normalized : link[1] + normalized.slice(link[0].length);
  const leaves = target?.startsWith('..') ?? true;
  const fact: PathFact = { raw, normalized, canonical: resolves && !leaves ? target : undefined, outside: leaves };
  return { paths: { path: fact }, urls: {}, caseInsensitivePaths: caseless, workspaceRoot: ROOT };
}

const deny = (pattern: string, raw: string, facts: CallFacts): string => compilePathMatcher(pattern, 'restrict')(raw, 'path', facts);
const allow = (pattern: string, raw: string, facts: CallFacts): string => compilePathMatcher(pattern, 'permit')(raw, 'path', facts);

describe('a denied path cannot be reached by another spelling', () => {
  test.each(['secrets/k', './secrets/k', 'src/../secrets/k', 'secrets//k', 'secrets/./k', `${ROOT}/secrets/k`, './/secrets/x/../k'])(
    'secrets/* covers %s',
    (raw) => {
      expect(deny('secrets/*', raw, factsOf(raw))).toBe('yes');
    },
  );

  test('a link to the folder is the folder', () => {
    expect(deny('secrets/*', 'link/k', factsOf('link/k', { links: { link: 'secrets' } }))).toBe('yes');
  });

  test.each([
    ['./secrets/*', 'secrets/k', 'yes'],
    ['secrets//*', 'secrets/k', 'yes'],
    ['src/../secrets/*', 'secrets/k', 'yes'],
    ['secrets/', 'secrets', 'yes'],
    ['secrets/', 'secrets/a/b', 'yes'],
    ['secrets/**', 'secrets', 'yes'],
    ['secrets/**', 'secrets/a/b/c', 'yes'],
    ['secrets/*', 'secrets/a/b', 'no'],
    ['secrets/*', 'secrets', 'no'],
    ['secrets', 'secrets/k', 'no'],
    ['secrets/*', 'secrets2/k', 'no'],
    ['secrets/*', 'a/secrets/k', 'no'],
    ['**/secrets/*', 'a/b/secrets/k', 'yes'],
    ['**/secrets/*', 'secrets/k', 'yes'],
    ['**', '.', 'yes'],
    ['*', '.env', 'yes'],
    ['**/.env', 'a/.env', 'yes'],
    ['*.pem', 'a/b.pem', 'no'],
    ['**/*.pem', 'b.pem', 'yes'],
    [`${ROOT}/secrets/*`, 'secrets/k', 'yes'],
    [`${ROOT}/secrets/*`, `${ROOT}/src/../secrets/k`, 'yes'],
    [`${ROOT}/secrets/*`, 'public/k', 'no'],
    ['/etc/**', '/etc/passwd', 'yes'],
    ['/etc/**', 'etc/passwd', 'no'],
    ['**/passwd', '/etc/passwd', 'yes'],
    ['../other/*', '../other/k', 'yes'],
    ['link/**', 'link/../x', 'yes'],
    ['secrets/*', 'secrets/k/', 'yes'],
    ['secrets/*', './././secrets///k', 'yes'],
    ['secrets/*', 'a/b/../../secrets/./k', 'yes'],
    ['**/.env', '.env/', 'yes'],
    ['.env*', '.env.local', 'yes'],
    ['secrets/*', 'secrets\\k', 'no'],
    ['secrets/*', ' secrets/k', 'no'],
    ['secrets/[!x]', 'secrets/k', 'yes'],
  ])('deny %s on %s: %s', (pattern, raw, expected) => {
    expect(deny(pattern, raw, factsOf(raw))).toBe(expected);
  });

  test('composed and decomposed names are one name', () => {
    expect(deny('caf\u00e9/*', 'cafe\u0301/k', factsOf('cafe\u0301/k'))).toBe('yes');
    expect(deny('cafe\u0301/*', 'caf\u00e9/k', factsOf('caf\u00e9/k'))).toBe('yes');
  });

  test.each([
    ['.env', '.ENV', true, 'yes'],
    ['.env', '.ENV', false, 'no'],
    ['SECRETS/*', 'secrets/k', true, 'yes'],
    ['secrets/[A-C]*', 'SECRETS/b1', true, 'yes'],
    ['secrets/*', '\u017fecrets/k', true, 'yes'],
  ])('deny %s on %s, case-insensitive %s: %s', (pattern, raw, caseless, expected) => {
    expect(deny(pattern, raw, factsOf(raw, { caseless }))).toBe(expected);
  });
});

describe('a directory that goes with all that it holds', () => {
  const entries = ['secrets', 'logs', 'secrets/k', 'secrets/sub', 'secrets/sub/x.key', 'logs/a.log'];
  const holding = (raw: string, complete: boolean, options: Parameters<typeof factsOf>[1] = {}): CallFacts => {
    const facts = factsOf(raw, options);
    return { ...facts, paths: { path: { ...facts.paths['path']!, below: { entries, complete } } } };
  };

  test.each([
    ['data/secrets/**', 'data', 'yes', 'yes'],
    ['data/secrets/', 'data', 'yes', 'yes'],
    ['data/secrets/*', './src/../data/', 'yes', 'yes'],
    ['data/*/k', 'data', 'yes', 'yes'],
    ['**/*.key', 'data', 'yes', 'yes'],
    ['**/*.pem', 'data', 'no', 'unknown'],
    ['data/logs/*.key', 'data', 'no', 'unknown'],
    ['data', 'data', 'yes', 'yes'],
    ['other/secrets/**', 'data', 'no', 'no'],
    ['secrets/**', 'data', 'no', 'no'],
    ['secrets/**', '.', 'yes', 'yes'],
    ['*', '.', 'yes', 'yes'],
    ['data', 'data/logs', 'no', 'no'],
    [`${ROOT}/data/secrets/k`, 'data', 'yes', 'yes'],
    [`${ROOT}/other/*`, 'data', 'no', 'no'],
    ['/etc/**', 'data', 'no', 'no'],
  ])('deny %s on %s: %s, and %s where it holds more than was looked through', (pattern, raw, expected, expectedIfMore) => {
    expect([deny(pattern, raw, holding(raw, true)), deny(pattern, raw, holding(raw, false))]).toEqual([expected, expectedIfMore]);
  });

  test('is judged behind links, and by names as the file system compares them', () => {
    expect(deny('real/secrets/k', 'link', holding('link', true, { links: { link: 'real' } }))).toBe('yes');
    expect(deny('DATA/SECRETS/K', 'data', holding('data', true, { caseless: true }))).toBe('yes');
    expect(deny('DATA/SECRETS/K', 'data', holding('data', true))).toBe('no');
  });

  test('is allowed by its own name', () => {
    expect(allow('data', 'data', holding('data', true))).toBe('yes');
    expect(allow('data/secrets/*', 'data', holding('data', true))).toBe('no');
  });
});

describe('what cannot be compared is unknown to a deny rule and never allowed', () => {
  test.each([
    ['no facts', 'other/k', NO_FACTS],
    ['facts of another value', 'other/k', factsOf('elsewhere/k')],
  ])('%s', (_case, raw, facts) => {
    expect(deny('secrets/*', raw, facts)).toBe('unknown');
    expect(allow('**', raw, facts)).toBe('no');
  });

  test('the text alone can condemn', () => {
    expect(deny('secrets/*', 'a/../secrets/k', NO_FACTS)).toBe('yes');
  });

  test('an absolute pattern without a known root', () => {
    const { workspaceRoot: _unknown, ...facts } = factsOf('secrets/k');
    expect(deny(`${ROOT}/secrets/*`, 'secrets/k', facts)).toBe('unknown');
    expect(allow(`${ROOT}/secrets/*`, 'secrets/k', facts)).toBe('no');
    expect(deny('secrets/*', 'secrets/k', facts)).toBe('yes');
  });

  test('a path whose links cannot be told', () => {
    expect(deny('secrets/*', 'link/k', factsOf('link/k', { resolves: false }))).toBe('unknown');
    expect(deny('link/*', 'link/k', factsOf('link/k', { resolves: false }))).toBe('yes');
    expect(allow('**', 'link/k', factsOf('link/k', { resolves: false }))).toBe('no');
  });

  test('a path that leads outside is below no root, but may be anywhere where there is no root', () => {
    const { workspaceRoot: _none, ...rootless } = factsOf('/home/me/secrets/k');
    expect(deny('secrets/*', '/home/me/secrets/k', factsOf('/home/me/secrets/k'))).toBe('no');
    expect(deny('secrets/*', '/home/me/secrets/k', rootless)).toBe('unknown');
  });

  test('a relative spelling that leads outside, against an absolute pattern', () => {
    expect(deny('/etc/**', '../../etc/passwd', factsOf('../../etc/passwd'))).toBe('unknown');
  });
});

describe('an allowed path is what the workspace makes of it', () => {
  test.each([
    ['docs/*', 'docs/a.md', 'yes'],
    ['docs/*', './docs/x/../a.md', 'yes'],
    ['docs/*', `${ROOT}/docs/a.md`, 'yes'],
    ['docs/*', 'docs/a/b.md', 'no'],
    ['docs/*', 'docs/../secrets/k', 'no'],
    ['docs/**', 'docs/a/b.md', 'yes'],
    ['docs/**', 'docs', 'no'],
    ['docs/', 'docs', 'yes'],
    ['docs/', 'docs/a.md', 'no'],
    ['**', '.', 'yes'],
    ['**', 'a/b', 'yes'],
    ['**/*', '.', 'no'],
    ['docs/*', '../docs/a.md', 'no'],
    ['**', '../x', 'no'],
    ['**', '/etc/passwd', 'no'],
    ['/etc/*', '/etc/passwd', 'no'],
    [`${ROOT}/docs/*`, 'docs/a.md', 'yes'],
    [`${ROOT}/docs/*`, 'src/a.md', 'no'],
    ['Docs/*', 'docs/a.md', 'no'],
  ])('allow %s on %s: %s', (pattern, raw, expected) => {
    expect(allow(pattern, raw, factsOf(raw))).toBe(expected);
  });

  test('a link must not let a rule cover a target elsewhere', () => {
    expect(allow('docs/**', 'docs/link/k', factsOf('docs/link/k', { links: { 'docs/link': 'secrets' } }))).toBe('no');
    expect(allow('**', 'link/k', factsOf('link/k', { links: { link: '../out' } }))).toBe('no');
    const outside: PathFact = { raw: 'docs/k', normalized: 'docs/k', canonical: 'docs/k', outside: true };
    expect(allow('docs/*', 'docs/k', { ...NO_FACTS, paths: { path: outside } })).toBe('no');
    expect(allow('docs/**', 'docs/link/k', factsOf('docs/link/k', { links: { 'docs/link': 'docs/real' } }))).toBe('yes');
  });

  test('glob characters in real names are only names', () => {
    const raw = 'app/(group)/[id]/p$a+b.ts';
    expect(allow('app/**', raw, factsOf(raw))).toBe('yes');
    expect(allow(escapeGlob(raw), raw, factsOf(raw))).toBe('yes');
    expect(allow(escapeGlob('src/[lang]/page.ts'), 'src/l/page.ts', factsOf('src/l/page.ts'))).toBe('no');
    expect(allow('src/[lang]/page.ts', 'src/l/page.ts', factsOf('src/l/page.ts'))).toBe('yes');
  });
});

describe('a workspace without a root names files outside the working directory absolutely', () => {
  const facts = (raw: string, normalized: string): CallFacts => ({
    ...NO_FACTS,
    paths: { path: { raw, normalized, canonical: normalized, outside: false } },
  });
  test.each([
    ['/etc/**', '../etc/x', '/etc/x', 'yes', 'yes'],
    ['etc/**', '../etc/x', '/etc/x', 'no', 'no'],
    ['**', '../etc/x', '/etc/x', 'no', 'yes'],
    ['**/x', '../etc/x', '/etc/x', 'no', 'yes'],
    ['src/*', 'src/x', 'src/x', 'yes', 'yes'],
    ['/proj/src/*', 'src/x', 'src/x', 'no', 'unknown'],
  ])('%s on %s, which is %s: allow %s, deny %s', (pattern, raw, normalized, permitted, restricted) => {
    expect([allow(pattern, raw, facts(raw, normalized)), deny(pattern, raw, facts(raw, normalized))]).toEqual([permitted, restricted]);
  });
});

test.each(['src/**.key', 'a**/b', '*/../x', '**/..', 'a[/]b', '[z-', 'x/[b-A]'])('the path pattern %s is refused', (pattern) => {
  expect(() => compilePathMatcher(pattern, 'restrict')).toThrow(expect.objectContaining({ code: 'PATTERN_INVALID' }));
  expect(() => compilePathMatcher(pattern, 'permit')).toThrow(expect.objectContaining({ code: 'PATTERN_INVALID' }));
});

const segment = fc.constantFrom('a', 'b', 'secrets', '.', '..', '', 'x.y', '.git', 'é', 'e\u0301');
const pathText = fc.array(segment, { minLength: 1, maxLength: 6 }).map((segments) => segments.join('/'));
const patternText = fc
  .array(fc.constantFrom('a', 'b', 'secrets', '*', '**', '*s', 'x.?', '[ab]', 'é'), { minLength: 1, maxLength: 5 })
  .map((segments) => segments.join('/'));

test('whatever an allow pattern covers, a deny pattern of the same text covers too', () => {
  fc.assert(
    fc.property(patternText, pathText, fc.boolean(), (pattern, raw, caseless) => {
      const facts = factsOf(raw, { caseless });
      if (allow(pattern, raw, facts) === 'yes') expect(deny(pattern, raw, facts)).toBe('yes');
    }),
  );
});

test('a deny pattern covers every spelling of what it covers', () => {
  fc.assert(
    fc.property(patternText, pathText, pathText, (pattern, raw, detour) => {
      const facts = factsOf(raw);
      const normalized = facts.paths['path']?.normalized;
      fc.pre(normalized !== undefined && deny(pattern, normalized, factsOf(normalized)) === 'yes');
      const around = `${detour.replaceAll('..', 'd')}/${'../'.repeat(readPath(detour.replaceAll('..', 'd')).segments.length)}${raw}`;
      const spelling = around.startsWith('/') ? `.${around}` : around;
      expect(deny(pattern, spelling, { ...facts, paths: { path: { ...facts.paths['path']!, raw: spelling } } })).toBe('yes');
    }),
  );
});

test('matching stays quick on a path and pattern made to go wrong', () => {
  const pattern = `${'**/a/'.repeat(150)}b`;
  const raw = 'a/'.repeat(2_000) + 'c';
  expect(deny(pattern, raw, factsOf(raw))).toBe('no');
});

test('a pattern reaches below every directory that holds something it is about', () => {
  const names = fc.array(fc.constantFrom('a', 'b', 'secrets', 'x.y'), { maxLength: 4 });
  fc.assert(
    fc.property(patternText, names, names, fc.constantFrom('permit', 'restrict'), (pattern, directory, below, reading) => {
      const glob = compilePathGlob(pattern.split('/'), reading, foldForm);
      if (below.length > 0 && glob.matches([...directory, ...below])) expect(glob.reachesBelow(directory)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});
