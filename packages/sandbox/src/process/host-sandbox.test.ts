import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { ToolFailure, type CommandChunk, type CommandOptions, type CommandResult, type SandboxSession } from '@tackroom/core';
import { describeNeeding, hasProgram, openDescriptors, leavesNothingRunning, scratchDirectory } from '../../test/scratch.js';
import { HostSandbox, type HostSandboxOptions } from './host-sandbox.js';

const hasBash = process.platform !== 'win32' && hasProgram('bash', '-c', 'true');

describeNeeding('bash', hasBash, 'HostSandbox', () => {
  const scratch = scratchDirectory();
  leavesNothingRunning();
  const open = (options: HostSandboxOptions = {}, root: string | null = scratch.at('root')): Promise<SandboxSession> =>
    new HostSandbox({ graceMs: 300, ...options }).open({ sessionId: 's', root });
  const exec = async (command: string, options: CommandOptions = {}): Promise<CommandResult> => (await open()).exec(command, options);
  const said = async (command: string, options: CommandOptions = {}): Promise<string> => (await exec(command, options)).stdout;

  async function failure(promise: Promise<unknown>): Promise<string> {
    const error = await promise.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof ToolFailure)) throw new Error('expected a failure', { cause: error });
    expect(error.message).not.toContain('evil');
    return `${error.code}: ${error.message}`;
  }

  beforeEach(() => scratch.write({ 'root/sub/f': '', 'root-evil/f': '' }));

  test('a command and all that is known of its end', async () => {
    const { durationMs, ...result } = await exec('echo out; echo err >&2; exit 3');
    expect(result).toEqual({
      stdout: 'out\n',
      stderr: 'err\n',
      exitCode: 3,
      signal: null,
      timedOut: false,
      aborted: false,
      outputBytes: 8,
      denials: [],
    });
    expect(durationMs).toBeGreaterThanOrEqual(0);
  });

  test.each([
    ['exit 3', 3, null],
    ['false | true', 0, null],
    ['set -o pipefail; yes | head -1', 141, null],
    ['no_such_command_x', 127, null],
    ['kill -9 $$', null, 'SIGKILL'],
    ['kill -TERM $$', null, 'SIGTERM'],
    ['set -e; false; echo no', 1, null],
  ])('%s ends with %j, %j', async (command, exitCode, signal) => {
    expect(await exec(command)).toMatchObject({ exitCode, signal, timedOut: false, aborted: false });
  });

  test.each(['cat', 'read x; echo "got:$x"', 'python3 -i', 'git commit', 'cat /dev/tty'])(
    '%s has nothing to read and ends',
    async (command) => {
      const result = await exec(command, { timeoutMs: 30_000 });
      expect(result.timedOut).toBe(false);
    },
  );

  test('given input is read; input that is not read does no harm', async () => {
    expect(await said('cat', { stdin: 'täxt' })).toBe('täxt');
    expect(await exec('true', { stdin: 'x'.repeat(1_000_000) })).toMatchObject({ exitCode: 0 });
  });

  test('each command starts anew', async () => {
    const session = await open();
    await session.exec('cd sub; export A=1; exit 7');
    expect((await session.exec('pwd; echo "A=$A"')).stdout).toBe(`${scratch.at('root')}\nA=\n`);
  });

  describe('environment', () => {
    test('no keys of the parent', async () => {
      process.env['OPENAI_API_KEY'] = 'k-123';
      process.env['BASH_FUNC_ls%%'] = '() { echo shadowed; }';
      try {
        const environment = await said('env; ls sub', { env: { EXTRA: 'x' } });
        expect(environment).toContain('EXTRA=x\n');
        expect(environment).toContain('GIT_TERMINAL_PROMPT=0\n');
        expect(environment).toMatch(/^PATH=/m);
        expect(environment).not.toMatch(/OPENAI|k-123|BASH_FUNC|shadowed/);
      } finally {
        delete process.env['OPENAI_API_KEY'];
        delete process.env['BASH_FUNC_ls%%'];
      }
    });

    test('what is passed on purpose', async () => {
      process.env['TACKROOM_TEST_PASSED'] = 'yes';
      const session = await open({ passEnv: ['TACKROOM_TEST_PASSED'] });
      expect((await session.exec('echo $TACKROOM_TEST_PASSED')).stdout).toBe('yes\n');
      delete process.env['TACKROOM_TEST_PASSED'];
      expect(await failure(session.exec('true', { env: { 'BASH_FUNC_ls%%': 'x' } }))).toMatch(/^SANDBOX_ENV_INVALID/);
    });
  });

  describe('working directory', () => {
    test('inside the root only', async () => {
      scratch.link('root/out', '../root-evil');
      scratch.link('root/in', 'sub');
      expect(await said('pwd', { cwd: 'sub' })).toBe(`${scratch.at('root/sub')}\n`);
      expect(await said('pwd', { cwd: 'in' })).toBe(`${scratch.at('root/sub')}\n`);
      expect(await failure(exec('pwd', { cwd: '../root-evil' }))).toMatch(/^SANDBOX_CWD_OUTSIDE: The command was not run/);
      expect(await failure(exec('pwd', { cwd: 'out' }))).toMatch(/^SANDBOX_CWD_OUTSIDE/);
      expect(await failure(exec('pwd', { cwd: '/' }))).toMatch(/^SANDBOX_CWD_OUTSIDE/);
      expect(await failure(exec('pwd', { cwd: 'sub/f' }))).toBe(
        'SANDBOX_CWD_INVALID: The command was not run, because its working directory cannot be used: "sub/f" is not a directory.',
      );
    });

    test('one that is gone is not a missing shell', async () => {
      const session = await open();
      await session.exec('cd sub && rm -rf ../sub');
      expect(await failure(session.exec('pwd', { cwd: 'sub' }))).toBe(
        'SANDBOX_CWD_MISSING: The command was not run, because its working directory cannot be used: "sub" does not exist.',
      );
      expect((await session.exec('pwd')).stdout).toBe(`${scratch.at('root')}\n`);
      rmSync(scratch.at('root'), { recursive: true });
      expect(await failure(session.exec('pwd'))).toMatch(/^SANDBOX_CWD_INVALID: .* was removed or replaced/);
    });

    test('a missing shell is not a missing directory', async () => {
      const session = await open({ shell: scratch.at('no-bash') });
      expect(await failure(session.exec('pwd'))).toBe(
        'SANDBOX_SHELL_MISSING: Commands need bash, and it was not found. Whoever runs this can install it or set the `shell` option of the sandbox.',
      );
      scratch.write({ 'root/no-program': 'not a program' });
      rmSync(scratch.at('root/sub'), { recursive: true });
      expect(await failure((await open({ shell: '/' })).exec('pwd'))).toMatch(/^SANDBOX_START_FAILED/);
    });

    test('a root that is none is refused when the sandbox is opened', async () => {
      await expect(open({}, scratch.at('gone'))).rejects.toMatchObject({ code: 'WORKSPACE_ROOT_MISSING' });
    });

    test('without a root any directory will do', async () => {
      const session = await open({}, null);
      expect((await session.exec('pwd')).stdout).toBe(`${process.cwd()}\n`);
      expect((await session.exec('pwd', { cwd: scratch.at('root/sub') })).stdout).toBe(`${scratch.at('root/sub')}\n`);
    });
  });

  describe('output', () => {
    test('characters cut between writes, bytes that are none, terminal noise', async () => {
      expect(await said("printf '\\xe2'; sleep 0.05; printf '\\x82\\xac\\n'; printf '\\xe9\\n'")).toBe('€\n\ufffd\n');
      expect(await said("printf '\\e[31mred\\e[0m\\r10%%\\r100%%\\n\\a'")).toBe('100%\n');
    });

    test('is passed on while the command runs, a line at a time; a listener that fails ends nothing', async () => {
      const chunks: CommandChunk[] = [];
      const result = await exec('echo one; sleep 0.05; echo two >&2; sleep 0.05; printf three', {
        onOutput: (chunk) => chunks.push(chunk),
      });
      expect(chunks).toEqual([
        { stream: 'stdout', text: 'one\n' },
        { stream: 'stderr', text: 'two\n' },
        { stream: 'stdout', text: 'three' },
      ]);
      expect(result.stdout).toBe('one\nthree');
      const failing = await exec('echo one; sleep 0.05; echo two', {
        onOutput: () => {
          throw new Error('listener');
        },
      });
      expect(failing.stdout).toBe('one\ntwo\n');
    });

    test('works through ordinary pipes where no others can be made', async () => {
      const path = process.env['PATH'];
      const shell = ['/bin/bash', '/usr/bin/bash', '/usr/local/bin/bash'].find((file) => existsSync(file)) ?? 'bash';
      process.env['PATH'] = scratch.path;
      try {
        // More than there are pipes left over from before.
        for (let count = 0; count < 10; count += 1) {
          expect(await (await open({ shell })).exec('echo out; echo err >&2')).toMatchObject({ stdout: 'out\n', stderr: 'err\n' });
        }
      } finally {
        process.env['PATH'] = path;
      }
    });

    test('head and tail of a flood, and how much it was', async () => {
      const result = await exec('yes | head -c 50000000; echo END', { maxOutputChars: 100 });
      expect(result.stdout).toMatch(/^(y\n){25}\[… 49999904 characters left out …\]\n(y\n){23}END\n$/);
      expect(result.outputBytes).toBe(50_000_004);
    });

    test('an endless flood takes little memory and no more time than it may', async () => {
      const before = process.memoryUsage().rss;
      const result = await exec('yes', { timeoutMs: 2_000 });
      expect(result).toMatchObject({ timedOut: true, signal: 'SIGTERM' });
      expect((process.memoryUsage().rss - before) / 1_048_576).toBeLessThan(50);
    });

    test('a command may open its output and input again by their names', async () => {
      const result = await exec('echo a >/dev/stdout; echo b >/dev/stderr; echo c | tee /dev/stderr; cat /dev/stdin', { stdin: 'd\n' });
      expect([result.stdout, result.stderr]).toEqual(['a\nc\nd\n', 'b\nc\n']);
    });

    test('zeros without a line end', async () => {
      expect(await exec('head -c 30000000 /dev/zero')).toMatchObject({ stdout: '', outputBytes: 30_000_000 });
    });
  });

  describe('the end', () => {
    const marker = (): string => `tackroom-marker-${process.pid}-${Math.random().toString(36).slice(2)}`;
    const isRunning = (mark: string): boolean =>
      readdirSync('/proc').some((id) => {
        try {
          return /^\d+$/.test(id) && readFileSync(`/proc/${id}/cmdline`, 'latin1').includes(mark);
        } catch {
          return false;
        }
      });
    // A process that shows the marker in its command line for a minute.
    const run = (mark: string): string => `bash -c 'sleep 60; : ${mark}'`;

    describeNeeding('/proc', hasProgram('ls', '/proc/self/cmdline') && process.platform === 'linux', 'leaves nothing running', () => {
      test.each([
        ['at the deadline', (mark: string) => `${run(mark)} & ${run(mark)}`, { timeoutMs: 200 }, { timedOut: true, aborted: false }],
        [
          'when TERM is ignored',
          (mark: string) => `trap '' TERM; ${run(mark)}; ${run(mark)}`,
          { timeoutMs: 200 },
          { timedOut: true, signal: 'SIGKILL' },
        ],
        [
          'in the background',
          (mark: string) => `${run(mark)} & echo started`,
          {},
          { exitCode: 0, stdout: 'started\n', stoppedBackground: true },
        ],
        [
          'in the background, output elsewhere',
          (mark: string) => `${run(mark)} >/dev/null 2>&1 & true`,
          {},
          { exitCode: 0, stoppedBackground: true },
        ],
        ['with nohup', (mark: string) => `nohup ${run(mark)} & echo started`, {}, { exitCode: 0, stoppedBackground: true }],
        ['that writes on and on', (mark: string) => `(yes; : ${mark}) & sleep 0.1`, {}, { exitCode: 0, stoppedBackground: true }],
      ] as const)('%s', async (_when, command, options, expected) => {
        const mark = marker();
        const startedAt = performance.now();
        expect(await exec(command(mark), options)).toMatchObject(expected);
        expect(performance.now() - startedAt).toBeLessThan(5_000);
        expect(isRunning(mark)).toBe(false);
      });

      test('on a signal, before or while it runs', async () => {
        const session = await open();
        const control = new AbortController();
        const mark = marker();
        const running = session.exec(`echo up; ${run(mark)}`, { signal: control.signal, onOutput: () => control.abort() });
        expect(await running).toMatchObject({ aborted: true, timedOut: false, stdout: 'up\n', exitCode: null });
        expect(isRunning(mark)).toBe(false);
        expect(await session.exec('echo never', { signal: control.signal })).toEqual({
          stdout: '',
          stderr: '',
          exitCode: null,
          signal: null,
          timedOut: false,
          aborted: true,
          outputBytes: 0,
          durationMs: 0,
          denials: [],
        });
        expect((await session.exec('echo later')).stdout).toBe('later\n');
      });

      test('when the sandbox is closed', async () => {
        const session = await open();
        const mark = marker();
        let up: () => void = () => undefined;
        const started = new Promise<void>((resolve) => (up = resolve));
        const running = session.exec(`echo up; ${run(mark)}`, { onOutput: () => up() });
        await started;
        await session.close();
        expect(await running).toMatchObject({ aborted: true });
        expect(isRunning(mark)).toBe(false);
        expect(await failure(session.exec('true'))).toBe('SANDBOX_CLOSED: The sandbox has been closed.');
      });
    });

    test('output of a process that outlives the command for a moment is still read', async () => {
      expect(await said('echo hi > >(sed s/hi/ho/)')).toBe('ho\n');
    });

    test('nothing stays open', async () => {
      // Pipes are made for eight commands at a time: after eight more there are as many left as before.
      await exec('true');
      const before = openDescriptors();
      await exec('true; sleep 1 &');
      await exec(`: ${'x'.repeat(200_000)}`);
      await failure(exec('true', { cwd: 'gone' }));
      for (let count = 0; count < 6; count += 1) await exec('true');
      expect(openDescriptors()).toBe(before);
    });
  });

  describe('the command itself', () => {
    test('quotes, line feeds, dollars arrive as they are; so does one that looks like an option', async () => {
      expect(await said(`printf '%s|' "a'b" '$HOME' "x\ny" \\"`)).toBe('a\'b|$HOME|x\ny|"|');
      expect((await exec('-x')).stderr).toContain('-x: command not found');
    });

    test('one that is longer than an argument may be', async () => {
      const long = `text='${'it is long\n'.repeat(20_000)}'\necho "\${#text} $# \${1-none} $0"; cat; exit 4`;
      expect(long.length).toBeGreaterThan(200_000);
      const result = await exec(long, { stdin: 'input' });
      expect([result.exitCode, result.stderr, result.stdout]).toEqual([4, '', expect.stringMatching(/^220000 0 none \S*bash\ninput$/)]);
      expect(await said(`# ${'c'.repeat(130_000)}\nls /proc/self/fd 2>/dev/null | wc -l; echo done`)).toMatch(/done\n$/);
    });

    test('one that nothing could run is refused', async () => {
      expect(await failure(exec('a\0b'))).toBe('SANDBOX_COMMAND_INVALID: The command holds a NUL character.');
      expect(await failure(exec('x'.repeat(5_000_000)))).toMatch(/^SANDBOX_COMMAND_INVALID: The command is too long/);
      for (const timeoutMs of [0, -1, NaN]) expect(await failure(exec('true', { timeoutMs }))).toMatch(/^SANDBOX_COMMAND_INVALID/);
    });
  });
});
