import { keptResultIds } from './kept-results.js';

const result = (value: string): object => ({
  role: 'tool',
  content: [{ type: 'tool-result', toolCallId: 'c', toolName: 't', output: { type: 'text', value } }],
});
const cut = (id: string): object => result(`much\n[9 of 10 characters left out here. Read them with read_tool_result, id "${id}".]\nmore`);
const said = { role: 'user', content: [{ type: 'text', text: 'Go on.' }] };

test.each([
  ['none', [said, result('short')], []],
  ['the newest first, each once', [said, cut('a'), cut('b'), result('short'), cut('a')], ['a', 'b']],
  ['none of an earlier turn', [said, cut('a'), said, cut('b')], ['b']],
  ['none before the first message', [], []],
])('%s', (_, messages, ids) => {
  expect(keptResultIds(messages)).toEqual(ids);
});
