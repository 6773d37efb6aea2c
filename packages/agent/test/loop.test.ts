import { defineTool, type HarnessEvent, type ToolDefinition } from '@tackroom/core';
import { calls, collectEvents, eventsOf, FakeClock, ScriptedModel, SequentialIds, text } from '@tackroom/testing';
import { createAgent, type Agent } from '../src/index.js';
import { testHost, type TestHostOptions } from './test-host.js';

const look = tool('look', (args) => `saw ${String(args['q'])}`);

function tool(name: string, handler: ToolDefinition['handler'], more: object = {}): ToolDefinition {
  const inputSchema = { type: 'object', properties: { q: { type: 'string' } }, additionalProperties: false };
  return defineTool({ name, description: `${name}.`, inputSchema, handler, ...more });
}

function agentOf(model: ScriptedModel, options: TestHostOptions = {}): Agent {
  return createAgent(
    testHost({ tools: [look], ...options, kernel: { ids: new SequentialIds(), clock: new FakeClock(), ...options.kernel } }),
    {
      name: 'scout',
      model,
      system: 'Be brief.',
      planning: false,
    },
  );
}

test('a run calls its tools and answers', async () => {
  const model = new ScriptedModel([
    calls(['look', { q: 'a' }], ['look', { q: 'b' }]),
    text('Both seen.', { usage: { inputTokens: 30, outputTokens: 4 } }),
  ]);
  const result = await agentOf(model).run('Look twice.');
  expect(result).toMatchObject({ status: 'completed', stopReason: 'answer', ok: true, text: 'Both seen.', pending: [], error: undefined });
  expect(result.usage).toMatchObject({ steps: 2, calls: 2, incomplete: false });
  expect(result.throwIfFailed()).toBe(result);
  expect(result.messages.map((message) => message.role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
  model.assertConsumed();
  expect(model.requests.map((request) => request.messages.length)).toEqual([2, 4]);
  expect(model.requests[1]?.messages.slice(0, 2)).toEqual(model.requests[0]?.messages);
  expect(model.requests[0]).toMatchObject({
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: [{ type: 'text', text: 'Look twice.' }] },
    ],
    tools: [{ type: 'function', name: 'look' }],
    toolChoice: { type: 'auto' },
  });
  expect(model.requests[1]?.messages[3]).toEqual({
    role: 'tool',
    content: [
      { type: 'tool-result', toolCallId: 'call-1', toolName: 'look', output: { type: 'text', value: 'saw a' } },
      { type: 'tool-result', toolCallId: 'call-2', toolName: 'look', output: { type: 'text', value: 'saw b' } },
    ],
  });
});

test('the messages of a result, and one more, are the next task', async () => {
  const model = new ScriptedModel([text('Hello.'), text('Again.')]);
  const agent = agentOf(model);
  const first = await agent.run('Hi.');
  await agent.run([...first.messages, { role: 'user', content: 'And?' }]);
  expect(model.requests[1]?.messages.map((message) => message.role)).toEqual(['system', 'user', 'assistant', 'user']);
});

test('the events of a streamed run', async () => {
  const model = new ScriptedModel([{ thinking: 'hm', ...calls(['look', { q: 'a' }]) }, text('Seen it.')]);
  const stream = agentOf(model).stream('Look.');
  const events = await collectEvents(stream);
  expect(events.map(({ type }) => type)).toEqual([
    'run-start',
    'step-start',
    'thinking-delta',
    'tool-input-delta',
    'usage',
    'tool-call',
    'tool-start',
    'tool-result',
    'step-start',
    'text-start',
    'text-delta',
    'text-delta',
    'text-end',
    'usage',
    'run-finish',
  ]);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at + 1));
  for (const event of events) expect(event).toMatchObject({ runId: 'run_1', sessionId: 'session_1', agentPath: ['scout'] });
  expect(eventsOf(events, 'tool-call')).toMatchObject([{ callId: 'call_1', providerCallId: 'call-1', toolName: 'look', args: { q: 'a' } }]);
  expect(eventsOf(events, 'tool-result')).toMatchObject([{ callId: 'call_1', success: true, content: 'saw a' }]);
  expect(events.at(-1)).toMatchObject({ type: 'run-finish', status: 'completed', stopReason: 'answer', ok: true, text: 'Seen it.' });
  await expect(stream.result).resolves.toMatchObject({ text: 'Seen it.', ok: true });
});

test.each(['both', 'stream', 'generate'] as const)('run and stream are one engine, whatever the model can do: %s', async (methods) => {
  const turns = [calls(['look', { q: 'a' }]), text('Seen it.')];
  const ran = await agentOf(new ScriptedModel(turns, { methods })).run('Look.');
  const stream = agentOf(new ScriptedModel(turns, { methods })).stream('Look.');
  let said = '';
  for await (const delta of stream.text()) said += delta;
  const streamed = await stream.result;
  expect(said).toBe('Seen it.');
  expect(streamed.messages).toEqual(ran.messages);
  expect(streamed.usage).toEqual(ran.usage);
});

test('a stream is read once', async () => {
  const stream = agentOf(new ScriptedModel([text('x')])).stream('Go.');
  stream.text();
  expect(() => stream[Symbol.asyncIterator]()).toThrow(expect.objectContaining({ code: 'STREAM_TAKEN' }));
  expect(() => stream.text()).toThrow(expect.objectContaining({ code: 'STREAM_TAKEN' }));
  await stream.result;
});

test('nobody has to read a stream, and its text can be read after the end', async () => {
  const stream = agentOf(new ScriptedModel([text('one two')])).stream('Go.');
  await stream.result;
  let said = '';
  for await (const delta of stream.text()) said += delta;
  expect(said).toBe('one two');
});

test('parallel calls overlap and their results come back in call order, one failing alone', async () => {
  const order: string[] = [];
  const slow = tool('slow', async () => {
    order.push('slow begins');
    await Promise.resolve().then(() => Promise.resolve());
    order.push('slow ends');
    return 'slow';
  });
  const bad = tool('bad', () => {
    order.push('bad');
    throw undefined;
  });
  const quick = tool('quick', () => {
    order.push('quick');
    return 'quick';
  });
  const model = new ScriptedModel([calls('slow', 'bad', 'quick'), text('ok')]);
  const result = await agentOf(model, { tools: [slow, bad, quick] }).run('Go.');
  expect(order).toEqual(['slow begins', 'bad', 'quick', 'slow ends']);
  expect(result.messages[2]).toMatchObject({
    content: [
      { output: { type: 'text', value: 'slow' } },
      { output: { type: 'error-text', value: 'Error: the tool threw undefined instead of an Error' } },
      { output: { type: 'text', value: 'quick' } },
    ],
  });
});

test('calls with one id, an empty one and one used before all get their own results, under the ids the provider knows', async () => {
  const named = (id: string, q: string): object => ({ id, name: 'look', args: { q } });
  const model = new ScriptedModel([
    { toolCalls: [named('c', '1'), named('c', '2'), named('', '3')] },
    { toolCalls: [named('c', '4')] },
    text('done'),
  ] as ConstructorParameters<typeof ScriptedModel>[0]);
  const stream = agentOf(model).stream('Go.');
  const events = await collectEvents(stream);
  expect(new Set(eventsOf(events, 'tool-call').map(({ callId }) => callId)).size).toBe(4);
  const { messages } = await stream.result;
  const results = messages.flatMap((message) =>
    message.role === 'tool' ? message.content.map((part) => [part.toolCallId, part.output.value]) : [],
  );
  expect(results).toEqual([
    ['c', 'saw 1'],
    ['c', 'saw 2'],
    ['call_3', 'saw 3'],
    ['c', 'saw 4'],
  ]);
});

test('malformed arguments never run and never go back to the provider', async () => {
  const ran: unknown[] = [];
  const spy = tool('spy', (args) => ran.push(args));
  const bad = ['{"q":', 'null', '[1]', '"{}"', '{"z":1}'];
  const model = new ScriptedModel([{ toolCalls: bad.map((rawArgs) => ({ id: rawArgs, name: 'spy', rawArgs })) }, text('sorry')]);
  const result = await agentOf(model, { tools: [spy] }).run('Go.');
  expect(ran).toEqual([]);
  const [, asked, answered] = result.messages;
  expect(asked?.role === 'assistant' && asked.content.map((part) => part.type === 'tool-call' && part.input)).toEqual([
    {},
    {},
    {},
    {},
    { z: 1 },
  ]);
  expect(answered?.role === 'tool' && answered.content.map((part) => part.output.type)).toEqual(Array(5).fill('error-text'));
});

test('raw deltas are put together, and what is ambiguous is answered and never run', async () => {
  const model = new ScriptedModel([
    {
      deltas: [
        { index: 0, id: 'a', name: 'look', args: '{"q":' },
        { index: 1, id: 'b', name: 'look', args: '{"q":"2"}' },
        { index: 0, args: '"1"}' },
        { index: 1, name: 'other', args: '' },
        { index: 2, id: 'c', name: 'look', args: '{"q":' },
        { index: 2, name: 'other', args: '"3"}' },
      ],
    },
    text('done'),
  ]);
  const result = await agentOf(model).run('Go.');
  expect(result.messages[2]).toMatchObject({
    content: [
      { toolCallId: 'a', output: { value: 'saw 1' } },
      { toolCallId: 'b', output: { value: 'saw 2' } },
      { output: { type: 'error-text' } },
      { toolCallId: 'c', output: { type: 'error-text', value: expect.stringContaining('Its pieces name two tools') as unknown } },
    ],
  });
});

test('one agent serves many runs at once, each with its own state', async () => {
  const model = new ScriptedModel((request) =>
    request.messages.length < 3 ? calls(['look', { q: 'x' }]) : text(`after ${request.messages.length}`),
  );
  const agent = agentOf(model, { kernel: { ids: new SequentialIds() } });
  const results = await Promise.all(Array.from({ length: 20 }, (_, at) => agent.run(`task ${at}`)));
  expect(new Set(results.map((result) => result.state.runId)).size).toBe(20);
  results.forEach((result, at) => {
    expect(result.text).toBe('after 4');
    expect(result.messages[0]).toEqual({ role: 'user', content: [{ type: 'text', text: `task ${at}` }] });
  });
});

test('handlers see the live transcript, their run and their deps', async () => {
  const seen: unknown[] = [];
  const peek = tool('peek', (_, ctx) => {
    seen.push(
      ctx.deps,
      ctx.run,
      ctx.state.messages.map((message) => message.role),
    );
    return 'ok';
  });
  const model = new ScriptedModel([calls('peek'), calls('peek'), text('done')]);
  await agentOf(model, { tools: [peek] }).run('Go.', { deps: { tenant: 'acme' }, sessionId: 's', userId: 'u' });
  expect(seen).toEqual([
    { tenant: 'acme' },
    { id: 'run_1', sessionId: 's', agentPath: ['scout'], userId: 'u' },
    ['user', 'assistant'],
    { tenant: 'acme' },
    { id: 'run_1', sessionId: 's', agentPath: ['scout'], userId: 'u' },
    ['user', 'assistant', 'tool', 'assistant'],
  ]);
});

test('a listener that throws changes nothing but that an error event follows', async () => {
  const heard: HarnessEvent[] = [];
  const broken = {
    onEvent: () => {
      throw new Error('no disk');
    },
  };
  const agent = createAgent(testHost({ tools: [look], kernel: { middleware: [broken] } }), {
    name: 'scout',
    model: new ScriptedModel([text('fine')]),
  });
  const result = await agent.run('Go.', { onEvent: (event) => heard.push(event) });
  expect(result.text).toBe('fine');
  expect(eventsOf(heard, 'error')[0]).toMatchObject({ code: 'LISTENER_FAILED', message: expect.stringContaining('no disk') as unknown });
  expect(heard.map(({ type }) => type).filter((type) => type !== 'error')).toEqual([
    'run-start',
    'step-start',
    'text-start',
    'text-delta',
    'text-end',
    'usage',
    'run-finish',
  ]);
});

test('people hear of a tool that is silent for long', async () => {
  const clock = new FakeClock();
  const slow = tool('slow', () => new Promise((resolve) => clock.timer(40_000, () => resolve('slow'))), { timeoutMs: 60_000 });
  const stream = agentOf(new ScriptedModel([calls('slow'), text('done')]), { tools: [slow], kernel: { clock } }).stream('Go.');
  const events = collectEvents(stream);
  await clock.advance(40_000);
  expect(eventsOf(await events, 'waiting')).toMatchObject([
    { on: 'tool', toolName: 'slow', seconds: 10 },
    { on: 'tool', toolName: 'slow', seconds: 25 },
  ]);
  expect(clock.pending).toEqual([]);
});
