import { SequentialIds } from '@tackroom/testing';
import type { ModelReply, ReplyListener } from './model-reply.js';
import { StreamReading } from './read-stream.js';

const FINISH = { type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage: {} };

function read(parts: readonly unknown[], listener?: ReplyListener): ModelReply {
  const reading = new StreamReading(new SequentialIds(), listener);
  for (const part of parts) reading.add(part);
  return reading.finish();
}

function heard(): { readonly lines: string[]; readonly listener: ReplyListener } {
  const lines: string[] = [];
  const listener: ReplyListener = {
    textStart: () => lines.push('start'),
    textDelta: (text) => lines.push(`+${text}`),
    textEnd: (text) => lines.push(`end ${text}`),
    thinkingDelta: (text) => lines.push(`~${text}`),
    toolInputDelta: (id, name, delta) => lines.push(`${id} ${name} ${delta}`),
  };
  return { lines, listener };
}

test('text, reasoning with its signature, and a call, in the order they began', () => {
  const { lines, listener } = heard();
  const reply = read(
    [
      { type: 'stream-start', warnings: [] },
      { type: 'reasoning-start', id: 'r' },
      { type: 'reasoning-delta', id: 'r', delta: 'hm' },
      { type: 'reasoning-delta', id: 'r', delta: '', providerMetadata: { anthropic: { signature: 'sig' } } },
      { type: 'reasoning-end', id: 'r' },
      { type: 'text-start', id: 't' },
      { type: 'text-delta', id: 't', delta: 'Hel' },
      { type: 'text-delta', id: 't', delta: 'lo' },
      { type: 'text-end', id: 't' },
      { type: 'tool-input-start', id: 'c', toolName: 'look' },
      { type: 'tool-input-delta', id: 'c', delta: '{"q":1}' },
      { type: 'tool-input-end', id: 'c' },
      { type: 'tool-call', toolCallId: 'c', toolName: 'look', input: '{"q":1}', providerMetadata: { google: { thoughtSignature: 'ts' } } },
      {
        type: 'finish',
        finishReason: { unified: 'tool-calls', raw: 'tool_use' },
        usage: { inputTokens: { total: 7, cacheRead: 2 }, outputTokens: { total: 3, reasoning: 1 } },
      },
    ],
    listener,
  );
  expect(reply).toEqual({
    content: [
      { type: 'reasoning', text: 'hm', providerOptions: { anthropic: { signature: 'sig' } } },
      { type: 'text', text: 'Hello' },
      { type: 'tool-call', toolCallId: 'c', toolName: 'look', input: { q: 1 }, providerOptions: { google: { thoughtSignature: 'ts' } } },
    ],
    text: 'Hello',
    calls: [
      {
        callId: 'call_1',
        providerCallId: 'c',
        name: 'look',
        args: '{"q":1}',
        parsed: { q: 1 },
        damaged: undefined,
        toolCallId: 'c',
        toolName: 'look',
      },
    ],
    finish: 'tool-calls',
    usage: { input: 7, output: 3, cached: 2, reasoning: 1 },
  });
  expect(lines).toEqual(['~hm', 'start', '+Hel', '+lo', 'end Hello', 'c look {"q":1}']);
});

test('interleaved stretches of text stay apart, and one that was never announced begins with its first piece', () => {
  const reply = read([
    { type: 'text-start', id: '1' },
    { type: 'text-delta', id: '1', delta: 'a' },
    { type: 'text-delta', id: '2', delta: 'x' },
    { type: 'text-delta', id: '1', delta: 'b' },
    { type: 'text-delta', id: '2', delta: 'y' },
    FINISH,
  ]);
  expect(reply.content).toEqual([
    { type: 'text', text: 'ab' },
    { type: 'text', text: 'xy' },
  ]);
});

test('tool input that never got its final part is a cut call, with an empty object in the transcript', () => {
  const reply = read([
    { type: 'tool-input-start', id: 'c', toolName: 'look' },
    { type: 'tool-input-delta', id: 'c', delta: '{"q":' },
    { ...FINISH, finishReason: { unified: 'length', raw: 'max_tokens' } },
  ]);
  expect(reply.calls).toEqual([
    {
      callId: 'call_1',
      providerCallId: 'c',
      name: 'look',
      args: '',
      damaged: 'The stream ended before the provider sent the whole call.',
      toolCallId: 'c',
      toolName: 'look',
    },
  ]);
  expect(reply.content).toEqual([{ type: 'tool-call', toolCallId: 'c', toolName: 'look', input: {} }]);
});

test('raw deltas are read by the assembler; other raw values and calls that the provider ran itself are passed over', () => {
  const reply = read([
    { type: 'raw', rawValue: { choices: [] } },
    { type: 'raw', rawValue: { toolCallDelta: { index: 0, id: 'a', name: 'look', args: '{"q"' } } },
    { type: 'raw', rawValue: { toolCallDelta: { index: 0, args: ':1}' } } },
    { type: 'tool-input-start', id: 'w', toolName: 'web_search', providerExecuted: true },
    { type: 'tool-call', toolCallId: 'w', toolName: 'web_search', input: '{}', providerExecuted: true },
    { type: 'tool-result', toolCallId: 'w', toolName: 'web_search', result: {} },
    FINISH,
  ]);
  expect(reply.calls.map(({ name, args, damaged }) => ({ name, args, damaged }))).toEqual([
    { name: 'look', args: '{"q":1}', damaged: undefined },
  ]);
});

test.each([
  ['nothing at all', []],
  ['text without an end mark', [{ type: 'text-delta', id: '1', delta: 'half' }]],
  ['an end mark that says it was interrupted', [{ ...FINISH, finishReason: { unified: 'interrupted', raw: undefined } }]],
  ['an end mark that says error', [{ ...FINISH, finishReason: { unified: 'error', raw: undefined } }]],
])('a stream with %s is broken', (_, parts) => {
  expect(() => read(parts)).toThrow(expect.objectContaining({ name: 'BrokenReply' }));
});

test('an error part is thrown as it came', () => {
  const error = { statusCode: 529 };
  expect(() => read([{ type: 'error', error }])).toThrow(expect.objectContaining(error));
});

test('values that are no parts, and parts of unknown types, are passed over', () => {
  const garbage = [
    null,
    undefined,
    0,
    'text',
    [],
    {},
    { type: 7 },
    { type: 'text-delta' },
    { type: 'text-end', id: 'none' },
    { type: 'source' },
  ];
  const reply = read([...garbage, { type: 'tool-input-delta', id: 'none', delta: 'x' }, FINISH]);
  expect(reply).toMatchObject({ content: [], text: '', calls: [], finish: 'stop' });
});

test('files are kept as base64 or as their URL', () => {
  const reply = read([
    { type: 'file', mediaType: 'image/png', data: new Uint8Array([1, 2, 3]) },
    { type: 'file', mediaType: 'image/png', data: { type: 'url', url: new URL('https://a.example/x.png') } },
    { type: 'file', mediaType: 'image/png', data: { type: 'reference' } },
    FINISH,
  ]);
  expect(reply.content).toEqual([
    { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'AQID' } },
    { type: 'file', mediaType: 'image/png', data: { type: 'url', url: 'https://a.example/x.png' } },
  ]);
});

test('halves of surrogate pairs are replaced in text and in arguments', () => {
  const reply = read([
    { type: 'text-delta', id: '1', delta: 'a\ud800' },
    { type: 'tool-call', toolCallId: 'c', toolName: 'look', input: '{"q":"\\ud800x","\\udfff":[1]}' },
    FINISH,
  ]);
  expect(reply.content).toEqual([
    { type: 'text', text: 'a\ufffd' },
    { type: 'tool-call', toolCallId: 'c', toolName: 'look', input: { q: '\ufffdx', '\ufffd': [1] } },
  ]);
});
