import { DedupeStore } from './dedupe.js';
import type { ToolResult } from '../contracts/tool-call.js';

const result = (success: boolean): ToolResult => ({
  callId: 'c',
  toolName: 't',
  success,
  content: 'x',
  metadata: { durationMs: 0, attempts: 1 },
});

test('an in-flight execution is shared and a failed one is forgotten', async () => {
  const store = new DedupeStore();
  const good = Promise.resolve(result(true));
  const bad = Promise.resolve(result(false));
  store.share('good', good);
  store.share('bad', bad);
  expect(store.find('good')).toBe(good);
  await Promise.all([good, bad]);
  await Promise.resolve();
  expect(store.find('bad')).toBeUndefined();
  expect(store.entries()).toEqual([['good', result(true)]]);
  store.clear();
  expect(store.find('good')).toBeUndefined();
});

test('a store can be rebuilt from persisted entries', () => {
  expect(DedupeStore.of([['k', result(true)]]).find('k')).toEqual(result(true));
});
