import { PassThrough } from 'node:stream';
import type { CommandIo } from '../io.js';
import { Spinner } from './spinner.js';

function onTerminal(terminal: { readonly isTTY: boolean; readonly columns?: number }, env: CommandIo['env'] = {}) {
  const written: string[] = [];
  const stdout = { write: (text: string) => written.push(text), ...terminal };
  const io: CommandIo = { stdout, stderr: stdout, stdin: new PassThrough(), env, cwd: '/', signal: new AbortController().signal };
  return { spinner: new Spinner(io), written };
}

test('it overwrites its line and leaves nothing', () => {
  const { spinner, written } = onTerminal({ isTTY: true, columns: 12 });
  spinner.show('thinking hard');
  spinner.draw();
  spinner.show('a\u001b[2J');
  spinner.draw();
  spinner.clear();
  spinner.clear();
  expect(written).toEqual(['\r\u001b[K⠙ thinking…', '\r\u001b[K⠹ a\\x1b[2J', '\r\u001b[K']);
});

test.each([
  ['a pipe', { isTTY: false }, {}],
  ['a terminal that cannot', { isTTY: true }, { TERM: 'dumb' }],
])('%s sees nothing of it', (_what, terminal, env) => {
  const { spinner, written } = onTerminal(terminal, env);
  spinner.show('thinking');
  spinner.clear();
  expect(written).toEqual([]);
});
