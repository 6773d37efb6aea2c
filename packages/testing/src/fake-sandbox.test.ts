import { FakeClock } from './fake-clock.js';
import { FakeSandbox } from './fake-sandbox.js';

test('what was run and what is open can be looked at', async () => {
  const sandbox = new FakeSandbox([['ls', { stdout: 'a.ts\n' }]], { isolation: 'pretended', ownsFilesystem: true });
  const session = await sandbox.open({ sessionId: 's' });
  expect([session.isolation, session.ownsFilesystem, sandbox.openSessions]).toEqual(['pretended', true, ['s']]);
  expect((await session.exec('ls', { cwd: 'src' })).stdout).toBe('a.ts\n');
  await expect(session.exec('rm -rf /')).rejects.toMatchObject({
    code: 'SANDBOX_UNSCRIPTED',
    message: expect.stringContaining('"rm -rf /"'),
  });
  expect(sandbox.calls).toEqual([
    { sessionId: 's', command: 'ls', options: { cwd: 'src' } },
    { sessionId: 's', command: 'rm -rf /', options: {} },
  ]);
  await session.close();
  expect(sandbox.openSessions).toEqual([]);
});

test('the first entry that fits answers', async () => {
  const sandbox = new FakeSandbox([
    ['git log', { stdout: 'exact' }],
    [/^git /g, ({ command }) => ({ stdout: `pattern: ${command}` })],
    [/./, { exitCode: 1 }],
  ]);
  const session = await sandbox.open({ sessionId: 's' });
  const results = await Promise.all(['git log', 'git log -p', 'git log -p', 'gitk'].map((command) => session.exec(command)));
  expect(results.map(({ stdout, exitCode }) => [stdout, exitCode])).toEqual([
    ['exact', 0],
    ['pattern: git log -p', 0],
    ['pattern: git log -p', 0],
    ['', 1],
  ]);
});

test('durations and deadlines pass by the clock', async () => {
  const clock = new FakeClock();
  const session = await new FakeSandbox(
    [
      ['build', { durationMs: 60_000 }],
      ['watch', { durationMs: Infinity }],
    ],
    { clock },
  ).open({ sessionId: 's' });
  const [built, watched] = [session.exec('build', { timeoutMs: 60_000 }), session.exec('watch', { timeoutMs: 90_000 })];
  await clock.advance(90_000);
  expect([await built, await watched].map(({ exitCode, timedOut, durationMs }) => [exitCode, timedOut, durationMs])).toEqual([
    [0, false, 60_000],
    [null, true, 90_000],
  ]);
});
