import { HarnessError } from '@tackroom/core';
import { judgeModelError } from './model-error.js';
import { DEFAULT_MODEL_RETRY, modelRetryWait } from './model-retry.js';
import { BrokenReply } from './reply-problems.js';

const NOW = Date.UTC(2026, 0, 1);

test.each<[string, unknown, string]>([
  ['429', { statusCode: 429, message: 'slow down' }, 'transient'],
  ['500', { statusCode: 500, message: 'oops' }, 'transient'],
  ['529', { status: 529 }, 'transient'],
  ['408', { statusCode: 408 }, 'transient'],
  ['400', { statusCode: 400, message: 'temporarily bad request' }, 'permanent'],
  ['401', { statusCode: 401 }, 'permanent'],
  ['404', { statusCode: 404 }, 'permanent'],
  ['429 for an exhausted quota', { statusCode: 429, message: 'You exceeded your current quota, check your billing' }, 'permanent'],
  ['429 whose body says quota', { statusCode: 429, message: 'x', responseBody: '{"error":{"code":"insufficient_quota"}}' }, 'permanent'],
  ['402 in words only', new Error('Payment required'), 'permanent'],
  ['a rate limit in the words of an overflow', { statusCode: 429, message: 'Too many tokens, please wait.' }, 'transient'],
  ['an overload inside a success', { statusCode: 200, message: 'Overloaded' }, 'transient'],
  ['a mistake inside a success', { statusCode: 200, message: 'no such field' }, 'permanent'],
  ['an overflow', { statusCode: 400, message: 'prompt is too long: 210000 tokens' }, 'context-overflow'],
  ['an overflow that says 500', { statusCode: 500, message: 'maximum context length is 128000' }, 'context-overflow'],
  ['a reset connection', Object.assign(new Error('read'), { code: 'ECONNRESET' }), 'transient'],
  ['a failed fetch', new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }) }), 'transient'],
  ['a status in the cause', new Error('request failed', { cause: { statusCode: 503 } }), 'transient'],
  ['a broken stream', new BrokenReply('cut'), 'transient'],
  ['a reply that the package finds garbled', Object.assign(new Error('x'), { name: 'AI_InvalidResponseDataError' }), 'transient'],
  ['a timeout', new DOMException('took too long', 'TimeoutError'), 'transient'],
  ['what the AI SDK calls retryable, without a status', { isRetryable: true, message: 'no answer' }, 'transient'],
  ['an overload in words', new Error('Overloaded'), 'transient'],
  ['an error of ours', new HarnessError('MODEL_INVALID', 'server error'), 'permanent'],
  ['a mistake in code', new TypeError('x is not a function'), 'permanent'],
  ['undefined', undefined, 'permanent'],
  ['null', null, 'permanent'],
  ['text', 'rate limit reached', 'transient'],
  [
    'an error that cannot be read',
    new Proxy(
      {},
      {
        get: () => {
          throw new Error('trap');
        },
      },
    ),
    'permanent',
  ],
])('%s', (_, error, kind) => {
  expect(judgeModelError(error, NOW).kind).toBe(kind);
});

test('a cycle of causes ends', () => {
  const error = new Error('x') as Error & { cause?: unknown };
  error.cause = error;
  expect(judgeModelError(error, NOW)).toEqual({ kind: 'permanent', retryAfterMs: undefined, message: 'x' });
});

test.each<[unknown, string]>([
  [undefined, 'the model failed with a value of type undefined instead of an error'],
  [new Error('two\nlines'), 'two lines'],
  [new Error('x'.repeat(600)), `${'x'.repeat(500)}…`],
  [
    new Error('It failed.', { cause: new TypeError('terminated', { cause: new Error('other\nside closed') }) }),
    'It failed: other side closed',
  ],
  [new Error('It failed: no route', { cause: new Error('no route') }), 'It failed: no route'],
  [new Error('It failed.', { cause: new Error('') }), 'It failed.'],
  [new Error('', { cause: 'no route' }), 'no route'],
])('the message of %j is one bounded line', (error, message) => {
  expect(judgeModelError(error, NOW).message).toBe(message);
});

test.each<[unknown, number | undefined]>([
  [{ statusCode: 429, responseHeaders: { 'Retry-After': '7' } }, 7_000],
  [{ statusCode: 429, responseHeaders: { 'retry-after-ms': '250' } }, 250],
  [{ statusCode: 429, responseHeaders: { 'retry-after': new Date(NOW + 9_000).toUTCString() } }, 9_000],
  [{ statusCode: 429, responseHeaders: { 'retry-after': new Date(NOW - 9_000).toUTCString() } }, 0],
  [{ statusCode: 429, headers: new Headers({ 'retry-after': '3' }) }, 3_000],
  [{ statusCode: 429, retryAfter: 2 }, 2_000],
  [{ statusCode: 429, responseHeaders: { 'retry-after': 'soon' } }, undefined],
  [{ statusCode: 400, responseHeaders: { 'retry-after': '7' } }, undefined],
])('Retry-After of %j', (error, expected) => {
  expect(judgeModelError(error, NOW).retryAfterMs).toBe(expected);
});

test.each([
  [1, undefined, 0, 500],
  [2, undefined, 0, 1_000],
  [3, undefined, 1, 1_500],
  [20, undefined, 0, 60_000],
  [1, 7_000, 1, 7_000],
  [1, 3_600_000, 0, 60_000],
])('wait after failure %i, asked for %s, drawn %d', (failures, retryAfterMs, drawn, expected) => {
  expect(modelRetryWait(DEFAULT_MODEL_RETRY, failures, retryAfterMs, () => drawn)).toBe(expected);
});
