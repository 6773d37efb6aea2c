import { defineTool, ToolSnapshot, type JsonSchema } from '@tackroom/core';
import type { ModelReply, ReplyCall } from '../model-reply.js';
import { NO_REPLY_USAGE } from '../reply-usage.js';
import { dialectOf } from './dialects.js';
import { toolCopies, withoutDialect } from './tool-copies.js';

const tool = (name: string, inputSchema: JsonSchema) => defineTool({ name, description: 'Do it.', inputSchema, handler: () => 'done' });
const optional: JsonSchema = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } }, additionalProperties: false };
const snapshot = new ToolSnapshot([
  tool('look_up', optional),
  tool('wait', { type: 'object', properties: {}, additionalProperties: true }),
]);
const strict = dialectOf('openai.chat', { strict: true });
const loose = dialectOf('openai.chat', { strict: false });
if (strict === undefined || loose === undefined) throw new Error('OpenAI has a dialect.');

test('copies are made once for a list, and a list that is taken unchanged stays the very same', () => {
  const tools = snapshot.functionTools();
  expect(toolCopies(tools, loose).tools).toBe(tools);
  const copies = toolCopies(tools, strict);
  expect(toolCopies(tools, strict)).toBe(copies);
  expect(copies.tools.map(({ name, strict: held }) => [name, held])).toEqual([
    ['look_up', true],
    ['wait', undefined],
  ]);
  expect(copies.tools[1]).toBe(tools[1]);
  const fewer = snapshot.filter(({ name }) => name === 'look_up').functionTools();
  expect(toolCopies(fewer, strict).tools[0]?.inputSchema).toBe(copies.tools[0]?.inputSchema);
});

/** A call as it was read from a reply. */
function call(name: string, args: string, more: Partial<ReplyCall> = {}): ReplyCall {
  return { callId: 'c', providerCallId: 'p', name, args, parsed: undefined, damaged: undefined, toolCallId: 'p', toolName: name, ...more };
}

function undone(...calls: readonly ReplyCall[]): ModelReply {
  const reply: ModelReply = { content: [], text: '', calls, finish: 'tool-calls', usage: NO_REPLY_USAGE };
  const read = withoutDialect(reply, toolCopies(snapshot.functionTools(), strict as NonNullable<typeof strict>), snapshot); // it was found
  return read === reply ? { ...reply, text: 'the very same' } : read;
}

const parsed = { a: null, b: 'x' };
test.each<readonly [string, ReplyCall, Partial<ReplyCall>]>([
  ['a call that was read', call('look_up', '{"a":null,"b":"x"}', { parsed }), { args: '{"b":"x"}', parsed: { b: 'x' } }],
  [
    'one whose text is read later',
    call('look_up', String.raw`{"a":null,"b":"\ud83d"}`),
    { args: String.raw`{"b":"\ud83d"}`, parsed: undefined },
  ],
  ['one by another spelling of the name', call('lookUp', '{"a":null}'), { args: '{}' }],
])('%s', (_what, given, expected) => {
  expect(undone(given).calls).toEqual([{ ...given, ...expected }]);
});

test.each<readonly [string, ReplyCall]>([
  ['without a null', call('look_up', '{"b":"x"}', { parsed: { b: 'x' } })],
  ['of a tool that is sent as it is', call('wait', '{"a":null}', { parsed: { a: null } })],
  ['of no tool', call('nothing', '{"a":null}')],
  ['that is damaged', call('look_up', '{"a":null}', { damaged: 'It was cut.' })],
  ['that is no JSON', call('look_up', '{"a":')],
])('a call %s stays the very same', (_what, given) => {
  expect(undone(given).text).toBe('the very same');
});
