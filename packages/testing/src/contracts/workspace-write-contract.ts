import type { WorkspaceSession } from '@tackroom/core';
import { codeOf } from './test-api.js';
import type { Suite } from './test-api.js';
import type { WorkspaceContext } from './workspace-context.js';
import { readAll } from './workspace-read-contract.js';

const FILES = { 'a.txt': 'old', 'dir/b.txt': 'b', link: { link: 'a.txt' }, 'far.txt': { link: '../outside/secret.txt' } } as const;
const CREATE = { overwrite: false } as const;
const REPLACE = { overwrite: true } as const;
const bytes = (text: string): Uint8Array => Buffer.from(text);

async function revisionOf(session: WorkspaceSession, path: string): Promise<string> {
  const file = await session.open(path);
  await file.close();
  return file.revision;
}

/** The part of the workspace contract that writes. */
export const WORKSPACE_WRITE_SUITE: Suite<WorkspaceContext> = {
  'a new file is made with the directories above it, byte by byte as given': async ({ over, expect }) => {
    await over(FILES, async (workspace) => {
      const session = workspace.session('s');
      const content = Uint8Array.from([0, 255, 13, 10, 239, 187, 191]);
      const { revision, ...written } = await session.write('./new/deep//c.bin', content, CREATE);
      expect([written, revision]).toEqual([
        { path: 'new/deep/c.bin', bytes: 7, created: true },
        await revisionOf(session, 'new/deep/c.bin'),
      ]);
      const file = await session.open('new/deep/c.bin');
      expect([...(await file.read(0, 100))]).toEqual([...content]);
      await file.close();
      await session.write('empty.txt', Uint8Array.of(), CREATE);
      expect(await session.stat('empty.txt')).toEqual({ path: 'empty.txt', kind: 'file', size: 0 });
      expect((await session.list('new/deep', 10)).entries.map(({ name }) => name)).toEqual(['c.bin']);
    });
  },

  'what exists is replaced only when that is asked for': async ({ over, expect }) => {
    await over(FILES, async (workspace) => {
      const session = workspace.session('s');
      expect(await codeOf(() => session.write('a.txt', bytes('new'), CREATE))).toEqual('PATH_EXISTS');
      expect(await readAll(session, 'a.txt')).toEqual('old');
      const before = await revisionOf(session, 'a.txt');
      const { revision, ...written } = await session.write('a.txt', bytes('newer'), REPLACE);
      expect([written, await readAll(session, 'a.txt')]).toEqual([{ path: 'a.txt', bytes: 5, created: false }, 'newer']);
      expect([revision === before, revision === (await revisionOf(session, 'a.txt'))]).toEqual([false, true]);
      expect((await session.write('b.txt', bytes('b'), REPLACE)).created).toEqual(true);
    });
  },

  'of creators that race exactly one succeeds': async ({ over, expect }) => {
    await over({}, async (workspace) => {
      const session = workspace.session('s');
      const texts = Array.from({ length: 8 }, (_, index) => `creator ${index}`);
      const codes = await Promise.all(texts.map((text) => codeOf(() => session.write('new/one.txt', bytes(text), CREATE))));
      expect(codes.filter((code) => code !== undefined)).toEqual(Array.from({ length: 7 }, () => 'PATH_EXISTS'));
      expect(await readAll(session, 'new/one.txt')).toEqual(texts[codes.indexOf(undefined)]);
      expect((await session.list('new', 10)).total).toEqual(1);
    });
  },

  'a revision that is no longer the file keeps it from being replaced': async ({ over, expect }) => {
    await over(FILES, async (workspace) => {
      const [mine, other] = [workspace.session('mine'), workspace.session('other')];
      const revision = await revisionOf(mine, 'a.txt');
      await other.write('a.txt', bytes('theirs'), REPLACE);
      expect(await codeOf(() => mine.write('a.txt', bytes('mine'), { overwrite: true, revision }))).toEqual('PATH_CHANGED');
      expect(await readAll(mine, 'a.txt')).toEqual('theirs');
      const written = await mine.write('a.txt', bytes('mine'), { overwrite: true, revision: await revisionOf(mine, 'a.txt') });
      await mine.write('a.txt', bytes('again'), { overwrite: true, revision: written.revision });
      expect(await readAll(other, 'a.txt')).toEqual('again');
      await other.remove('a.txt', { recursive: false });
      expect(await codeOf(() => mine.write('a.txt', bytes('x'), { overwrite: true, revision }))).toEqual('PATH_NOT_FOUND');
      expect((await mine.list('.', 10)).entries.some(({ name }) => name === 'a.txt')).toEqual(false);
    });
  },

  'only files are written, and only below directories': async ({ over, expect }) => {
    await over(FILES, async (workspace) => {
      const session = workspace.session('s');
      for (const [path, code] of [
        ['.', 'PATH_NOT_FILE'],
        ['dir', 'PATH_NOT_FILE'],
        ['a.txt/x', 'PATH_NOT_DIRECTORY'],
        ['a.txt/x/y', 'PATH_NOT_DIRECTORY'],
      ] as const) {
        expect([path, await codeOf(() => session.write(path, bytes('x'), REPLACE))]).toEqual([path, code]);
      }
      expect((await session.list('.', 10)).total).toEqual(4);
    });
  },

  'a slash at the end names a directory and no file': async ({ over, expect }) => {
    await over(FILES, async (workspace) => {
      const session = workspace.session('s');
      for (const [path, code] of [
        ['a.txt/', 'PATH_NOT_DIRECTORY'],
        ['./a.txt/.', 'PATH_NOT_DIRECTORY'],
        ['link/', 'PATH_NOT_DIRECTORY'],
        ['new/', 'PATH_NOT_FOUND'],
        ['dir/', 'PATH_NOT_FILE'],
      ] as const) {
        expect([path, await codeOf(() => session.write(path, bytes('x'), REPLACE))]).toEqual([path, code]);
        expect([path, await codeOf(() => session.open(path))]).toEqual([path, code]);
        if (path === 'dir/') continue;
        expect([path, await codeOf(() => session.remove(path, { recursive: true }))]).toEqual([path, code]);
        expect([path, await codeOf(() => session.grep({ pattern: 'x', path, limit: 1 }))]).toEqual([path, code]);
      }
      expect((await session.remove('dir/', { recursive: true })).entries).toEqual(2);
      expect((await session.list('.', 10)).total).toEqual(3);
    });
    await over(
      { 'dir/b.txt': 'b', in: { link: 'dir' } },
      async (workspace) => {
        expect((await workspace.session('s').grep({ pattern: 'b', path: 'in/', limit: 9 })).matches.map(({ path }) => path)).toEqual([
          'in/b.txt',
        ]);
      },
      'inside',
    );
  },

  'a link is refused, or what it leads to is written and it stays a link': async ({ over, expect }) => {
    await over(FILES, async (workspace) => {
      const session = workspace.session('s');
      for (const path of ['link', 'far.txt']) {
        expect(await codeOf(() => session.write(path, bytes('x'), REPLACE))).toEqual('PATH_LINK');
        expect((await session.stat(path)).kind).toEqual('link');
      }
      expect(await readAll(session, 'a.txt')).toEqual('old');
    });
    await over(
      { ...FILES, 'dead.txt': { link: 'made/by-link.txt' } },
      async (workspace) => {
        const session = workspace.session('s');
        await session.write('link', bytes('through'), REPLACE);
        expect([(await session.stat('link')).kind, await readAll(session, 'a.txt')]).toEqual(['link', 'through']);
        expect((await session.write('dead.txt', bytes('made'), CREATE)).created).toEqual(true);
        expect([(await session.stat('dead.txt')).kind, await readAll(session, 'made/by-link.txt')]).toEqual(['link', 'made']);
        expect(await codeOf(() => session.write('far.txt', bytes('x'), REPLACE))).toEqual('PATH_OUTSIDE');
      },
      'inside',
    );
  },

  'a copy that is exported is never put over another, unless that is asked for': async ({ over, expect }) => {
    await over(FILES, async (workspace) => {
      const session = workspace.session('s');
      // A place that no test of the workspace minds: the export is made beside the root, if there is one.
      const directory = workspace.root === null ? './output' : `${workspace.root}/../output/new`;
      const put = (name: string, overwrite = false): Promise<string> => session.exportFile(directory, name, bytes('x'), { overwrite });
      expect([await put('r.tar.gz'), await put('r.tar.gz'), await put('r.tar.gz'), await put('r.tar.gz', true)]).toEqual([
        'r.tar.gz',
        'r.tar-2.gz',
        'r.tar-3.gz',
        'r.tar.gz',
      ]);
      expect([await put('.x'), await put('.x')]).toEqual(['.x', '.x-2']);
      for (const name of ['', '.', '..', 'a/b', '../x', '/x', 'a\0']) {
        expect([name, await codeOf(() => put(name))]).toEqual([name, 'PATH_INVALID']);
      }
    });
  },
};
