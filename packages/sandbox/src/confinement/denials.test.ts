import { spawnSync } from 'node:child_process';
import { describeNeeding, hasBubblewrap, hasProgram } from '../../test/scratch.js';
import { bubblewrapBench } from '../../test/bubblewrap-bench.js';
import { deniedPaths } from './denied-paths.js';
import type { ResourceLimits } from './resource-limits.js';

const { scratch, exec } = bubblewrapBench();
const NO_NETWORK = 'network access, which this sandbox does not have';
const has = (name: string): boolean => hasProgram(name, '--version');

describeNeeding('bubblewrap', hasBubblewrap(), 'what a sandbox refused', () => {
  beforeEach(() => scratch.write({ 'root/.git/config': '[core]\n', 'root/.git/hooks/x': '', 'root/.ssh/id': 'KEY' }));

  const reaching: readonly (readonly [program: string, command: string])[] = [
    ['bash', 'echo > /dev/tcp/192.0.2.1/80'],
    ['bash', 'echo > /dev/udp/192.0.2.1/53; exit 0'],
    ['bash', 'exec 3<>/dev/tcp/$ADDRESS/80; exit 3'],
    ['curl', 'curl -s --max-time 5 http://a.example/ | cat'],
    ['curl', 'LC_ALL=de_DE.UTF-8 curl -sS --max-time 5 http://[2001:db8::1]/'],
    ['git', 'git clone -q https://a.example/x.git'],
    ['wget', 'wget -q -T 5 -t 1 -O - http://a.example/; true'],
    ['node', `node -e "fetch('http://a.example').catch(() => 0)"`],
    ['ssh', 'ssh -o ConnectTimeout=5 a.example true'],
    ['perl', `perl -MIO::Socket::INET -e 'IO::Socket::INET->new("192.0.2.1:80") or exit 3'`],
  ];
  test.each(reaching.filter(([program]) => has(program)))('%s looks for the network: %s', async (_program, command) => {
    expect((await exec(command, { timeoutMs: 20_000, env: { ADDRESS: '192.0.2.1' } })).denials).toEqual([NO_NETWORK]);
  });

  // Words alone are nothing that the sandbox did.
  test.each([
    'echo "Network is unreachable"',
    'echo "Network is unreachable" >&2; exit 1',
    'echo "curl: (6) Could not resolve host: a.example" >&2; exit 6',
    'echo "getaddrinfo EAI_AGAIN registry.example" >&2; exit 1',
    'echo "Read-only file system" >&2',
    'echo "touch: cannot touch \'/tmp/x\': Read-only file system" >&2; exit 1',
    `echo "cat: $PWD/sub/f: Read-only file system" >&2; exit 1`,
    'echo "mv: x: Device or resource busy" >&2; exit 1',
    'echo "bash: ./build: Permission denied" >&2; exit 126',
    './.git/hooks/x; exit 126',
    'echo "JavaScript heap out of memory" >&2; exit 134',
    'echo > /dev/tcp/127.0.0.1/1; echo x > /dev/udp/127.0.0.1/1',
    'grep -r nothing-like-that . ; exit 1',
    // Programs look for news of themselves and for name servers, and do without.
    'echo > "/dev/tcp/$ADDRESS/80"; echo done',
    'getent hosts localhost; true',
    'for at in localhost 127.0.0.1 ::1; do getent ahosts "$at"; done; echo > "/dev/udp/$ADDRESS/53"; true',
  ])('nothing: %s', async (command) => {
    expect((await exec(command, { env: { ADDRESS: '192.0.2.1' } })).denials).toEqual([]);
  });

  test.each<[string, string, Partial<ResourceLimits>?]>([
    ['touch /usr/x', 'writing /usr/x, which is outside the workspace'],
    ['echo x > /etc/x', 'writing /etc/x, which is outside the workspace'],
    ['cd /usr && touch x', 'writing outside the workspace, or to a protected file in it'],
    [`perl -e 'open F, ">", "/usr/x" or die $!'`, 'writing outside the workspace, or to a protected file in it'],
    ['echo x > .git/config', 'changing .git/config, which is protected'],
    ['cd sub && echo x > ../.git/hooks/x', 'writing outside the workspace, or to a protected file in it'],
    ['cd sub && touch ../.git/hooks/y', 'writing outside the workspace, or to a protected file in it'],
    ['mv .git old', 'changing .git, which is protected'],
    ['rm -rf .git/hooks', 'changing .git/hooks/x, which is protected'],
    ['rm .ssh/id; echo x > .ssh/id', '.ssh/id, which is hidden from commands'],
    ['while :; do :; done', 'more than 1 s of processor time', { cpuSeconds: 1 }],
    ["bash -c 'while :; do :; done'; exit $?", 'more than 1 s of processor time', { cpuSeconds: 1 }],
    ['head -c 3000000 /dev/zero > big', 'a file of more than 1 MB', { fileSizeMb: 1 }],
    [`perl -e '$x = "x" x 200_000_000'`, 'more than 50 MB of memory in one process', { memoryMb: 50 }],
  ])('%s', async (command, denial, limits = {}) => {
    expect((await exec(command, { limits, timeoutMs: 20_000 })).denials).toContain(denial);
  });

  test('git says what it could not change', async () => {
    spawnSync('git', ['init', '-q', scratch.at('root')]);
    expect((await exec('git config user.name x')).denials).toEqual(['changing .git/config, which is protected']);
  });
});

test('a text of the command’s language counts like the English one; what is long is cut, and there are only so many', () => {
  const places = { directory: '/w/sub', root: '/w', writable: ['/w', '/tmp'], readable: ['/w-tools', '/tmp/tools'], fixed: [], hidden: [] };
  const denied = (stderr: string): readonly string[] => deniedPaths(stderr, places, 'nur lesbar');
  expect(denied("touch: '/usr/x' kann nicht berührt werden: nur lesbar")).toEqual(['writing /usr/x, which is outside the workspace']);
  expect(denied("touch: '/tmp/x': nur lesbar")).toEqual([]);
  expect(denied("touch: '/tmp/tools/x': nur lesbar")).toEqual(['writing /tmp/tools/x, which is outside the workspace']);
  expect(denied(`'/usr/${'x'.repeat(900)}': EROFS`)[0]).toHaveLength(241);
  expect(denied([1, 2, 3, 4, 5].map((name) => `/usr/${name}: EROFS`).join('\n'))).toHaveLength(3);
});
