import { DedupeStore, RuleBasedPermissionService, ToolFailure, TransientToolError, type ToolResult } from '@tackroom/core';
import { callBench, callThrough, echo, resultOf, type CallBenchOptions } from './call-bench.js';

/** A run that reuses results, with a reader that counts and a writer. */
function sharing(read: () => unknown, options: CallBenchOptions = {}, write: () => unknown = () => 'written') {
  const reader = echo({ name: 'read', replayPolicy: 'safe', handler: read });
  const writer = echo({ name: 'write', handler: write });
  return callBench([reader, writer], { ...options, policy: { dedupeCalls: true }, run: { dedupe: new DedupeStore(), ...options.run } });
}
const later = <T>(value: T): Promise<T> => new Promise((resolve) => setImmediate(() => resolve(value)));

test('twins under way share one execution whatever comes of it, each started and audited once; a failure is not kept', async () => {
  let runs = 0;
  const at = sharing(async () => {
    runs++;
    await later(0);
    throw new ToolFailure('gone', { code: 'GONE' });
  });
  const results = await Promise.all(['c1', 'c2', 'c3'].map((callId) => resultOf(at, { name: 'read', callId })));
  expect(runs).toBe(1);
  expect(results.map(({ callId, error, metadata }) => [callId, error?.code, metadata.deduplicatedFrom])).toEqual([
    ['c1', 'GONE', undefined],
    ['c2', 'GONE', 'c1'],
    ['c3', 'GONE', 'c1'],
  ]);
  for (const type of ['tool-start', 'tool-result']) {
    expect(at.events.filter((event) => event.type === type).map((event) => event['callId'])).toEqual(['c1', 'c2', 'c3']);
  }
  expect(at.audited.filter(({ type }) => type === 'call').map(({ callId }) => callId)).toEqual(['c1', 'c2', 'c3']);
  await resultOf(at, { name: 'read', callId: 'c4' });
  expect(runs).toBe(2);
});

const ENDINGS: readonly (readonly [string, () => unknown])[] = [
  ['succeeded', () => 'ok'],
  ['failed halfway', () => { throw new Error('half'); }],
  ['timed out', () => new Promise(() => undefined)],
]; // prettier-ignore

test.each(ENDINGS)('a call that %s may have changed the world', async (_name, write) => {
  let reads = 0;
  const writer = echo({ name: 'write', handler: write, timeoutMs: 10 });
  const reader = echo({ name: 'read', replayPolicy: 'safe', handler: () => ++reads });
  const at = callBench([reader, writer], { policy: { dedupeCalls: true }, run: { dedupe: new DedupeStore() } });
  await callThrough(at, { name: 'read', callId: 'c1' });
  await callThrough(at, { name: 'write', callId: 'c2' });
  expect((await resultOf(at, { name: 'read', callId: 'c3' })).output).toBe(2);
});

test('a call that never started changed nothing', async () => {
  let reads = 0;
  const at = sharing(() => ++reads);
  await callThrough(at, { name: 'read', callId: 'c1' });
  expect(await callThrough(at, { name: 'write', callId: 'c2', args: '{"text":7}' })).toMatchObject({ result: { success: false } });
  expect((await resultOf(at, { name: 'read', callId: 'c3' })).output).toBe(1);
});

test('a reading that began before a change is not kept beyond it', async () => {
  let reads = 0;
  let finish: (() => void) | undefined;
  const at = sharing(() => (++reads === 1 ? new Promise<string>((resolve) => (finish = () => resolve('old'))) : 'new'));
  const first = resultOf(at, { name: 'read', callId: 'c1' });
  await later(0);
  await callThrough(at, { name: 'write', callId: 'c2' });
  finish?.();
  expect((await first).output).toBe('old');
  expect((await resultOf(at, { name: 'read', callId: 'c3' })).output).toBe('new');
});

test('a denial that came meanwhile holds for a twin too', async () => {
  const permissions = new RuleBasedPermissionService({ profile: 'open' });
  const at = sharing(() => later('secret'), { kernel: { permissions } });
  const first = resultOf(at, { name: 'read', callId: 'c1' });
  const twin = resultOf(at, { name: 'read', callId: 'c2' });
  await Promise.resolve();
  permissions.setPermission('read', 'deny');
  expect((await first).output).toBe('secret');
  expect(await twin).toMatchObject({ error: { code: 'PERMISSION_DENIED' } });
});

test('a cancelled run answers twins as not started', async () => {
  const at = sharing(() => new Promise(() => undefined), { run: { graceMs: 1 } });
  const both = Promise.all(['c1', 'c2'].map((callId) => callThrough(at, { name: 'read', callId })));
  await later(0);
  at.run.cancellation.cancel();
  expect(await both).toMatchObject([{ kind: 'aborted', started: true }, { kind: 'aborted', started: false }]); // prettier-ignore
});

test('a store is bounded, the oldest result goes first', async () => {
  const store = new DedupeStore();
  const result = (callId: string): ToolResult => ({
    callId,
    toolName: 't',
    success: true,
    content: '',
    metadata: { durationMs: 0, attempts: 1 },
  });
  for (let index = 0; index < 1_500; index++) store.share(`k${index}`, Promise.resolve(result(`c${index}`)));
  await later(0);
  expect(store.entries()).toHaveLength(1_000);
  expect(store.find('k499')).toBeUndefined();
  expect(store.find('k500')).toMatchObject({ callId: 'c500' });
});

test('each attempt is audited: those that were followed by another, and the last as the end of the call', async () => {
  let runs = 0;
  const handler = (): unknown => {
    runs++;
    if (runs === 1) throw new TransientToolError('busy');
    return runs === 2 ? new Promise(() => undefined) : 'third';
  };
  const retry = { attempts: 3, backoffMs: 1, maxBackoffMs: 1 };
  const at = callBench([echo({ handler, replayPolicy: 'safe', timeoutMs: 10, retry })]);
  await callThrough(at);
  expect(at.audited.map(({ type, attempt, outcome, errorCode }) => [type, attempt, outcome, errorCode])).toEqual([
    ['decision', undefined, undefined, undefined],
    ['attempt', 1, 'error', 'TOOL_TRANSIENT'],
    ['attempt', 2, 'timeout', 'TOOL_TIMEOUT'],
    ['call', 3, 'success', undefined],
  ]);
});
