import { defineTool, HarnessError, type JsonObject, type Middleware, type ToolDefinition } from '@tackroom/core';
import { calls, collectEvents, eventsOf, ScriptedModel, text, type ModelRequest } from '@tackroom/testing';
import { createAgent } from '../src/index.js';
import { testHost } from './test-host.js';

function tool(name: string, more: object = {}): ToolDefinition {
  return defineTool({
    name,
    description: `${name}.`,
    inputSchema: { type: 'object', properties: {} },
    handler: () => `${name} done`,
    ...more,
  });
}

test('settings go with every request, and a budget that cut a reply is doubled for the rest of the run', async () => {
  const model = new ScriptedModel([text('one ', { finish: 'length' }), text('two')]);
  const agent = createAgent(testHost(), {
    name: 'a',
    model,
    modelSettings: { temperature: 0.2, maxOutputTokens: 100 },
    planning: false,
  });
  const result = await agent.run('Go.');
  expect(result.text).toBe('one two');
  expect(model.requests.map(({ settings }) => settings)).toEqual([
    { temperature: 0.2, maxOutputTokens: 100, includeRawChunks: false },
    { temperature: 0.2, maxOutputTokens: 200, includeRawChunks: false },
  ]);
  expect(model.requests[1]?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
  expect(result.messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
});

test('a call of a cut reply that is not whole is refused, and the whole ones run', async () => {
  const model = new ScriptedModel([
    {
      toolCalls: [
        { id: 'a', name: 'look', args: {} },
        { id: 'b', name: 'look', rawArgs: '{"q":' },
      ],
      finish: 'length',
    },
    text('done'),
  ]);
  const result = await createAgent(testHost({ tools: [tool('look')] }), { name: 'a', model }).run('Go.');
  expect(result.messages[2]).toMatchObject({
    content: [
      { toolCallId: 'a', output: { type: 'text', value: 'look done' } },
      { toolCallId: 'b', output: { type: 'error-text', value: expect.stringContaining('The tool did not run.') as unknown } },
    ],
  });
});

test('the last request of a run offers no tools', async () => {
  const model = new ScriptedModel([calls('look'), text('that is all')]);
  const result = await createAgent(testHost({ tools: [tool('look')] }), { name: 'a', model, limits: { maxSteps: 1 } }).run('Go.');
  expect(result).toMatchObject({ stopReason: 'step-limit', status: 'completed', ok: false, text: 'that is all' });
  expect(model.requests[1]).toMatchObject({ tools: [], toolChoice: { type: 'none' } });
  expect(result.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
});

test('an empty reply is asked for again and leaves no trace', async () => {
  const model = new ScriptedModel([text(''), text('here')]);
  const result = await createAgent(testHost(), { name: 'a', model, planning: false }).run('Go.');
  expect(model.requests[1]?.messages).toEqual([
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Go.' },
        { type: 'text', text: 'Your last reply was empty. Answer, or call a tool.' },
      ],
    },
  ]);
  expect(result.messages).toHaveLength(2);
});

test('hooks around the model: the first registered is the outermost, and changes hold for one request', async () => {
  const order: string[] = [];
  const hook = (name: string): Middleware => ({
    beforeModel: ({ step, messages }) => {
      order.push(`before ${name} ${step}`);
      return step === 1 ? [...messages, { role: 'user', content: [{ type: 'text', text: name }] }] : undefined;
    },
    afterModel: ({ step, text: said, calls: made }) =>
      void order.push(`after ${name} ${step} ${said}${made.map((call) => call.name).join()}`),
  });
  const model = new ScriptedModel([calls('look'), text('done')]);
  const agent = createAgent(testHost({ tools: [tool('look')], kernel: { middleware: [hook('outer')] } }), {
    name: 'a',
    model,
    middleware: [hook('inner')],
    planning: false,
  });
  await agent.run('Go.');
  expect(order).toEqual([
    'before outer 1',
    'before inner 1',
    'after inner 1 look',
    'after outer 1 look',
    'before outer 2',
    'before inner 2',
    'after inner 2 done',
    'after outer 2 done',
  ]);
  expect(model.requests[0]?.messages).toEqual([
    { role: 'user', content: ['Go.', 'outer', 'inner'].map((each) => ({ type: 'text', text: each })) },
  ]);
  expect(model.requests[1]?.messages[0]).toEqual({ role: 'user', content: [{ type: 'text', text: 'Go.' }] });
});

test('a hook that throws fails the run and is told', async () => {
  const middleware: Middleware[] = [
    {
      beforeModel: () => {
        throw new Error('no budget');
      },
    },
  ];
  const stream = createAgent(testHost(), { name: 'a', model: new ScriptedModel([]), middleware }).stream('Go.');
  const events = await collectEvents(stream);
  expect(eventsOf(events, 'error')).toMatchObject([
    { code: 'MIDDLEWARE_FAILED', message: expect.stringContaining('no budget') as unknown },
  ]);
  await expect(stream.result).resolves.toMatchObject({ status: 'failed', error: { code: 'MIDDLEWARE_FAILED' } });
});

test.each<unknown>(['all of them', 7, {}, null])('a hook that gives %j for messages is at fault, not the model', async (given) => {
  const middleware: Middleware[] = [{ beforeModel: () => given as never }]; // as a hook without types may
  const model = new ScriptedModel([]);
  const result = await createAgent(testHost(), { name: 'a', model, middleware }).run('Go.');
  expect(result).toMatchObject({ status: 'failed', error: { code: 'MIDDLEWARE_FAILED' } });
  expect(model.requests).toHaveLength(0);
});

test('tools of an agent: a filter, a list of its own, names of the harness, a registry', async () => {
  const host = testHost({ tools: [tool('read_a'), tool('read_b'), tool('write_a')] });
  const offered = (tools: Parameters<typeof createAgent>[1]['tools']): readonly string[] => {
    const own = tools === undefined ? {} : { tools };
    const agent = createAgent(host, { name: 'a', model: new ScriptedModel([]), planning: false, ...own });
    return agent.tools.list().map(({ name }) => name);
  };
  expect(offered(undefined)).toEqual(['read_a', 'read_b', 'write_a']);
  expect(offered({ include: ['read_*'] })).toEqual(['read_a', 'read_b']);
  expect(offered({ include: [] })).toEqual([]);
  expect(offered(['write_a', tool('own')])).toEqual(['own', 'write_a']);
  expect(offered(host.registry)).toHaveLength(3);
  expect(() => offered({ includes: ['x'] } as never)).toThrow(expect.objectContaining({ code: 'FILTER_INVALID' }));
  expect(() => offered(['nobody'])).toThrow(expect.objectContaining({ code: 'REGISTRY_INVALID' }));
});

test('tools show themselves by context, and their instructions join the system prompt while they do', async () => {
  const tools = [
    tool('always', { instructions: 'Prefer always.' }),
    tool('admin', { visible: (ctx: { deps: JsonObject }) => ctx.deps['admin'] === true, instructions: 'Mind admin.' }),
    tool('broken', {
      visible: () => {
        throw new Error('x');
      },
    }),
    tool('late', { visible: (ctx: { state: { messages: unknown[] } }) => ctx.state.messages.length > 1, visiblePerStep: true }),
  ];
  const model = new ScriptedModel([calls('admin'), text('a'), text('b')]);
  const agent = createAgent(testHost({ tools }), { name: 'a', model, system: 'Be kind.', planning: false });
  const result = await agent.run('Go.', { deps: { admin: false } });
  await agent.run('Go.', { deps: { admin: true } });
  const [first, second, third] = model.requests;
  expect(first?.tools.map(({ name }) => name)).toEqual(['always']);
  expect(second?.tools.map(({ name }) => name)).toEqual(['always', 'late']);
  expect(third?.tools.map(({ name }) => name)).toEqual(['admin', 'always']);
  expect(first?.messages[0]).toEqual({ role: 'system', content: 'Be kind.\n\nPrefer always.' });
  expect(third?.messages[0]?.content).toContain('Mind admin.');
  expect(result.messages[2]).toMatchObject({
    content: [{ output: { type: 'error-text', value: expect.stringContaining('admin') as unknown } }],
  });
});

test('the scope is opened with what the tools need, and closed before the result comes', async () => {
  const CLOCK = Symbol.for('clock');
  const order: unknown[] = [];
  const runScope = {
    open: (providers: readonly unknown[], needed: readonly unknown[]) => {
      order.push(providers, needed);
      return Promise.resolve({
        get: () => {
          throw new Error('x');
        },
        close: () => Promise.reject(new Error('stuck')).finally(() => order.push('closed')),
      });
    },
  };
  const host = testHost({ tools: [tool('look', { dependencies: [CLOCK] }), tool('see', { dependencies: [CLOCK] })], host: { runScope } });
  const providers = [{ provide: CLOCK, useValue: 1 }];
  const stream = createAgent(host, { name: 'a', model: new ScriptedModel([text('done')]) }).stream('Go.', { providers });
  const events = await collectEvents(stream);
  await expect(stream.result).resolves.toMatchObject({ ok: true });
  expect(order).toEqual([providers, [CLOCK], 'closed']);
  expect(eventsOf(events, 'error')).toMatchObject([{ message: 'stuck' }]);
});

test("a run whose dependencies are missing is the caller's to mend", async () => {
  const missing = new HarnessError('RUN_DEPENDENCY_MISSING', 'Clock is not provided.');
  const host = testHost({
    host: {
      runScope: {
        open: () => {
          throw missing;
        },
      },
    },
  });
  const agent = createAgent(host, { name: 'a', model: new ScriptedModel([]) });
  await expect(agent.run('Go.')).rejects.toBe(missing);
  const stream = agent.stream('Go.');
  await expect(collectEvents(stream)).rejects.toBe(missing);
  await expect(stream.result).rejects.toBe(missing);
});

test('rules of an agent narrow the policy, and are checked against its tools', async () => {
  const host = testHost({ tools: [tool('look')] });
  const model = new ScriptedModel([calls('look'), text('done')]);
  const result = await createAgent(host, { name: 'a', model, permissions: { deny: ['look'] } }).run('Go.');
  expect(result.messages[2]).toMatchObject({ content: [{ output: { value: expect.stringContaining('Permission denied') as unknown } }] });
  expect(() => createAgent(host, { name: 'a', model, permissions: { deny: ['lok'] } })).toThrow(
    expect.objectContaining({ code: 'AGENT_INVALID' }),
  );
});

test('everything wrong with an agent is said at once', () => {
  const options = { name: '', model: 'gpt', limits: { maxSteps: 0, maxStep: 1 }, modelRetry: { jitter: 2 }, switchAfter: 0, tolls: [] };
  let thrown: unknown;
  try {
    createAgent(testHost(), options);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toMatchObject({ code: 'AGENT_INVALID' });
  expect((thrown as HarnessError).problems.map(({ where }) => where)).toEqual([
    'tolls',
    'name',
    'model',
    'limits.maxStep',
    'limits.maxSteps',
    'modelRetry.jitter',
    'switchAfter',
  ]);
});

test('identical safe calls share a result where the policy says so, also after a resume', async () => {
  let ran = 0;
  const tools = [
    tool('look', { replayPolicy: 'safe', handler: () => `look ${++ran}` }),
    tool('ask', { permission: 'ask', replayPolicy: 'safe' }),
  ];
  const agent = (turns: ConstructorParameters<typeof ScriptedModel>[0]) =>
    createAgent(testHost({ tools }), { name: 'a', model: new ScriptedModel(turns), toolPolicy: { dedupeCalls: true } });
  const paused = await agent([calls('look', 'ask')]).run('Go.');
  const result = await agent([calls('look'), text('done')]).resume(JSON.stringify(paused.state.approve()));
  expect(ran).toBe(1);
  expect(result.messages[4]).toMatchObject({ content: [{ output: { value: 'look 1' } }] });
});

test('providers that must be asked to cache are asked, unless the agent says not to', async () => {
  const ask = async (provider: string, more: object = {}): Promise<ModelRequest | undefined> => {
    const model = new ScriptedModel([text('done')]);
    Object.defineProperty(model, 'provider', { value: provider });
    await createAgent(testHost({ tools: [tool('look')] }), { name: 'a', model, system: 's', ...more }).run('Go.');
    return model.requests[0];
  };
  const key = (await ask('openai.responses', { modelSettings: { providerOptions: { openai: { store: false } } } }))?.settings[
    'providerOptions'
  ];
  expect(key).toEqual({ openai: { store: false, promptCacheKey: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown } });
  const marks = (await ask('anthropic.messages'))?.messages.map((message) => 'providerOptions' in message);
  expect(marks).toEqual([true, true]);
  expect(
    JSON.stringify([await ask('anthropic.messages', { promptCache: false }), await ask('openai.chat', { promptCache: false })]),
  ).not.toContain('providerOptions');
});
