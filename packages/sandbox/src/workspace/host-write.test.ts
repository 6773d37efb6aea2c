import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, linkSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { ToolFailure, type WorkspaceSession } from '@tackroom/core';
import { describeNeeding, hasDescriptors, openDescriptors, scratchDirectory } from '../../test/scratch.js';
import { HostWorkspaceSession } from './host-workspace-session.js';
import { HostWorkspace } from './host-workspace.js';
import { RootedTree } from './rooted-tree.js';

const scratch = scratchDirectory();
const bytes = (text: string): Uint8Array => Buffer.from(text);
const REPLACE = { overwrite: true } as const;
const CREATE = { overwrite: false } as const;

beforeEach(() => scratch.write({ 'root/a.txt': 'A', 'root/sub/b.txt': 'B', 'root-evil/secret.txt': 'SECRET' }));

function open(): WorkspaceSession {
  return new HostWorkspace(scratch.at('root')).session('s');
}

function openChecked(): WorkspaceSession {
  const tree = new RootedTree(scratch.at('root'), { links: 'refuse', containment: 'checks' });
  return new HostWorkspaceSession({ tree, maxDepth: 24, ripgrep: () => Promise.resolve('rg') });
}

function openWithoutRoot(): WorkspaceSession {
  const session = HostWorkspace.unrestricted().session('s');
  return Object.assign(Object.create(session) as WorkspaceSession, {
    write: (path: string, content: Uint8Array, options: typeof CREATE) => session.write(scratch.at(`root/${path}`), content, options),
    remove: (path: string, options: { recursive: boolean }) => session.remove(scratch.at(`root/${path}`), options),
  });
}

async function failure(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ToolFailure)) throw new Error('expected a failure', { cause: error });
  return `${error.code}: ${error.message}`;
}

const modeOf = (name: string): string => (statSync(scratch.at(name)).mode & 0o7777).toString(8);
const names = (name: string): readonly string[] => readdirSync(scratch.at(name)).sort();

describe.each([
  ['descriptors', open],
  ['checks', openChecked],
  ['no root', openWithoutRoot],
])('writing, by %s', (_how, make) => {
  test.each([0o755, 0o600, 0o444 | 0o200, 0o1755])('a file that is replaced keeps its mode %o', async (mode) => {
    chmodSync(scratch.at('root/a.txt'), mode);
    await make().write('a.txt', bytes('new'), REPLACE);
    expect([modeOf('root/a.txt'), readFileSync(scratch.at('root/a.txt'), 'utf8')]).toEqual([mode.toString(8), 'new']);
  });

  test.each([0o4755, 0o2755, 0o6711])('new content does not get the special rights of the mode %o', async (mode) => {
    chmodSync(scratch.at('root/a.txt'), mode);
    await make().write('a.txt', bytes('new'), REPLACE);
    expect(modeOf('root/a.txt')).toBe((mode & 0o777).toString(8));
  });

  test('a file that nobody may write to stays, also for root', async () => {
    chmodSync(scratch.at('root/a.txt'), 0o444);
    expect(await failure(make().write('a.txt', bytes('new'), REPLACE))).toBe(
      `PATH_DENIED: ${make === openWithoutRoot ? JSON.stringify(scratch.at('root/a.txt')) : '"a.txt"'} is read-only: nobody has the right to write to it. Change its mode first if it shall be changed.`,
    );
    expect([readFileSync(scratch.at('root/a.txt'), 'utf8'), names('root')]).toEqual(['A', ['a.txt', 'sub']]);
  });

  test('of several that replace the same content one does, and the others are told', async () => {
    for (let round = 0; round < 10; round += 1) {
      const file = await make()
        .open('a.txt')
        .catch(() => make().open(scratch.at('root/a.txt')));
      const { revision } = file;
      await file.close();
      const writes = Array.from({ length: 6 }, (_, index) => make().write('a.txt', bytes(`${round} ${index}`), { ...REPLACE, revision }));
      const settled = await Promise.allSettled(writes);
      const done = settled.flatMap(({ status }, index) => (status === 'fulfilled' ? [`${round} ${index}`] : []));
      expect(done).toEqual([readFileSync(scratch.at('root/a.txt'), 'utf8')]);
    }
    expect(names('root')).toEqual(['a.txt', 'sub']);
  });

  test.each([0o022, 0o077, 0o000])('a new file has the mode that umask %o leaves', async (umask) => {
    const before = process.umask(umask);
    try {
      await make().write('new/n.txt', bytes('n'), CREATE);
    } finally {
      process.umask(before);
    }
    expect([modeOf('root/new/n.txt'), modeOf('root/new')]).toEqual([(0o666 & ~umask).toString(8), (0o777 & ~umask).toString(8)]);
  });

  test('another name of the file that is replaced keeps the old content', async () => {
    linkSync(scratch.at('root-evil/secret.txt'), scratch.at('root/hard'));
    await make().write('hard', bytes('new'), REPLACE);
    expect([readFileSync(scratch.at('root/hard'), 'utf8'), readFileSync(scratch.at('root-evil/secret.txt'), 'utf8')]).toEqual([
      'new',
      'SECRET',
    ]);
  });

  test('a pipe is neither written nor waited for', async () => {
    spawnSync('mkfifo', [scratch.at('root/pipe')]);
    expect(await failure(make().write('pipe', bytes('x'), REPLACE))).toMatch(/^PATH_NOT_FILE: .* it is a FIFO\.$/);
    expect(await make().remove('pipe', { recursive: false })).toMatchObject({ entries: 1 });
  });

  test('nothing is left behind, whatever failed', async () => {
    const session = make();
    await failure(session.write('sub', bytes('x'), REPLACE));
    await failure(session.write('a.txt', bytes('x'), CREATE));
    await failure(session.write('a.txt/x', bytes('x'), CREATE));
    await failure(session.write('a.txt', bytes('x'), { overwrite: true, revision: 'another' }));
    expect([names('root'), names('root/sub')]).toEqual([['a.txt', 'sub'], ['b.txt']]);
  });
});

test('without a root a link is followed and stays', async () => {
  scratch.link('root/link', 'a.txt');
  await openWithoutRoot().write('link', bytes('through'), REPLACE);
  expect([lstatSync(scratch.at('root/link')).isSymbolicLink(), readFileSync(scratch.at('root/a.txt'), 'utf8')]).toEqual([true, 'through']);
});

test('what a failure says', async () => {
  const session = open();
  expect(await failure(session.write('a.txt', bytes(''), CREATE))).toBe('PATH_EXISTS: "a.txt" exists already.');
  expect(await failure(session.write('a.txt', bytes(''), { overwrite: true, revision: '0' }))).toBe(
    'PATH_CHANGED: "a.txt" was changed by somebody else meanwhile. Read it again.',
  );
  expect(await failure(session.write('gone', bytes(''), { overwrite: true, revision: '0' }))).toBe(
    'PATH_NOT_FOUND: "gone" does not exist any more.',
  );
  expect(await failure(session.remove('sub', { recursive: false }))).toBe('PATH_NOT_EMPTY: "sub" is a directory that is not empty.');
  expect(await failure(session.remove('.', { recursive: true }))).toBe('PATH_DENIED: The root of the workspace cannot be deleted.');
  expect(await failure(session.changeDirectory('a.txt'))).toBe('PATH_NOT_DIRECTORY: "a.txt" is not a directory.');
});

test('whoever reads meanwhile sees the old file or the new one, whole', async () => {
  const size = 200_000;
  writeFileSync(scratch.at('root/big'), 'x'.repeat(size));
  const watch = `const { readFileSync, existsSync } = require('fs'); const seen = new Set(); process.stdout.write('.');
    while (!existsSync('stop')) { const t = readFileSync('big', 'latin1'); seen.add(t.length + [...new Set(t)].join('')); }
    process.stdout.write(JSON.stringify([...seen]));`;
  const watcher = spawn(process.execPath, ['-e', watch], { cwd: scratch.at('root'), stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  const started = new Promise((resolve) => watcher.stdout.once('data', resolve));
  watcher.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const closed = new Promise((resolve) => watcher.once('close', resolve));
  await started;
  const session = open();
  for (let round = 0; round < 30; round += 1) await session.write('big', bytes((round % 2 === 0 ? 'y' : 'x').repeat(size)), REPLACE);
  await session.write('stop', bytes(''), CREATE);
  await closed;
  const seen = JSON.parse(said.slice(1)) as readonly string[];
  expect(seen.filter((state) => state !== `${size}x` && state !== `${size}y`)).toEqual([]);
  expect(seen.length).toBeGreaterThan(0);
});

test('files on their way are in no search', async () => {
  scratch.write({ 'root/.tackroom-abc.tmp': 'A' });
  const session = open();
  expect((await session.glob({ pattern: '**', limit: 10 })).matches).toEqual(['a.txt', 'sub/b.txt']);
  expect((await session.grep({ pattern: 'A', limit: 10 })).matches.map(({ path }) => path)).toEqual(['a.txt']);
  unlinkSync(scratch.at('root/.tackroom-abc.tmp'));
});

const smallDisk = scratchMount();
describeNeeding('the right to mount a small disk', smallDisk.canMount(), 'on a full disk', () => {
  test('the old file stays, and nothing else', async () => {
    mkdirSync(scratch.at('root/disk'));
    smallDisk.mount(scratch.at('root/disk'));
    try {
      const session = open();
      await session.write('disk/f', bytes('old'), CREATE);
      expect(await failure(session.write('disk/f', Buffer.alloc(2_000_000, 'x'), REPLACE))).toBe(
        'PATH_IO: "disk/f" could not be written: there is no room left for it (ENOSPC).',
      );
      expect(await failure(session.write('disk/g', Buffer.alloc(2_000_000, 'x'), CREATE))).toMatch(/^PATH_IO: /);
      expect([names('root/disk'), readFileSync(scratch.at('root/disk/f'), 'utf8')]).toEqual([['f'], 'old']);
    } finally {
      smallDisk.unmount(scratch.at('root/disk'));
    }
  });
});

function scratchMount(): { canMount(): boolean; mount(path: string): void; unmount(path: string): void } {
  const run = (...args: readonly [string, ...string[]]): boolean => spawnSync(args[0], args.slice(1), { stdio: 'ignore' }).status === 0;
  return {
    canMount: () => {
      const where = '/mnt';
      return process.platform === 'linux' && run('mount', '-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', where) && run('umount', where);
    },
    mount: (path) => void run('mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', path),
    unmount: (path) => void run('umount', path),
  };
}

const isRoot = process.getuid?.() === 0;
describeNeeding(
  'a user who may not write everything, or the right to become one',
  !isRoot || process.platform === 'linux',
  'permission',
  () => {
    const asNobody = async <T>(work: () => Promise<T>): Promise<T> => {
      if (!isRoot) return work();
      chmodSync(scratch.path, 0o755);
      chmodSync(scratch.at('root'), 0o777);
      process.setegid?.(65_534);
      process.seteuid?.(65_534);
      try {
        return await work();
      } finally {
        process.seteuid?.(0);
        process.setegid?.(0);
      }
    };

    test('a directory that may not be changed', async () => {
      chmodSync(scratch.at('root/sub'), 0o555);
      const session = open();
      expect(await asNobody(() => failure(session.write('sub/new', bytes('x'), CREATE)))).toMatch(/^PATH_DENIED: /);
      expect(await asNobody(() => failure(session.remove('sub/b.txt', { recursive: false })))).toMatch(/^PATH_DENIED: /);
      expect(names('root/sub')).toEqual(['b.txt']);
    });

    test('a directory that may be written to but not listed', async () => {
      chmodSync(scratch.at('root/sub'), 0o333);
      const session = open();
      await asNobody(() => session.write('sub/new/f', bytes('x'), CREATE));
      chmodSync(scratch.at('root/sub'), 0o777);
      expect([names('root/sub'), names('root/sub/new')]).toEqual([['b.txt', 'new'], ['f']]);
    });

    test('a file of another owner is replaced without its special rights', async () => {
      const session = open();
      chmodSync(scratch.at('root/a.txt'), 0o4777);
      await asNobody(() => session.write('a.txt', bytes('x'), REPLACE));
      expect(modeOf('root/a.txt')).toBe('777');
    });
  },
);

describeNeeding('/proc/self/fd', hasDescriptors(), 'descriptors', () => {
  test('none stays open, whether it went well or not', async () => {
    scratch.link('root/link', '../root-evil');
    const session = open();
    const use = async (): Promise<void> => {
      for (const path of ['a.txt', 'sub/new/x', 'link/secret.txt', 'a.txt/x', 'sub', '../x', 'gone']) {
        await session.write(path, bytes('x'), REPLACE).catch(() => undefined);
        await session.write(path, bytes('x'), CREATE).catch(() => undefined);
        await session.changeDirectory(path).catch(() => undefined);
        await session.changeDirectory(scratch.at('root'));
      }
      await session.remove('gone', { recursive: true });
      await session.remove('sub', { recursive: true });
    };
    await use();
    const before = openDescriptors();
    await use();
    expect(openDescriptors()).toBe(before);
  });
});
