import { readdirSync, readFileSync } from 'node:fs';
import { describeNeeding, hasProgram, openDescriptors } from '../../test/scratch.js';
import { failure, hasBash, hostBench } from '../../test/host-bench.js';

describeNeeding('bash', hasBash, 'the end of a command', () => {
  const { open, exec, said } = hostBench();

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
    // Pipes are made for sixteen commands at a time: after sixteen more there are as many left as before.
    await exec('true');
    const before = openDescriptors();
    await exec('true; sleep 1 &');
    await exec(`: ${'x'.repeat(200_000)}`);
    await failure(exec('true', { cwd: 'gone' }));
    for (let count = 0; count < 14; count += 1) await exec('true');
    expect(openDescriptors()).toBe(before);
  });
});
