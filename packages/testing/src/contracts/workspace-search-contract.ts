import type { GlobQuery, GrepQuery, WorkspaceSession } from '@tackroom/core';
import { codeOf } from './test-api.js';
import type { Suite } from './test-api.js';
import type { WorkspaceContext } from './workspace-context.js';

const FILES = {
  'README.md': 'read me\n',
  'src/a.ts': 'one\ntwo\nthree\nfour\nfive\n',
  'src/a/b.ts': 'two',
  'src/b.test.ts': 'three\r\ntwo and three\r\n',
  'src/[id]/p.ts': '',
  '.github/w.yml': 'on: push',
  '.git/config': 'two',
  'sub/.git/hooks/x.ts': 'two',
  'bin.dat': Uint8Array.from([116, 119, 111, 0, 10]),
} as const;

const ALL = ['.github/w.yml', 'README.md', 'bin.dat', 'src/[id]/p.ts', 'src/a/b.ts', 'src/a.ts', 'src/b.test.ts'];
const TS = ALL.filter((path) => path.endsWith('.ts'));

const GLOBS: readonly (readonly [pattern: string, matches: readonly string[]])[] = [
  ['**/*', ALL],
  ['*', ALL],
  ['*.ts', TS],
  ['**/*.ts', TS],
  ['./*.md', ['README.md']],
  ['./*.ts', []],
  ['src/*.ts', ['src/a.ts', 'src/b.test.ts']],
  ['src/**/*.ts', TS],
  ['src/', TS],
  ['src/**', TS],
  ['**/a/**', ['src/a/b.ts']],
  ['src/?.ts', ['src/a.ts']],
  ['src/[!b].ts', ['src/a.ts']],
  ['src/[a-c]*.ts', ['src/a.ts', 'src/b.test.ts']],
  ['{src/a,src/b.test}.ts', ['src/a.ts', 'src/b.test.ts']],
  ['**/{a,{b,c}.test}.ts', ['src/a.ts', 'src/b.test.ts']],
  ['src/\\[id\\]/*', ['src/[id]/p.ts']],
  ['src/[[]id]/*', ['src/[id]/p.ts']],
  ['**/*.yml', ['.github/w.yml']],
  ['.github/**', ['.github/w.yml']],
  ['.git/**', []],
  ['readme.md', []],
  ['src', []],
  ['~/*', []],
];

const BAD_GLOBS = [
  '',
  '../**',
  'a/../../*',
  '/etc/*',
  '{a,../b}',
  'a[',
  '{a',
  '{a,b}'.repeat(30),
  '{a,b}'.repeat(300),
  '{1..100000000}',
  '**/'.repeat(200),
  'a\0',
  'a\\',
  '\\',
  'x'.repeat(2000),
];

const GREPS: readonly (readonly [pattern: string, lines: readonly string[]])[] = [
  ['two', ['src/a/b.ts:1:two', 'src/a.ts:2:two', 'src/b.test.ts:2:two and three']],
  ['^t.*e$', ['src/a.ts:3:three', 'src/b.test.ts:1:three', 'src/b.test.ts:2:two and three']],
  ['(?i)READ', ['README.md:1:read me']],
  ['t(wo|hree)$', ['src/a/b.ts:1:two', 'src/a.ts:2:two', 'src/a.ts:3:three', 'src/b.test.ts:1:three', 'src/b.test.ts:2:two and three']],
  ['\\bthree\\b', ['src/a.ts:3:three', 'src/b.test.ts:1:three', 'src/b.test.ts:2:two and three']],
  ['f[io][uv][re]', ['src/a.ts:4:four', 'src/a.ts:5:five']],
  ['e{2}|f\\w{3}', ['src/a.ts:3:three', 'src/a.ts:4:four', 'src/a.ts:5:five', 'src/b.test.ts:1:three', 'src/b.test.ts:2:two and three']],
  ['on:\\s', ['.github/w.yml:1:on: push']],
  ['[^a-z ]$', []],
  ['nobody', []],
];

const BAD_GREPS = ['(', ')', '[a', 'a{2', '*', '(?=a)', '(?<!a)b', '(a)\\1', 'a\\nb', '[z-a]', '\\'];

/** The part of the workspace contract that searches. */
export const WORKSPACE_SEARCH_SUITE: Suite<WorkspaceContext> = {
  'a glob finds files by path, in path order, hidden ones too and never those of git': async ({ over, expect }) => {
    await over(FILES, async (workspace) => {
      const session = workspace.session('s');
      for (const [pattern, matches] of GLOBS)
        expect([pattern, await session.glob({ pattern, limit: 100 })]).toEqual([
          pattern,
          { matches, more: false, ignored: 0, warnings: [] },
        ]);
    });
  },

  'a glob that leads out, is too large or is none is refused, quickly': async ({ over, expect }) => {
    await over(FILES, async (workspace) => {
      const session = workspace.session('s');
      for (const pattern of BAD_GLOBS) {
        const codes = [
          await codeOf(() => session.glob({ pattern, limit: 10 })),
          await codeOf(() => session.grep({ pattern: 'x', include: pattern, limit: 10 })),
        ];
        expect([pattern, codes]).toEqual([pattern, ['PATTERN_INVALID', 'PATTERN_INVALID']]);
      }
    });
  },

  'searches start where they are told, and name what they find from the root': async ({ over, expect }) => {
    await over(FILES, async (workspace) => {
      const session = workspace.session('s');
      expect(await glob(session, { pattern: '*.ts', path: './src/a/..//a' })).toEqual(['src/a/b.ts']);
      expect(await glob(session, { pattern: 'a/*', path: 'src' })).toEqual(['src/a/b.ts']);
      expect(await glob(session, { pattern: './' })).toEqual(await glob(session, { pattern: '**' }));
      expect(await grep(session, { pattern: 'two', path: 'src/a' })).toEqual(['src/a/b.ts:1:two']);
      expect(await grep(session, { pattern: 'two', path: 'src/a.ts', include: '*.md' })).toEqual(['src/a.ts:2:two']);
      expect(await grep(session, { pattern: 'two', include: 'src/*.ts' })).toEqual(['src/a.ts:2:two', 'src/b.test.ts:2:two and three']);
      expect(await grep(session, { pattern: 'two', include: 'a.ts' })).toEqual(['src/a.ts:2:two']);
    });
  },

  'a limit cuts the list and says so, only if there is more': async ({ over, expect }) => {
    await over(FILES, async (workspace) => {
      const session = workspace.session('s');
      const globbed = [
        await session.glob({ pattern: '*.ts', limit: TS.length - 1 }),
        await session.glob({ pattern: '*.ts', limit: TS.length }),
      ];
      expect(globbed.map(({ matches, more }) => [matches, more])).toEqual([
        [TS.slice(0, -1), true],
        [TS, false],
      ]);
      const grepped = [await session.grep({ pattern: 'two', limit: 2 }), await session.grep({ pattern: 'two', limit: 3 })];
      expect(grepped.map(({ matches, more }) => [matches.length, more])).toEqual([
        [2, true],
        [3, false],
      ]);
      for (const limit of [0, -1, 1.5, NaN])
        expect([limit, await codeOf(() => session.glob({ pattern: '*', limit }))]).toEqual([limit, 'SEARCH_FAILED']);
    });
  },

  'a regular expression finds lines, line ends left out, and skips binary files': async ({ over, expect }) => {
    await over(FILES, async (workspace) => {
      const session = workspace.session('s');
      for (const [pattern, lines] of GREPS) expect([pattern, await grep(session, { pattern })]).toEqual([pattern, lines]);
      // Empty matches end, and are matches of the line.
      for (const pattern of ['x*', '^', '$', ''])
        expect([pattern, await grep(session, { pattern, path: 'src/a/b.ts' })]).toEqual([pattern, ['src/a/b.ts:1:two']]);
    });
  },

  'a carriage return is in no match, and what stands before and after it begins and ends like a line': async ({ over, expect }) => {
    const text = 'c\rd\nx\r\ry\na\r\r\nplain\r\nlast\r';
    await over({ 'cr.txt': text }, async (workspace) => {
      const session = workspace.session('s');
      for (const [pattern, lines] of RETURN_GREPS) expect([pattern, await grep(session, { pattern })]).toEqual([pattern, lines]);
    });
  },

  'context shows the lines around, each once': async ({ over, expect }) => {
    await over(FILES, async (workspace) => {
      const session = workspace.session('s');
      expect(await grep(session, { pattern: 'two|four', path: 'src/a.ts', context: 1 })).toEqual([
        'src/a.ts:1-one',
        'src/a.ts:2:two',
        'src/a.ts:3-three',
        'src/a.ts:4:four',
        'src/a.ts:5-five',
      ]);
      // What stands before a match that is not shown is not shown either.
      expect(await grep(session, { pattern: 'one|four', path: 'src/a.ts', context: 1, limit: 1 })).toEqual([
        'src/a.ts:1:one',
        'src/a.ts:2-two',
      ]);
      expect(await grep(session, { pattern: 'five', path: 'src/a.ts', context: 9 })).toEqual([
        'src/a.ts:1-one',
        'src/a.ts:2-two',
        'src/a.ts:3-three',
        'src/a.ts:4-four',
        'src/a.ts:5:five',
      ]);
    });
  },

  'an expression that is none, or that no linear engine can run, is refused': async ({ over, expect }) => {
    await over(FILES, async (workspace) => {
      const session = workspace.session('s');
      for (const pattern of BAD_GREPS)
        expect([pattern, await codeOf(() => session.grep({ pattern, limit: 10 }))]).toEqual([pattern, 'PATTERN_INVALID']);
    });
  },

  'no expression stalls the process': async ({ over, expect }) => {
    await over({ 'a.txt': `${'a'.repeat(35)}!\n`, 'b.txt': `${'x'.repeat(5000)}\n` }, async (workspace) => {
      const session = workspace.session('s');
      const start = performance.now();
      expect(await grep(session, { pattern: '(a+)+$' })).toEqual([]);
      expect(await grep(session, { pattern: '(x+x+)+y' })).toEqual([]);
      // A backtracking engine takes longer than anybody waits.
      expect(performance.now() - start < 5000).toEqual(true);
    });
  },

  'a long line is clipped around its match, between whole characters': async ({ over, expect }) => {
    await over({ 'min.js': `${'😀'.repeat(20_000)}needle${'😀'.repeat(20_000)}` }, async (workspace) => {
      const [match] = (await workspace.session('s').grep({ pattern: 'needle', limit: 10 })).matches;
      const text = match?.text ?? '';
      expect([text.includes('needle'), text.length < 2000, /\p{Surrogate}|\uFFFD/u.test(text)]).toEqual([true, true, false]);
    });
  },

  'ignore files are honoured, unless they are switched off or what they ignore is asked for by name': async ({ over, expect }) => {
    const files = {
      '.gitignore': 'build/\n*.log\n!keep.log\n/top.txt\n',
      'build/x.ts': 'hit',
      'build/deep/y.ts': 'hit',
      'a.log': 'hit',
      'keep.log': 'hit',
      'top.txt': 'hit',
      'sub/top.txt': 'hit',
      'sub/.ignore': '*.tmp',
      'sub/z.tmp': 'hit',
    };
    await over(files, async (workspace) => {
      const session = workspace.session('s');
      const visible = ['keep.log', 'sub/top.txt'];
      const all = ['a.log', 'build/deep/y.ts', 'build/x.ts', 'keep.log', 'sub/top.txt', 'sub/z.tmp', 'top.txt'];
      const hits = async (query: Partial<GrepQuery>): Promise<readonly string[]> =>
        (await grep(session, { pattern: 'hit', ...query })).map((line) => line.split(':')[0] ?? '');
      expect(await hits({})).toEqual(visible);
      expect(await hits({ includeIgnored: true })).toEqual(all);
      expect(await glob(session, { pattern: '[!.]*' })).toEqual(visible);
      expect(await glob(session, { pattern: '*.ts', includeIgnored: true })).toEqual(['build/deep/y.ts', 'build/x.ts']);
      expect(await glob(session, { pattern: '*', path: 'build' })).toEqual(['build/deep/y.ts', 'build/x.ts']);
      expect(await hits({ path: 'a.log' })).toEqual(['a.log']);
      const empty = await session.glob({ pattern: '*.ts', limit: 10 });
      expect([empty.matches, empty.ignored]).toEqual([[], 2]);
    });
  },

  'a search that is no longer wanted ends as cancelled': async ({ over, expect }) => {
    await over(FILES, async (workspace) => {
      const session = workspace.session('s');
      const query = { pattern: 'x', limit: 10, signal: AbortSignal.abort() };
      expect([await codeOf(() => session.glob(query)), await codeOf(() => session.grep(query))]).toEqual([
        'SEARCH_CANCELLED',
        'SEARCH_CANCELLED',
      ]);
    });
  },
};

async function glob(session: WorkspaceSession, query: Partial<GlobQuery>): Promise<readonly string[]> {
  return (await session.glob({ pattern: '*', limit: 1000, ...query })).matches;
}

/** Lines as `path:number:text`, neighbours of a match with a `-` after their number. */
const RETURN_GREPS: readonly (readonly [pattern: string, lines: readonly string[]])[] = [
  ['^d', ['cr.txt:1:c\rd']],
  ['c$', ['cr.txt:1:c\rd']],
  ['^$', ['cr.txt:2:x\r\ry', 'cr.txt:3:a\r', 'cr.txt:5:last\r']],
  ['c.d|c\\sd|c[^a]d|c\\Wd', []],
  ['plain$', ['cr.txt:4:plain']],
  ['last$', ['cr.txt:5:last\r']],
];

async function grep(session: WorkspaceSession, query: Partial<GrepQuery>): Promise<readonly string[]> {
  const { matches } = await session.grep({ pattern: '.', limit: 1000, ...query });
  return matches.map(({ path, line, text, isContext }) => `${path}:${line}${isContext ? '-' : ':'}${text}`);
}
