import { completeChatLine, readChatLine } from './chat-command.js';

test.each([
  ['hello', { kind: 'message', text: 'hello' }],
  ['//etc is a folder', { kind: 'message', text: '/etc is a folder' }],
  ['/tools  read_file ', { kind: 'command', name: 'tools', rest: 'read_file' }],
  ['/quit', { kind: 'command', name: 'exit', rest: '' }],
  ['/reject 2 too risky', { kind: 'command', name: 'reject', rest: '2 too risky' }],
  ['/aprove', { kind: 'unknown', problem: expect.stringContaining('Did you mean /approve?') as unknown }],
  ['/', { kind: 'unknown', problem: expect.stringContaining('/help lists') as unknown }],
  ['/etc/passwd', { kind: 'unknown', problem: expect.stringContaining('written with two') as unknown }],
])('%j', (line, read) => {
  expect(readChatLine(line)).toEqual(read);
});

test.each([
  ['/t', ['/tools ', '/todos'], '/t'],
  ['/ex', ['/exit'], '/ex'],
  ['/tools re', ['read_file'], 're'],
  ['hello', [], 'hello'],
])('Tab after %j', (line, candidates, completes) => {
  expect(completeChatLine(line, ['read_file', 'glob'])).toEqual([candidates, completes]);
});
