import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeNeeding, hasProgram, openDescriptors } from '../../test/scratch.js';
import { ripgrep, searchScratch, withRipgrep } from '../../test/search-scratch.js';

withRipgrep(() => {
  const { scratch, open, glob, grep, failure } = searchScratch({});

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

  const canBecomeNobody = process.getuid?.() !== 0 || hasProgram('setpriv', '--version');
  describeNeeding('setpriv, or a user who is not root', canBecomeNobody, 'unreadable files', () => {
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
  });
});
