import type { Message } from '@tackroom/core';
import { toProviderMessage } from './provider-message.js';

const file: Message = {
  role: 'user',
  content: [
    { type: 'text', text: 'see' },
    { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'AQID' }, filename: 'x.png' },
    { type: 'file', mediaType: 'image/png', data: { type: 'url', url: 'https://a.example/x.png' } },
  ],
};
const blocks: Message = {
  role: 'tool',
  content: [
    {
      type: 'tool-result',
      toolCallId: 'c',
      toolName: 'shot',
      output: {
        type: 'content',
        value: [
          { type: 'text', text: 'done' },
          { type: 'image', mediaType: 'image/png', data: 'AQID' },
          { type: 'file', mediaType: 'application/pdf', data: 'BAUG', filename: 'r.pdf' },
          { type: 'file', mediaType: 'text/csv', data: 'QSxC', filename: 'r.csv' },
          { type: 'resource-link', uri: 'file:///r', name: 'report' },
        ],
      },
    },
    { type: 'tool-result', toolCallId: 'd', toolName: 'look', output: { type: 'text', value: 'x' } },
  ],
};

test.each([
  ['v2', 'AQID', new URL('https://a.example/x.png')],
  ['v3', 'AQID', new URL('https://a.example/x.png')],
  ['v4', { type: 'data', data: 'AQID' }, { type: 'url', url: new URL('https://a.example/x.png') }],
] as const)('files for %s', (version, data, url) => {
  expect(toProviderMessage(file, version)).toEqual({
    role: 'user',
    content: [
      { type: 'text', text: 'see' },
      { type: 'file', mediaType: 'image/png', data, filename: 'x.png' },
      { type: 'file', mediaType: 'image/png', data: url },
    ],
  });
});

test.each([
  ['v2', { type: 'media', mediaType: 'image/png', data: 'AQID' }, { type: 'media', mediaType: 'application/pdf', data: 'BAUG' }],
  [
    'v3',
    { type: 'image-data', mediaType: 'image/png', data: 'AQID' },
    { type: 'file-data', mediaType: 'application/pdf', data: 'BAUG', filename: 'r.pdf' },
  ],
  [
    'v4',
    { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'AQID' } },
    { type: 'file', mediaType: 'application/pdf', data: { type: 'data', data: 'BAUG' }, filename: 'r.pdf' },
  ],
] as const)('result blocks for %s', (version, image, pdf) => {
  expect(toProviderMessage(blocks, version)).toEqual({
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: 'c',
        toolName: 'shot',
        output: {
          type: 'content',
          value: [
            { type: 'text', text: 'done' },
            image,
            pdf,
            { type: 'text', text: '[r.csv, text/csv, 3 bytes: not shown]' },
            { type: 'text', text: 'report: file:///r' },
          ],
        },
      },
      { type: 'tool-result', toolCallId: 'd', toolName: 'look', output: { type: 'text', value: 'x' } },
    ],
  });
});

test('a message without files is handed on by reference', () => {
  const message: Message = { role: 'assistant', content: [{ type: 'text', text: 'x' }] };
  for (const version of ['v2', 'v3', 'v4'] as const) expect(toProviderMessage(message, version)).toBe(message);
});
