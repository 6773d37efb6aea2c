import { codeOf } from './test-api.js';
import type { Suite } from './test-api.js';
import type { WorkspaceContext } from './workspace-context.js';
import { readAll } from './workspace-read-contract.js';

const FILES = {
  'a.txt': 'a',
  'dir/b.txt': 'b',
  'dir/sub/c.txt': 'c',
  'dir/sub/none': { directory: true },
  'dir/out': { link: '../../outside' },
  'dir/in': { link: '../keep' },
  'keep/k.txt': 'k',
  link: { link: 'keep' },
  empty: { directory: true },
} as const;

/** The part of the workspace contract that removes. */
export const WORKSPACE_REMOVE_SUITE: Suite<WorkspaceContext> = {
  'files and empty directories go, and what is not there is said': async ({ over, expect }) => {
    await over(FILES, async (workspace) => {
      const session = workspace.session('s');
      expect(await session.remove('./a.txt', { recursive: false })).toEqual({ path: 'a.txt', entries: 1 });
      expect(await session.remove('empty/', { recursive: false })).toEqual({ path: 'empty', entries: 1 });
      for (const path of ['a.txt', 'empty', 'gone/x']) {
        expect([path, await codeOf(() => session.remove(path, { recursive: true }))]).toEqual([path, 'PATH_NOT_FOUND']);
      }
      expect(await codeOf(() => session.remove('keep/k.txt/x', { recursive: true }))).toEqual('PATH_NOT_DIRECTORY');
    });
  },

  'a directory goes with all it holds only when that is asked for, links in it not followed': async ({ over, expect }) => {
    await over(FILES, async (workspace) => {
      const session = workspace.session('s');
      expect(await codeOf(() => session.remove('dir', { recursive: false }))).toEqual('PATH_NOT_EMPTY');
      expect((await session.list('dir', 10)).total).toEqual(4);
      expect(await session.remove('dir', { recursive: true })).toEqual({ path: 'dir', entries: 7 });
      expect(await codeOf(() => session.stat('dir'))).toEqual('PATH_NOT_FOUND');
      expect(await readAll(session, 'keep/k.txt')).toEqual('k');
    });
  },

  'of a link the link goes': async ({ over, expect }) => {
    for (const symlinks of ['refuse', 'inside'] as const) {
      await over(
        FILES,
        async (workspace) => {
          const session = workspace.session('s');
          for (const path of ['link', 'dir/out']) {
            expect(await session.remove(path, { recursive: true })).toEqual({ path, entries: 1 });
          }
          expect(await readAll(session, 'keep/k.txt')).toEqual('k');
          const through = await codeOf(() => session.remove('dir/in/k.txt', { recursive: false }));
          expect(through).toEqual(symlinks === 'refuse' ? 'PATH_LINK' : undefined);
          expect((await session.list('keep', 10)).total).toEqual(symlinks === 'refuse' ? 1 : 0);
        },
        symlinks,
      );
    }
  },

  'the root stays': async ({ over, expect }) => {
    await over(FILES, async (workspace) => {
      const session = workspace.session('s');
      for (const path of ['.', 'dir/..', './']) {
        expect([path, await codeOf(() => session.remove(path, { recursive: true }))]).toEqual([path, 'PATH_DENIED']);
      }
      expect((await session.list('.', 10)).total).toEqual(5);
    });
  },
};
