import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { ToolFailure, type WorkspaceSession } from '@tackroom/core';
import { describeNeeding, hasDescriptors, openDescriptors, readText, scratchDirectory } from '../../test/scratch.js';
import { HostWorkspaceSession } from './host-workspace-session.js';
import { HostWorkspace } from './host-workspace.js';
import { pinByDescriptor } from './pinned-directory.js';
import { RootedTree, type LinkPolicy } from './rooted-tree.js';

const scratch = scratchDirectory();

function open(symlinks: LinkPolicy = 'refuse', root = 'root'): WorkspaceSession {
  return new HostWorkspace(scratch.at(root), { symlinks }).session('s');
}

/** The same over checks instead of descriptors, as on systems without them. */
function openChecked(symlinks: LinkPolicy = 'refuse'): WorkspaceSession {
  const tree = new RootedTree(scratch.at('root'), { links: symlinks, containment: 'checks' });
  return new HostWorkspaceSession({ tree, maxDepth: 24, ripgrep: () => Promise.resolve('rg') });
}

async function failure(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ToolFailure)) throw new Error('expected a failure', { cause: error });
  expect(error.message).not.toContain('root-evil');
  expect(error.message).not.toContain(scratch.path);
  expect(error.message).not.toContain('SECRET');
  return `${error.code}: ${error.message}`;
}

beforeEach(() => {
  scratch.write({ 'root/a.txt': 'A', 'root/sub/b.txt': 'B', 'root-evil/secret.txt': 'SECRET', 'root-evil/sub/x': '' });
});

describe.each([
  ['descriptors', open],
  ['checks', openChecked],
])('inside the root, by %s', (_how, make) => {
  test('regular files are read in parts', async () => {
    const session = make();
    const file = await session.open('./sub/../sub//b.txt');
    const parts = [await file.read(0, 10), await file.read(1, 10), await file.read(5, 1)];
    await file.close();
    expect([file.path, file.size, ...parts.map((part) => Buffer.from(part).toString())]).toEqual(['sub/b.txt', 1, 'B', '', '']);
    expect(await session.stat('sub')).toEqual({ path: 'sub', kind: 'directory', size: 0 });
    expect(await session.stat('.')).toEqual({ path: '', kind: 'directory', size: 0 });
    expect(await session.stat('a.txt')).toEqual({ path: 'a.txt', kind: 'file', size: 1 });
  });

  test('a listing has types, sizes, links as stored, in name order, and the true total', async () => {
    scratch.link('root/z-link', '../root-evil');
    scratch.link('root/loop', 'loop');
    spawnSync('mkfifo', [scratch.at('root/pipe')]);
    const session = make();
    const entries = [
      { name: 'a.txt', kind: 'file', size: 1 },
      { name: 'loop', kind: 'link', size: 0, target: 'loop' },
      { name: 'pipe', kind: 'other', size: 0 },
      { name: 'sub', kind: 'directory', size: 0 },
      { name: 'z-link', kind: 'link', size: 0, target: '../root-evil' },
    ];
    expect(await session.list('.', 100)).toEqual({ path: '', entries, total: 5 });
    expect(await session.list('', 100).catch((error: ToolFailure) => error.code)).toBe('PATH_INVALID');
    expect(await session.list('.', 2)).toEqual({ path: '', entries: entries.slice(0, 2), total: 5 });
  });

  test('a listing of many entries keeps the first ones', async () => {
    scratch.write(Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`root/many/${String(499 - index).padStart(3, '0')}`, ''])));
    const { entries, total } = await make().list('many', 3);
    expect([entries.map((entry) => entry.name), total]).toEqual([['000', '001', '002'], 500]);
  });

  test('links that leave the root are refused, whatever the policy', async () => {
    scratch.link('root/link', '../root-evil');
    scratch.link('root/absolute', scratch.at('root-evil'));
    scratch.link('root/file', '../root-evil/secret.txt');
    for (const policy of ['refuse', 'inside'] as const) {
      const session = make(policy);
      for (const path of ['link/secret.txt', 'absolute/secret.txt', 'file']) {
        expect(await failure(session.open(path))).toMatch(policy === 'refuse' ? /^PATH_LINK: / : /^PATH_OUTSIDE: /);
      }
      expect(await failure(session.list('link', 10))).toMatch(/^PATH_(LINK|OUTSIDE): /);
      expect(await session.stat('file')).toEqual({ path: 'file', kind: 'link', size: 0 });
    }
  });

  test('a link with a slash at its end is said to be a link', async () => {
    scratch.write({ 'root/dir/x': '' });
    scratch.link('root/link', 'dir');
    expect(await failure(make('refuse').open('link/'))).toBe(
      'PATH_NOT_DIRECTORY: "link" is a symbolic link, not a directory. Leave out the slash at the end.',
    );
  });

  test('links inside the root are followed only when asked', async () => {
    scratch.link('root/in', 'sub');
    scratch.link('root/sub/up', '../a.txt');
    scratch.link('root/absolute', scratch.at('root/sub'));
    scratch.link('root/chain', 'absolute/up');
    scratch.link('root/self', '.');
    for (const [path, content] of [
      ['in/b.txt', 'B'],
      ['sub/up', 'A'],
      ['absolute/b.txt', 'B'],
      ['chain', 'A'],
      ['self/self/a.txt', 'A'],
    ] as const) {
      expect(await readText(make('inside'), path)).toBe(content);
      expect(await failure(make('refuse').open(path))).toMatch(/^PATH_LINK: /);
    }
    expect((await make('inside').list('in', 10)).entries.map((entry) => entry.name)).toEqual(['b.txt', 'up']);
  });

  test('a path through a link and up again is taken by its spelling', async () => {
    scratch.link('root/link', '../root-evil/sub');
    for (const policy of ['refuse', 'inside'] as const) {
      expect(await failure(make(policy).open('link/../secret.txt'))).toMatch(/^PATH_NOT_FOUND: "secret.txt" does not exist/);
    }
  });

  test('loops and dangling links end', async () => {
    scratch.link('root/loop', 'loop');
    scratch.link('root/dead', 'nowhere');
    expect(await failure(make('inside').open('loop'))).toBe('PATH_LINK: "loop" is a symbolic link that leads in a circle.');
    expect(await failure(make('inside').open('loop/x'))).toBe('PATH_LINK: "loop" is a symbolic link that leads in a circle.');
    expect(await failure(make('inside').open('dead'))).toMatch(/^PATH_NOT_FOUND: "nowhere" does not exist \(on the way to "dead"\)/);
    expect(await failure(make('refuse').open('dead'))).toMatch(/^PATH_LINK: "dead" is a symbolic link/);
  });

  test('what is no regular file is refused at once', async () => {
    spawnSync('mkfifo', [scratch.at('root/pipe')]);
    const server = createServer().listen(scratch.at('root/socket'));
    await new Promise((resolve) => server.once('listening', resolve));
    try {
      expect(await failure(make().open('pipe'))).toBe('PATH_NOT_FILE: "pipe" is not a regular file: it is a FIFO.');
      expect(await failure(make().open('socket'))).toBe('PATH_NOT_FILE: "socket" is not a regular file: it is a socket.');
      expect(await failure(make().open('sub'))).toBe('PATH_NOT_FILE: "sub" is a directory, not a file.');
      expect(await failure(make().open('.'))).toBe('PATH_NOT_FILE: "." is a directory, not a file.');
      expect(await failure(make().open('a.txt/x'))).toBe('PATH_NOT_DIRECTORY: "a.txt" is not a directory.');
      expect(await failure(make().list('a.txt', 1))).toBe('PATH_NOT_DIRECTORY: "a.txt" is not a directory.');
    } finally {
      server.close();
    }
  });

  test('a missing file comes with names that are there', async () => {
    scratch.write({ 'root/note.ts': '', 'root/cafe\u0301.txt': '', 'root/lib/x.ts': '' });
    const session = make();
    expect(await failure(session.open('nope.ts'))).toBe('PATH_NOT_FOUND: "nope.ts" does not exist. There is "note.ts".');
    expect(await failure(session.open('libs/x.ts'))).toBe(
      'PATH_NOT_FOUND: "libs" does not exist (on the way to "libs/x.ts"). There is "lib".',
    );
    expect(await failure(session.open('sub/zzzzzzzz'))).toBe('PATH_NOT_FOUND: "sub/zzzzzzzz" does not exist.');
    expect(await failure(session.open('caf\u00e9.txt'))).toBe(
      'PATH_NOT_FOUND: "caf\u00e9.txt" does not exist. There is "cafe\u0301.txt" (the same letters in another Unicode form: copy it exactly).',
    );
  });

  test('a name that is not valid UTF-8 is not recommended', async () => {
    scratch.write({ 'root/a.txt': '' });
    try {
      writeFileSync(Buffer.concat([Buffer.from(scratch.at('root/b')), Buffer.of(0xff), Buffer.from('.md')]), 'four');
    } catch {
      return; // Some file systems take no such names.
    }
    expect((await make().list('.', 9)).entries).toContainEqual({ name: 'b\ufffd.md', kind: 'file', size: 4 });
    expect(await failure(make().open('b\ufffd.md'))).toBe(
      'PATH_NOT_FOUND: "b\ufffd.md" does not exist. What is listed so has a name that is not valid UTF-8, and no path leads to it.',
    );
  });

  test('names are never patterns', async () => {
    scratch.write({ 'root/app/(group)/[id]/p$a+b.ts': 'page', 'root/*': 'star' });
    expect([await readText(make(), 'app/(group)/[id]/p$a+b.ts'), await readText(make(), '*')]).toEqual(['page', 'star']);
  });

  test('facts never throw and say where links lead', async () => {
    scratch.link('root/link', 'sub');
    scratch.link('root/out', '../root-evil');
    scratch.link('root/loop', 'loop');
    const session = make();
    const facts = await Promise.all(
      [
        './sub//b.txt',
        'link/b.txt',
        'link/new/file',
        'out/secret.txt',
        '../root-evil/secret.txt',
        'gone',
        'loop',
        'a\0',
        '.',
        'a.txt/x',
      ].map((path) => session.fact(path)),
    );
    expect(facts.map(({ normalized, canonical, outside }) => [normalized, canonical, outside])).toEqual([
      ['sub/b.txt', 'sub/b.txt', false],
      ['link/b.txt', 'sub/b.txt', false],
      ['link/new/file', 'sub/new/file', false],
      ['out/secret.txt', undefined, true],
      [undefined, undefined, true],
      ['gone', 'gone', false],
      ['loop', undefined, false],
      [undefined, undefined, false],
      ['', '', false],
      ['a.txt/x', undefined, false],
    ]);
  });

  test('a root that was replaced is not used', async () => {
    const session = make();
    renameSync(scratch.at('root'), scratch.at('moved'));
    mkdirSync(scratch.at('root'));
    writeFileSync(scratch.at('root/a.txt'), 'other');
    expect(await failure(session.open('a.txt'))).toMatch(/^PATH_CHANGED: /);
    rmSync(scratch.at('root'), { recursive: true });
    expect(await failure(session.open('a.txt'))).toMatch(/^PATH_CHANGED: /);
  });
});

const isRoot = process.getuid?.() === 0;
describeNeeding(
  'a user who may not read everything, or the right to become one',
  !isRoot || process.platform === 'linux',
  'permission',
  () => {
    test('an unreadable file is its own error', async () => {
      chmodSync(scratch.path, 0o755);
      chmodSync(scratch.at('root/a.txt'), 0);
      const session = open();
      const nobody = 65_534;
      if (isRoot) process.seteuid?.(nobody);
      const said = await failure(session.open('a.txt')).finally(() => isRoot && process.seteuid?.(0));
      expect(said).toBe('PATH_DENIED: "a.txt" cannot be accessed: permission denied.');
    });
  },
);

describeNeeding('/proc/self/fd', hasDescriptors(), 'by descriptors', () => {
  test('containment says so', () => {
    expect(new HostWorkspace(scratch.at('root')).containment).toBe('descriptors');
  });

  test('a file that is closed while it is read is closed when it was', async () => {
    scratch.write({ 'root/big': Buffer.alloc(3_000_000, 'x') });
    const file = await new HostWorkspace(scratch.at('root')).session('s').open('big');
    const reading = [file.read(0, 2_000_000), file.read(2_000_000, 2_000_000)];
    await Promise.all([file.close(), file.close()]);
    expect((await Promise.all(reading)).map((bytes) => bytes.length)).toEqual([2_000_000, 1_000_000]);
    await expect(file.read(0, 1)).rejects.toMatchObject({ code: 'PATH_IO', message: '"big" is closed.' });
  });

  test('a directory that is closed leads nowhere, and is closed once', async () => {
    const { dev, ino } = statSync(scratch.at('root'), { bigint: true });
    const directory = await pinByDescriptor(scratch.at('root'), { dev, ino });
    await directory.close();
    const other = await pinByDescriptor(scratch.at('root'), { dev, ino });
    await directory.close();
    expect(directory.at('a')).toBe('/proc/self/fd/-1/a');
    await (await other.enter('.')).close();
    await other.close();
  });

  test('nothing stays open, whether it went well or not', async () => {
    scratch.link('root/link', '../root-evil');
    scratch.link('root/in', 'sub');
    spawnSync('mkfifo', [scratch.at('root/pipe')]);
    const use = async (): Promise<void> => {
      for (const policy of ['refuse', 'inside'] as const) {
        const session = open(policy);
        for (const path of ['a.txt', 'sub/b.txt', 'link/secret.txt', 'in/b.txt', 'pipe', 'gone/x', 'a.txt/x', 'sub', '../x']) {
          await readText(session, path).catch(() => undefined);
          await session.list(path, 10).catch(() => undefined);
          await session.stat(path).catch(() => undefined);
          await session.fact(path);
        }
      }
    };
    await use();
    const before = openDescriptors();
    await use();
    expect(openDescriptors()).toBe(before);
  });
});
