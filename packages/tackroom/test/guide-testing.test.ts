import { calls, collectEvents, eventsOf, fails, FakeClock, FakeSandbox, InMemoryWorkspace, ScriptedModel, text } from '@tackroom/testing';
import { Clock, filesystem, HarnessModule, shell } from 'tackroom';

// The code of docs/guides/testing.md that its example does not have.

test('files and commands without a disk and without processes', async () => {
  // #region fakes
  const sandbox = new FakeSandbox([
    ['npm test', { stdout: '3 passed', durationMs: 0 }],
    [/^git (status|diff)/, { stdout: 'nothing to commit' }],
  ]);
  const harness = await HarnessModule.create({
    bundles: [filesystem(), shell()],
    workspace: new InMemoryWorkspace({ 'src/price.ts': 'export const price = 3;\n' }),
    sandbox,
    permissions: { allow: ['run_command'] },
  });

  const read = await harness.execute({ name: 'read_file', args: { path: 'src/price.ts' } });
  const ran = await harness.execute({ name: 'run_command', args: { command: 'npm test' } });
  const unscripted = await harness.execute({ name: 'run_command', args: { command: 'rm -rf src' } });
  // #endregion
  expect(read.content).toContain('export const price = 3;');
  expect(ran.content).toContain('3 passed');
  expect(unscripted.error?.code).toBe('SANDBOX_UNSCRIPTED');
  expect(sandbox.calls.map(({ command }) => command)).toEqual(['npm test', 'rm -rf src']);
  await harness.close();
});

test('events, and a model that is slow to come back', async () => {
  const clock = new FakeClock();
  const harness = await HarnessModule.create({ providers: [{ provide: Clock, useValue: clock }] });
  // #region model-failures
  const model = new ScriptedModel([
    fails(429, 'slow down', 20), // what a provider says that is asked too often: come back in 20 s
    (request) => text(`You said: ${JSON.stringify(request.messages.at(-1)?.content)}`),
  ]);
  const stream = harness.createAgent({ name: 'echo', model }).stream('hello');
  const collected = collectEvents(stream);
  await clock.advance(20_000);
  const events = await collected;
  // #endregion
  expect((await stream.result).text).toContain('hello');
  expect(model.requests).toHaveLength(2);
  expect(eventsOf(events, 'run-finish')).toMatchObject([{ status: 'completed', ok: true }]);
  await harness.close();
});

test('turns as functions see what the calls before them gave', async () => {
  const harness = await HarnessModule.create({
    bundles: [filesystem()],
    workspace: new InMemoryWorkspace({ 'a.txt': '', 'b.txt': '' }),
  });
  // #region turns
  const model = new ScriptedModel([
    calls(['glob', { pattern: '*.txt' }], ['list_directory', {}]), // two calls at once
    calls({ id: 'c3', name: 'read_file', rawArgs: '{"path": "a.t' }), // arguments that were cut off
    (request) => text(`after ${request.messages.length} messages: done`),
  ]);
  // #endregion
  const result = await harness.createAgent({ name: 'reader', model }).run('What is here?');
  expect(result.text).toMatch(/^after \d+ messages: done$/);
  await harness.close();
});
