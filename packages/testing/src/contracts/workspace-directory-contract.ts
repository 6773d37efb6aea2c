import { codeOf } from './test-api.js';
import type { Suite } from './test-api.js';
import type { WorkspaceContext } from './workspace-context.js';
import { readAll } from './workspace-read-contract.js';

const FILES = { 'a.txt': 'a', 'src/b.txt': 'b', 'src/deep/c.txt': 'c', link: { link: 'src' }, out: { link: '../outside' } } as const;
const DOCS = {
  'guide.md': 'guide',
  'sub/page.md': 'page',
  '.gitignore': 'build/',
  'build/x.md': 'guide too',
  up: { link: '../root/a.txt' },
} as const;

/** The part of the workspace contract that is about working directories and extra roots. */
export const WORKSPACE_DIRECTORY_SUITE: Suite<WorkspaceContext> = {
  'a view of a session stays in its directory whatever the session does, and a change that it makes is the session’s': async ({
    over,
    expect,
  }) => {
    await over({ 'src/deep/x.txt': 'x', 'x.txt': 'root' }, async (workspace) => {
      const session = workspace.session('s');
      const view = session.at?.('src');
      if (view === undefined) return;
      await session.changeDirectory('src/deep');
      expect([view.cwd, view.normalize('x.txt')]).toEqual(['src', 'src/x.txt']);
      expect((await view.fact('deep/x.txt')).canonical).toEqual('src/deep/x.txt');
      await view.write('y.txt', Buffer.from('y'), { overwrite: false });
      expect((await session.stat('../y.txt')).path).toEqual('src/y.txt');
      expect([await view.changeDirectory('..'), view.cwd, session.cwd]).toEqual(['', '', '']);
    });
  },

  'a session starts at the root, and relative paths follow its working directory': async ({ over, expect }) => {
    await over(FILES, async (workspace) => {
      const session = workspace.session('s');
      expect([session.cwd, session.root]).toEqual(['', workspace.root]);
      expect([await session.changeDirectory('src/./deep'), session.cwd]).toEqual(['src/deep', 'src/deep']);
      expect([session.normalize('c.txt'), session.normalize('../b.txt')]).toEqual(['src/deep/c.txt', 'src/b.txt']);
      expect([await readAll(session, 'c.txt'), (await session.fact('../x')).canonical]).toEqual(['c', 'src/x']);
      expect((await session.glob({ pattern: '*.txt', limit: 10 })).matches).toEqual(['src/deep/c.txt']);
      await session.write('d.txt', Buffer.from('d'), { overwrite: false });
      expect(await session.changeDirectory('../..')).toEqual('');
      expect(await readAll(session, 'src/deep/d.txt')).toEqual('d');
    });
  },

  'every session has its own, and keeps it': async ({ over, expect }) => {
    await over(FILES, async (workspace) => {
      await workspace.session('one').changeDirectory('src');
      expect([workspace.session('one').cwd, workspace.session('two').cwd]).toEqual(['src', '']);
    });
  },

  'what is no directory inside is refused, and the working directory stays': async ({ over, expect }) => {
    await over(FILES, async (workspace) => {
      const session = workspace.session('s');
      await session.changeDirectory('src');
      for (const [path, code] of [
        ['b.txt', 'PATH_NOT_DIRECTORY'],
        ['gone', 'PATH_NOT_FOUND'],
        ['../link', 'PATH_LINK'],
        ['../out', 'PATH_LINK'],
        ['../..', 'PATH_OUTSIDE'],
      ] as const) {
        expect([path, await codeOf(() => session.changeDirectory(path))]).toEqual([path, code]);
      }
      expect(session.cwd).toEqual('src');
    });
  },

  'an extra root is read under its name, whatever the working directory': async ({ over, expect }) => {
    await over(
      FILES,
      async (workspace) => {
        const session = workspace.session('s');
        await session.changeDirectory('src');
        expect(await readAll(session, 'docs:/sub/../guide.md')).toEqual('guide');
        expect([session.normalize('docs:'), session.normalize('docs://sub/')]).toEqual(['docs:', 'docs:/sub']);
        expect((await session.list('docs:/', 10)).entries.map(({ name }) => name)).toEqual([
          '.gitignore',
          'build',
          'guide.md',
          'sub',
          'up',
        ]);
        expect((await session.glob({ pattern: '*.md', path: 'docs:', limit: 10 })).matches).toEqual([
          'docs:/guide.md',
          'docs:/sub/page.md',
        ]);
        const { matches, ignored } = await session.grep({ pattern: 'page|guide', path: 'docs:/', limit: 10 });
        expect([matches.map(({ path }) => path), ignored]).toEqual([['docs:/guide.md', 'docs:/sub/page.md'], 0]);
        const fact = { raw: 'docs:/x', normalized: 'docs:/x', canonical: 'docs:/x', outside: false, readOnly: true };
        expect(await session.fact('docs:/x')).toEqual(fact);
        expect((await session.fact('src')).readOnly).toEqual(undefined);
        expect(await codeOf(() => session.normalize('other:/x'))).toEqual(undefined);
      },
      'refuse',
      { docs: DOCS },
    );
  },

  'an extra root is not part of the root, and nothing in it is changed': async ({ over, expect }) => {
    await over(
      FILES,
      async (workspace) => {
        const session = workspace.session('s');
        expect((await session.glob({ pattern: '**', limit: 10 })).matches).toEqual(['a.txt', 'src/b.txt', 'src/deep/c.txt']);
        for (const path of ['docs:/new.md', 'docs:/guide.md', './docs:/guide.md', 'docs:']) {
          const codes = [
            await codeOf(() => session.write(path, Buffer.from('x'), { overwrite: true })),
            await codeOf(() => session.remove(path, { recursive: true })),
          ];
          expect([path, codes]).toEqual([path, ['PATH_READ_ONLY', 'PATH_READ_ONLY']]);
        }
        expect(await codeOf(() => session.changeDirectory('docs:/sub'))).toEqual('PATH_OUTSIDE');
        expect(await codeOf(() => readAll(session, 'docs:/../a.txt'))).toEqual('PATH_OUTSIDE');
        expect(await codeOf(() => readAll(session, 'docs:/up'))).toEqual('PATH_OUTSIDE');
        expect(await readAll(session, 'docs:/guide.md')).toEqual('guide');
      },
      'inside',
      { docs: DOCS },
    );
  },
};
