import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import type { CommandOptions, CommandResult, SandboxSession } from '@tackroom/core';
import { STAND_IN, useStandIn } from '../../test/openshell/use-stand-in.js';
import { leavesNothingRunning, scratchDirectory } from '../../test/scratch.js';
import type { OpenShellSandboxOptions } from './openshell-options.js';
import { OpenShellSandbox } from './openshell-sandbox.js';

const scratch = scratchDirectory();
const openshell = useStandIn(scratch);
leavesNothingRunning();

beforeEach(() => scratch.write({ 'root/a': 'a\n' }));

const make = (options: Partial<OpenShellSandboxOptions> = {}): OpenShellSandbox =>
  new OpenShellSandbox({ root: scratch.at('root'), openshell: STAND_IN, graceMs: 300, ...options });
const open = (options?: Partial<OpenShellSandboxOptions>): Promise<SandboxSession> => make(options).open({ sessionId: 's', root: null });

/** Opens a session for one command. */
async function exec(command: string, options: Partial<OpenShellSandboxOptions> & CommandOptions = {}): Promise<CommandResult> {
  const session = await open(options);
  try {
    return await session.exec(command, options);
  } finally {
    await session.close();
  }
}

/** Processes whose command line has this in it. */
const running = (mark: string): string => spawnSync('pgrep', ['-f', mark], { encoding: 'utf8' }).stdout;

test('wrong options are told all at once', () => {
  const wrong = { openshell: '', from: '--name', providers: ['-x'], policy: '/nowhere.yaml', graceMs: -1, protect: ['../x'] };
  expect(() => make(wrong)).toThrow(
    expect.objectContaining({
      code: 'SANDBOX_OPTION_INVALID',
      problems: ['openshell', 'from', 'providers', 'policy', 'graceMs', 'protect'].map(
        (where) => expect.objectContaining({ where }) as unknown,
      ),
    }),
  );
  expect(() => make({ root: scratch.at('gone') })).toThrow(
    expect.objectContaining({ code: expect.stringMatching(/^WORKSPACE_ROOT_/) as unknown }),
  );
});

describe('what is not there', () => {
  test.each([
    ['the program', { openshell: '/nowhere/openshell' }, /openshell was not found\. Install OpenShell/],
    ['a program that is this one', { openshell: '/bin/false' }, /does not say its version/],
    ['a gateway', { gateway: 'unknown' }, /unknown gateway/],
    ['an image', { from: 'no-such-image' }, /failed to pull image See whether the gateway runs/],
  ])('%s: nothing is run', async (_what, options, message) => {
    const problem = await make(options)
      .check()
      .catch((error: unknown) => error);
    expect(problem).toMatchObject({ code: 'SANDBOX_UNAVAILABLE', message: expect.stringMatching(message) as unknown });
    expect(openshell.sandboxes()).toEqual([]);
  });

  test.each([
    ['create', 'half', /phase Error/],
    ['create', 'hangs', /did not answer within 1500 ms/],
    ['create', 'dies', /SIGKILL/],
    ['exec', 'fails', /the gateway is not there/],
    ['exec', 'talks', /it works in/],
    ['upload', 'fails', /Putting files into the sandbox failed/],
    ['download', 'talks', /tar failed/],
  ] as const)('%s that %s: nothing is run and nothing is left', async (verb, how, message) => {
    openshell.fault(verb, how);
    const sandbox = make({ createTimeoutMs: 1_500, callTimeoutMs: 5_000 });
    await expect(sandbox.check()).rejects.toMatchObject({
      code: 'SANDBOX_UNAVAILABLE',
      message: expect.stringMatching(message) as unknown,
    });
    if (verb !== 'download') expect(openshell.sandboxes()).toEqual([]);
    openshell.fault(verb, undefined);
    await sandbox.check();
  });
});

test('says what it found; a trial leaves nothing', async () => {
  const temporary = process.env['TMPDIR'];
  process.env['TMPDIR'] = scratch.path;
  const sandbox = make();
  expect(await sandbox.inspect()).toEqual({ path: STAND_IN, version: '0.0.99' });
  await sandbox.workspace.close();
  expect([readdirSync(scratch.path).sort(), openshell.sandboxes()]).toEqual([['root', 'state'], []]);
  if (temporary === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = temporary;
});

test('a sandbox is made for the first command, with what the options say, and deleted at the end', async () => {
  scratch.write({ 'policy.yaml': 'version: 1\n' });
  const sandbox = make({ gateway: 'known', from: 'base', policy: scratch.at('policy.yaml'), providers: ['github'] });
  const session = await sandbox.open({ sessionId: 's', root: null });
  expect(openshell.sandboxes()).toEqual([]);
  await Promise.all([session.exec('true'), session.exec('true')]);
  expect(openshell.sandboxes()).toEqual([expect.stringMatching(/^tr-[0-9a-f]{16}$/)]);
  const other = await sandbox.open({ sessionId: 'other', root: null });
  await other.exec('true');
  expect(openshell.sandboxes()).toHaveLength(2);
  await Promise.all([session.close(), other.close()]);
  expect(openshell.sandboxes()).toEqual([]);
});

test('a program that stays attached to what it makes is used as well', async () => {
  openshell.age();
  expect((await exec('cat a')).stdout).toBe('a\n');
});

describe('the end of a command', () => {
  test('TERM reaches it before KILL does', async () => {
    const result = await exec(`trap 'echo bye; exit 5' TERM; echo up; sleep 60 & wait`, { timeoutMs: 500 });
    expect(result).toMatchObject({ stdout: 'up\nbye\n', timedOut: true, exitCode: 5 });
  });

  test('a program that a signal ended leaves a number, and a shell that one ended is told so', async () => {
    const ends = ['set -o pipefail; yes | head -1 >/dev/null', 'exit 130', 'kill -TERM $$'];
    const session = await open();
    const results: unknown[] = [];
    for (const command of ends) results.push(await session.exec(command));
    await session.close();
    expect(results).toMatchObject([
      { exitCode: 141, signal: null },
      { exitCode: 130, signal: null },
      { exitCode: null, signal: 'SIGTERM' },
    ]);
  });

  test('a deadline ends it in the sandbox, and all that it started, wherever that went', async () => {
    const mark = `tackroom-openshell-${process.pid}`;
    const session = await open();
    const script = `trap '' TERM; setsid -f bash -c 'sleep 300; : ${mark}'; echo started; sleep 60; sleep 60; : ${mark}`;
    expect(await session.exec(script, { timeoutMs: 500 })).toMatchObject({ timedOut: true, stdout: 'started\n', signal: 'SIGKILL' });
    expect(running(mark)).toBe('');
    await session.close();
  });

  test('what it leaves behind is ended and told', async () => {
    const mark = `tackroom-left-${process.pid}`;
    const session = await open();
    expect(await session.exec(`setsid -f bash -c 'sleep 300; : ${mark}'; echo done`)).toMatchObject({
      stdout: 'done\n',
      stoppedBackground: true,
    });
    expect(running(mark)).toBe('');
    await session.close();
  });

  test('a connection that breaks is no ending: what runs on is ended, and nobody calls it a result', async () => {
    const mark = `tackroom-broken-${process.pid}`;
    const session = await open();
    await session.exec('true');
    openshell.fault('exec', 'breaks');
    await expect(session.exec(`echo half > b; sleep 300; : ${mark}`, { env: { TACKROOM_TEST_BREAK: '1' } })).rejects.toMatchObject({
      code: 'SANDBOX_LOST',
      message: expect.stringMatching(/may have partly done its work: .*relay closed/s) as unknown,
    });
    expect(running(mark)).toBe('');
    expect((await session.exec('cat b')).stdout).toBe('half\n');
    await session.close();
  });

  test('a call that fails is no result of the command', async () => {
    const session = await open();
    await session.exec('true');
    openshell.fault('exec', 'fails');
    await expect(session.exec('exit 1')).rejects.toMatchObject({
      code: 'SANDBOX_LOST',
      message:
        'The connection to the sandbox was lost while the command ran, which may have partly done its work: transport error: the gateway is not there',
    });
    openshell.fault('exec', undefined);
    expect((await session.exec('echo "Error:   × transport error" >&2; exit 1')).exitCode).toBe(1);
    await session.close();
  });

  test('a directory that is gone is told as such', async () => {
    const session = await open();
    await expect(session.exec('pwd', { cwd: 'gone' })).rejects.toMatchObject({ code: 'SANDBOX_CWD_MISSING' });
    await expect(session.exec('pwd', { cwd: '../..' })).rejects.toMatchObject({ code: 'SANDBOX_CWD_OUTSIDE' });
    await session.close();
  });

  test('what the policy refused is named', async () => {
    const { denials } = await exec('echo "curl: (56) CONNECT tunnel failed, response 403" >&2; exit 56');
    expect(denials).toEqual(["network access that the sandbox's policy does not allow"]);
    expect((await exec('echo "CONNECT tunnel failed, response 403" >&2')).denials).toEqual([]);
  });
});

test('who does not want a command any more does not wait for its sandbox', async () => {
  const session = await open({ createTimeoutMs: 1_500 });
  openshell.fault('create', 'hangs');
  const controller = new AbortController();
  let isMade = false;
  const other = session.exec('true').catch(() => (isMade = true));
  const result = session.exec('true', { signal: controller.signal });
  setTimeout(() => controller.abort(), 200);
  expect([await result, isMade]).toEqual([expect.objectContaining({ aborted: true, exitCode: null }), false]);
  await other;
  await session.close();
  expect(openshell.sandboxes()).toEqual([]);
});

test('much input is taken, and more than OpenShell takes is refused', async () => {
  const session = await open();
  expect((await session.exec('wc -c', { stdin: 'x'.repeat(3_000_000) })).stdout.trim()).toBe('3000000');
  await expect(session.exec('wc -c', { stdin: 'x'.repeat(5_000_000) })).rejects.toMatchObject({ code: 'SANDBOX_COMMAND_INVALID' });
  await session.close();
});
