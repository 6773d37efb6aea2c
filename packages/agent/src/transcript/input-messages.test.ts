import { readInput, type RunInput } from './input-messages.js';

const image = { type: 'image', mediaType: 'image/png', data: 'AQID' } as const;
const NO_DATA = "has no data that can be sent; write base64 text, or { type: 'url', url }.";

test.each<[string, RunInput, unknown]>([
  ['text', 'go', [{ role: 'user', content: [{ type: 'text', text: 'go' }] }]],
  [
    'parts',
    [{ type: 'text', text: 'see' }, image, { type: 'resource-link', uri: 'file:///r' }],
    [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'see' },
          { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'AQID' } },
          { type: 'text', text: 'file:///r' },
        ],
      },
    ],
  ],
  [
    'messages, some with plain text',
    [
      { role: 'system', content: 's' },
      { role: 'user', content: 'a' },
      { role: 'assistant', content: [{ type: 'text', text: 'b' }] },
    ],
    [
      { role: 'system', content: 's' },
      { role: 'user', content: [{ type: 'text', text: 'a' }] },
      { role: 'assistant', content: [{ type: 'text', text: 'b' }] },
    ],
  ],
])('%s', (_, input, messages) => {
  expect(readInput(input).messages).toEqual(messages);
});

test.each<[unknown, string]>([
  ['', 'input is empty; there is nothing to do.'],
  [' \n', 'input is empty; there is nothing to do.'],
  [[{ type: 'text', text: ' ' }], 'input is empty; there is nothing to do.'],
  [[{ role: 'user', content: ' ' }], 'input holds no message that says anything; there is nothing to do.'],
  [
    [{ role: 'tool', content: [{ type: 'tool-result', toolCallId: 'c', toolName: 't', output: { type: 'text', value: '' } }] }],
    'input holds no message that says anything; there is nothing to do.',
  ],
  [[{ type: 'text' }], 'input[0] has undefined as text; write text.'],
  [[{ type: 'image', mediaType: 'image/png', data: new Uint8Array(1) }], `input[0] ${NO_DATA}`],
  [[{ type: 'file', mediaType: 'image/png', data: { type: 'url', url: 'nowhere' } }], `input[0] ${NO_DATA}`],
  [[{ type: 'file', data: 'AQID' }], 'input[0] has undefined as mediaType; write text.'],
  [[{ type: 'resource-link' }], 'input[0] has undefined as uri; write text.'],
  [
    [{ role: 'assistant', content: [{ type: 'tool-call', toolName: 't', input: {} }] }],
    'input[0].content[0] has undefined as toolCallId; write text.',
  ],
  [[{ role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c', toolName: 't' }] }], 'input[0].content[0] has no input.'],
  [
    [{ role: 'tool', content: [{ type: 'tool-result', toolCallId: 'c', toolName: 't', output: 'x' }] }],
    'input[0].content[0] has no output with a type and a value.',
  ],
  [[], 'input is an empty list; there is nothing to do.'],
  [undefined, 'input is undefined; give text, a list of parts, or a list of messages.'],
  [{ role: 'user', content: 'x' }, 'input is an object; give text, a list of parts, or a list of messages.'],
  [['x'], 'input[0] is a string; a part is an object with a type.'],
  [[{ type: 'video' }], 'input[0] has the unknown type "video".'],
  [[{ role: 'user', content: 'x' }, 'y'], 'input[1] is a string among messages; give it a role.'],
  [[{ role: 'human', content: 'x' }], 'input[0].role is "human"; write one of system, user, assistant, tool.'],
  [[{ role: 'user' }], 'input[0].content is undefined; write text or a list of parts.'],
  [[{ role: 'user', content: [7] }], 'input[0].content[0] is a number; a part is an object with a type.'],
])('%j is refused', (input, message) => {
  expect(() => readInput(input as RunInput)).toThrow(expect.objectContaining({ code: 'RUN_INPUT_INVALID', message }));
});
