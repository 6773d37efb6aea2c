import { emptyCtx, type ToolFailure, type Ctx, type CommandResult, type JsonValue, type SandboxSession } from '@tackroom/core';
import { FakeSandbox, InMemoryWorkspace, type FakeCommand } from '@tackroom/testing';
import { commandText } from './command-text.js';
import { runCommand } from './run-command.js';

async function ctxWith(
  commands: readonly FakeCommand[],
): Promise<{ ctx: Ctx; sandbox: FakeSandbox; session: SandboxSession; progress: unknown[] }> {
  const sandbox = new FakeSandbox(commands);
  const session = await sandbox.open({ sessionId: 's' });
  const progress: unknown[] = [];
  const call = { ...emptyCtx().call, progress: (value: unknown) => void progress.push(value) };
  return {
    ctx: emptyCtx({ sandbox: session, workspace: new InMemoryWorkspace({ 'sub/x': '' }).session('s'), call }),
    sandbox,
    session,
    progress,
  };
}

const limits = { timeoutSeconds: 30, maxOutputChars: 1_000 };
const ended: CommandResult = {
  stdout: '',
  stderr: '',
  exitCode: 0,
  signal: null,
  timedOut: false,
  aborted: false,
  outputBytes: 0,
  durationMs: 1_234,
  denials: [],
};
const text = (result: Partial<CommandResult>): string => commandText({ ...ended, ...result }, limits);

test('what a model sees of a command', () => {
  expect(text({ stdout: 'out\n' })).toMatchInlineSnapshot(`
   "out
   [exit code: 0, 1.2 s]"
  `);
  expect(text({ stdout: 'out', stderr: 'warning\n', exitCode: 3 })).toMatchInlineSnapshot(`
   "out
   [stderr]
   warning
   [exit code: 3, 1.2 s]"
  `);
  expect(text({})).toMatchInlineSnapshot(`
   "(no output)
   [exit code: 0, 1.2 s]"
  `);
  expect(text({ exitCode: null, signal: 'SIGKILL' })).toMatchInlineSnapshot(`
   "(no output)
   [killed by SIGKILL, 1.2 s]"
  `);
  expect(text({ exitCode: 141 })).toMatchInlineSnapshot(`
   "(no output)
   [exit code: 141 (as of a program ended by SIGPIPE), 1.2 s]"
  `);
  expect(text({ stdout: 'half\n', exitCode: null, signal: 'SIGTERM', timedOut: true })).toMatchInlineSnapshot(`
   "half
   [timed out after 30 s; it may have partly run]"
  `);
  expect(text({ exitCode: null, signal: 'SIGTERM', aborted: true })).toMatchInlineSnapshot(`
   "(no output)
   [cancelled; it may have partly run]"
  `);
  expect(text({ exitCode: null, aborted: true })).toMatchInlineSnapshot(`
   "(no output)
   [cancelled before it started]"
  `);
  expect(text({ stdout: 'started\n', stoppedBackground: true })).toMatchInlineSnapshot(`
   "started
   [processes that it left running were stopped]
   [exit code: 0, 1.2 s]"
  `);
  expect(commandText({ ...ended, stoppedBackground: true }, { ...limits, isolation: 'none' })).toMatchInlineSnapshot(`
   "(no output)
   [processes that it left running were stopped, except any that made a session of their own (setsid, daemons)]
   [exit code: 0, 1.2 s]"
  `);
  expect(text({ stdout: 'y\n[… 9 characters left out …]\ny\n', outputBytes: 50_000_000, denials: ['network access to a.example'] }))
    .toMatchInlineSnapshot(`
   "y
   [… 9 characters left out …]
   y
   [it wrote 50,000,000 bytes]
   [blocked by the sandbox: network access to a.example]
   [exit code: 0, 1.2 s]"
  `);
});

test('bytes that are no text are not shown; a text with some is', () => {
  expect(text({ stdout: `\u0001${'\ufffd'.repeat(300)}${'x'.repeat(1_000)}`, outputBytes: 3_000 })).toMatchInlineSnapshot(`
   "[binary output, not shown: write it to a file, or pipe it through \`file -\`, \`xxd\` or \`base64\`]
   [it wrote 3,000 bytes]
   [exit code: 0, 1.2 s]"
  `);
  const latin1 = `caf\ufffd ${'and a text that is longer. '.repeat(10)}`.repeat(100);
  expect(text({ stdout: latin1 })).toContain('caf\ufffd and');
  expect(text({ stdout: '\ufffd\ufffd' })).toContain('\ufffd\ufffd');
});

test('the command, its directory and its time go to the sandbox', async () => {
  const { ctx, sandbox } = await ctxWith([[/./, { stdout: 'ok\n', exitCode: 1 }]]);
  const { output, content } = await runCommand({ command: 'make test', cwd: './sub/', timeout_seconds: 2.5 }, ctx);
  expect(
    sandbox.calls.map(({ command, options: { cwd, timeoutMs, maxOutputChars } }) => ({ command, cwd, timeoutMs, maxOutputChars })),
  ).toEqual([{ command: 'make test', cwd: 'sub', timeoutMs: 2_500, maxOutputChars: 30_000 }]);
  expect(output).toEqual({ stdout: 'ok\n', stderr: '', exitCode: 1, timedOut: false, durationMs: expect.any(Number) as number });
  expect(content).toMatch(/^ok\n\[exit code: 1, \d+\.\d s\]$/);
});

test('a directory outside and an empty command are refused before anything runs', async () => {
  const { ctx, sandbox } = await ctxWith([[/./, {}]]);
  const code = (args: { command: string; cwd?: string }): Promise<unknown> =>
    runCommand(args, ctx).catch((error: ToolFailure) => error.code);
  expect([
    await code({ command: 'ls', cwd: '../outside' }),
    await code({ command: 'ls', cwd: '/etc' }),
    await code({ command: ' \n' }),
  ]).toEqual(['PATH_OUTSIDE', 'PATH_OUTSIDE', 'SANDBOX_COMMAND_INVALID']);
  expect(sandbox.calls).toEqual([]);
});

test('output is passed on while the command runs', async () => {
  const { ctx, progress } = await ctxWith([['build', { stdout: 'compiling\n', stderr: 'warning\n' }]]);
  await runCommand({ command: 'build' }, ctx);
  expect(progress).toEqual([
    { stream: 'stdout', text: 'compiling\n' },
    { stream: 'stderr', text: 'warning\n' },
  ] satisfies JsonValue[]);
});

test('cancelling the call ends the command', async () => {
  const { ctx } = await ctxWith([['sleep', { stdout: 'up\n', durationMs: Infinity }]]);
  const control = new AbortController();
  const call = { ...ctx.call, progress: () => control.abort() };
  const running = runCommand({ command: 'sleep' }, { ...ctx, call, signal: control.signal });
  await expect(running).rejects.toMatchObject({ code: 'COMMAND_CANCELLED', message: 'up\n[cancelled; it may have partly run]' });
});
