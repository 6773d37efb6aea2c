import type { WorkspaceSession } from '@tackroom/core';
import { codeOf } from './test-api.js';
import type { Suite } from './test-api.js';
import type { WorkspaceContext } from './workspace-context.js';

const FILES = {
  'b.txt': 'héllo 😀\n',
  'a.bin': Uint8Array.from([0, 255, 1, 254]),
  'empty.txt': '',
  'src/deep/x.ts': 'x',
  nothing: { directory: true },
} as const;

/** Legal names that tools have tripped over. */
const ODD_NAMES = [
  'app/(group)/[id]/p$a+b.ts',
  '..foo',
  'a b',
  'new\nline',
  '-rf',
  '*?',
  'na\u00efve',
  'nai\u0308ve',
  '😀',
  'quo\'te"',
  'back\\slash',
  'con',
  'trailing ',
];

/** The part of the workspace contract that lists and reads. */
export const WORKSPACE_READ_SUITE: Suite<WorkspaceContext> = {
  'a directory is listed in name order with kinds and sizes, up to a limit and with the true count': async ({ over, expect }) => {
    await over(FILES, async (workspace) => {
      const session = workspace.session('s');
      const entries = [
        { name: 'a.bin', kind: 'file', size: 4 },
        { name: 'b.txt', kind: 'file', size: 12 },
        { name: 'empty.txt', kind: 'file', size: 0 },
        { name: 'nothing', kind: 'directory', size: 0 },
        { name: 'src', kind: 'directory', size: 0 },
      ];
      expect(await session.list('.', 100)).toEqual({ path: '', entries, total: 5 });
      expect(await session.list('./src/..', 2)).toEqual({ path: '', entries: entries.slice(0, 2), total: 5 });
      expect(await session.list('nothing/', 10)).toEqual({ path: 'nothing', entries: [], total: 0 });
      expect((await session.list('src', 10)).entries).toEqual([{ name: 'deep', kind: 'directory', size: 0 }]);
    });
  },

  'an entry is described without its content': async ({ over, expect }) => {
    await over(FILES, async (workspace) => {
      const session = workspace.session('s');
      expect(await Promise.all(['./b.txt', 'src', '.'].map((path) => session.stat(path)))).toEqual([
        { path: 'b.txt', kind: 'file', size: 12 },
        { path: 'src', kind: 'directory', size: 0 },
        { path: '', kind: 'directory', size: 0 },
      ]);
    });
  },

  'a file is read byte by byte, fewer only at its end': async ({ over, expect }) => {
    await over(FILES, async (workspace) => {
      const file = await workspace.session('s').open('src/../a.bin');
      const reads = await Promise.all([
        file.read(0, 4),
        file.read(1, 2),
        file.read(3, 10),
        file.read(4, 1),
        file.read(100, 1),
        file.read(0, 0),
      ]);
      await file.close();
      expect([file.path, file.size]).toEqual(['a.bin', 4]);
      expect(reads.map((bytes) => [...bytes])).toEqual([[0, 255, 1, 254], [255, 1], [254], [], [], []]);
      expect(await readAll(workspace.session('s'), 'b.txt')).toEqual('héllo 😀\n');
      expect(await readAll(workspace.session('s'), 'empty.txt')).toEqual('');
    });
  },

  'a missing entry, a directory and a file in the place of a directory are told apart': async ({ over, expect }) => {
    await over(FILES, async (workspace) => {
      const session = workspace.session('s');
      const codes = async (path: string): Promise<readonly (string | undefined)[]> => [
        await codeOf(() => readAll(session, path)),
        await codeOf(() => session.list(path, 10)),
        await codeOf(() => session.stat(path)),
        await codeOf(() => session.glob({ pattern: '*', path, limit: 10 })),
        await codeOf(() => session.grep({ pattern: 'x', path, limit: 10 })),
      ];
      const missing = 'PATH_NOT_FOUND';
      const notDirectory = 'PATH_NOT_DIRECTORY';
      expect(await codes('gone.txt')).toEqual([missing, missing, missing, missing, missing]);
      expect(await codes('gone/b.txt')).toEqual([missing, missing, missing, missing, missing]);
      expect(await codes('b.txt/x')).toEqual([notDirectory, notDirectory, notDirectory, notDirectory, notDirectory]);
      expect(await codes('src')).toEqual(['PATH_NOT_FILE', undefined, undefined, undefined, undefined]);
      expect(await codes('b.txt')).toEqual([undefined, notDirectory, undefined, notDirectory, undefined]);
    });
  },

  'any legal name can be listed and read, and names the very file that has it': async ({ over, expect }) => {
    await over(Object.fromEntries(ODD_NAMES.map((name) => [name, `content of ${name}`])), async (workspace) => {
      const session = workspace.session('s');
      for (const name of ODD_NAMES) expect(await readAll(session, name)).toEqual(`content of ${name}`);
      const top = ODD_NAMES.map((name) => name.split('/')[0] ?? '');
      expect((await session.list('.', 100)).entries.map(({ name }) => name)).toEqual([...top].sort());
      for (const near of ['NAÏVE', 'a  b', '?', 'trailing'])
        expect([near, await codeOf(() => readAll(session, near))]).toEqual([near, 'PATH_NOT_FOUND']);
    });
  },
};

/** The text of a file, through the port. */
export async function readAll(session: WorkspaceSession, path: string): Promise<string> {
  const file = await session.open(path);
  try {
    return Buffer.from(await file.read(0, file.size)).toString('utf8');
  } finally {
    await file.close();
  }
}
