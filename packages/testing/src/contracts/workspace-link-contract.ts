import { codeOf } from './test-api.js';
import type { Suite } from './test-api.js';
import type { WorkspaceContext } from './workspace-context.js';
import { readAll } from './workspace-read-contract.js';

const FILES = {
  'real/a.txt': 'inside',
  'top.txt': 'top',
  dir: { link: 'real' },
  'deep/up': { link: '../real/./a.txt' },
  chain: { link: 'deep/up' },
  out: { link: '../outside' },
  'out.txt': { link: '../outside/secret.txt' },
  slash: { link: '/' },
  back: { link: 'real/../../root/top.txt' },
  dead: { link: 'nowhere' },
  loop: { link: 'loop' },
  'd/self': { link: '..' },
} as const;

const OUTWARD = ['out', 'out/secret.txt', 'out.txt', 'slash', 'slash/etc/passwd'];

/** The part of the workspace contract that is about links. */
export const WORKSPACE_LINK_SUITE: Suite<WorkspaceContext> = {
  'links are listed as links and refused as a way': async ({ over, expect }) => {
    await over(FILES, async (workspace) => {
      const session = workspace.session('s');
      const links = (await session.list('.', 100)).entries.filter(({ kind }) => kind === 'link');
      expect(links.map(({ name, target, size }) => [name, target, size])).toEqual([
        ['back', 'real/../../root/top.txt', 0],
        ['chain', 'deep/up', 0],
        ['dead', 'nowhere', 0],
        ['dir', 'real', 0],
        ['loop', 'loop', 0],
        ['out', '../outside', 0],
        ['out.txt', '../outside/secret.txt', 0],
        ['slash', '/', 0],
      ]);
      expect(await session.stat('dead')).toEqual({ path: 'dead', kind: 'link', size: 0 });
      for (const path of [...OUTWARD, 'dir', 'dir/a.txt', 'chain', 'dead', 'loop', 'd/self/top.txt']) {
        const codes = [
          await codeOf(() => readAll(session, path)),
          await codeOf(() => session.list(path, 10)),
          await codeOf(() => session.grep({ pattern: '.', path, limit: 10 })),
        ];
        expect([path, codes]).toEqual([path, ['PATH_LINK', 'PATH_LINK', 'PATH_LINK']]);
      }
    });
  },

  'what comes after a link is taken by spelling, so that no link decides where ".." leads': async ({ over, expect }) => {
    for (const symlinks of ['refuse', 'inside'] as const) {
      await over(
        FILES,
        async (workspace) => {
          const session = workspace.session('s');
          expect(await readAll(session, 'dir/../top.txt')).toEqual('top');
          expect(await codeOf(() => readAll(session, 'out/../secret.txt'))).toEqual('PATH_NOT_FOUND');
        },
        symlinks,
      );
    }
  },

  'where links inside are followed, those that lead out are refused still': async ({ over, expect }) => {
    await over(
      FILES,
      async (workspace) => {
        const session = workspace.session('s');
        for (const path of ['dir/a.txt', 'deep/up', 'chain', 'd/self/real/a.txt'])
          expect([path, await readAll(session, path)]).toEqual([path, 'inside']);
        expect((await session.list('dir', 10)).entries.map(({ name }) => name)).toEqual(['a.txt']);
        for (const path of OUTWARD) {
          const codes = [await codeOf(() => readAll(session, path)), await codeOf(() => session.list(path, 10))];
          expect([path, codes]).toEqual([path, ['PATH_OUTSIDE', 'PATH_OUTSIDE']]);
        }
        expect(await codeOf(() => readAll(session, 'back'))).toEqual('PATH_OUTSIDE');
        expect(await codeOf(() => readAll(session, 'dead'))).toEqual('PATH_NOT_FOUND');
        expect(await codeOf(() => readAll(session, 'loop'))).toEqual('PATH_LINK');
      },
      'inside',
    );
  },

  'a fact follows links to say which file is meant, also where they are refused': async ({ over, expect }) => {
    for (const symlinks of ['refuse', 'inside'] as const) {
      await over(
        FILES,
        async (workspace) => {
          const session = workspace.session('s');
          const fact = async (path: string): Promise<unknown> => {
            const { normalized, canonical, outside } = await session.fact(path);
            return [normalized, canonical, outside];
          };
          expect(await fact('./dir//a.txt')).toEqual(['dir/a.txt', 'real/a.txt', false]);
          expect(await fact('chain')).toEqual(['chain', 'real/a.txt', false]);
          expect(await fact('d/self/top.txt')).toEqual(['d/self/top.txt', 'top.txt', false]);
          for (const path of [...OUTWARD, 'back']) expect(await fact(path)).toEqual([path, undefined, true]);
          expect(await fact('loop')).toEqual(['loop', undefined, false]);
          // A rule about a new file below a link is about the place that is written, not about the spelling.
          expect(await fact('dir/new.txt')).toEqual(['dir/new.txt', 'real/new.txt', false]);
          expect(await fact('out/new.txt')).toEqual(['out/new.txt', undefined, true]);
        },
        symlinks,
      );
    }
  },

  'searches neither follow links nor fail because of them, and find nothing twice': async ({ over, expect }) => {
    for (const symlinks of ['refuse', 'inside'] as const) {
      await over(
        FILES,
        async (workspace) => {
          const session = workspace.session('s');
          expect((await session.glob({ pattern: '**/*.txt', limit: 100 })).matches).toEqual(['real/a.txt', 'top.txt']);
          expect((await session.glob({ pattern: 'out/*', limit: 100 })).matches).toEqual([]);
          const { matches } = await session.grep({ pattern: 'SECRET|inside|top', limit: 100 });
          expect(matches.map(({ path }) => path)).toEqual(['real/a.txt', 'top.txt']);
        },
        symlinks,
      );
    }
  },
};
