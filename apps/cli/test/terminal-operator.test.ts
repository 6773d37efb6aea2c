import { writeFiles } from './run-main.js';
import { FLAGS, terminalFolder } from './terminal-folder.js';
import { TerminalSession, testInTerminal } from './terminal-session.js';

const { cwd } = terminalFolder();
const LONG = `import { defineTool } from 'tackroom';
  export const long = defineTool({
    name: 'long', description: 'Say much.', permission: 'allow', replayPolicy: 'safe', input: { type: 'object' },
    handler: () => 'word '.repeat(50_000) + 'the end',
  });`;

describe.each(['chat', 'run'])('the person is the model of %s', (command) => {
  testInTerminal('the id of a result that was too long completes', async () => {
    writeFiles(cwd, { 'long.mjs': LONG });
    const task = command === 'run' ? ['go'] : [];
    const session = new TerminalSession([command, ...task, ...FLAGS, '--tools', 'long.mjs', '--model', 'operator'], {
      cwd,
      columns: 200,
      rows: 300,
    });
    await session.until(/ ›$/);
    session.enter('long');
    await session.until(/left out here[^]*model ›$/);
    session.type('read_tool_result ');
    await session.until(/read_tool_result$/);
    session.press('Tab');
    await session.until(/ id=$/);
    session.press('Tab');
    await session.until(/read_tool_result id=\S{6,}$/);
    session.type('offset=249990');
    session.press('Enter');
    await session.until('the end');
    session.press('C-c');
  });
});
