import { defineTool } from '@tackroom/core';
import { FakeClock, text as says, ScriptedModel } from '@tackroom/testing';
import { createAgent, RunState, type AgentOptions, type LanguageModel, type RunResult } from '../src/index.js';
import { testHost } from './test-host.js';

const FINISH = { type: 'finish', finishReason: 'stop', usage: { inputTokens: 1, outputTokens: 1 } };
const CYCLE: Record<string, unknown> = {};
CYCLE['again'] = CYCLE;

/** A model that says each list of parts once, then a text. */
function saying(...turns: readonly (readonly unknown[])[]): LanguageModel {
  const left = [...turns];
  return {
    specificationVersion: 'v2',
    provider: 'hostile',
    modelId: 'hostile',
    doStream: () => {
      const parts = left.shift() ?? [{ type: 'text-delta', id: '1', delta: 'done' }, FINISH];
      const stream = new ReadableStream<unknown>({
        start(controller) {
          for (const part of parts) controller.enqueue(part);
          controller.close();
        },
      });
      return Promise.resolve({ stream });
    },
  };
}

function streaming(stream: (signal: AbortSignal | undefined) => ReadableStream<unknown>): LanguageModel {
  const doStream: LanguageModel['doStream'] = (options) => Promise.resolve({ stream: stream(options.abortSignal) });
  return { specificationVersion: 'v2', provider: 'hostile', modelId: 'hostile', doStream };
}

function run(model: LanguageModel, more: Partial<AgentOptions> = {}, signal?: AbortSignal, clock?: FakeClock): Promise<RunResult> {
  const lookUp = defineTool({ name: 'look_up', description: 'Looks up.', inputSchema: { type: 'object' }, handler: () => 'found' });
  const host = testHost({ tools: [lookUp], ...(clock === undefined ? {} : { kernel: { clock } }) });
  return createAgent(host, { name: 'scout', model, ...more }).run('Go.', signal === undefined ? {} : { signal });
}

function call(more: object): readonly unknown[] {
  return [{ type: 'tool-call', toolCallId: 'a', toolName: 'look_up', input: '{}', ...more }, FINISH];
}

test.each<[string, readonly unknown[], string]>([
  ['input with a cycle', call({ input: CYCLE }), 'The model gave arguments that cannot be written as JSON.'],
  ['input with a big integer', call({ input: { n: 1n } }), 'The model gave arguments that cannot be written as JSON.'],
  ['a mark with a cycle', call({ providerMetadata: CYCLE }), 'found'],
  ['half a character as id', call({ toolCallId: '\ud800' }), 'found'],
  ['no name and no id', call({ toolCallId: 5, toolName: null }), 'Unknown tool'],
  ['a call after the end mark', [FINISH, ...call({})], 'found'],
  ['a file at no address', [{ type: 'file', mediaType: 'image/png', data: { type: 'url', url: 'nowhere' } }, ...call({})], 'found'],
])('%s: the call is answered, the run goes on, and its state can be stored', async (_, parts, answer) => {
  const result = await run(saying(parts));
  expect(result).toMatchObject({ ok: true, text: 'done' });
  const answers = result.messages.flatMap((message) => (message.role === 'tool' ? message.content : []));
  expect(answers.map((each) => each.output.value)).toEqual([expect.stringContaining(answer)]);
  const stored = JSON.stringify(result.state);
  expect(stored.isWellFormed()).toBe(true);
  expect(RunState.parse(stored).messages).toEqual(JSON.parse(JSON.stringify(result.messages)));
});

test('reasoning with a mark that cannot be stored is kept without it', async () => {
  const parts = [
    { type: 'reasoning-start', id: '1', providerMetadata: CYCLE },
    { type: 'reasoning-delta', id: '1', delta: 'hm' },
    { type: 'reasoning-start', id: '2', providerMetadata: CYCLE },
    { type: 'text-delta', id: '3', delta: 'done' },
    FINISH,
  ];
  const result = await run(saying(parts));
  expect(result.messages.at(-1)?.content).toEqual([
    { type: 'reasoning', text: 'hm' },
    { type: 'text', text: 'done' },
  ]);
});

test('a model that falls silent is left for the next one, whose request is not aborted with it', async () => {
  const clock = new FakeClock();
  const silent: AbortSignal[] = [];
  const model = streaming((signal) => {
    if (signal !== undefined) silent.push(signal);
    return new ReadableStream();
  });
  const running = run(model, { fallbacks: [new ScriptedModel([says('here', { delayMs: 10 })], { clock })] }, undefined, clock);
  await clock.advance(180_010);
  await expect(running).resolves.toMatchObject({ ok: true, text: 'here' });
  expect(silent.map((signal) => signal.aborted)).toEqual([true]);
});

test('a stream that is always ready and never ends does not keep a run from being cancelled', async () => {
  const endless = streaming(
    () => new ReadableStream({ pull: (controller) => controller.enqueue({ type: 'text-delta', id: '1', delta: 'x' }) }),
  );
  const controller = new AbortController();
  const running = run(endless, {}, controller.signal);
  setImmediate(() => controller.abort());
  await expect(running).resolves.toMatchObject({ status: 'cancelled' });
});

test.each(['v2', 'v3', 'v4'] as const)(
  'white space before a call is kept in the transcript and never sent back to a %s model',
  async (version) => {
    const sent: string[] = [];
    const model = saying([{ type: 'text-delta', id: '1', delta: '\n\n' }, ...call({})]);
    const watched: LanguageModel = {
      ...model,
      specificationVersion: version,
      doStream: (options) => {
        sent.push(JSON.stringify(options.prompt));
        return model.doStream?.(options) ?? Promise.reject(new Error('no stream'));
      },
    };
    const result = await run(watched, { planning: false });
    expect(JSON.stringify(result.messages)).toContain('\\n\\n');
    expect(sent).toHaveLength(2);
    expect(sent[1]).not.toContain('\\n\\n');
    expect(JSON.parse(sent[1] ?? '')).toMatchObject([
      { role: 'user' },
      { role: 'assistant', content: [{ type: 'tool-call' }] },
      { role: 'tool' },
    ]);
  },
);
