import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ToolFailure, type GlobQuery, type GrepQuery, type WorkspaceSession } from '@tackroom/core';
import { describeNeeding, hasProgram, openDescriptors, scratchDirectory } from '../../test/scratch.js';
import { HostWorkspace, type HostWorkspaceOptions } from '../workspace/host-workspace.js';
import { findRipgrep } from './ripgrep-binary.js';

const ripgrep = await findRipgrep(undefined).catch(() => undefined);

describeNeeding('ripgrep', ripgrep !== undefined, 'by ripgrep', () => searchSuite({}));
describe('by the engine of our own', () => searchSuite({ ripgrep: false }));

/** What both engines do alike, and what is asked of ripgrep alone. */
function searchSuite(engine: Pick<HostWorkspaceOptions, 'ripgrep'>): void {
  const scratch = scratchDirectory();
  const open = (options: HostWorkspaceOptions = {}): WorkspaceSession =>
    new HostWorkspace(scratch.at('root'), { ...engine, ...options }).session('s');

  async function glob(pattern: string, query: Partial<GlobQuery> = {}, session = open()): Promise<readonly string[]> {
    return (await session.glob({ pattern, limit: 1_000, ...query })).matches;
  }

  async function grep(pattern: string, query: Partial<GrepQuery> = {}, session = open()): Promise<readonly string[]> {
    const { matches } = await session.grep({ pattern, limit: 1_000, ...query });
    return matches.map(({ path, line, text, isContext }) => `${path}${isContext ? '-' : ':'}${line}:${text}`);
  }

  async function failure(promise: Promise<unknown>): Promise<string> {
    const error = await promise.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof ToolFailure)) throw new Error('expected a failure', { cause: error });
    expect(error.message).not.toContain(scratch.path);
    return `${error.code}: ${error.message}`;
  }

  beforeEach(() => scratch.write({ 'root/a.txt': 'alpha\nbeta\n', 'root-evil/secret.txt': 'SECRET\n' }));

  describe('boundaries', () => {
    beforeEach(() => {
      scratch.write({ 'root/real/in.txt': 'SECRET inside\n' });
      scratch.link('root/out', '../root-evil');
      scratch.link('root/outfile.txt', '../root-evil/secret.txt');
      scratch.link('root/in', 'real');
      scratch.link('root/loop', 'loop');
      scratch.link('root/dead', 'nowhere');
      scratch.link('root/d/self', '..');
    });

    test.each(['refuse', 'inside'] as const)('walks follow no links (%s)', async (symlinks) => {
      const session = open({ symlinks });
      expect(await glob('**/*.txt', {}, session)).toEqual(['a.txt', 'real/in.txt']);
      expect(await glob('out/*', {}, session)).toEqual([]);
      expect(await grep('SECRET', {}, session)).toEqual(['real/in.txt:1:SECRET inside']);
      expect(await failure(session.glob({ pattern: '*', path: 'out', limit: 9 }))).toMatch(/^PATH_(LINK|OUTSIDE)/);
      expect(await failure(session.grep({ pattern: 'S', path: 'out', limit: 9 }))).toMatch(/^PATH_(LINK|OUTSIDE)/);
      expect(await failure(session.grep({ pattern: 'S', path: 'outfile.txt', limit: 9 }))).toMatch(/^PATH_(LINK|OUTSIDE)/);
    });

    test('a link inside the root can be where a search starts, when links are followed', async () => {
      expect(await glob('*', { path: 'in' }, open({ symlinks: 'inside' }))).toEqual(['in/in.txt']);
      expect(await failure(open().glob({ pattern: '*', path: 'in', limit: 9 }))).toMatch(/^PATH_LINK/);
    });

    test.each(['../**', '/etc/*', 'a/../../*', '{a,../x}'])('the pattern %s is refused', async (pattern) => {
      expect(await failure(open().glob({ pattern, limit: 9 }))).toMatch(/^PATTERN_INVALID: /);
      expect(await failure(open().grep({ pattern: 'x', include: pattern, limit: 9 }))).toMatch(/^PATTERN_INVALID: /);
    });

    test('a root given through a link has results', async () => {
      scratch.link('alias', 'root');
      expect(await glob('a.*', {}, new HostWorkspace(scratch.at('alias'), engine).session('s'))).toEqual(['a.txt']);
    });

    test('a FIFO is passed over', async () => {
      spawnSync('mkfifo', [scratch.at('root/pipe')]);
      expect(await grep('alpha')).toEqual(['a.txt:1:alpha']);
      expect(await failure(open().grep({ pattern: 'x', path: 'pipe', limit: 9 }))).toMatch(/^PATH_NOT_FILE/);
    });

    test('missing places are named', async () => {
      expect(await failure(open().glob({ pattern: '*', path: 'gone', limit: 9 }))).toMatch(/^PATH_NOT_FOUND: "gone" does not exist/);
      expect(await failure(open().glob({ pattern: '*', path: 'a.txt', limit: 9 }))).toMatch(/^PATH_NOT_DIRECTORY/);
    });
  });

  describe('ignore files and hidden files', () => {
    beforeEach(() =>
      scratch.write({
        '.gitignore': '*',
        'root/.gitignore': 'build/\n*.log\n/sub/only-here\n',
        'root/build/x.ts': 'needle\n',
        'root/.github/w.yml': 'needle\n',
        'root/.git/config': 'needle\n',
        'root/.env': 'KEY=needle\n',
        'root/sub/only-here': 'needle\n',
        'root/sub/deep/only-here': 'needle\n',
        'root/sub/x.log': 'needle\n',
        'root/sub/.git': 'gitdir: elsewhere needle\n',
        'root/sub/.gitignore': 'deep/skip\n',
        'root/sub/deep/skip': 'needle\n',
      }),
    );

    const visible = ['.env', '.github/w.yml', '.gitignore', 'a.txt', 'sub/.gitignore', 'sub/deep/only-here'];

    test('only those inside the root count, without a repository too; .git never', async () => {
      expect(await glob('**/*')).toEqual(visible);
      expect(await glob('**/*.yml')).toEqual(['.github/w.yml']);
      expect(await glob('.github/**')).toEqual(['.github/w.yml']);
      expect(await glob('**/*', { includeIgnored: true })).toEqual([
        '.env', '.github/w.yml', '.gitignore', 'a.txt', 'build/x.ts',
        'sub/.gitignore', 'sub/deep/only-here', 'sub/deep/skip', 'sub/only-here', 'sub/x.log',
      ]); // prettier-ignore
      expect(await grep('needle')).toEqual(['.env:1:KEY=needle', '.github/w.yml:1:needle', 'sub/deep/only-here:1:needle']);
    });

    test('they also hold when a search starts further down', async () => {
      expect(await glob('**/*', { path: 'sub' })).toEqual(['sub/.gitignore', 'sub/deep/only-here']);
      expect(await glob('**/*', { path: 'sub/deep' })).toEqual(['sub/deep/only-here']);
      expect(await grep('needle', { path: 'sub/deep' })).toEqual(['sub/deep/only-here:1:needle']);
    });

    test('a directory that is ignored can be searched by its name', async () => {
      expect(await glob('**/*', { path: 'build' })).toEqual(['build/x.ts']);
      expect(await grep('needle', { path: 'build' })).toEqual(['build/x.ts:1:needle']);
      expect(await grep('needle', { path: 'build/x.ts' })).toEqual(['build/x.ts:1:needle']);
    });

    test('what they hide is counted', async () => {
      const session = open();
      expect(await session.glob({ pattern: 'build/**', limit: 9 })).toEqual({ matches: [], more: false, ignored: 1, warnings: [] });
      expect(await session.glob({ pattern: '**/only-here', limit: 9 })).toMatchObject({ matches: ['sub/deep/only-here'], ignored: 1 });
      expect(await session.grep({ pattern: 'needle', include: '*.ts', limit: 9 })).toEqual({
        matches: [],
        more: false,
        ignored: 1,
        warnings: [],
      });
      expect(await session.grep({ pattern: 'nothing like it', limit: 9 })).toMatchObject({ matches: [], ignored: 0 });
    });

    test('an include pattern does not bring ignored files back', async () => {
      expect(await grep('needle', { include: '*.log' })).toEqual([]);
      expect(await grep('needle', { include: '**/*.{yml,log}' })).toEqual(['.github/w.yml:1:needle']);
      expect(await grep('needle', { include: 'sub/**' })).toEqual(['sub/deep/only-here:1:needle']);
    });
  });

  describe('results', () => {
    test('are in path order and cut with the truth about more', async () => {
      scratch.write(
        Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`root/d/${String(index).padStart(3, '0')}.js`, 'x\nx\n'])),
      );
      const session = open();
      const first = ['d/000.js', 'd/001.js', 'd/002.js'];
      expect(await session.glob({ pattern: '*.js', limit: 3 })).toEqual({ matches: first, more: true, ignored: 0, warnings: [] });
      expect((await session.glob({ pattern: '*.js', limit: 300 })).more).toBe(false);
      expect((await session.glob({ pattern: '*.js', limit: 299 })).more).toBe(true);
      const { matches, more } = await session.grep({ pattern: 'x', include: '*.js', limit: 5 });
      expect([matches.map(({ path, line }) => `${path}:${line}`), more]).toEqual([
        ['d/000.js:1', 'd/000.js:2', 'd/001.js:1', 'd/001.js:2', 'd/002.js:1'],
        true,
      ]);
      expect((await session.grep({ pattern: 'x', include: '*.js', limit: 600 })).more).toBe(false);
    });

    test('context lines are told apart and do not count', async () => {
      scratch.write({ 'root/c.md': 'one\ntwo\nthree\r\nfour\nfive\n' });
      const session = open();
      const { matches, more } = await session.grep({ pattern: 'three', include: '*.md', context: 1, limit: 1 });
      expect(matches.map(({ line, text, isContext }) => [line, text, isContext])).toEqual([
        [2, 'two', true],
        [3, 'three', false],
        [4, 'four', true],
      ]);
      expect(more).toBe(false);
    });

    test('one file, by its name', async () => {
      expect(await grep('a$', { path: 'a.txt' })).toEqual(['a.txt:1:alpha', 'a.txt:2:beta']);
    });

    test('names with line feeds and other oddities', async () => {
      scratch.write({ 'root/n\nl.txt': 'odd\n', 'root/-e': 'odd\n', 'root/(g)/[id]/$p.ts': 'odd\n' });
      expect(await grep('odd')).toEqual(['(g)/[id]/$p.ts:1:odd', '-e:1:odd', 'n\nl.txt:1:odd']);
      expect(await grep('odd', { path: '(g)/[id]' })).toEqual(['(g)/[id]/$p.ts:1:odd']);
      expect(await glob('n?l.txt')).toEqual(['n\nl.txt']);
    });

    test('long lines are shown around the match', async () => {
      scratch.write({
        'root/long': `${'é'.repeat(2_000)}NEEDLE${'ü'.repeat(2_000)}\nshort NEEDLE\n`,
        'root/huge': `first\n${'a;'.repeat(2_000_000)}NEEDLE${'b;'.repeat(1_000)}\nlast\n`,
      });
      const lines = await grep('NEEDLE');
      expect(lines.map((line) => line.replace(/(é|ü|a;|b;)\1{20,}/g, '$1*'))).toEqual([
        'huge:2:…a;*NEEDLEb;*…',
        'long:1:…é*NEEDLEü*…',
        'long:2:short NEEDLE',
      ]);
      for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThan(430);
    });

    test('a line full of matches costs little', async () => {
      scratch.write({ 'root/min.js': 'a;'.repeat(5_000_000) });
      const { matches } = await open().grep({ pattern: '.', include: '*.js', limit: 10 });
      expect(matches.map(({ line, text }) => [line, text.length])).toEqual([[1, 401]]);
    });

    test('binary files are passed over, and said to be when they are asked for', async () => {
      scratch.write({ 'root/b.bin': 'needle\n\0\n', 'root/late.bin': `needle\n${'x\n'.repeat(100_000)}\0` });
      const all = await open().grep({ pattern: 'needle', limit: 9 });
      expect(all.matches.map(({ path }) => path)).toEqual(['late.bin']);
      expect(all.warnings).toEqual(['searched in part: late.bin is binary from byte 200007 on']);
      const one = await open().grep({ pattern: 'needle', path: 'b.bin', limit: 9 });
      expect([one.matches, one.warnings]).toEqual([[], ['not searched: b.bin is a binary file']]);
    });

    test('UTF-16 with a mark and bytes that are no UTF-8', async () => {
      scratch.write({
        'root/u16': Buffer.from('\ufeffwide needle\n', 'utf16le'),
        'root/latin1': Buffer.from('caf\xe9 needle\n', 'latin1'),
      });
      expect(await grep('needle')).toEqual(['latin1:1:caf\ufffd needle', 'u16:1:wide needle']);
    });

    test('a tree that is too deep is said to be', async () => {
      scratch.write({ 'root/1/2/3/x': 'x', 'root/1/2/x': 'x' });
      expect(await open({ maxDepth: 3 }).glob({ pattern: '**/x', limit: 9 })).toEqual({
        matches: ['1/2/x'],
        more: false,
        ignored: 0,
        warnings: ['not searched: directories more than 3 levels down'],
      });
    });
  });

  describe('patterns', () => {
    test.each([
      ['x*', 2],
      ['^', 2],
      ['$', 2],
      ['-e', 0],
      ['--pre=touch', 0],
      ['(?i)ALPHA', 1],
      ['\\bbeta\\b', 1],
    ])('%s gives %d lines', async (pattern, count) => {
      expect(await grep(pattern)).toHaveLength(count);
    });

    test.each(['(', '(?=a)', '(a)\\1', 'a\nb', 'a\\nb', 'a{100000000}', 'x'.repeat(4_001), 'a\0', '[z-a]', 'a{'])(
      'the pattern %j is refused, for one file too',
      async (pattern) => {
        for (const path of ['.', 'a.txt']) {
          expect(await failure(open().grep({ pattern, path, limit: 9 }))).toMatch(
            /^PATTERN_INVALID: The pattern is not a regular expression that can be searched for: .+\. Look-around/,
          );
        }
      },
    );

    test.each([
      ['^\\w+$', ['1', '2', '5']],
      ['^[\\w-]+$', ['1', '2', '3', '5']],
      ['^\\d$', ['2']],
      ['^[[:alpha:]]\\s', ['4']],
      ['^[^\\w]', []],
      ['^[]a-]', ['3', '4']],
      ['(?i)NAÏVE', ['1']],
      ['\\{|\\[', []],
      ['^.{5}$', ['1', '5']],
    ])('%s finds lines %j of letters and digits of all scripts', async (pattern, numbers) => {
      scratch.write({ 'root/u': 'naïve\n٣\na-b\na\u00a0b\nабвгд\n' });
      expect((await grep(pattern, { path: 'u' })).map((line) => line.split(':')[1])).toEqual(numbers);
    });

    test('a pattern that would stall a backtracking engine does not stall the event loop', async () => {
      scratch.write({ 'root/redos': `${'a'.repeat(35)}!\n` });
      let ticks = 0;
      const ticking = setInterval(() => (ticks += 1), 1);
      expect(await grep('(a+)+$', { include: 'redos' })).toEqual([]);
      clearInterval(ticking);
      expect(ticks).toBeGreaterThan(0);
    });
  });

  if (engine.ripgrep === false) {
    test('a line of megabytes holds up nothing else, and a search in it can be cancelled', async () => {
      scratch.write({ 'root/huge': `${'a'.repeat(3_000_000)}!` });
      let ticks = 0;
      const ticking = setInterval(() => (ticks += 1), 1);
      expect(await grep('(a+)+$', { path: 'huge' })).toEqual([]);
      clearInterval(ticking);
      expect(ticks).toBeGreaterThan(20);
      const control = new AbortController();
      const search = failure(open().grep({ pattern: '(a+)+$', path: 'huge', limit: 9, signal: control.signal }));
      setTimeout(() => control.abort(), 1);
      expect(await search).toBe('SEARCH_CANCELLED: The search was cancelled.');
    });

    const canBeNobody = process.getuid?.() !== 0 || process.platform === 'linux';
    describeNeeding('a user who may not read everything', canBeNobody, 'unreadable files', () => {
      test('are a warning, never "no matches"', async () => {
        scratch.write({ 'root/locked': 'alpha\n', 'root/shut/x': 'alpha\n' });
        chmodSync(scratch.path, 0o755);
        chmodSync(scratch.at('root/locked'), 0);
        chmodSync(scratch.at('root/shut'), 0);
        const session = open();
        const isRoot = process.getuid?.() === 0;
        if (isRoot) process.seteuid?.(65_534);
        try {
          const warnings = ['not searched: locked: Permission denied', 'not searched: shut: Permission denied'];
          expect(await session.grep({ pattern: 'alpha', limit: 9 })).toMatchObject({ matches: [{ path: 'a.txt' }], warnings });
          expect(await session.grep({ pattern: 'gamma', limit: 9 })).toMatchObject({ matches: [], warnings });
          expect(await session.glob({ pattern: '*', limit: 9 })).toMatchObject({
            matches: ['a.txt', 'locked'],
            warnings: warnings.slice(1),
          });
        } finally {
          if (isRoot) process.seteuid?.(0);
        }
        chmodSync(scratch.at('root/shut'), 0o755);
      });
    });

    test('nothing stays open', async () => {
      scratch.write({ 'root/.gitignore': '/sub/x\n', 'root/sub/y': 'alpha\n', 'root/long': 'b'.repeat(100_000) });
      const use = async (): Promise<void> => {
        await grep('alpha', { limit: 1 });
        await glob('*', { limit: 1 });
        await grep('alpha', { path: 'a.txt' });
        await failure(open().grep({ pattern: '(', path: 'sub', limit: 9 }));
      };
      await use();
      const before = openDescriptors();
      await use();
      expect(openDescriptors()).toBe(before);
    });
    return;
  }

  describe('the engine', () => {
    test('what the engine refuses is an error with its reason', async () => {
      const refused = async (pattern: string): Promise<string> => failure(open().grep({ pattern, limit: 9 }));
      const hint = 'Look-around and back-references are not supported; a match lies within one line.';
      const said = (why: string): string =>
        `PATTERN_INVALID: The pattern is not a regular expression that can be searched for: ${why}. ${hint}`;
      expect(await refused('(')).toBe(said('unclosed group'));
      expect(await refused('(?=a)')).toBe(said('look-around, including look-ahead and look-behind, is not supported'));
      expect(await refused('(a)\\1')).toBe(said('backreferences are not supported'));
      expect(await refused('a\nb')).toBe(said('the literal "\\n" is not allowed in a regex'));
      expect(await refused('a\\nb')).toBe(said('the literal "\\n" is not allowed in a regex'));
      expect(await refused('a{100000000}')).toMatch(/PATTERN_INVALID: .* exceeds size limit/);
      expect(await refused('x'.repeat(4_001))).toBe(said('it is longer than 4000 characters'));
      expect(await refused('a\0')).toBe(said('it holds a NUL character'));
      expect(await failure(open().grep({ pattern: '(', path: 'a.txt', limit: 9 }))).toBe(said('unclosed group'));
    });

    test('takes nothing from the environment', async () => {
      scratch.write({ config: '--pre=touch\n--no-ignore\n', 'root/.gitignore': 'a.txt\n' });
      process.env['RIPGREP_CONFIG_PATH'] = scratch.at('config');
      try {
        expect(await grep('alpha')).toEqual([]);
      } finally {
        delete process.env['RIPGREP_CONFIG_PATH'];
      }
    });

    test('one that cannot be run is an error that names the fix', async () => {
      expect(await failure(open({ ripgrep: scratch.at('gone') }).grep({ pattern: 'x', limit: 9 }))).toBe(
        'SEARCH_UNAVAILABLE: Searching needs ripgrep, and the configured binary cannot be run. Whoever runs this can fix it with "npm install @vscode/ripgrep" or by putting `rg` on the PATH.',
      );
    });

    test('is killed when the search is cancelled', async () => {
      const session = open({ ripgrep: slowEngine() });
      const before = openDescriptors();
      const control = new AbortController();
      const search = failure(session.grep({ pattern: 'x', limit: 9, signal: control.signal }));
      setImmediate(() => control.abort());
      expect(await search).toBe('SEARCH_CANCELLED: The search was cancelled.');
      expect(await failure(session.glob({ pattern: '*', limit: 9, signal: control.signal }))).toMatch(/^SEARCH_CANCELLED/);
      expect(openDescriptors()).toBe(before);
    });

    test('nothing stays open', async () => {
      scratch.write({ 'root/.gitignore': '/sub/x\n', 'root/sub/y': 'alpha\n' });
      const use = async (): Promise<void> => {
        await grep('alpha');
        await grep('alpha', { path: 'sub' });
        await grep('alpha', { path: 'a.txt' });
        await glob('*', { path: 'sub' });
        await failure(open().grep({ pattern: '(', path: 'sub', limit: 9 }));
      };
      await use();
      const before = openDescriptors();
      await use();
      expect(openDescriptors()).toBe(before);
    });

    function slowEngine(): string {
      writeFileSync(scratch.at('rg'), '#!/bin/sh\nexec sleep 60\n');
      chmodSync(scratch.at('rg'), 0o755);
      return scratch.at('rg');
    }
  });

  const canBecomeNobody = process.getuid?.() !== 0 || hasProgram('setpriv', '--version');
  describeNeeding('setpriv, or a user who is not root', canBecomeNobody, 'unreadable files', () => {
    let elsewhere = '';
    afterEach(() => rmSync(elsewhere, { recursive: true, force: true }));

    test('are a warning, never "no matches"', async () => {
      // Root reads everything, so the engine runs as somebody else.
      elsewhere = mkdtempSync(join(tmpdir(), 'tackroom-test-rg-'));
      chmodSync(elsewhere, 0o755);
      chmodSync(scratch.path, 0o755);
      symlinkSync(ripgrep ?? '', join(elsewhere, 'real'));
      const run =
        process.getuid?.() === 0
          ? `exec setpriv --reuid=65534 --clear-groups ${join(elsewhere, 'real')} "$@"`
          : `exec ${join(elsewhere, 'real')} "$@"`;
      writeFileSync(join(elsewhere, 'rg'), `#!/bin/sh\n${run}\n`);
      chmodSync(join(elsewhere, 'rg'), 0o755);
      scratch.write({ 'root/locked': 'alpha\n', 'root/shut/x': 'alpha\n' });
      chmodSync(scratch.at('root/locked'), 0);
      chmodSync(scratch.at('root/shut'), 0);
      const session = open({ ripgrep: join(elsewhere, 'rg') });
      const warnings = ['not searched: locked: Permission denied', 'not searched: shut: Permission denied'];
      const some = await session.grep({ pattern: 'alpha', limit: 9 });
      expect([some.matches.map(({ path }) => path), [...some.warnings].sort()]).toEqual([['a.txt'], warnings]);
      const none = await session.grep({ pattern: 'gamma', limit: 9 });
      expect([none.matches, [...none.warnings].sort()]).toEqual([[], warnings]);
      expect(await session.glob({ pattern: '*', limit: 9 })).toEqual({
        matches: ['a.txt', 'locked'],
        more: false,
        ignored: 0,
        warnings: warnings.slice(1),
      });
      expect(await failure(session.grep({ pattern: '(', limit: 9 }))).toMatch(/^PATTERN_INVALID: .*unclosed group/);
      chmodSync(scratch.at('root/shut'), 0o755);
    });
  });
}
