import { defineTool } from '@tackroom/core';
import { collectEvents, eventsOf, FakeClock, SequentialIds } from '@tackroom/testing';
import { createAgent, OperatorModel, type Agent, type AskOperator, type OperatorReply, type OperatorTurn } from '../src/index.js';
import { testHost } from './test-host.js';

const look = defineTool({
  name: 'look',
  description: 'Look for something.',
  inputSchema: { type: 'object', properties: { q: { type: 'string' } }, required: ['q'], additionalProperties: false },
  handler: (args) => `saw ${String(args['q'])}`,
});

function agentOf(ask: AskOperator, { clock = new FakeClock(), maxSteps = 50 } = {}): Agent {
  const host = testHost({ tools: [look], kernel: { ids: new SequentialIds(), clock } });
  return createAgent(host, { name: 'person', model: new OperatorModel(ask), limits: { maxSteps } });
}

/** Answers one turn after the other, and keeps what was asked. */
function person(...replies: readonly OperatorReply[]): { readonly ask: AskOperator; readonly turns: OperatorTurn[] } {
  const turns: OperatorTurn[] = [];
  const ask: AskOperator = (turn) => {
    turns.push(turn);
    return replies[turns.length - 1] ?? Promise.reject(new Error('asked too often'));
  };
  return { ask, turns };
}

test('a person calls tools and answers, through the pipeline of any model', async () => {
  const { ask, turns } = person(
    {
      text: 'Two at once.',
      calls: [
        { name: 'look', args: { q: 'a' } },
        { name: 'look', args: '{"q":"b"}' },
      ],
    },
    { calls: [{ name: 'look', args: '{"q":' }] },
    { text: 'Both seen.' },
  );
  const stream = agentOf(ask).stream('Look.');
  const events = await collectEvents(stream);
  const result = await stream.result;
  expect(result).toMatchObject({ ok: true, text: 'Both seen.', usage: { inputTokens: 0, outputTokens: 0, calls: 3, incomplete: false } });
  expect(eventsOf(events, 'tool-result').map(({ content }) => content)).toEqual([
    'saw a',
    'saw b',
    expect.stringContaining('not valid JSON') as unknown,
  ]);
  expect(eventsOf(events, 'text-delta').map(({ text }) => text)).toEqual(['Two at once.', 'Both seen.']);
  expect(turns.map(({ request }) => request)).toEqual([1, 2, 3]);
  expect(turns[0]?.tools.find(({ name }) => name === 'look')).toEqual({
    name: 'look',
    description: 'Look for something.',
    inputSchema: look.inputSchema,
  });
});

test('a person may take an hour: no limit, and nobody is told to wait', async () => {
  const clock = new FakeClock();
  let answer: (reply: OperatorReply) => void = () => undefined;
  const stream = agentOf(() => new Promise((resolve) => (answer = resolve)), { clock }).stream('Think.');
  const events = collectEvents(stream);
  await clock.advance(3_600_000);
  answer({ text: 'Here I am.' });
  expect((await stream.result).text).toBe('Here I am.');
  expect(eventsOf(await events, 'waiting')).toEqual([]);
});

test('a cancelled run takes its question back', async () => {
  const controller = new AbortController();
  const ask: AskOperator = ({ signal }) =>
    new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true }));
  const running = agentOf(ask).run('Wait.', { signal: controller.signal });
  controller.abort(new Error('enough'));
  expect(await running).toMatchObject({ status: 'cancelled', ok: false });
});

test('after the last step only an answer is wanted', async () => {
  const { ask, turns } = person({ calls: [{ name: 'look', args: { q: 'a' } }] }, { text: 'So far: a.' });
  expect(await agentOf(ask, { maxSteps: 1 }).run('Look.')).toMatchObject({ stopReason: 'step-limit', text: 'So far: a.' });
  expect(turns.map(({ tools }) => tools.length > 0)).toEqual([true, false]);
});

test.each([
  ['says nothing', () => ({ text: '  ' })],
  ['calls nothing', () => ({ calls: [] })],
] as const)('a person who %s fails the run in plain words', async (_what, ask) => {
  const { error } = await agentOf(ask).run('Go.');
  expect(error).toMatchObject({ code: 'MODEL_REPLY_INVALID' });
});
