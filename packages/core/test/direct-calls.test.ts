import { getEventListeners } from 'node:events';
import { emptyCtx, ToolRegistry, type ToolCall } from '@tackroom/core';
import { echo } from './call-bench.js';

const call = { name: 'echo', args: { text: 'x' } };

test('a signal that lives long gathers no listeners, and still cancels whatever runs', async () => {
  const registry = new ToolRegistry();
  registry.register(echo({ handler: ({ text }, { signal }) => (text === 'wait' ? new Promise((resolve) => signal.addEventListener('abort', () => resolve('stopped'))) : text) })); // prettier-ignore
  const controller = new AbortController();
  const { signal } = controller;
  for (let count = 0; count < 50; count++) await registry.execute(call, { signal });
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  const waiting = registry.execute({ name: 'echo', args: { text: 'wait' } }, { signal });
  await new Promise((resolve) => setImmediate(resolve));
  controller.abort();
  expect((await waiting).content).toBe('stopped');
  expect(await registry.execute(call, { signal })).toMatchObject({ error: { code: 'CALL_CANCELLED' } });
});

test('a context outside every run has a signal of its own', () => {
  const [one, other] = [emptyCtx(), emptyCtx()];
  expect(one.signal).toBe(one.signal);
  expect(one.signal).not.toBe(other.signal);
  const { signal } = new AbortController();
  expect(emptyCtx({ signal }).signal).toBe(signal);
});

test.each([
  ['no name', {}],
  ['a name that is no text', { name: 7 }],
  ['a name that every object has', { name: 'constructor' }],
  ['an empty id', { name: 'nothing', id: '' }],
])('a call with %s is answered', async (_name, given) => {
  const registry = new ToolRegistry();
  registry.register(echo());
  const result = await registry.execute(given as ToolCall);
  expect(result).toMatchObject({ success: false, error: { code: 'TOOL_UNKNOWN' }, callId: expect.stringMatching(/^call_/) as string });
  expect(result.content).toContain('Available tools: echo.');
});
