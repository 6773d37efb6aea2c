import { ToolFailure, TransientToolError } from '../src/contracts/errors.js';
import { RuleBasedPermissionService } from '../src/permissions/rule-based-permission-service.js';
import { DedupeStore } from '../src/execution/dedupe.js';
import { prepareCall } from '../src/execution/prepare-call.js';
import { bench, perform, resultOf, text, tool } from './pipeline-bench.js';

test('a call is validated, run and reported once', async () => {
  const at = bench([tool()]);
  const result = await resultOf(at, '{"text":"hi"}');
  expect(result).toEqual({
    callId: 'call_1',
    toolName: 'echo',
    success: true,
    output: 'hi',
    content: 'hi',
    metadata: { durationMs: expect.any(Number), attempts: 1 },
  });
  expect(at.events.map((event) => event.type)).toEqual(['tool-call', 'tool-start', 'tool-result']);
  expect(at.audited.map(({ type, outcome, args }) => ({ type, outcome, args }))).toEqual([
    { type: 'decision', outcome: undefined, args: { text: 'hi' } },
    { type: 'call', outcome: 'success', args: { text: 'hi' } },
  ]);
  expect(at.audited[0]?.argsDigest).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect(JSON.parse(JSON.stringify(at.audited[1]))).toMatchObject({ toolName: 'echo', argsDigest: at.audited[0]?.argsDigest });
});

test('a ready call comes back without a promise, and so does the handler that answers at once', () => {
  const at = bench([tool()]);
  expect(prepareCall(at.tools, { callId: 'c', providerCallId: '', name: 'echo', args: '{"text":"x"}' }, at.run)).toMatchObject({
    kind: 'ready',
  });
});

test('the arguments are one frozen object that handler and rules share', async () => {
  const seen: unknown[] = [];
  const inputSchema = { ...text, properties: { text: { type: 'string', default: 'none' }, deep: { type: 'object' } }, required: [] };
  const at = bench([tool({ inputSchema, handler: (args) => void seen.push(args) })]);
  await perform(at, '{"deep":{"a":[1]}}');
  expect(seen).toEqual([{ text: 'none', deep: { a: [1] } }]);
  const [args] = seen as [{ deep: { a: number[] } }];
  expect([args, args.deep, args.deep.a].every((value) => Object.isFrozen(value))).toBe(true);
});

describe('what the model gets wrong is answered, and nothing runs', () => {
  const ran: unknown[] = [];
  const at = bench([tool({ handler: (args) => void ran.push(args) })]);
  test.each([
    ['an unknown name', 'ecco_this', '{}', 'TOOL_UNKNOWN'],
    ['constructor', 'constructor', '{}', 'TOOL_UNKNOWN'],
    ['__proto__', '__proto__', '{}', 'TOOL_UNKNOWN'],
    ['cut JSON', 'echo', '{"text":"a', 'ARGUMENTS_UNREADABLE'],
    ['an array', 'echo', '["a"]', 'ARGUMENTS_UNREADABLE'],
    ['a missing field', 'echo', '', 'ARGUMENTS_INVALID'],
    ['a wrong type', 'echo', '{"text":5}', 'ARGUMENTS_INVALID'],
    ['an unknown field', 'echo', '{"text":"a","txt":"b"}', 'ARGUMENTS_INVALID'],
    ['a large integer', 'echo', '{"text":"a","n":12345678901234567890}', 'ARGUMENTS_INVALID'],
  ])('%s', async (_name, name, args, code) => {
    const result = await resultOf(at, args, name);
    expect(result.error?.code).toBe(code);
    expect(result.content).not.toContain('\n');
    expect(ran).toEqual([]);
  });
});

test('a large integer reaches a string parameter digit by digit', async () => {
  expect((await resultOf(bench([tool()]), '{"text":12345678901234567890}')).content).toBe('12345678901234567890');
});

test('a name that differs only by formatting is repaired, and the policy sees the resolved name', async () => {
  const at = bench([tool()], { kernel: { permissions: new RuleBasedPermissionService({ profile: 'open', deny: ['echo'] }) } });
  const result = await resultOf(at, '{"text":"x"}', 'functions.Echo');
  expect(result).toMatchObject({ toolName: 'echo', error: { code: 'PERMISSION_DENIED' } });
});

test.each([
  ['an error', () => { throw new TypeError('no shelf'); }, 'TOOL_ERROR', 'TypeError: no shelf'],
  ['undefined', () => { throw undefined; }, 'TOOL_ERROR', 'Error: the tool threw undefined instead of an Error'],
  ['a rejection', () => Promise.reject(new Error('later')), 'TOOL_ERROR', 'Error: later'],
  ['a final failure', () => { throw new ToolFailure('gone', { code: 'GONE' }); }, 'GONE', 'gone'],
  ['a transient failure of a manual tool', () => { throw new TransientToolError('busy'); }, 'TOOL_TRANSIENT', 'TransientToolError: busy'],
])('%s becomes an error result', async (_name, handler, code, message) => {
  expect(await resultOf(bench([tool({ handler })]), '{"text":"x"}')).toMatchObject({ success: false, error: { code, message }, content: message });
}); // prettier-ignore

test('a handler that hangs is answered at its deadline and sees its signal fire', async () => {
  let signal: AbortSignal | undefined;
  const at = bench([tool({ timeoutMs: 20, handler: (_args, ctx) => new Promise(() => { signal = ctx.signal; }) })]); // prettier-ignore
  const result = await resultOf(at, '{"text":"x"}');
  expect(result.content).toMatchInlineSnapshot(
    `"echo timed out after 0.02 s. It may have partly run: check its effects before calling it again."`,
  );
  expect(result.metadata.outcomeUnknown).toBe(true);
  expect(signal?.aborted).toBe(true);
});

test('a context is dead once its call has settled', async () => {
  let kept: { progress(value: string): void } | undefined;
  await perform(bench([tool({ handler: (_args, ctx) => { kept = ctx.call; } })]), '{"text":"x"}'); // prettier-ignore
  expect(() => kept?.progress('late')).toThrow(expect.objectContaining({ code: 'CTX_EXPIRED' }) as Error);
});

test('what a call publishes is kept and reported', async () => {
  const at = bench([
    tool({ handler: (_args, ctx) => ctx.call.publish('data', { mediaType: 'text/csv', filename: 'a.csv', path: 'out/a.csv' }) }),
  ]);
  const id = String((await resultOf(at, '{"text":"x"}')).content);
  expect(at.events.filter((event) => event.type === 'artifact')).toEqual([
    expect.objectContaining({ type: 'artifact', artifactId: id, path: 'out/a.csv' }),
  ]);
  let publish: ((data: string, info: { mediaType: string }) => Promise<string>) | undefined;
  await perform(bench([tool({ handler: (_args, ctx) => { publish = ctx.call.publish; } })]), '{"text":"x"}'); // prettier-ignore
  await expect(publish?.('late', { mediaType: 'text/plain' })).rejects.toMatchObject({ code: 'CTX_EXPIRED' });
});

test('a store that fails is the failure of that call', async () => {
  const artifacts = { put: () => Promise.reject(new Error('disk full')), get: () => undefined };
  const at = bench([tool({ handler: (_args, ctx) => ctx.call.publish('data', { mediaType: 'text/csv' }) })], { kernel: { artifacts } });
  expect((await resultOf(at, '{"text":"x"}')).error?.code).toBe('ARTIFACT_NOT_KEPT');
});

test('an async iterable reports its items and answers with the last one', async () => {
  const at = bench([tool({ handler: async function* () { yield 'one'; yield 'two'; } })]); // prettier-ignore
  expect((await resultOf(at, '{"text":"x"}')).content).toBe('two');
  expect(at.events.filter((event) => event.type === 'tool-progress').map((event) => event['value'])).toEqual(['one', 'two']);
});

describe('retry', () => {
  const fast = { attempts: 3, backoffMs: 1, maxBackoffMs: 1 };
  const failing = (times: number, log: number[]) => (_args: unknown, ctx: { call: { attempt: number; idempotencyKey: string } }) => {
    log.push(ctx.call.attempt);
    if (log.length <= times) throw new TransientToolError('busy');
    return ctx.call.idempotencyKey;
  };

  test.each([['safe'], ['idempotent']] as const)('a %s tool is repeated with the same key', async (replayPolicy) => {
    const log: number[] = [];
    const at = bench([tool({ replayPolicy, retry: fast, handler: failing(2, log) })]);
    expect(await resultOf(at, '{"text":"x"}')).toMatchObject({ content: 'run_1:call_1', metadata: { attempts: 3 } });
    expect(log).toEqual([1, 2, 3]);
    expect(at.events.filter((event) => event.type === 'tool-retry')).toHaveLength(2);
  });

  test('exhausted attempts give an error result that counts them', async () => {
    const result = await resultOf(bench([tool({ replayPolicy: 'safe', retry: fast, handler: failing(9, []) })]), '{"text":"x"}');
    expect(result.content).toBe('TransientToolError: busy (tried 3 times)');
  });

  test('a manual tool never runs twice', async () => {
    const log: number[] = [];
    await perform(bench([tool({ retry: fast, handler: failing(2, log) })]), '{"text":"x"}');
    expect(log).toEqual([1]);
  });

  test('a deadline is a reason to repeat a safe tool', async () => {
    let runs = 0;
    const handler = () => (++runs === 1 ? new Promise(() => undefined) : 'second');
    const result = await resultOf(bench([tool({ replayPolicy: 'safe', timeoutMs: 10, retry: fast, handler })]), '{"text":"x"}');
    expect([result.content, runs]).toEqual(['second', 2]);
  });

  test('retryIfResult repeats a result it does not like', async () => {
    let runs = 0;
    const at = bench([
      tool({ replayPolicy: 'safe', retry: fast, retryIfResult: (result) => result.content === '1', handler: () => ++runs }),
    ]);
    expect((await resultOf(at, '{"text":"x"}')).content).toBe('2');
  });
});

describe('dedupe', () => {
  test('identical safe calls of a run share one execution, and a change of the world forgets it', async () => {
    let reads = 0;
    const read = tool({ name: 'read', replayPolicy: 'safe', handler: async () => ++reads });
    const write = tool({ name: 'write', handler: () => 'written' });
    const at = bench([read, write], { policy: { dedupeCalls: true }, run: { dedupe: new DedupeStore() } });
    const [first, twin] = await Promise.all([perform(at, '{"text":"a"}', 'read', 'c1'), perform(at, '{ "text": "a" }', 'read', 'c2')]);
    expect([first, twin]).toMatchObject([
      { result: { callId: 'c1', output: 1 } },
      { result: { callId: 'c2', output: 1, metadata: { deduplicatedFrom: 'c1' } } },
    ]);
    await perform(at, '{"text":"b"}', 'write', 'c3');
    expect(await perform(at, '{"text":"a"}', 'read', 'c4')).toMatchObject({ result: { output: 2 } });
  });

  test('a safe tool that is serial is asked each time, and forgets nothing for others', async () => {
    let reads = 0;
    const read = tool({ name: 'read', replayPolicy: 'safe', handler: async () => ++reads });
    const next = tool({ name: 'next', replayPolicy: 'safe', concurrency: 'serial', handler: async () => ++reads });
    const at = bench([read, next], { policy: { dedupeCalls: true }, run: { dedupe: new DedupeStore() } });
    const outputs: unknown[] = [];
    for (const [id, name] of ['read', 'next', 'next', 'read'].entries()) {
      const outcome = await perform(at, '{"text":"a"}', name, `c${id}`);
      outputs.push('result' in outcome ? outcome.result.output : outcome.kind);
    }
    expect(outputs).toEqual([1, 2, 3, 1]);
  });
});

test('a broken approval condition, key or audit sink never lets a call through unseen or crashes the run', async () => {
  const bad = { key: () => { throw new Error('no key'); }, mode: 'write' as const }; // prettier-ignore
  expect(await resultOf(bench([tool({ concurrency: bad })]), '{"text":"x"}')).toMatchObject({ error: { code: 'CALL_NOT_PREPARED' } });
  const condition = tool({ approval: { when: () => { throw new Error('broken'); } } }); // prettier-ignore
  expect(await perform(bench([condition]), '{"text":"x"}')).toMatchObject({ kind: 'pending' });
  const at = bench([tool()], { kernel: { audit: { record: () => { throw new Error('full'); } } } }); // prettier-ignore
  expect(await resultOf(at, '{"text":"x"}')).toMatchObject({ success: true });
  expect(at.events.filter((event) => event.type === 'error')).toHaveLength(2);
});

test('a result that breaks its contract is an error, not data', async () => {
  const at = bench([
    tool({ outputSchema: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] }, handler: () => ({ n: 'x' }) }),
  ]);
  expect(await resultOf(at, '{"text":"x"}')).toMatchObject({ error: { code: 'OUTPUT_INVALID' } });
});

test('hidden parameters are filled by the runtime and refused from the model', async () => {
  const seen: unknown[] = [];
  const at = bench([tool({ hidden: { max: 5 }, handler: (args) => void seen.push(args) })]);
  await perform(at, '{"text":"x"}');
  expect(seen).toEqual([{ text: 'x', max: 5 }]);
  expect(await resultOf(at, '{"text":"x","max":9}')).toMatchObject({ error: { code: 'ARGUMENTS_INVALID' } });
});
