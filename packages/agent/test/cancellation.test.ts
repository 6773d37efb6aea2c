import { defineTool, type ToolDefinition } from '@tackroom/core';
import { calls, collectEvents, FakeClock, ScriptedModel, text } from '@tackroom/testing';
import { createAgent, type Agent, type RunResult } from '../src/index.js';
import { testHost } from './test-host.js';

const INPUT = { type: 'object', additionalProperties: true };

function agentOf(model: object, tools: readonly ToolDefinition[], clock = new FakeClock()): Agent {
  return createAgent(testHost({ tools, kernel: { clock } }), { name: 'scout', model: model as ScriptedModel }); // some tests bring a model of their own
}

function resultsOf(result: RunResult): readonly unknown[] {
  return result.messages.flatMap((message) => (message.role === 'tool' ? message.content.map((part) => part.output.value) : []));
}

/** A tool that tells when it has started, and never ends by itself. */
function hanging(name: string, more: object = {}): { readonly tool: ToolDefinition; readonly started: Promise<AbortSignal> } {
  let tell: (signal: AbortSignal) => void = () => undefined;
  const started = new Promise<AbortSignal>((resolve) => (tell = resolve));
  const handler: ToolDefinition['handler'] = (_, ctx) => {
    tell(ctx.signal);
    return new Promise(() => undefined);
  };
  return { started, tool: defineTool({ name, description: `${name}.`, inputSchema: INPUT, handler, ...more }) };
}

test('a signal that has fired already: the model is not asked', async () => {
  const model = new ScriptedModel([]);
  const result = await agentOf(model, []).run('Go.', { signal: AbortSignal.abort() });
  expect(result).toMatchObject({ status: 'cancelled', stopReason: 'cancelled', ok: false });
  expect(model.requests).toHaveLength(0);
  expect(() => result.throwIfFailed()).toThrow(expect.objectContaining({ code: 'RUN_CANCELLED' }));
});

test('cancelling while the model streams keeps the text that had arrived', async () => {
  const clock = new FakeClock();
  const stream = agentOf(new ScriptedModel([text('one two three', { chunkMs: 10 })], { clock }), [], clock).stream('Go.');
  const reader = stream[Symbol.asyncIterator]();
  for (let event = await reader.next(); event.value?.type !== 'text-delta'; event = await reader.next());
  stream.cancel();
  const result = await stream.result;
  expect(result).toMatchObject({ status: 'cancelled', text: 'one' });
  expect(result.messages.at(-1)).toEqual({ role: 'assistant', content: [{ type: 'text', text: 'one' }] });
  expect(clock.pending).toEqual([]);
});

test.each(['break', 'return'])('leaving a stream early by %s cancels the run', async (how) => {
  const clock = new FakeClock();
  const stream = agentOf(new ScriptedModel([text('one two', { chunkMs: 10 })], { clock }), [], clock).stream('Go.');
  if (how === 'break') for await (const _ of stream) break;
  else await stream[Symbol.asyncIterator]().return?.();
  await expect(stream.result).resolves.toMatchObject({ status: 'cancelled' });
});

test('started calls get their signal and a grace period, queued ones never start, and every call has one result', async () => {
  const clock = new FakeClock();
  const first = hanging('first', { concurrency: 'serial' });
  const queued = hanging('queued', { concurrency: 'serial' });
  const asked = hanging('asked', { permission: 'ask' });
  const controller = new AbortController();
  const running = agentOf(new ScriptedModel([calls('first', 'queued', 'asked')]), [first.tool, queued.tool, asked.tool], clock).run('Go.', {
    signal: controller.signal,
  });
  const signal = await first.started;
  controller.abort(new Error('enough'));
  expect(signal.aborted).toBe(true);
  await clock.advance(4_999);
  let settled = false;
  void running.then(() => (settled = true));
  await clock.advance(0);
  expect(settled).toBe(false);
  await clock.advance(1);
  const result = await running;
  expect(result.status).toBe('cancelled');
  expect(resultsOf(result)).toEqual([
    'The run was cancelled while this call was running; its outcome is unknown. Check its effects before calling it again.',
    'The run was cancelled before this call started. It did not run.',
    'The run was cancelled before this call started. It did not run.',
  ]);
  expect(clock.pending).toEqual([]);
});

test('the end of a cancelled run is told', async () => {
  const hang = hanging('hang', { replayPolicy: 'safe' });
  const clock = new FakeClock();
  const stream = agentOf(new ScriptedModel([calls('hang')]), [hang.tool], clock).stream('Go.');
  const events = collectEvents(stream);
  await hang.started;
  stream.cancel();
  await clock.advance(5_000);
  expect((await events).slice(-2)).toMatchObject([
    { type: 'tool-result', success: false, content: 'The run was cancelled while this call was running.' },
    { type: 'run-finish', status: 'cancelled', stopReason: 'cancelled', ok: false },
  ]);
});

test('a model that ignores its signal is abandoned after the grace period', async () => {
  const clock = new FakeClock();
  const model = { specificationVersion: 'v4', provider: 'p', modelId: 'm', doGenerate: () => new Promise(() => undefined) };
  const stream = agentOf(model, [], clock).stream('Go.');
  await clock.advance(0);
  stream.cancel();
  await clock.advance(5_000);
  await expect(stream.result).resolves.toMatchObject({ status: 'cancelled' });
  expect(clock.pending).toEqual([]);
});

test('an approver that never answers does not hold a cancelled run', async () => {
  const asked = defineTool({ name: 'asked', description: 'Asks.', inputSchema: INPUT, permission: 'ask', handler: () => 'never' });
  const controller = new AbortController();
  const signals: AbortSignal[] = [];
  const approver = (_: unknown, signal: AbortSignal): Promise<undefined> => {
    signals.push(signal);
    controller.abort();
    return new Promise(() => undefined);
  };
  const result = await agentOf(new ScriptedModel([calls('asked')]), [asked]).run('Go.', { approver, signal: controller.signal });
  expect(result.status).toBe('cancelled');
  expect(signals.map((signal) => signal.aborted)).toEqual([true]);
});

test('closing an agent cancels its runs, waits for them, and refuses new ones', async () => {
  const hang = hanging('hang');
  const clock = new FakeClock();
  const agent = agentOf(new ScriptedModel([calls('hang')]), [hang.tool], clock);
  const running = agent.run('Go.');
  await hang.started;
  const closed = agent.close();
  await clock.advance(5_000);
  await closed;
  await expect(running).resolves.toMatchObject({ status: 'cancelled' });
  await expect(agent.run('Go.')).rejects.toMatchObject({ code: 'AGENT_CLOSED' });
});
