import { SequentialIds } from '@tackroom/testing';
import { readFinish } from './finish-reason.js';
import { readGenerated } from './read-generated.js';
import { readUsage } from './reply-usage.js';

test('parts of a whole reply, as v2 and as v4 say them', () => {
  const content = [
    { type: 'reasoning', text: 'hm', providerMetadata: { a: { b: 1 } } },
    { type: 'text', text: 'Hello' },
    { type: 'tool-call', toolCallId: 'c', toolName: 'look', input: '{"q":1}' },
    { type: 'source', sourceType: 'url', id: 's', url: 'https://a.example' },
    null,
  ];
  const v2 = readGenerated(
    { content, finishReason: 'tool-calls', usage: { inputTokens: 1, outputTokens: 2, totalTokens: 3 } },
    new SequentialIds(),
    undefined,
  );
  const v4 = readGenerated(
    { content, finishReason: { unified: 'tool-calls', raw: 'x' }, usage: { inputTokens: { total: 1 }, outputTokens: { total: 2 } } },
    new SequentialIds(),
    undefined,
  );
  expect(v2).toEqual(v4);
  expect(v4.content).toEqual([
    { type: 'reasoning', text: 'hm', providerOptions: { a: { b: 1 } } },
    { type: 'text', text: 'Hello' },
    { type: 'tool-call', toolCallId: 'c', toolName: 'look', input: { q: 1 } },
  ]);
});

test.each([[undefined], [null], [7], [{}], [{ content: null, finishReason: 'stop' }], [{ content: 'text', finishReason: 'stop' }]])(
  '%j is no reply',
  (result) => {
    expect(() => readGenerated(result, new SequentialIds(), undefined)).toThrow(expect.objectContaining({ code: 'MODEL_REPLY_INVALID' }));
  },
);

test.each([
  ['stop', 'stop'],
  ['unknown', 'other'],
  [undefined, 'other'],
  [null, 'other'],
  [{ unified: 'stop', raw: 'pause_turn' }, 'pause'],
  [{ unified: 'stop', raw: 'refusal' }, 'refusal'],
  [{ unified: 'content-filter', raw: 'safety' }, 'refusal'],
  [{ unified: 'interrupted', raw: undefined }, 'broken'],
  [{ unified: 'length', raw: 'max_tokens' }, 'length'],
  [{}, 'other'],
])('the finish reason %j is read as %s', (reason, finish) => {
  expect(readFinish(reason)).toBe(finish);
});

test.each([
  [undefined, [undefined, undefined, undefined, undefined]],
  [{ inputTokens: 1, outputTokens: NaN, cachedInputTokens: -1, reasoningTokens: 2 }, [1, undefined, undefined, 2]],
  [{ inputTokens: { total: 5, cacheRead: 4 }, outputTokens: { total: 3, reasoning: 1 } }, [5, 3, 4, 1]],
  [{ inputTokens: { total: undefined }, outputTokens: null }, [undefined, undefined, undefined, undefined]],
])('usage %j', (usage, [input, output, cached, reasoning]) => {
  expect(readUsage(usage)).toEqual({ input, output, cached, reasoning });
});
