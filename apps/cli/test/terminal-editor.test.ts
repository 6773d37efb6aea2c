import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFiles } from './run-main.js';
import { note, terminalFolder } from './terminal-folder.js';
import { TerminalSession, testInTerminal } from './terminal-session.js';

const { cwd, script } = terminalFolder();

// One that reads the terminal itself, as editors do.
writeFiles(cwd, {
  'editor.sh': 'ls -l "$1" | cut -c1-10\ncat "$1"\nprintf "text? "\nread answer\nprintf %s "$answer" > "$1"\n',
  'broken.sh': 'exit 3\n',
});

const line = (): readonly string[] => ['run', 'go', ...script({ toolCalls: [note('one')] }, { text: 'Done.' })];
const noteText = (): string | undefined => (existsSync(join(cwd, 'note.txt')) ? readFileSync(join(cwd, 'note.txt'), 'utf8') : undefined);

testInTerminal('arguments are edited in the editor that the environment names, which has the terminal meanwhile', async () => {
  const session = new TerminalSession(line(), { cwd, env: { EDITOR: '/bin/sh editor.sh' } });
  await session.until('[l]ater:');
  session.enter('e');
  const editing = await session.until('text?');
  expect(editing).toContain('-rw-------\n{\n  "text": "one"\n}');
  session.enter('{"text":"two"}');
  const ended = await session.until('exit: 0');
  expect(ended).toContain('✓ write_note  text: "two"');
  expect(noteText()).toBe('two');
});

testInTerminal('what was written is checked: no JSON is asked about again, other arguments than the tool has run nothing', async () => {
  const session = new TerminalSession(line(), { cwd, env: { VISUAL: '/bin/sh editor.sh', EDITOR: 'none' } });
  await session.until('[l]ater:');
  session.enter('e');
  await session.until('text?');
  session.enter('{"text":');
  await session.until(/What you wrote is not valid JSON[^]*\[l\]ater:$/);
  session.enter('e');
  await session.until(/text\?[^]*text\?/);
  session.enter('{"texts":"two"}');
  const ended = await session.until('exit: 0');
  expect(ended).toContain('✗ write_note');
  expect(noteText()).toBeUndefined();
});

testInTerminal('an editor that fails, and one that changes nothing, leave the question', async () => {
  const session = new TerminalSession(line(), { cwd, env: { EDITOR: '/bin/sh broken.sh' } });
  await session.until('[l]ater:');
  session.enter('e');
  await session.until(/The editor \/bin\/sh broken\.sh ended with 3; nothing was changed\.[^]*\[l\]ater:$/);
  session.enter('y');
  await session.until('exit: 0');
  expect(noteText()).toBe('one');
  const unchanged = new TerminalSession(line(), { cwd, env: { EDITOR: 'true' } });
  await unchanged.until('[l]ater:');
  unchanged.enter('e');
  await unchanged.until(/Nothing was changed\.[^]*\[l\]ater:$/);
  unchanged.enter('n');
  await unchanged.until('exit: 0');
});
