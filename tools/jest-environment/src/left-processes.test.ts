import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HostSandbox } from '@tackroom/sandbox';
import { MARK, processesMarked } from './left-processes.mjs';

// Elsewhere there is no /proc to look through, and the sweep finds nothing.
const onLinux =
  process.platform === 'linux' ? describe : (_name: string, _body: () => void) => test('left out, needs Linux', () => undefined);

onLinux('a sweep for processes that tests left running', () => {
  const mark = process.env[MARK] ?? '';

  test('finds a child, and not once it has ended', async () => {
    const child = spawn('sleep', ['61'], { stdio: 'ignore', env: process.env });
    expect(processesMarked(mark)).toEqual([expect.stringMatching(/^\d+ sleep 61$/)]);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(processesMarked(mark)).toEqual([]);
  });

  test('finds what a command put into a session of its own, which has no parent left', async () => {
    const root = await mkdtemp(join(tmpdir(), 'tackroom-test-'));
    const session = await new HostSandbox().open({ sessionId: 's', root });
    // Before it has its session it would be ended with the command.
    await session.exec("setsid sh -c 'echo >ready; sleep 62' >/dev/null 2>&1 & until [ -e ready ]; do sleep 0.01; done");
    const left = processesMarked(mark);
    for (const line of left) process.kill(Number(line.split(' ')[0]), 'SIGKILL');
    expect(left[0]).toMatch(/^\d+ sh -c .*sleep 62$/);
    await session.close();
    await rm(root, { recursive: true });
  });
});
