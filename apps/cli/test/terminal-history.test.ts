import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writeFiles } from './run-main.js';
import { FLAGS, terminalFolder } from './terminal-folder.js';
import { TerminalSession, testInTerminal } from './terminal-session.js';

const { cwd } = terminalFolder();
const LOG_IN = `import { defineTool } from 'tackroom';
  export const logIn = defineTool({
    name: 'log_in', description: 'Log in.', permission: 'allow', replayPolicy: 'safe', secretParameters: ['password'],
    input: { type: 'object', properties: { user: { type: 'string' }, password: { type: 'string' } } },
    handler: ({ user }) => user + ' is in',
  });`;

testInTerminal('a call line with a secret is not kept, also not one that goes on in a second line', async () => {
  writeFiles(cwd, { 'log-in.mjs': LOG_IN });
  const session = new TerminalSession(['chat', ...FLAGS, '--tools', 'log-in.mjs', '--model', 'operator'], { cwd });
  await session.until('you ›');
  session.enter('log_in user=ann password=hunter2');
  await session.until('ann is in');
  await session.until(/model ›$/);
  session.enter('log_in user=bob \\');
  await session.until(/… $|…$/);
  session.enter('password=hunter3');
  await session.until('bob is in');
  await session.until(/model ›$/);
  session.enter('log_in user=eve');
  await session.until('eve is in');
  await session.until(/model ›$/);
  session.press('C-d');
  await session.until('exit: 0');
  const path = join(cwd, 'tackroom', 'chat-history');
  expect(readFileSync(path, 'utf8')).toBe('log_in user=bob \\\nlog_in user=eve\n');
  expect(statSync(path).mode & 0o777).toBe(0o600);
});
