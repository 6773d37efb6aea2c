import { HarnessModule } from 'tackroom';
import { fileFixture } from './file-fixture.js';

describe.each([
  ['ripgrep', {}],
  ['the engine of our own', { ripgrep: false }],
] as const)('by %s', (_name, engine) => {
  const files = fileFixture();

  async function search(name: 'glob' | 'grep', args: Record<string, string | number | boolean>): Promise<string> {
    const harness = await HarnessModule.create({ workspace: { root: files.at('root'), ...engine }, bundles: ['filesystem'] });
    try {
      const { success, content, error } = await harness.execute({ name, args });
      return `${success ? 'ok' : (error?.code ?? 'error')}: ${String(content)}`;
    } finally {
      await harness.close();
    }
  }

  test('hidden files are found, ignored ones are counted, .git is never entered', async () => {
    files.write({
      'root/.gitignore': 'build/\n',
      'root/build/x.ts': 'x',
      'root/.github/w.yml': 'x',
      'root/.git/config': 'x',
      'root/.env': 'x',
    });
    expect(await search('glob', { pattern: '**/*.yml' })).toBe('ok: .github/w.yml');
    expect(await search('glob', { pattern: '**/*' })).toBe(
      'ok: .env\n.github/w.yml\n.gitignore\n.keep\n[Ignore files hide 1 more; set include_ignored to see them.]',
    );
    expect(await search('glob', { pattern: 'build/**' })).toBe(
      'ok: No files match.\n[Ignore files hide 1 more; set include_ignored to see them.]',
    );
    expect(await search('glob', { pattern: '*', path: 'build' })).toBe('ok: build/x.ts');
    expect(await search('glob', { pattern: '.github/**' })).toBe('ok: .github/w.yml');
    expect(await search('glob', { pattern: '.git/**', include_ignored: true })).toBe('ok: No files match.');
    expect(await search('grep', { pattern: 'x' })).toBe('ok: .env:1:x\n.github/w.yml:1:x');
    expect(await search('grep', { pattern: 'x', include: '*.ts' })).toBe(
      'ok: No lines match.\n[Ignore files hide 1 more; set include_ignored to see them.]',
    );
    expect(await search('grep', { pattern: 'x', path: 'build' })).toBe('ok: build/x.ts:1:x');
  });

  test('no match, a bad pattern and a file among many are told apart', async () => {
    files.write({ 'root/a': 'x' });
    expect(await search('grep', { pattern: 'nothing' })).toBe('ok: No lines match.');
    expect(await search('grep', { pattern: '(' })).toMatch(/^PATTERN_INVALID: /);
  });

  test.each(['{a,b}'.repeat(30), '{a,b}'.repeat(1_500), '{1..100000000}', '**/'.repeat(200), '../**', '/etc/*', 'a/../../*'])(
    'the pattern of %# is an error at once',
    async (pattern) => {
      expect(await search('glob', { pattern })).toMatch(/^PATTERN_INVALID: /);
    },
  );

  test('patterns that match nothing, everything or a home directory', async () => {
    files.write({ 'root/a\nb': 'x\n\n', 'root/~/c': '' });
    expect(await search('glob', { pattern: '~/*' })).toBe('ok: ~/c');
    expect(await search('glob', { pattern: 'a*' })).toBe('ok: "a\\nb"');
    for (const pattern of ['y*', '^', '$']) expect(await search('grep', { pattern })).toBe('ok: "a\\nb":1:x\n"a\\nb":2:');
    for (const pattern of ['a\\nb', '(?=a)']) expect(await search('grep', { pattern })).toMatch(/^PATTERN_INVALID: /);
  });

  test('long lines and long lists are bounded, and say so', async () => {
    files.write({ 'root/min.js': `${'a;'.repeat(2_000_000)}NEEDLE${';b'.repeat(2_000_000)}` });
    expect((await search('grep', { pattern: 'NEEDLE' })).replace(/(a;|;b){20,}/g, '*')).toMatch(/^ok: min\.js:1:….{0,3}NEEDLE.{0,3}…$/);
    files.write(Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`root/d/${index}`, 'hit\n'.repeat(10)])));
    const some = (await search('grep', { pattern: 'hit' })).split('\n');
    expect([some.length, some.at(-1)]).toEqual([201, '[These are the first 200; there are more. Narrow the pattern or the path.]']);
  });
});
