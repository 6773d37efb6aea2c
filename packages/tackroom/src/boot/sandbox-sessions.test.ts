import type { SandboxProvider, SandboxSession } from '@tackroom/core';
import { SandboxSessions } from './sandbox-sessions.js';

/** A provider that counts, whose next openings fail as told. */
function provider(failures: readonly string[] = []) {
  const log: string[] = [];
  const left = [...failures];
  const open = ({ sessionId, root }: { readonly sessionId: string; readonly root: string | null }): Promise<SandboxSession> => {
    log.push(`open ${sessionId} in ${root}`);
    const failure = left.shift();
    if (failure !== undefined) return Promise.reject(new Error(failure));
    return Promise.resolve({
      isolation: 'container',
      ownsFilesystem: false,
      exec: (command) => Promise.resolve({ stdout: `${sessionId}: ${command}` } as never), // nothing else of a result is looked at here
      close: () => Promise.resolve(void log.push(`close ${sessionId}`)),
    });
  };
  const sandbox: SandboxProvider = { name: 'counting', open };
  return { log, sessions: new SandboxSessions(sandbox, '/root') };
}

test('a session is opened by its first command, once, and the last lease closes it', async () => {
  const { log, sessions } = provider();
  const [first, second, idle] = [sessions.lease('s'), sessions.lease('s'), sessions.lease('t')];
  expect(first.isolation).toBe('counting');
  expect((await Promise.all([first.exec('a'), second.exec('b')])).map(({ stdout }) => stdout)).toEqual(['s: a', 's: b']);
  expect(first.isolation).toBe('container');
  await first.close();
  await first.close();
  expect((await second.exec('c')).stdout).toBe('s: c');
  await second.close();
  await idle.close();
  expect(log).toEqual(['open s in /root', 'close s']);
  await expect(first.exec('late')).rejects.toMatchObject({ code: 'SANDBOX_CLOSED' });
});

test('a session that could not be opened is tried again by the next command', async () => {
  const { log, sessions } = provider(['no daemon']);
  const lease = sessions.lease('s');
  await expect(lease.exec('a')).rejects.toThrow('no daemon');
  expect((await lease.exec('a')).stdout).toBe('s: a');
  expect(log).toEqual(['open s in /root', 'open s in /root']);
});

test('closing closes what is open, newest first, an opening session too, and no command runs after it', async () => {
  const { log, sessions } = provider(['no daemon']);
  const broken = sessions
    .lease('broken')
    .exec('a')
    .catch(() => 'refused');
  const running = [sessions.lease('s').exec('a'), sessions.lease('t').exec('a')];
  await sessions.close();
  expect(await broken).toBe('refused');
  await Promise.all(running);
  expect(log.slice(3)).toEqual(['close t', 'close s']);
  await expect(sessions.lease('u').exec('a')).rejects.toMatchObject({ code: 'SANDBOX_CLOSED' });
});
