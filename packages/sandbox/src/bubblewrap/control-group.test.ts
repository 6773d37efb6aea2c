import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bubblewrapBench } from '../../test/bubblewrap-bench.js';
import { describeNeeding, hasBubblewrap } from '../../test/scratch.js';
import { BubblewrapSandbox } from './bubblewrap-sandbox.js';
import { ControlGroup } from './control-group.js';
import { findGroupHome, readHierarchies } from './find-group-home.js';

const found = await findGroupHome();
/** Names of groups that were made here and are still there. */
const groupsLeft = (): readonly string[] =>
  found.home === undefined
    ? []
    : [found.home.memory, found.home.pids].flatMap((home) =>
        readdirSync(home).filter((name) => name.startsWith(`tackroom-${process.pid}-`)),
      );

describe('where control groups are', () => {
  const UNIFIED = '30 20 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n';
  const SPLIT = [
    '31 20 0:27 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory',
    '32 20 0:28 /docker/abc /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids',
    '33 20 0:29 / /sys/fs/cgroup/systemd rw - cgroup cgroup rw,xattr,name=systemd',
  ].join('\n');
  test.each([
    [
      'version 2',
      '0::/user.slice/user@1000.service/app.slice/x.scope\n',
      UNIFIED,
      [{ controllers: [], mount: '/sys/fs/cgroup', own: '/sys/fs/cgroup/user.slice/user@1000.service/app.slice/x.scope' }],
    ],
    [
      'version 1, in a container that sees a part',
      '4:memory:/a\n8:pids:/docker/abc/b\n0::/\n',
      SPLIT,
      [
        { controllers: ['memory'], mount: '/sys/fs/cgroup/memory', own: '/sys/fs/cgroup/memory/a' },
        { controllers: ['pids'], mount: '/sys/fs/cgroup/pids', own: '/sys/fs/cgroup/pids/b' },
      ],
    ],
    ['a group outside of what is mounted', '8:pids:/docker/abcd\n', SPLIT, []],
    ['nothing mounted', '0::/x\n', '', []],
    ['nothing at all', '', UNIFIED, []],
  ])('%s', (_what, groups, mounts, expected) => {
    expect(readHierarchies(groups, mounts)).toEqual(expected);
  });

  test('what cannot be is said', async () => {
    expect(await findGroupHome('/nowhere')).toEqual({
      home: undefined,
      reason: 'no control group that hands down memory and pids is mounted here',
    });
  });

  test('a group that cannot be made leaves nothing behind', () => {
    const base = mkdtempSync(join(tmpdir(), 'tackroom-test-'));
    mkdirSync(join(base, 'memory'));
    // An ordinary directory: the files of a control group are not in it.
    expect(() =>
      ControlGroup.make({ version: 1, memory: join(base, 'memory'), pids: join(base, 'gone') }, { memoryMb: 1, processes: 1 }),
    ).toThrow('ENOENT');
    expect(readdirSync(join(base, 'memory'))).toEqual([]);
    rmSync(base, { recursive: true });
  });
});

describe('limits.scope', () => {
  test('a value that is none is refused', () => {
    expect(() => new BubblewrapSandbox({ limits: { scope: 'tree' as 'auto', memory: 1 } as object })).toThrow(
      expect.objectContaining({
        problems: [
          expect.objectContaining({ where: 'limits.scope', message: "is none; write 'auto', 'command' or 'process'." }) as unknown,
          expect.objectContaining({
            where: 'limits.memory',
            message: 'is no limit; there are memoryMb, cpuSeconds, fileSizeMb, processes, scope.',
          }) as unknown,
        ],
      }),
    );
  });
});

const { exec } = bubblewrapBench();

describeNeeding('bubblewrap', hasBubblewrap(), 'a sandbox says how far its limits reach', () => {
  test('process', async () => {
    const { limitScope, limitScopeReason } = await new BubblewrapSandbox().inspect();
    expect([limitScope, limitScopeReason]).toEqual(['process', undefined]);
  });

  test('auto', async () => {
    const { limitScope, limitScopeReason } = await new BubblewrapSandbox({ limits: { scope: 'auto' } }).inspect();
    expect([limitScope, limitScopeReason]).toEqual(found.home === undefined ? ['process', found.reason] : ['command', undefined]);
  });

  test('command: or nothing is run', async () => {
    const checked = new BubblewrapSandbox({ limits: { scope: 'command' } }).check();
    if (found.home !== undefined) return expect(await checked).toBeUndefined();
    await expect(checked).rejects.toMatchObject({
      code: 'SANDBOX_UNAVAILABLE',
      message: expect.stringContaining(found.reason ?? '') as unknown,
    });
  });
});

if (found.home === undefined) {
  // A kernel or a container that hands none down is no fault of the machine that runs the tests.
  test(`limits of a whole command: left out, ${found.reason ?? ''}`, () => undefined);
} else {
  describeNeeding('bubblewrap', hasBubblewrap(), `limits of a whole command, control groups version ${found.home.version}`, () => {
    const fill = (megabytes: number): string => `perl -e '$x = "x" x ${megabytes * 1_000_000}; sleep 1; print "filled\\n"'`;

    test('memory is bounded over all processes', async () => {
      const together = `for i in 1 2 3; do ${fill(40)} & done; wait`;
      expect((await exec(together, { limits: { memoryMb: 100 } })).stdout).toBe('filled\n'.repeat(3));
      const result = await exec(together, { limits: { memoryMb: 100, scope: 'command' } });
      expect(result.stdout).not.toBe('filled\n'.repeat(3));
      expect(result.denials).toEqual(['more than 100 MB of memory for all its processes; the system ended one']);
      expect(groupsLeft()).toEqual([]);
    });

    test('processes are bounded, those of root too', async () => {
      const many = 'for i in {1..40}; do sleep 20 & done; jobs -p | wc -l; kill $(jobs -p); wait';
      const result = await exec(many, { limits: { processes: 20, scope: 'command' }, timeoutMs: 10_000 });
      expect(result.stdout).not.toMatch(/^40$/m);
      expect(result.denials).toEqual(['more than 20 processes']);
      expect(groupsLeft()).toEqual([]);
    });

    test('a command within its bounds is as ever, also one that is ended', async () => {
      const limits = { scope: 'command' } as const;
      expect(await exec('echo ok; exit 3', { limits })).toMatchObject({ stdout: 'ok\n', exitCode: 3, denials: [] });
      expect(await exec('echo $$ > /dev/null; ls /sys/fs/cgroup', { limits })).toMatchObject({ stdout: '' });
      expect(await exec('sleep 60 & sleep 60', { limits, timeoutMs: 200 })).toMatchObject({ timedOut: true });
      expect(groupsLeft()).toEqual([]);
    });

    test('groups of a process that ended without a chance to remove them are removed', async () => {
      const left = join(found.home.memory, 'tackroom-999999999-1');
      mkdirSync(left);
      utimesSync(left, 0, 0);
      await findGroupHome();
      expect(existsSync(left)).toBe(false);
    });
  });
}
