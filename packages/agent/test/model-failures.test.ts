import type { Clock } from '@tackroom/core';
import { calls, collectEvents, eventsOf, fails, FakeClock, ScriptedModel, text, type ScriptedTurn } from '@tackroom/testing';
import { createAgent, type AgentOptions, type LanguageModel, type RunResult, type RunStream } from '../src/index.js';
import { testHost } from './test-host.js';

const EXACT = { modelRetry: { jitter: 0 } };

function start(model: unknown, clock: Clock, options: Partial<AgentOptions> = {}): RunStream {
  const host = testHost({ kernel: { clock } });
  return createAgent(host, { name: 'scout', model: model as LanguageModel, ...EXACT, ...options }).stream('Go.'); // models of tests may be broken on purpose
}

/** Runs to the end, moving the clock from timer to timer, and tells how long each wait was. */
async function finished(stream: RunStream, clock: FakeClock): Promise<{ readonly result: RunResult; readonly waits: readonly number[] }> {
  const waits: number[] = [];
  let result: RunResult | undefined;
  void stream.result.then((value) => (result = value));
  await clock.advance(0);
  while (result === undefined) waits.push((await clock.advanceToNext()) ?? NaN);
  return { result, waits };
}

test.each([
  ['three failures that pass', [fails(429), fails(503), fails(0), text('ok')], 3_500],
  ['Retry-After in seconds', [fails(429, 'slow', 7), text('ok')], 7_000],
  ['Retry-After beyond the cap', [fails(429, 'slow', 600), text('ok')], 60_000],
  ['Retry-After as a date', [fails(503, 'slow', 'Thu, 01 Jan 2026 00:00:05 GMT'), text('ok')], 5_000],
])('%s: repeated after a wait', async (_, turns, waitMs) => {
  const clock = new FakeClock();
  const { result, waits } = await finished(start(new ScriptedModel(turns), clock), clock);
  expect(result).toMatchObject({ text: 'ok', ok: true });
  expect(waits.reduce((sum, wait) => sum + wait, 0)).toBe(waitMs);
});

test.each([
  [
    'a fourth failure',
    [fails(500), fails(500), fails(500), fails(500, 'still down')],
    'MODEL_UNAVAILABLE',
    'in 4 tries; the last one failed with: still down',
  ],
  ['a bad request', [fails(400, 'no such parameter')], 'MODEL_REQUEST_FAILED', 'no such parameter'],
  ['an exhausted quota', [fails(429, 'You exceeded your current quota')], 'MODEL_REQUEST_FAILED', 'quota'],
  ['a context overflow', [fails(400, 'prompt is too long')], 'MODEL_CONTEXT_OVERFLOW', 'prompt is too long'],
  ['a script past its end', [], 'SCRIPT_EXHAUSTED', 'The script has 0 turns'],
])('%s fails the run', async (_, turns: readonly ScriptedTurn[], code, words) => {
  const clock = new FakeClock();
  const { result } = await finished(start(new ScriptedModel(turns), clock), clock);
  expect(result).toMatchObject({
    status: 'failed',
    stopReason: 'error',
    ok: false,
    error: { code, message: expect.stringContaining(words) as unknown },
  });
  expect(() => result.throwIfFailed()).toThrow(expect.objectContaining({ code }));
  expect(result.messages).toHaveLength(1);
  expect(clock.pending).toEqual([]);
});

test('a stream that broke after text starts again, and who reads the text is told', async () => {
  const clock = new FakeClock();
  const turns = [{ text: 'half of', error: { status: 0, message: 'connection reset' } }, text('whole')];
  const stream = start(new ScriptedModel(turns), clock);
  const read = collectEvents(stream);
  const { result } = await finished(stream, clock);
  expect(result.text).toBe('whole');
  expect((await read).map((event) => (event.type === 'text-delta' ? event.text : event.type))).toEqual([
    'run-start',
    'step-start',
    'text-start',
    'half',
    ' of',
    'text-end',
    'attempt-reset',
    'text-start',
    'whole',
    'text-end',
    'usage',
    'run-finish',
  ]);
  const texts = start(new ScriptedModel(turns), clock);
  let said = '';
  const reading = (async () => {
    for await (const delta of texts.text({ onReset: () => (said = '') })) said += delta;
  })();
  await finished(texts, clock);
  await reading;
  expect(said).toBe('whole');
});

test('a silent stream is given up after 180 s and repeated; people hear of the silence before', async () => {
  const clock = new FakeClock();
  const stream = start(new ScriptedModel([text('one two', { chunkMs: 10_000_000 }), text('ok')], { clock }), clock);
  const read = collectEvents(stream);
  const { result } = await finished(stream, clock);
  expect(result.text).toBe('ok');
  const waiting = eventsOf(await read, 'waiting');
  expect(waiting.slice(0, 3)).toMatchObject([
    { on: 'model', seconds: 10 },
    { on: 'model', seconds: 25 },
    { on: 'model', seconds: 40 },
  ]);
  expect(waiting.at(-1)?.seconds).toBeLessThan(180);
  expect(eventsOf(await read, 'attempt-reset')).toMatchObject([{ step: 1, attempt: 2, reason: 'The model was silent for 180 s.' }]);
});

test('a model that never answers is given up, whether it streams or not', async () => {
  for (const [method, seconds] of [
    ['doStream', 180],
    ['doGenerate', 600],
  ] as const) {
    const clock = new FakeClock();
    const model = { specificationVersion: 'v4', provider: 'p', modelId: 'm', [method]: () => new Promise(() => undefined) };
    const { result } = await finished(start(model, clock, { modelRetry: { attempts: 1 } }), clock);
    expect(result.error).toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      message: expect.stringContaining(`silent for ${seconds} s`) as unknown,
    });
    expect(clock.pending).toEqual([]);
  }
});

test('a stream that is left open after its end mark is a whole reply', async () => {
  const clock = new FakeClock();
  const parts = [
    { type: 'text-delta', id: '1', delta: 'ok' },
    { type: 'finish', finishReason: 'stop', usage: {} },
  ];
  const open = (): ReadableStream => new ReadableStream({ start: (controller) => parts.forEach((part) => controller.enqueue(part)) });
  const model = { specificationVersion: 'v2', provider: 'p', modelId: 'm', doStream: () => Promise.resolve({ stream: open() }) };
  const { result } = await finished(start(model, clock), clock);
  expect(result).toMatchObject({ text: 'ok', ok: true, usage: { incomplete: true } });
});

test.each([
  [
    'throws undefined',
    () => {
      throw undefined;
    },
  ],
  // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- a model may reject with anything
  ['rejects with nothing', () => Promise.reject()],
  ['answers undefined', () => undefined],
  ['answers null content', () => Promise.resolve({ content: null, finishReason: 'stop' })],
  ['answers a number', () => Promise.resolve(7)],
])('a model that %s fails the run and nothing else', async (_, answer) => {
  for (const method of ['doStream', 'doGenerate']) {
    const clock = new FakeClock();
    const model = { specificationVersion: 'v4', provider: 'p', modelId: 'm', [method]: answer };
    const { result } = await finished(start(model, clock), clock);
    expect(result.status).toBe('failed');
    expect(result.error?.code).toMatch(/^MODEL_/);
  }
});

test('the next model is tried at once, with what its version reads; deterministic errors never fail over', async () => {
  const clock = new FakeClock();
  const spare = new ScriptedModel([text('from the spare')], { specificationVersion: 'v2' });
  const { result, waits } = await finished(start(new ScriptedModel([fails(503)]), clock, { fallbacks: [spare] }), clock);
  expect([result.text, waits]).toEqual(['from the spare', []]);
  const unused = new ScriptedModel([]);
  const refused = await finished(start(new ScriptedModel([fails(401)]), clock, { fallbacks: [unused] }), clock);
  expect(refused.result.error?.code).toBe('MODEL_REQUEST_FAILED');
  expect(unused.requests).toHaveLength(0);
});

test('a model is left after switchAfter failures, and passed over while it cools down', async () => {
  const clock = new FakeClock();
  const main = new ScriptedModel([fails(503), fails(503), text('main again')]);
  const spare = new ScriptedModel([text('spare 1'), text('spare 2')]);
  const host = testHost({ kernel: { clock } });
  const agent = createAgent(host, { name: 'scout', model: main, fallbacks: [spare], switchAfter: 2, cooldownMs: 30_000, ...EXACT });
  const first = await finished(agent.stream('Go.'), clock);
  expect([first.result.text, first.waits]).toEqual(['spare 1', [500]]);
  await expect(agent.run('Go.')).resolves.toMatchObject({ text: 'spare 2' });
  await clock.advance(30_000);
  await expect(agent.run('Go.')).resolves.toMatchObject({ text: 'main again' });
});

test('a model by name is loaded on first use, and what is missing is said in the result', async () => {
  const clock = new FakeClock();
  const { result } = await finished(start('google/some-model', clock), clock);
  expect(result.error).toMatchObject({
    code: 'MODEL_PACKAGE_MISSING',
    message: expect.stringContaining('npm install @ai-sdk/google') as unknown,
  });
});

test('cancelling during a wait ends it at once', async () => {
  const clock = new FakeClock();
  const stream = start(new ScriptedModel([fails(503, 'down', 60)]), clock);
  await clock.advance(0);
  stream.cancel();
  await expect(stream.result).resolves.toMatchObject({ status: 'cancelled' });
  expect(clock.pending).toEqual([]);
});

test('a broken reply inside a batch of steps leaves a transcript that can be gone on with', async () => {
  const clock = new FakeClock();
  const model = new ScriptedModel([calls('nothing'), fails(400, 'refused')]);
  const { result } = await finished(start(model, clock), clock);
  expect(result.status).toBe('failed');
  expect(result.messages.map((message) => message.role)).toEqual(['user', 'assistant', 'tool']);
});
