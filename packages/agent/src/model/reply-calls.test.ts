import { callPart, identifyCall, type ReadCall } from './reply-calls.js';

const read = (more: Partial<ReadCall>): ReadCall => ({
  providerCallId: 'c',
  name: 'look',
  args: '{}',
  damaged: undefined,
  providerOptions: undefined,
  ...more,
});

test.each([
  ['an object', '{"a":{"b":[1]}}', { a: { b: [1] } }],
  ['no text', '', {}],
  ['blank text', ' \n', {}],
  ['text that is no JSON', '{"a":', {}],
  ['null', 'null', {}],
  ['a list', '[1]', {}],
  ['text of an object, encoded twice', '"{}"', {}],
])('arguments that are %s go into the transcript as an object', (_, args, input) => {
  const part = callPart(identifyCall(read({ args }), 'call_1', false), undefined);
  expect(part).toEqual({ type: 'tool-call', toolCallId: 'c', toolName: 'look', input });
});

test.each([
  ['{"a":1}', false],
  ['{"a":1', true],
  ['', true],
  ['7', true],
])('in a reply cut at its limit %j is a cut call: %s', (args, cut) => {
  const { damaged } = identifyCall(read({ args }), 'call_1', true);
  expect(damaged).toBe(cut ? 'The reply was cut off at its output limit before the arguments were complete.' : undefined);
});

test.each([
  ['read_file', 'read_file'],
  ['functions.read_file', 'functions_read_file'],
  ['read_file<|channel|>', 'read_file_channel_'],
  ['', 'unknown_tool'],
  ['ä', '_'],
  ['x'.repeat(70), 'x'.repeat(64)],
])('the name %j is sent back as %j', (name, toolName) => {
  expect(identifyCall(read({ name }), 'call_1', false)).toMatchObject({ name, toolName });
});

test('an empty id is replaced by ours, a given one is kept', () => {
  expect(identifyCall(read({ providerCallId: '' }), 'call_1', false)).toMatchObject({ providerCallId: '', toolCallId: 'call_1' });
  expect(identifyCall(read({}), 'call_1', false)).toMatchObject({ callId: 'call_1', providerCallId: 'c', toolCallId: 'c' });
});
