import type { LanguageModelV2, LanguageModelV3, LanguageModelV4 } from '@ai-sdk/provider';
import { APICallError } from '@ai-sdk/provider';
import type { LanguageModel } from '@tackroom/agent';
import { HarnessError } from '@tackroom/core';
import { FakeClock } from '../fake-clock.js';
import type { ModelCallOptions, ModelRequest } from './model-request.js';
import { ScriptedModel } from './scripted-model.js';
import type { ScriptedTurn } from './scripted-turn.js';
import { calls, fails, text } from './turn-builders.js';

const ask: ModelCallOptions = { prompt: [{ role: 'user', content: [{ type: 'text', text: 'What plan?' }] }] };

async function partsOf(stream: ReadableStream<unknown>): Promise<unknown[]> {
  const parts: unknown[] = [];
  for await (const part of stream) parts.push(part);
  return parts;
}

async function stream(turn: ScriptedTurn, options: ModelCallOptions = ask): Promise<unknown[]> {
  return partsOf((await new ScriptedModel([turn]).doStream(options)).stream);
}

const failure = async (work: Promise<unknown>): Promise<unknown> => work.then(() => undefined).catch((error: unknown) => error);
const codeOf = async (work: Promise<unknown>): Promise<unknown> => ((await failure(work)) as { code?: unknown } | undefined)?.code;

test('a reply streams thinking, text and calls as a provider would', async () => {
  const turn = { thinking: 'hm', text: 'Let me look.', toolCalls: [{ id: 'c1', name: 'lookup_plan', args: { customer: 'acme' } }] };
  expect(await stream(turn)).toEqual([
    { type: 'stream-start', warnings: [] },
    { type: 'response-metadata', id: 'response-1', modelId: 'scripted' },
    { type: 'reasoning-start', id: 'reasoning-1' },
    { type: 'reasoning-delta', id: 'reasoning-1', delta: 'hm' },
    { type: 'reasoning-end', id: 'reasoning-1' },
    { type: 'text-start', id: 'text-1' },
    { type: 'text-delta', id: 'text-1', delta: 'Let' },
    { type: 'text-delta', id: 'text-1', delta: ' me' },
    { type: 'text-delta', id: 'text-1', delta: ' look.' },
    { type: 'text-end', id: 'text-1' },
    { type: 'tool-input-start', id: 'c1', toolName: 'lookup_plan' },
    { type: 'tool-input-delta', id: 'c1', delta: '{"customer":"acme"}' },
    { type: 'tool-input-end', id: 'c1' },
    { type: 'tool-call', toolCallId: 'c1', toolName: 'lookup_plan', input: '{"customer":"acme"}' },
    {
      type: 'finish',
      finishReason: { unified: 'tool-calls', raw: 'tool-calls' },
      usage: {
        inputTokens: { total: 5, noCache: 5, cacheRead: 0, cacheWrite: undefined },
        outputTokens: { total: 9, text: 8, reasoning: 1 },
      },
    },
  ]);
});

test('the same turn as a whole reply', async () => {
  const model = new ScriptedModel([{ text: 'Hi', toolCalls: [{ name: 'ping' }], usage: { inputTokens: 7 } }], { modelId: 'm' });
  expect(await model.doGenerate(ask)).toEqual({
    content: [
      { type: 'text', text: 'Hi' },
      { type: 'tool-call', toolCallId: '', toolName: 'ping', input: '' },
    ],
    finishReason: { unified: 'tool-calls', raw: 'tool-calls' },
    usage: { inputTokens: { total: 7 }, outputTokens: {} },
    warnings: [],
    response: { id: 'response-1', modelId: 'm' },
  });
});

test('raw deltas travel untouched and alone', async () => {
  const deltas = [{ index: 0, id: 'a', name: 'edit', args: '{"x"' }, { index: 0, args: ':1' }, {}];
  const parts = await stream({ deltas });
  expect(parts.slice(2, -1)).toEqual(deltas.map((toolCallDelta) => ({ type: 'raw', rawValue: { toolCallDelta } })));
  expect(parts.at(-1)).toMatchObject({ finishReason: { unified: 'tool-calls' } });
  expect(await codeOf(new ScriptedModel([{ deltas }]).doGenerate(ask))).toBe('SCRIPT_INVALID');
});

test('a reply cut inside a call leaves that call open', async () => {
  const cut = { id: 'c2', name: 'write', rawArgs: '{"path":"a' };
  const parts = await stream({ toolCalls: [{ id: 'c1', name: 'read', rawArgs: '{oops' }, cut], finish: 'length' });
  expect(parts.slice(2, -1).map((part) => Object.values(part as object).slice(0, 2))).toEqual([
    ['tool-input-start', 'c1'],
    ['tool-input-delta', 'c1'],
    ['tool-input-end', 'c1'],
    ['tool-call', 'c1'],
    ['tool-input-start', 'c2'],
    ['tool-input-delta', 'c2'],
  ]);
});

test.each([
  [{ text: 'x' }, 'stop', 'stop'],
  [{ text: 'x', toolCalls: [] }, 'stop', 'stop'],
  [{ toolCalls: [{ name: 'a' }] }, 'tool-calls', 'tool-calls'],
  [{ toolCalls: [{ name: 'a' }], finish: 'stop' }, 'stop', 'stop'],
  [{ finish: 'pause_turn' }, 'stop', 'pause_turn'],
  [{ finish: 'refusal' }, 'content-filter', 'refusal'],
  [{ finish: 'max_tokens' }, 'length', 'max_tokens'],
  [{ finish: 'toString' }, 'other', 'toString'],
] as const)('the finish of %j is %s', async (turn, unified, raw) => {
  expect((await new ScriptedModel([turn]).doGenerate(ask)).finishReason).toEqual({ unified, raw });
  expect((await new ScriptedModel([turn], { specificationVersion: 'v2' }).doGenerate(ask)).finishReason).toBe(unified);
});

test('a reply that broke off has a reason of its own since v4', async () => {
  const turn = { text: 'half', finish: 'interrupted' };
  const reasons = (['v2', 'v3', 'v4'] as const).map(async (specificationVersion) => {
    return (await new ScriptedModel([turn], { specificationVersion }).doGenerate(ask)).finishReason;
  });
  expect(await Promise.all(reasons)).toEqual([
    'other',
    { unified: 'other', raw: 'interrupted' },
    { unified: 'interrupted', raw: 'interrupted' },
  ]);
});

test('v2 reports tokens flat', async () => {
  const model = new ScriptedModel([text('four')], { specificationVersion: 'v2' });
  expect((await model.doGenerate(ask)).usage).toEqual({
    inputTokens: 5,
    outputTokens: 1,
    totalTokens: 6,
    reasoningTokens: 0,
    cachedInputTokens: 0,
  });
});

test('the types are those of the AI SDK and of agents', () => {
  const v4: LanguageModelV4 = new ScriptedModel([]);
  const v3: LanguageModelV3 = new ScriptedModel([], { specificationVersion: 'v3' });
  const v2: LanguageModelV2 = new ScriptedModel([], { specificationVersion: 'v2' });
  const models: readonly LanguageModel[] = [new ScriptedModel([]), new ScriptedModel([], { specificationVersion: 'v2' })];
  expect([v4, v3, v2, ...models].map((model) => model.specificationVersion)).toEqual(['v4', 'v3', 'v2', 'v4', 'v2']);
});

test.each([
  ['stream', true, false],
  ['generate', false, true],
  ['both', true, true],
] as const)('a model with %s only', (methods, streams, generates) => {
  const model = new ScriptedModel([], { methods });
  expect([typeof model.doStream === 'function', typeof model.doGenerate === 'function']).toEqual([streams, generates]);
});

test('a scripted failure is an APICallError to the AI SDK', async () => {
  const model = new ScriptedModel([fails(429, 'slow down', 2), fails(400, 'no'), fails(0, 'refused')]);
  const errors = [await failure(model.doStream(ask)), await failure(model.doGenerate(ask)), await failure(model.doStream(ask))];
  expect(errors.every((error) => APICallError.isInstance(error))).toBe(true);
  expect(
    errors.map((error) => (APICallError.isInstance(error) ? [error.statusCode, error.isRetryable, error.responseHeaders] : [])),
  ).toEqual([
    [429, true, { 'retry-after': '2' }],
    [400, false, {}],
    [undefined, true, {}],
  ]);
});

test('an error after content breaks the stream after the content', async () => {
  const { stream: broken } = await new ScriptedModel([{ text: 'Half an', ...fails(500, 'gone') }]).doStream(ask);
  const seen: unknown[] = [];
  const read = async (): Promise<void> => {
    for await (const part of broken) seen.push(part.type);
  };
  expect(await failure(read())).toMatchObject({ message: 'gone', statusCode: 500 });
  expect(seen).toEqual(['stream-start', 'response-metadata', 'text-start', 'text-delta', 'text-delta', 'text-end']);
});

test('a request past the end fails for good, and turns that are left are reported', async () => {
  const model = new ScriptedModel([text('one'), text('two')]);
  await model.doGenerate(ask);
  expect(model.remainingTurns).toBe(1);
  expect(() => model.assertConsumed()).toThrow(expect.objectContaining({ code: 'SCRIPT_UNCONSUMED' }));
  await model.doGenerate(ask);
  model.assertConsumed();
  const error = await failure(model.doStream(ask));
  expect(HarnessError.is(error, 'SCRIPT_EXHAUSTED')).toBe(true);
  expect(error).toMatchObject({ statusCode: 400, isRetryable: false, message: expect.stringContaining('request 3') });
  expect(model.requests).toHaveLength(3);
});

test('requests are recorded as copies and handed on before they are answered', async () => {
  const seen: ModelRequest[] = [];
  const model = new ScriptedModel([text('ok'), text('ok')], { onRequest: (request) => seen.push(request) });
  const args: Record<string, unknown> = { deep: [1, new Uint8Array([1])], link: new URL('https://a.example/x') };
  const prompt = [{ role: 'user', content: [{ type: 'text', args }] }];
  const schema = { type: 'object' };
  await model.doGenerate({ ...ask, prompt, tools: [{ type: 'function', name: 'a', inputSchema: schema }] });
  await model.doStream({ ...ask, toolChoice: { type: 'none' }, ...{ maxOutputTokens: 9 }, abortSignal: new AbortController().signal });
  args['deep'] = 'changed';
  schema.type = 'changed';
  expect(model.requests).toEqual([
    {
      request: 1,
      messages: [{ role: 'user', content: [{ type: 'text', args: { deep: [1, new Uint8Array([1])], link: 'https://a.example/x' } }] }],
      tools: [{ type: 'function', name: 'a', inputSchema: { type: 'object' } }],
      toolChoice: { type: 'auto' },
    },
    { request: 2, messages: ask.prompt, tools: [], toolChoice: { type: 'none' } },
  ]);
  expect(model.requests.map(({ settings }) => settings)).toEqual([{}, { maxOutputTokens: 9 }]);
  expect(JSON.parse(JSON.stringify(model.requests[1]))).toEqual({
    request: 2,
    messages: ask.prompt,
    tools: [],
    toolChoice: { type: 'none' },
  });
  expect(seen).toEqual(model.requests);
  expect(new ScriptedModel([], { record: false }).requests).toEqual([]);
});

test('a turn may depend on the request, and one function answers every request', async () => {
  const model = new ScriptedModel(({ request, messages }) => text(`${request}: ${messages.length}`));
  const replies = [await model.doGenerate(ask), await model.doGenerate({ prompt: [] })];
  expect(replies.map((reply) => reply.content)).toEqual([[{ type: 'text', text: '1: 1' }], [{ type: 'text', text: '2: 0' }]]);
  model.assertConsumed();
  const mixed = new ScriptedModel([() => calls('ping'), async () => text('done')]);
  expect((await mixed.doGenerate(ask)).content).toEqual([{ type: 'tool-call', toolCallId: 'call-1', toolName: 'ping', input: '{}' }]);
  expect((await mixed.doGenerate(ask)).content).toEqual([{ type: 'text', text: 'done' }]);
});

test('delays pass by the clock: before the reply and between deltas', async () => {
  const clock = new FakeClock();
  const seen: [number, string][] = [];
  const run = async (): Promise<void> => {
    const { stream: slow } = await new ScriptedModel([{ text: 'a b c', delayMs: 1000, chunkMs: 50 }], { clock }).doStream(ask);
    for await (const part of slow) if ('delta' in part) seen.push([clock.monotonic(), part.delta]);
  };
  const done = run();
  await clock.advance(999);
  expect(clock.pending).toEqual([{ inMs: 1 }]);
  await clock.advance(101);
  await done;
  expect(seen).toEqual([
    [1000, 'a'],
    [1050, ' b'],
    [1100, ' c'],
  ]);
});

test('without a clock the platform measures', async () => {
  const before = performance.now();
  await new ScriptedModel([{ text: 'x', delayMs: 20 }]).doGenerate(ask);
  expect(performance.now() - before).toBeGreaterThan(15);
});

describe('an abort', () => {
  test('before the request takes no turn', async () => {
    const model = new ScriptedModel([text('x')]);
    expect(await failure(model.doGenerate({ ...ask, abortSignal: AbortSignal.abort('stop') }))).toBe('stop');
    expect([model.remainingTurns, model.requests.length]).toEqual([1, 0]);
  });

  test.each<[string, ScriptedTurn | (() => Promise<ScriptedTurn>)]>([
    ['during the delay', { text: 'x', delayMs: 1000 }],
    ['while a turn function is at work', () => new Promise(() => undefined)],
  ])('%s rejects with the reason of the signal', async (_, turn) => {
    const clock = new FakeClock();
    const controller = new AbortController();
    const reply = failure(new ScriptedModel([turn], { clock }).doStream({ ...ask, abortSignal: controller.signal }));
    await clock.advance(10);
    controller.abort('stop');
    expect(await reply).toBe('stop');
    expect(clock.pending).toEqual([]);
  });

  test('between deltas breaks the stream with the reason', async () => {
    const clock = new FakeClock();
    const controller = new AbortController();
    const model = new ScriptedModel([{ text: 'a b', chunkMs: 50 }], { clock });
    const { stream: slow } = await model.doStream({ ...ask, abortSignal: controller.signal });
    const parts = failure(partsOf(slow));
    await clock.advance(10);
    controller.abort('stop');
    expect(await parts).toBe('stop');
    expect(clock.pending).toEqual([]);
  });

  test('a stream that is cancelled leaves no timer', async () => {
    const clock = new FakeClock();
    const { stream: slow } = await new ScriptedModel([{ text: 'a b', chunkMs: 50 }], { clock }).doStream(ask);
    for await (const part of slow) if (part.type === 'text-delta') break;
    await clock.advance(0);
    expect(clock.pending).toEqual([]);
  });
});
