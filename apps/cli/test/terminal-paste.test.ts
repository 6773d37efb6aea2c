import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFiles } from './run-main.js';
import { note, FLAGS, terminalFolder, work } from './terminal-folder.js';
import { TerminalSession, testInTerminal } from './terminal-session.js';

const { cwd, script, release } = terminalFolder();
const QUIT = `import { defineTool } from 'tackroom';
  export const quit = defineTool({
    name: 'quit', description: 'End everything.', permission: 'allow', input: { type: 'object' }, handler: () => process.exit(0),
  });`;

describe('what is pasted at a terminal', () => {
  testInTerminal('is one message with its line breaks, sent by Enter, and called back as it was', async () => {
    const args = ['chat', ...script({ text: 'Seen.' }, { text: 'Seen again.' }), '--transcript', 'transcript.jsonl'];
    const session = new TerminalSession(args, { cwd });
    await session.until('you ›');
    session.paste('first\nsecond \u001b[31mred\u0007\n\n\tthird\n');
    expect(await session.until('third')).toMatch(/you › first⏎second red⏎⏎\s+third$/);
    session.type('!');
    session.press('Enter');
    await session.until(/Seen\.[^]*you ›$/);
    session.press('Up');
    await session.until(/Seen\.[^]*third!$/);
    session.press('Enter');
    await session.until('Seen again.');
    const requests = readFileSync(join(cwd, 'transcript.jsonl'), 'utf8').trim().split('\n');
    const { messages } = JSON.parse(requests[1] ?? '') as { messages: readonly { role: string; content: unknown }[] };
    const said = messages.filter(({ role }) => role === 'user').map(({ content }) => content);
    const message = 'first\nsecond red\n\n\tthird!';
    expect(said.map((content) => JSON.stringify(content).includes(JSON.stringify(message).slice(1, -1)))).toEqual([true, true]);
    session.press('C-d');
    await session.until('exit: 0');
  });

  testInTerminal('sends nothing by itself while a run is under way either', async () => {
    const session = new TerminalSession(['chat', ...script({ toolCalls: [work('a')] }, { text: 'Done.' })], { cwd });
    await session.until('you ›');
    session.enter('go');
    await session.until(/╭ work/);
    session.paste('for\nlater\n');
    release('a');
    await session.until(/Done\.[^]*you › for⏎later$/);
  });

  testInTerminal('approves no call', async () => {
    const session = new TerminalSession(['chat', ...script({ toolCalls: [note('x')] }, { text: 'Refused.' })], { cwd });
    await session.until('you ›');
    session.enter('go');
    await session.until('[l]ater:');
    session.paste('y\n');
    await session.until(/\[l\]ater: y$/);
    session.paste('\nmore\n');
    await session.until(/\[l\]ater: y⏎more$/);
    session.press('Enter');
    await session.until(/Type y, n, e, a or l[^]*\[l\]ater:$/);
    session.enter('n');
    await session.until('Refused.');
    expect(existsSync(join(cwd, 'note.txt'))).toBe(false);
  });

  testInTerminal('is marked for the next program only if that one asks, however the chat ended', async () => {
    const ended = new TerminalSession(['chat', ...FLAGS], { cwd });
    await ended.until('you ›');
    ended.press('C-d');
    await ended.until('exit: 0');
    ended.paste('after the end');
    expect(await ended.until('after the end')).toMatch(/^after the end$/m);
    writeFiles(cwd, { 'quit.mjs': QUIT });
    const args = ['chat', ...script({ toolCalls: [{ name: 'quit', args: {} }] }), '--tools', 'quit.mjs'];
    const crashed = new TerminalSession(args, { cwd });
    await crashed.until('you ›');
    crashed.enter('go');
    await crashed.until('exit: 1');
    crashed.paste('after the crash');
    expect(await crashed.until('after the crash')).toMatch(/^after the crash$/m);
  });
});
