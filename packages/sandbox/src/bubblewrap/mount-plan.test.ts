import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Mount } from '../confinement/mount.js';
import { describeNeeding } from '../../test/scratch.js';
import { CLOSE_HOST, MountPlan, type MountWay } from './mount-plan.js';

describeNeeding('Linux', process.platform === 'linux', 'how mounts are made', () => {
  let base = '';
  beforeEach(() => void (base = realpathSync(mkdtempSync(join(tmpdir(), 'tackroom-plan-')))));
  afterEach(() => rmSync(base, { recursive: true, force: true }));

  /** A workspace at `/w`, or below the `/tmp` of a session, with guards. */
  function mounts(root: string): readonly Mount[] {
    mkdirSync(join(base, 'w', '.git'), { recursive: true });
    const source = join(base, 'w');
    return [
      { kind: 'read', source: '/usr', at: '/usr', isSystem: true },
      { kind: 'read', source: '/dev/null', at: '/usr/key' },
      { kind: 'write', source: join(base, 'tmp'), at: '/tmp' },
      { kind: 'write', source, at: root, below: source },
      { kind: 'read', source: join(source, '.git'), at: `${root}/.git`, below: source },
      { kind: 'empty', at: `${root}/.ssh` },
    ];
  }

  function argumentsOf(root: string, way: MountWay): string {
    const plan = new MountPlan(mounts(root), way);
    try {
      return plan.arguments(50).join(' ').replaceAll(base, 'BASE');
    } finally {
      plan.close();
    }
  }

  test('what is to stand among names that commands may change is put there when the host is out of reach', () => {
    expect(argumentsOf('/w', 'closed').split(' --').join('\n --')).toMatchInlineSnapshot(`
     "--ro-bind /usr /usr
      --ro-bind /dev/null /usr/key
      --bind BASE/tmp /tmp
      --bind-fd 50 /w
      --bind-try /../newroot /../oldroot
      --ro-bind-try /w/.git /w/.git
      --perms 0500
      --size 4096
      --tmpfs /w/.ssh"
    `);
  });

  test('a workspace below /tmp waits elsewhere, where it is covered in the end', () => {
    expect(argumentsOf('/tmp/w', 'closed').split(' --').join('\n --')).toMatchInlineSnapshot(`
     "--ro-bind /usr /usr
      --ro-bind /dev/null /usr/key
      --bind BASE/tmp /tmp
      --bind-fd 50 /run/.tackroom/3
      --bind-try /../newroot /../oldroot
      --bind-try /run/.tackroom/3 /tmp/w
      --ro-bind-try /run/.tackroom/3/.git /tmp/w/.git
      --perms 0500
      --size 4096
      --tmpfs /tmp/w/.ssh
      --perms 0500
      --size 4096
      --tmpfs /run/.tackroom"
    `);
  });

  test('a bubblewrap that cannot be kept from the host gets every source by descriptor', () => {
    const text = argumentsOf('/tmp/w', 'direct');
    expect(text).not.toContain(CLOSE_HOST[0]);
    expect(text).toContain('--bind-fd 50 /tmp/w --ro-bind-fd 51 /tmp/w/.git');
  });

  test('a link anywhere on the way to a source is followed by nobody', () => {
    mkdirSync(join(base, 'real/w'), { recursive: true });
    symlinkSync('real', join(base, 'link'));
    const source = join(base, 'link/w');
    expect(() => new MountPlan([{ kind: 'write', source, at: '/w', below: source }], 'closed')).toThrow(/ELOOP|has become a link/);
  });
});
