import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import type { GrepQuery, GrepResult } from '@tackroom/core';
import { describeNeeding, scratchDirectory } from '../../test/scratch.js';
import { ripgrep, withRipgrep } from '../../test/search-scratch.js';
import { HostWorkspace } from '../workspace/host-workspace.js';
import { RootedTree } from '../workspace/rooted-tree.js';
import { globFiles } from './glob-files.js';
import { grepFiles } from './grep-files.js';
import type { SearchContext } from './search-base.js';

withRipgrep(() => {
  const scratch = scratchDirectory();

  test.each(['descriptors', 'checks'] as const)('what ripgrep finds in files of all kinds is found again, by %s', async (containment) => {
    const needles = (text: string): string => `${text}needle\n${text}\n${'é'.repeat(40_000)}needle\r\n`;
    scratch.write({
      'root/plain': needles('a\n'),
      'root/mark': `\ufeff${needles('')}${needles('b\n')}`,
      'root/wide': Buffer.from(`\ufeff${needles('w\n')}`, 'utf16le'),
      'root/latin1': Buffer.from('caf\xe9 needle\n', 'latin1'),
      'root/one/two/deep': 'needle',
      'root/one/n\nl': 'needle',
      'root/late': `needle\n${'x\n'.repeat(100_000)}\0`,
      'root/.gitignore': 'hidden\n[z-a]\n',
      'root/hidden': 'needle hidden\n',
    });
    writeFileSync(Buffer.concat([Buffer.from(scratch.at('root/caf')), Buffer.of(0xe9)]), 'needle\n');
    const tree = new RootedTree(scratch.at('root'), { links: 'refuse', containment });
    const context: SearchContext = { tree, maxDepth: 2, ripgrep: () => Promise.resolve(ripgrep ?? '') };
    const grep = async (query: Partial<GrepQuery>): Promise<GrepResult | undefined> =>
      grepFiles(context, '', { pattern: 'needle', limit: 99, ...query });
    expect((await grep({}))?.matches).toHaveLength(12);
    expect(await grep({ context: 3 })).toBeDefined();
    expect(await grep({ limit: 1 })).toMatchObject({ more: true });
    expect(await grep({ pattern: 'hidden$', include: 'hidden' })).toMatchObject({ ignored: 1 });
    expect(await globFiles(context, '', { pattern: '*', limit: 99 })).toMatchObject({ ignored: 1, more: false });
    expect(await globFiles(context, '', { pattern: '*', limit: 1 })).toMatchObject({ more: true });
  });
});

/** Engines that say what ripgrep would say of a directory that was a link out of the workspace for a moment. */
describeNeeding('a shell', process.platform !== 'win32', 'what an engine prints', () => {
  const scratch = scratchDirectory();
  const denied = `echo 'rg: ./d/secret: Permission denied' >&2; [ "$last" = - ] && exit 1; exit 2`;
  const record = String.raw`printf './d/secret.txt\0001:0:SECRET\n'`;

  function lyingEngine(script: string): HostWorkspace {
    scratch.write({ 'root/d/in.txt': 'IN\n', rg: '' });
    mkdirSync(scratch.at('root/d/e/f'), { recursive: true });
    writeFileSync(scratch.at('rg'), `#!/bin/sh\nfor given; do [ "$given" = --files ] && names=1; last=$given; done\n${script}\n`);
    chmodSync(scratch.at('rg'), 0o755);
    return new HostWorkspace(scratch.at('root'), { ripgrep: scratch.at('rg'), maxDepth: 3 });
  }

  test.each([
    ['a line of a file that is not there', `[ "$names" ] || ${record}`],
    ['a line that the file does not hold', String.raw`[ "$names" ] || printf './d/in.txt\0001:0:SECRET\n'`],
    ['a match that would be one too many', String.raw`[ "$names" ] || { printf './d/in.txt\0001:0:IN\n'; ${record}; }`],
    ['a line in an ignored file', `case "$*" in *--no-ignore\\ *) [ "$names" ] || ${record};; esac`],
    ['a directory that cannot be read', denied],
    ['a binary file', String.raw`[ "$names" ] || printf './d/in.txt: binary file matches (found "\\0" byte around offset 1)\n'`],
    ['a file further down', String.raw`[ "$names" ] && printf './d/e/f/secret\000'`],
  ])('is not believed by a search for lines: %s', async (_what, script) => {
    const found = await lyingEngine(script).session('s').grep({ pattern: 'I', limit: 1 });
    expect(found).toEqual({
      matches: [{ path: 'd/in.txt', line: 1, text: 'IN', isContext: false }],
      more: false,
      ignored: 0,
      warnings: [],
    });
  });

  test.each([
    ['a file that is not there', String.raw`printf './d/secret.txt\000'`],
    ['a file that would be one too many', String.raw`printf './d/in.txt\000./d/secret.txt\000'`],
    [
      'one too many that is not there the second time',
      String.raw`printf './d/in.txt\000'; case "$*" in *--sort*) ;; *) printf './d/in.txt\000';; esac`,
    ],
    ['an ignored file', String.raw`case "$*" in *--no-ignore\ *) printf './d/secret.txt\000';; esac`],
    ['a directory that cannot be read', denied],
    ['a file further down', String.raw`printf './d/e/f/secret\000'`],
  ])('is not believed by a search for names: %s', async (_what, script) => {
    const found = await lyingEngine(script).session('s').glob({ pattern: '*', limit: 1 });
    expect(found).toEqual({ matches: ['d/in.txt'], more: false, ignored: 0, warnings: [] });
  });
});
