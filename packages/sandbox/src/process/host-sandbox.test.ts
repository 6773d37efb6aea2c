import { describeNeeding } from '../../test/scratch.js';
import { failure, hasBash, hostBench } from '../../test/host-bench.js';

describeNeeding('bash', hasBash, 'HostSandbox', () => {
  const { scratch, open, exec, said } = hostBench();

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
      expect(await failure(exec('true', { env: { LONG: 'x'.repeat(200_000) } }))).toBe(
        'SANDBOX_START_FAILED: The command was not run: its variables and arguments are longer than the system takes.',
      );
      for (const timeoutMs of [0, -1, NaN]) expect(await failure(exec('true', { timeoutMs }))).toMatch(/^SANDBOX_COMMAND_INVALID/);
    });
  });
});
