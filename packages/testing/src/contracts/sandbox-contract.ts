import type { CommandChunk, CommandResult, SandboxProvider, SandboxSession, SyncReport } from '@tackroom/core';
import { codeOf, declareSuite } from './test-api.js';
import type { Expect, Suite, TestApi } from './test-api.js';

/** A sandbox under test. `root` is what sessions are opened with; it holds one empty directory, `sub`. */
export interface SandboxUnderTest {
  readonly provider: SandboxProvider;
  readonly root: string | null;
  close?(): Promise<void>;
}

/** Longest time that ending a command may take here, in milliseconds. */
const PROMPT_MS = 5000;

interface SandboxContext {
  readonly make: () => SandboxUnderTest | Promise<SandboxUnderTest>;
  readonly expect: Expect;
}

interface SessionContext {
  readonly session: SandboxSession;
  readonly expect: Expect;
}

/** Declares the tests of a {@link SandboxProvider} that runs bash; `make` gives a fresh one for each. */
export function sandboxContract(name: string, make: () => SandboxUnderTest | Promise<SandboxUnderTest>, api: TestApi): void {
  for (const [title, body] of Object.entries(SESSION_SUITE)) api.test(`${name}: ${title}`, () => inSession(make, api.expect, body));
  declareSuite(name, api, SANDBOX_SUITE, { make, expect: api.expect });
}

async function inSession(make: SandboxContext['make'], expect: Expect, body: (context: SessionContext) => Promise<void>): Promise<void> {
  const { provider, root, close } = await make();
  const session = await provider.open({ sessionId: 'session_1', root });
  try {
    await body({ session, expect });
  } finally {
    await session.close();
    await close?.();
  }
}

const SESSION_SUITE: Suite<SessionContext> = {
  'a command gives its output, its exit code and how much it wrote': async ({ session, expect }) => {
    const { durationMs, ...result } = await session.exec('printf out; printf err >&2; exit 3');
    expect(result).toEqual({
      stdout: 'out',
      stderr: 'err',
      exitCode: 3,
      signal: null,
      timedOut: false,
      aborted: false,
      outputBytes: 6,
      denials: [],
    });
    expect(durationMs >= 0).toEqual(true);
    expect(typeof session.isolation === 'string' && session.isolation !== '').toEqual(true);
  },

  'death by a signal is no success, and neither is a command that does not exist': async ({ session, expect }) => {
    expect(endOf(await session.exec('kill -9 $$'))).toEqual({ exitCode: null, signal: 'SIGKILL', timedOut: false, aborted: false });
    const missing = await session.exec('no_such_command_here');
    expect([missing.exitCode, missing.stderr !== '']).toEqual([127, true]);
  },

  'standard input is what was given, or empty: nothing waits for a person': async ({ session, expect }) => {
    expect((await session.exec('cat', { stdin: 'héllo\n' })).stdout).toEqual('héllo\n');
    const { stdout, timedOut } = await session.exec('cat', { timeoutMs: PROMPT_MS });
    expect([stdout, timedOut]).toEqual(['', false]);
  },

  'a command starts in the directory it is told, and in no other': async ({ session, expect }) => {
    expect((await session.exec('pwd', { cwd: 'sub' })).stdout.trim().endsWith('/sub')).toEqual(true);
    expect((await session.exec('pwd', { cwd: '' })).stdout.trim().endsWith('/sub')).toEqual(false);
    expect((await codeOf(() => session.exec('pwd', { cwd: 'gone' })))?.startsWith('SANDBOX_')).toEqual(true);
  },

  'nothing of one command is left for the next': async ({ session, expect }) => {
    await session.exec('cd sub; export LEFT=over; set -e');
    expect((await session.exec('printf %s "$LEFT"; false; printf on')).stdout).toEqual('on');
  },

  'the environment holds what was added, word for word, and no secret of this process': async ({ session, expect }) => {
    const before = process.env['TACKROOM_CONTRACT_SECRET'];
    process.env['TACKROOM_CONTRACT_SECRET'] = 'k-123';
    try {
      const result = await session.exec('printf %s "$GREETING$TACKROOM_CONTRACT_SECRET"', { env: { GREETING: 'a "b" $c\n' } });
      expect(result.stdout).toEqual('a "b" $c\n');
    } finally {
      if (before === undefined) delete process.env['TACKROOM_CONTRACT_SECRET'];
      else process.env['TACKROOM_CONTRACT_SECRET'] = before;
    }
  },

  'arguments arrive word for word and are never read as bash': async ({ session, expect }) => {
    const args = ['a b', '$(printf no)', "it's", '', '-x', 'ä\nb'];
    expect((await session.exec('printf "%s|" "$@"', { args })).stdout).toEqual(`${args.join('|')}|`);
    expect((await session.exec(`printf %s "$2"; : ${'x'.repeat(200_000)}`, { args })).stdout).toEqual('$(printf no)');
  },

  'output is passed on as it comes, whole characters only': async ({ session, expect }) => {
    const chunks: CommandChunk[] = [];
    const { stdout } = await session.exec("printf '\\xe2'; sleep 0.1; printf '\\x82\\xac'; printf warn >&2", {
      onOutput: (chunk) => chunks.push(chunk),
    });
    const joined = (stream: CommandChunk['stream']): string =>
      chunks
        .filter((chunk) => chunk.stream === stream)
        .map(({ text }) => text)
        .join('');
    expect([stdout, joined('stdout'), joined('stderr')]).toEqual(['€', '€', 'warn']);
  },

  'a listener that fails does not fail the command': async ({ session, expect }) => {
    const fail = (): void => {
      throw new Error('listener');
    };
    expect((await session.exec('printf ok', { onOutput: fail })).stdout).toEqual('ok');
  },

  'of a flood head and tail are kept, and its size is told': async ({ session, expect }) => {
    const { stdout, outputBytes } = await session.exec('printf begin; yes x | head -c 1000000; printf end', { maxOutputChars: 1000 });
    expect([stdout.startsWith('begin'), stdout.endsWith('end'), stdout.length < 1200, outputBytes]).toEqual([true, true, true, 1_000_008]);
  },

  'at its deadline a command is ended, and what it said before is kept': async ({ session, expect }) => {
    const result = await session.exec('echo before; sleep 30', { timeoutMs: 1_000 });
    expect([result.timedOut, result.aborted, result.stdout]).toEqual([true, false, 'before\n']);
    expect((result.exitCode === null) !== (result.signal === null)).toEqual(true);
    expect(result.durationMs < PROMPT_MS).toEqual(true);
  },

  'an abort ends a command, or keeps it from starting': async ({ session, expect }) => {
    const controller = new AbortController();
    const result = await session.exec('echo before; sleep 30', { signal: controller.signal, onOutput: () => controller.abort() });
    expect([result.aborted, result.timedOut, result.durationMs < PROMPT_MS]).toEqual([true, false, true]);
    const never = await session.exec('echo before; sleep 30', { signal: AbortSignal.abort() });
    expect([never.aborted, never.exitCode, never.stdout]).toEqual([true, null, '']);
  },

  'a command ends with its shell, whoever still holds its output': async ({ session, expect }) => {
    const result = await session.exec('sleep 30 & printf started');
    expect([result.stdout, result.exitCode, result.durationMs < PROMPT_MS]).toEqual(['started', 0, true]);
  },

  'commands of one session may overlap': async ({ session, expect }) => {
    const [slow, quick] = await Promise.all([session.exec('sleep 0.2; printf slow'), session.exec('printf ok')]);
    expect([slow.stdout, quick.stdout]).toEqual(['slow', 'ok']);
  },

  'a command that is too long for one argument still runs as it is': async ({ session, expect }) => {
    expect((await session.exec(`printf %s "$#:$0"; : ${'x'.repeat(200_000)}`)).stdout).toEqual(
      (await session.exec('printf %s "$#:$0"')).stdout,
    );
  },

  'what cannot be run is refused before anything starts': async ({ session, expect }) => {
    const codes = [await codeOf(() => session.exec('printf a\0b')), await codeOf(() => session.exec('printf ok', { timeoutMs: 0 }))];
    expect(codes).toEqual(['SANDBOX_COMMAND_INVALID', 'SANDBOX_COMMAND_INVALID']);
  },
};

const SANDBOX_SUITE: Suite<SandboxContext> = {
  'closing a session ends what runs in it and no other; then it runs nothing': async ({ make, expect }) => {
    const { provider, root, close } = await make();
    const [first, second] = [await provider.open({ sessionId: 'a', root }), await provider.open({ sessionId: 'b', root })];
    const running = first.exec('echo before; sleep 30');
    await new Promise((resolve) => setTimeout(resolve, 50));
    await first.close();
    expect((await running).aborted).toEqual(true);
    expect(await codeOf(() => first.exec('printf ok'))).toEqual('SANDBOX_CLOSED');
    expect((await second.exec('printf ok')).stdout).toEqual('ok');
    await first.close();
    await second.close();
    await close?.();
  },

  'files of its own are brought back, and the session goes on with the files as they are then': async ({ make, expect }) => {
    const { provider, root, close } = await make();
    const session = await provider.open({ sessionId: 'a', root });
    if (session.ownsFilesystem) {
      expect(await session.sync?.()).toEqual(undefined);
      await session.exec('printf new > sub/new');
      const { copied, removed, conflicts, refused, failed } = (await session.sync?.()) ?? NO_REPORT;
      expect({ copied, removed, conflicts, refused, failed }).toEqual({ ...NO_REPORT, copied: ['sub/new'] });
      expect(await session.sync?.()).toEqual(undefined);
      expect((await session.exec('cat sub/new')).stdout).toEqual('new');
    } else expect([session.sync, provider.workspace]).toEqual([undefined, undefined]);
    await session.close();
    await close?.();
  },
};

const NO_REPORT: SyncReport = { copied: [], removed: [], conflicts: [], refused: [], failed: [] };

function endOf({ exitCode, signal, timedOut, aborted }: CommandResult): unknown {
  return { exitCode, signal, timedOut, aborted };
}
