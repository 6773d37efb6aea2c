import { defineTool, HumanInputRequired } from '@tackroom/core';
import { calls, FakeClock, ScriptedModel, SequentialIds, text } from '@tackroom/testing';
import { createAgent, toUIMessageStream, type RunStream, type UIMessageChunk } from '../src/index.js';
import { testHost } from './test-host.js';

const INPUT = { type: 'object', properties: {} };
const tools = [
  defineTool({ name: 'look', description: 'Looks.', inputSchema: INPUT, handler: () => ({ seen: 1 }) }),
  defineTool({ name: 'bad', description: 'Fails.', inputSchema: INPUT, handler: () => Promise.reject(new Error('no')) }),
  defineTool({ name: 'ask', description: 'Asks.', inputSchema: INPUT, permission: 'ask', handler: () => 'x' }),
  defineTool({
    name: 'book',
    description: 'Books.',
    inputSchema: INPUT,
    handler: () => {
      throw new HumanInputRequired('Aisle?', ['yes', 'no']);
    },
  }),
];

function start(turns: ConstructorParameters<typeof ScriptedModel>[0]): RunStream {
  const host = testHost({ tools, kernel: { ids: new SequentialIds(), clock: new FakeClock() } });
  return createAgent(host, { name: 'a', model: new ScriptedModel(turns) }).stream('Go.');
}

async function chunksOf(stream: RunStream): Promise<UIMessageChunk[]> {
  const chunks: UIMessageChunk[] = [];
  for await (const chunk of toUIMessageStream(stream)) chunks.push(chunk);
  return chunks;
}

test('a run as useChat reads it', async () => {
  expect(await chunksOf(start([{ thinking: 'hm', text: 'Wait.', ...calls('look', 'bad') }, text('Done.')]))).toEqual([
    { type: 'start', messageId: 'run_1' },
    { type: 'start-step' },
    { type: 'reasoning-start', id: 'reasoning-1' },
    { type: 'reasoning-delta', id: 'reasoning-1', delta: 'hm' },
    { type: 'reasoning-end', id: 'reasoning-1' },
    { type: 'text-start', id: 'text-2' },
    { type: 'text-delta', id: 'text-2', delta: 'Wait.' },
    { type: 'text-end', id: 'text-2' },
    { type: 'tool-input-available', toolCallId: 'call_1', toolName: 'look', input: {}, dynamic: true },
    { type: 'tool-input-available', toolCallId: 'call_2', toolName: 'bad', input: {}, dynamic: true },
    { type: 'tool-output-available', toolCallId: 'call_1', output: { seen: 1 }, dynamic: true },
    { type: 'tool-output-error', toolCallId: 'call_2', errorText: 'Error: no', dynamic: true },
    { type: 'finish-step' },
    { type: 'start-step' },
    { type: 'text-start', id: 'text-3' },
    { type: 'text-delta', id: 'text-3', delta: 'Done.' },
    { type: 'text-end', id: 'text-3' },
    { type: 'finish-step' },
    { type: 'finish' },
  ]);
});

test('a pause, a failure and a cancellation end it as what they are', async () => {
  expect((await chunksOf(start([calls('ask')]))).slice(-3)).toEqual([
    { type: 'tool-approval-request', approvalId: 'approval_1', toolCallId: 'call_1' },
    { type: 'finish-step' },
    { type: 'finish' },
  ]);
  expect((await chunksOf(start([]))).slice(-2)).toEqual([
    { type: 'error', errorText: expect.stringContaining('The script has 0 turns') as unknown },
    { type: 'finish' },
  ]);
  const stream = start([text('one two')]);
  stream.cancel();
  expect((await chunksOf(stream)).at(-1)).toEqual({ type: 'abort' });
});

test('a question is shown, with the id to answer', async () => {
  const asked = { toolCallId: 'call_1', toolName: 'book', question: 'Aisle?', choices: ['yes', 'no'] };
  expect((await chunksOf(start([calls('book')]))).slice(-3)).toEqual([
    { type: 'data-question', id: 'question_1', data: asked },
    { type: 'finish-step' },
    { type: 'finish' },
  ]);
});

test('cancelling the stream cancels the run', async () => {
  const stream = start([text('one two', { chunkMs: 10_000 })]);
  const reader = toUIMessageStream(stream).getReader();
  await reader.read();
  await reader.cancel();
  await expect(stream.result).resolves.toMatchObject({ status: 'cancelled' });
});
