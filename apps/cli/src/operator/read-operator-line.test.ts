import type { OperatorTool } from 'tackroom';
import { completeToolLine, usageOf } from './complete-tool-line.js';
import { readOperatorLine } from './read-operator-line.js';

const TOOLS: readonly OperatorTool[] = [
  {
    name: 'read_file',
    description: '',
    inputSchema: {
      type: 'object',
      properties: { limit: { type: 'integer', default: 2000 }, path: { type: 'string' } },
      required: ['path'],
    },
  },
  { name: 'list', description: '', inputSchema: {} },
  {
    name: 'paint',
    description: '',
    inputSchema: {
      type: 'object',
      properties: { color: { enum: ['red', 'dark red', 3] }, dry: { type: 'boolean' }, size: { type: ['integer', 'null'] }, at: {} },
      required: ['color', 'dry'],
    },
  },
];

const call = (name: string, args: unknown, more = false): unknown => ({ kind: 'call', call: { name, args }, more });
const mistake = (words: string): unknown => ({ kind: 'mistake', problem: expect.stringContaining(words) });

test.each([
  ['list', call('list', {})],
  ['read_file path=a.txt limit=3', call('read_file', { path: 'a.txt', limit: 3 })],
  ['read_file path="two words"', call('read_file', { path: 'two words' })],
  ['read_file path=12', call('read_file', { path: '12' })],
  ['read_file {"path": "a & b" }', call('read_file', '{"path": "a & b" }')],
  ['read_file {"path": "a"} &', call('read_file', '{"path": "a"}', true)],
  ['list &', call('list', {}, true)],
  ['read_file path=a&', call('read_file', { path: 'a&' })],
  ['read_file a.txt', mistake('"a.txt" is not key=value. Write read_file path=TEXT [limit=NUMBER]')],
  ['read_file path="a', mistake('quote is not closed')],
  ['read_file path=a path=b', mistake('path is given twice')],
  ['raed_file path=a', mistake('did you mean read_file?')],
  [
    'read_file(path="a.txt")',
    mistake('A call has no parentheses. Write read_file path=TEXT [limit=NUMBER], or read_file and one JSON object. To answer'),
  ],
  ['read_file ("a.txt")', mistake('A call has no parentheses.')],
  ['list()', mistake('Write list, or list and one')],
  ['readFile(a', mistake('Write read_file path=TEXT')],
  ['shout(loud)', { kind: 'answer', text: 'shout(loud)' }],
  [' lst', { kind: 'answer', text: 'lst' }],
  [' list()', { kind: 'answer', text: 'list()' }],
  ['fly to=moon', mistake('There are: read_file, list, paint')],
  ['lst', mistake('did you mean list?')],
  ['The file says a=b.', { kind: 'answer', text: 'The file says a=b.' }],
  [' raed_file path=a', { kind: 'answer', text: 'raed_file path=a' }],
  ['yes', { kind: 'answer', text: 'yes' }],
])('%j', (line, meant) => {
  expect(readOperatorLine(line, TOOLS)).toEqual(meant);
});

test('with no tool to call anything but a call is an answer', () => {
  expect(readOperatorLine('read_file path=a', [])).toEqual(mistake('No tool can be called now.'));
  expect(readOperatorLine('So far nothing.', [])).toEqual({ kind: 'answer', text: 'So far nothing.' });
});

test.each([
  ['', ['read_file ', 'list ', 'paint '], ''],
  ['re', ['read_file '], 're'],
  ['read_file ', ['path='], ''],
  ['read_file path=x ', ['limit='], ''],
  ['read_file path=x l', ['limit='], 'l'],
  ['read_file path=x limit=', ['2000 '], ''],
  ['read_file path=', [], ''],
  ['paint ', ['color=', 'dry='], ''],
  ['paint color=r', ['red '], 'r'],
  ['paint color=', ['red ', '"dark red" ', '3 '], ''],
  ['paint color=red dry=t', ['true '], 't'],
  ['paint color=red dry=true ', ['size=', 'at='], ''],
  ['read_file {"pa', [], 'read_file {"pa'],
  ['unknown x', [], 'unknown x'],
])('Tab after %j offers %j', (line, candidates, completes) => {
  expect(completeToolLine(TOOLS)(line)).toEqual([candidates, completes]);
});

test('how a tool is written', () => {
  expect(TOOLS.map(usageOf)).toEqual([
    'read_file path=TEXT [limit=NUMBER]',
    'list',
    'paint color=red|dark red|3 dry=true|false [size=NUMBER|JSON] [at=JSON]',
  ]);
});

const READER: OperatorTool = {
  name: 'read_tool_result',
  description: '',
  inputSchema: { type: 'object', properties: { id: { type: 'string' }, offset: { type: 'integer' } }, required: ['id'] },
};

test.each([
  ['read_tool_result id=', ['art_2 ', 'art_1 '], ''],
  ['read_tool_result id=art_1', ['art_1 '], 'art_1'],
  ['read_tool_result id=art_1 offset=', [], ''],
  ['list id=', [], ''],
])('results that can be read on complete %j', (line, candidates, completes) => {
  expect(completeToolLine([...TOOLS, READER], ['art_2', 'art_1'])(line)).toEqual([candidates, completes]);
});
