import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BubblewrapSandbox, HostSandbox, SrtSandbox } from '@tackroom/sandbox';
import type { CommandResult, SandboxProvider } from '@tackroom/core';
import { describeNeeding, hasBubblewrap, hasProgram, hasSandboxRuntime, leavesNothingRunning } from '../scratch.js';
import { ATTACKS, PLANTED, SET_ID_CALLS, type Attack } from './attacks.js';
import { hasIpv6, hostileWorld, isAsItWas, type HostileWorld } from './hostile-world.js';

const PROVIDERS = { host: HostSandbox, bubblewrap: BubblewrapSandbox, srt: SrtSandbox };

type Where = keyof typeof PROVIDERS;

/** What a sandbox does not stop. The guide says so. */
const WAYS_LEFT: Readonly<Partial<Record<Where, readonly string[]>>> = {
  srt: [
    'the memory of another process',
    'the memory of another process, by a call',
    'tracing another process',
    ...SET_ID_CALLS.map((call) => `a file that lends its owner's rights: ${call}`),
    'a pair of datagram sockets, turned to another address',
  ],
};

/** What one attack said, and what its workspace and the world look like after it. */
interface Outcome {
  readonly said: string;
  readonly kept: boolean;
}

const NOBODY = 65534;
leavesNothingRunning();
const isRoot = process.getuid?.() === 0;
const hasAll = hasBubblewrap() && hasProgram('perl', '-e', '1') && hasProgram('unshare', '--version');

let world: HostileWorld;
beforeAll(async () => void (world = await hostileWorld()));
afterAll(() => world.close());

/** Runs each attack in a workspace of its own as the user with this id; as whoever this process is when it is undefined. */
async function runAll(attacks: readonly Attack[], where: Where, user?: number): Promise<readonly Outcome[]> {
  const roots = await Promise.all(attacks.map(() => world.workspace()));
  const jobs = attacks.map((attack, index) => ({
    root: roots[index] ?? '',
    script: where === 'host' && attack.worksIn === 'plain bwrap' ? inPlainBubblewrap(attack.script) : attack.script,
    env: world.environment(roots[index] ?? ''),
  }));
  const said = user === undefined ? await runHere(jobs, where) : await runAs(user, jobs, where);
  return said.map(({ stdout }, index) => ({ said: stdout, kept: isAsItWas(roots[index] ?? '') }));
}

interface Job {
  readonly root: string;
  readonly script: string;
  readonly env: Readonly<Record<string, string>>;
}

async function runHere(jobs: readonly Job[], where: Where): Promise<readonly Pick<CommandResult, 'stdout'>[]> {
  const provider: SandboxProvider = new PROVIDERS[where]();
  const said: CommandResult[] = [];
  for (const { root, script, env } of jobs) {
    const session = await provider.open({ sessionId: root, root });
    said.push(await session.exec(script, { env, timeoutMs: 20_000 }));
    await session.close();
  }
  return said;
}

/** In a process of its own, which has the world open as number 77. */
async function runAs(user: number | undefined, jobs: readonly Job[], sandbox: Where): Promise<readonly Pick<CommandResult, 'stdout'>[]> {
  const program = fileURLToPath(new URL('run-attacks.mjs', import.meta.url));
  const child = spawn('bash', ['-c', 'exec 77<"$0"; exec "$@"', world.path, process.execPath, program], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(JSON.stringify({ user, sandbox, jobs }));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as readonly Pick<CommandResult, 'stdout'>[];
}

function inPlainBubblewrap(script: string): string {
  return `exec bwrap --ro-bind / / --dev /dev --proc /proc bash -c '${script.replaceAll("'", `'\\''`)}'`;
}

const namesOf = (attacks: readonly Attack[], outcomes: readonly Outcome[], won: boolean): readonly string[] =>
  attacks.filter((_, index) => outcomes[index]?.said.includes('WON') === won).map(({ name }) => name);

describeNeeding('bubblewrap, perl and unshare', hasAll, 'ways out of a sandbox', () => {
  const possible = ATTACKS.filter(
    ({ needsIpv6, onX64 }) => (needsIpv6 !== true || hasIpv6()) && (onX64 !== true || process.arch === 'x64'),
  );
  const asUser = possible.filter(({ needsRoot }) => needsRoot !== true);

  describe.each([
    ...(isRoot ? [{ who: 'root', attacks: possible, user: undefined }] : []),
    { who: 'an ordinary user', attacks: asUser, user: isRoot ? NOBODY : undefined },
  ])('as $who', ({ attacks, user }) => {
    test('every one works without it', async () => {
      expect(namesOf(attacks, await runAll(attacks, 'host', user), false)).toEqual([]);
      rmSync(join(world.path, 'written'));
    });

    // As root the runtime is refused, which its own tests show.
    const sandboxes: readonly Where[] = hasSandboxRuntime() && !(isRoot && user === undefined) ? ['bubblewrap', 'srt'] : ['bubblewrap'];
    test.each(sandboxes)(
      'none works in it: %s',
      async (where) => {
        const outcomes = await runAll(attacks, where, user);
        expect(namesOf(attacks, outcomes, true)).toEqual(WAYS_LEFT[where] ?? []);
        expect(attacks.filter((_, index) => outcomes[index]?.kept !== true).map(({ name }) => name)).toEqual([]);
        expect(readdirSync(world.path).sort()).toEqual(['host.sock', 'secret']);
      },
      60_000, // each attack in a session of its own
    );
  });

  const planted = (root: string, path: string): string => {
    try {
      return readFileSync(join(root, path), 'utf8').trim();
    } catch {
      return '';
    }
  };

  test.each(PLANTED)('planted: $name', async ({ script, path }) => {
    const [free, bound] = [await world.workspace(), await world.workspace()];
    await (await new HostSandbox().open({ sessionId: 'a', root: free })).exec(script);
    expect(planted(free, path)).toBe('WON');
    const session = await new BubblewrapSandbox().open({ sessionId: 'b', root: bound });
    const { denials } = await session.exec(script);
    await session.close();
    expect(planted(bound, path)).toBe('');
    expect(denials).toEqual([expect.stringMatching(/^writing \S+, which is protected; it was renamed to end in \.sandbox$/)]);
    expect(readlinkSync(join(bound, '.envrc'))).toBe('elsewhere');
  });

  test('a process with a session of its own ends with the command', async () => {
    const mark = `tackroom-escape-${process.pid}`;
    const script = `setsid -f bash -c 'sleep 60; : ${mark}' && echo started`;
    const root = await world.workspace();
    const free = await new HostSandbox().open({ sessionId: 'a', root });
    expect((await free.exec(script)).stdout).toBe('started\n');
    const escaped = running(mark);
    for (const id of escaped) process.kill(-id, 'SIGKILL');
    expect(escaped).toHaveLength(1);
    const session = await new BubblewrapSandbox().open({ sessionId: 'b', root });
    expect((await session.exec(script)).stdout).toBe('started\n');
    await session.close();
    expect(running(mark)).toEqual([]);
  });

  test('sockets are of the internet or of the kernel; of no other family', async () => {
    const script = `perl -MSocket -e 'for (1..45) { print "$_ " if socket(my $s, $_, SOCK_STREAM, 0) || socket($s, $_, SOCK_DGRAM, 0) }'`;
    const root = await world.workspace();
    const free = await new HostSandbox().open({ sessionId: 'a', root });
    expect((await free.exec(script)).stdout).toMatch(/^1 2 /);
    const session = await new BubblewrapSandbox().open({ sessionId: 'b', root });
    expect((await session.exec(script)).stdout).toMatch(/^2 (10 )?16 $/);
    await session.close();
  });

  test('a descriptor that the harness was started with leads nowhere', async () => {
    const root = await world.workspace();
    const jobs = [{ root, script: 'cat /proc/self/fd/77/secret', env: {} }];
    expect(await runAs(undefined, jobs, 'host')).toMatchObject([{ stdout: 'WON\n' }]);
    expect(await runAs(undefined, jobs, 'bubblewrap')).toMatchObject([{ stdout: '' }]);
  });

  test('a command is given no directory of the host by descriptor', async () => {
    const session = await new BubblewrapSandbox().open({ sessionId: 'b', root: await world.workspace() });
    const { stdout } = await session.exec('for f in /proc/[0-9]*/fd/*; do [ -d "$f" ] && readlink "$f"; done; echo done');
    await session.close();
    expect(stdout).toBe('done\n');
  });
});

function running(mark: string): readonly number[] {
  const { stdout } = spawnSync('pgrep', ['-f', `bash -c sleep 60; : ${mark}`], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map(Number);
}
