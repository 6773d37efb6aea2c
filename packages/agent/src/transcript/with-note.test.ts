import type { Message, ToolResultPart } from '@tackroom/core';
import { withNote } from './with-note.js';

const result = (output: object): Message => ({
  role: 'tool',
  content: [
    { type: 'tool-result', toolCallId: 'a', toolName: 'x', output: { type: 'text', value: 'first' } },
    { type: 'tool-result', toolCallId: 'b', toolName: 'x', output } as ToolResultPart, // also outputs of others' transcripts
  ],
});

test.each<[string, Message, Message | undefined]>([
  ['a task', { role: 'user', content: [] }, { role: 'user', content: [{ type: 'text', text: 'note' }] }],
  ['a result', result({ type: 'text', value: 'x' }), result({ type: 'text', value: 'x\n\nnote' })],
  ['a result without words', result({ type: 'text', value: '' }), result({ type: 'text', value: 'note' })],
  ['an error', result({ type: 'error-text', value: 'x' }), result({ type: 'error-text', value: 'x\n\nnote' })],
  ['blocks', result({ type: 'content', value: [] }), result({ type: 'content', value: [{ type: 'text', text: 'note' }] })],
  ['an output of another kind', result({ type: 'json', value: 1 }), undefined],
  ['no results', { role: 'tool', content: [] }, undefined],
  ['a reply', { role: 'assistant', content: [] }, undefined],
  ['a system message', { role: 'system', content: 'x' }, undefined],
])('%s', (_, message, noted) => {
  const before = JSON.stringify(message);
  expect(withNote(message, 'note')).toEqual(noted);
  expect(JSON.stringify(message)).toBe(before);
});
