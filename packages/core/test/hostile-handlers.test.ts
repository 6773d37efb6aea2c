import { ToolFailure, TransientToolError, type ToolOptions } from '@tackroom/core';
import { callBench, callThrough, echo, resultOf } from './call-bench.js';

const boom = (): never => {
  throw new Error('boom');
};
const revoked = (): object => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};
const unreadable = Object.defineProperty(new Error('x'), 'message', { get: boom });
const wordless = Object.assign(new Error('x'), { message: Symbol('no text') });

describe('whatever a handler gives or throws, the call has one result and the run goes on', () => {
  const cases: readonly (readonly [string, ToolOptions['handler'], string, RegExp])[] = [
    ['a `then` that cannot be read', () => Object.defineProperty({}, 'then', { get: boom }), 'TOOL_ERROR', /^Error: boom$/],
    ['a `then` that throws', () => ({ then: boom }), 'TOOL_ERROR', /^Error: boom$/],
    ['an iterator that cannot be read', () => Object.defineProperty({}, Symbol.asyncIterator, { get: boom }), 'TOOL_ERROR', /boom/],
    ['the same behind a promise', async () => Object.defineProperty({}, Symbol.asyncIterator, { get: boom }), 'TOOL_ERROR', /boom/],
    ['an iterator that is none', () => ({ [Symbol.asyncIterator]: () => undefined }), 'TOOL_ERROR', /TypeError/],
    ['a `toJSON` that throws', () => ({ toJSON: boom }), 'OUTPUT_UNREADABLE', /^echo ran, but .* boom\. Check its effects/],
    ['the same in a list', async () => [1, { toJSON: boom }], 'OUTPUT_UNREADABLE', /boom/],
    ['a proxy that throws', () => new Proxy({}, { ownKeys: boom }), 'OUTPUT_UNREADABLE', /boom/],
    ['a proxy that is gone', revoked, 'TOOL_ERROR', /revoked/],
    ['an error that cannot be read', () => { throw unreadable; }, 'TOOL_ERROR', /cannot be read/],
    ['an error without a text', () => { throw wordless; }, 'TOOL_ERROR', /Symbol\(no text\)/],
    ['a proxy that is gone, thrown', () => { throw revoked(); }, 'TOOL_ERROR', /cannot be read/],
    ['a failure without words', () => { throw new ToolFailure(''); }, 'TOOL_FAILED', /^It failed without saying why\.$/],
    ['a failure whose code is no text', () => { throw Object.assign(new ToolFailure('no'), { code: 7 }); }, 'TOOL_ERROR', /^no$/],
  ]; // prettier-ignore

  test.each(cases)('%s', async (_name, handler, code, content) => {
    const at = callBench([echo({ handler, timeoutMs: 5_000 })]);
    const outcome = await callThrough(at);
    expect(outcome).toMatchObject({ kind: 'result', result: { success: false, error: { code }, content: expect.stringMatching(content) } });
    expect(at.events.filter((event) => event.type === 'tool-result')).toHaveLength(1);
    expect(await resultOf(callBench([echo()]))).toMatchObject({ success: true });
  });

  test('a thenable is read to its end, like `await` does', async () => {
    const handler = () => ({
      then: (take: (value: unknown) => void) => take({ then: (inner: (value: string) => void) => inner('in the end') }),
    });
    expect(await resultOf(callBench([echo({ handler })]))).toMatchObject({ success: true, content: 'in the end' });
  });

  test('failures of another copy of the package are known', async () => {
    const brand = (name: string): symbol => Symbol.for(`@tackroom/core/${name}@1`);
    const failure = Object.assign(new Error('gone'), { [brand('ToolFailure')]: true, code: 'GONE' });
    expect(await resultOf(callBench([echo({ handler: () => { throw failure; } })]))).toMatchObject({ error: { code: 'GONE', message: 'gone' } }); // prettier-ignore
    let runs = 0;
    const busy = Object.assign(new Error('busy'), { [brand('TransientToolError')]: true });
    const handler = (): string => {
      if (++runs === 1) throw busy;
      return 'second';
    };
    const retry = { attempts: 2, backoffMs: 1 };
    expect(await resultOf(callBench([echo({ handler, replayPolicy: 'safe', retry })]))).toMatchObject({ content: 'second' });
  });
});

test('a check that answers with a thenable of its own is waited for', async () => {
  const refine = (() => ({ then: (take: (line: string) => void) => take('text: is not wanted') })) as unknown as NonNullable<
    ToolOptions['refine']
  >; // as a library without types may answer
  const at = callBench([echo({ refine })]);
  expect(await resultOf(at)).toMatchObject({ error: { code: 'ARGUMENTS_INVALID', message: 'text: is not wanted' } });
});

describe('a result of any size or shape is bounded', () => {
  test('objects that share parts over and over', async () => {
    let value: object = {};
    for (let depth = 0; depth < 60; depth++) value = { a: value, b: value };
    const result = await resultOf(callBench([echo({ handler: () => value })]));
    expect(result).toMatchObject({ success: true, metadata: { truncated: true } });
    expect(JSON.stringify(result.output)).toContain('[the rest is too large]');
  });

  test('a list of nothing but holes', async () => {
    const result = await resultOf(callBench([echo({ handler: () => new Array(2 ** 31) })]));
    expect(result.metadata.truncated).toBe(true);
    expect(String(result.content).length).toBeLessThan(13_000);
  });

  test('a thrown body of megabytes', async () => {
    const body = 'line\n'.repeat(4_000_000);
    const result = await resultOf(callBench([echo({ handler: () => { throw new Error(body); } })])); // prettier-ignore
    expect(String(result.content)).toHaveLength(2_000);
  });
});

describe('progress and iterables', () => {
  test("what listeners hold is plain, frozen data and no longer the handler's", async () => {
    const live = { step: 1, tell: () => 'me', at: new Date(0) };
    const at = callBench([
      echo({
        handler: (_args, ctx) => {
          ctx.call.progress(live as never);
          live.step = 2;
        },
      }),
    ]);
    await callThrough(at);
    const value = at.events.find((event) => event.type === 'tool-progress')?.['value'];
    expect(value).toEqual({ step: 1, at: '1970-01-01T00:00:00.000Z' });
    expect(Object.isFrozen(value)).toBe(true);
  });

  test.each([
    ['a deadline', { timeoutMs: 20 }],
    ['a cancelled run', {}],
  ])('%s closes an iterable that hangs', async (_name, options: { readonly timeoutMs?: number }) => {
    let closed = 0;
    const items = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise<never>(() => undefined),
        return: () => Promise.reject(new Error(`${++closed}`)),
      }),
    };
    const at = callBench([echo({ handler: () => items, ...options })], { run: { graceMs: 5 } });
    const outcome = callThrough(at);
    await new Promise((resolve) => setImmediate(resolve));
    if (options.timeoutMs === undefined) at.run.cancellation.cancel();
    await outcome;
    expect(closed).toBe(1);
  });

  test('an item that cannot be reported closes the iterable and is the error', async () => {
    let closed = 0;
    const handler = async function* () {
      try {
        yield { toJSON: boom };
      } finally {
        closed++;
      }
    };
    expect(await resultOf(callBench([echo({ handler })]))).toMatchObject({ error: { message: 'Error: boom' } });
    expect(closed).toBe(1);
  });

  test('a generator that returns null means null', async () => {
    const handler = async function* () {
      yield 'one';
      return null;
    };
    expect(await resultOf(callBench([echo({ handler })]))).toMatchObject({ output: null, content: 'null' });
  });
});

describe('retry', () => {
  const retry = { attempts: 3, backoffMs: 1, maxBackoffMs: 1 };

  test.each([
    ['throws', boom],
    ['gives a promise', (async () => true) as never],
    ['gives something else than true', (() => 'yes') as never],
  ])('a predicate that %s asks for nothing, and the result stands', async (_name, retryIfResult) => {
    let runs = 0;
    const at = callBench([echo({ replayPolicy: 'safe', retry, retryIfResult, handler: () => ++runs })]);
    expect(await resultOf(at)).toMatchObject({ success: true, output: 1 });
  });

  test.each([
    ['an error that says it is transient, where the policy believes it', true, { transient: true }, 3],
    ['the same where the policy does not', false, { transient: true }, 1],
    ['an error that says nothing', true, {}, 1],
  ])('%s', async (_name, retryErrorResults, said, expected) => {
    let runs = 0;
    const handler = (): never => {
      runs++;
      throw Object.assign(new Error('429'), said);
    };
    const result = await resultOf(callBench([echo({ replayPolicy: 'safe', retry: { ...retry, retryErrorResults }, handler })]));
    expect({ runs, message: result.error?.message }).toEqual({
      runs: expected,
      message: expected === 3 ? 'Error: 429 (tried 3 times)' : 'Error: 429',
    });
  });

  test.each([[NaN], [-1], [Infinity], [2 ** 40]])('a wait of %p that nobody can keep is not believed', async (retryAfterMs) => {
    let runs = 0;
    const handler = (): string => {
      if (++runs === 1) throw new TransientToolError('busy', { retryAfterMs });
      return 'second';
    };
    expect(await resultOf(callBench([echo({ replayPolicy: 'safe', retry, handler })]))).toMatchObject({ content: 'second' });
  });
});

describe('storage', () => {
  test('only a store that fails fails the run, and the result says what is known', async () => {
    const failing = { intent: () => undefined, result: () => Promise.reject(new Error('disk full')) };
    expect(await callThrough(callBench([echo()], { kernel: { journal: failing } }))).toMatchObject({
      kind: 'aborted',
      started: true,
      fatal: { code: 'RUN_STORAGE' },
      result: { content: 'The run could not record what came of this call, and ends. Check its effects before calling it again.' },
    });
    const closed = { intent: () => Promise.reject(new Error('disk full')), result: () => undefined };
    expect(await callThrough(callBench([echo()], { kernel: { journal: closed } }))).toMatchObject({
      kind: 'aborted',
      started: false,
      result: { content: 'The run could not record this call, and ends. It did not run.', metadata: { attempts: 0 } },
    });
    for (const put of [boom, () => Promise.reject(new Error('full'))]) {
      const artifacts = { put, get: () => undefined };
      const at = callBench([echo({ handler: () => 'x'.repeat(20_000) })], { kernel: { artifacts } });
      expect(await callThrough(at)).toMatchObject({ kind: 'aborted', started: true, fatal: { code: 'RUN_STORAGE' } });
    }
  });
});
