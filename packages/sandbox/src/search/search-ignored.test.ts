import { bothEngines, searchScratch } from '../../test/search-scratch.js';

bothEngines((engine) => {
  const { scratch, open, glob, grep } = searchScratch(engine);

  beforeEach(() =>
    scratch.write({
      '.gitignore': '*',
      'root/.gitignore': 'build/\n*.log\n/sub/only-here\n',
      'root/build/x.ts': 'needle\n',
      'root/.github/w.yml': 'needle\n',
      'root/.git/config': 'needle\n',
      'root/.tackroom/audit.jsonl': 'needle\n',
      'root/sub/.tackroom/undone/x.ts': 'needle\n',
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

  test('only those inside the root count, without a repository too; .git and what the command keeps never', async () => {
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
