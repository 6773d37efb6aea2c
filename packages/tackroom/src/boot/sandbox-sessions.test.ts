import { ToolFailure, type SandboxProvider, type SandboxSession } from '@tackroom/core';
import { InMemoryWorkspace } from '@tackroom/testing';
import { SandboxSessions } from './sandbox-sessions.js';

/** A provider that counts, whose next openings fail as told. */
function provider(failures: readonly string[] = [], ownsFiles = false) {
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
      ...(ownsFiles && {
        sync: () => {
          log.push(`sync ${sessionId}`);
          return Promise.resolve({ copied: [`by ${sessionId}`], removed: [], conflicts: [], refused: [], failed: [] });
        },
      }),
    });
  };
  const sandbox: SandboxProvider = { name: 'counting', open, ...(ownsFiles && { workspace: new InMemoryWorkspace() }) };
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

test('it is known whether there is anything to close', async () => {
  const uses: boolean[] = [];
  const sessions = new SandboxSessions({ name: 'x', open: () => Promise.reject(new Error('none')) }, null, {
    onUse: (inUse) => void uses.push(inUse),
  });
  const [first, second] = [sessions.lease('s'), sessions.lease('t')];
  await first.close();
  expect(uses).toEqual([true, true]);
  await second.close();
  expect(uses).toEqual([true, true, false]);
});

test('first commands at once open one session', async () => {
  const { log, sessions } = provider();
  const lease = sessions.lease('s');
  await Promise.all(['a', 'b', 'c'].map((command) => lease.exec(command)));
  expect(log).toEqual(['open s in /root']);
});

test('a session that could not be opened is a clear failure of those commands, and tried again by the next', async () => {
  const { log, sessions } = provider(['no daemon']);
  const lease = sessions.lease('s');
  const failed = await Promise.all([lease.exec('a'), lease.exec('b')].map((ran) => ran.catch((error: ToolFailure) => error)));
  expect(failed.map((error) => error instanceof ToolFailure && `${error.code}: ${error.message}`)).toEqual(
    Array(2).fill('SANDBOX_OPEN_FAILED: The command was not run, because its sandbox could not be opened: no daemon'),
  );
  expect((await lease.exec('a')).stdout).toBe('s: a');
  expect(log).toEqual(['open s in /root', 'open s in /root']);
  await lease.close();
  expect(log.slice(2)).toEqual(['close s']);
});

test('a session that somebody keeps stays open between runs', async () => {
  const { log, sessions } = provider();
  const keeper = sessions.keep('s');
  expect(sessions.keep('s')).toBe(keeper);
  for (const command of ['a', 'b']) {
    const run = sessions.lease('s');
    await run.exec(command);
    await run.close();
  }
  expect(log).toEqual(['open s in /root']);
  await keeper.close();
  expect(log).toEqual(['open s in /root', 'close s']);
});

test('a run that begins while the session is being closed waits, and opens another one', async () => {
  const { log, sessions } = provider();
  const first = sessions.lease('s');
  await first.exec('a');
  const closing = first.close();
  const second = sessions.lease('s');
  await Promise.all([closing, second.exec('b')]);
  // It came before the closing began, so there was nothing to close yet.
  expect(log).toEqual(['open s in /root']);
  const closingSecond = second.close();
  await new Promise((resolve) => setImmediate(resolve));
  const third = sessions.lease('s');
  await Promise.all([closingSecond, third.exec('c')]);
  await third.close();
  expect(log).toEqual(['open s in /root', 'close s', 'open s in /root', 'close s']);
});

describe('a sandbox with files of its own', () => {
  test('the last run has the changes brought back and is told of them, also if no command was run', async () => {
    const { log, sessions } = provider([], true);
    const [first, second] = [sessions.lease('s'), sessions.lease('s')];
    expect(await first.close()).toBeUndefined();
    expect(await second.close()).toMatchObject({ copied: ['by s'] });
    expect(log).toEqual(['open s in /root', 'sync s', 'close s']);
  });

  test('between the runs of a session that is kept, too', async () => {
    const { log, sessions } = provider([], true);
    const keeper = sessions.keep('s');
    const run = sessions.lease('s');
    await run.exec('a');
    expect(await run.close()).toMatchObject({ copied: ['by s'] });
    expect(log).toEqual(['open s in /root', 'sync s']);
    await keeper.close();
    expect(log.slice(2)).toEqual(['sync s', 'close s']);
  });
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
