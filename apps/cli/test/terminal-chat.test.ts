import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FLAGS, terminalFolder, work } from './terminal-folder.js';
import { TerminalSession, testInTerminal } from './terminal-session.js';

const { cwd, script } = terminalFolder();

describe('tackroom chat in a terminal', () => {
  testInTerminal('the person is the model: tools, completion, undo', async () => {
    const session = new TerminalSession(['chat', ...FLAGS], { cwd });
    expect(await session.until('you ›')).toMatchInlineSnapshot(`
     "tackroom chat · 14 tools on CWD
     No model is configured, so you are the model. Call a tool, and see what it does:
       read_file path=README.md
     Anything else is a message, which you then answer as the model.
     For a model: --model provider/model, or "model" in tackroom.config.ts; see tackroom
     doctor.
     /help lists the commands, Tab completes. Ctrl-C stops a run, Ctrl-D leaves.

     you ›"
    `);
    session.type('write_note te');
    session.press('Tab');
    await session.until('write_note text=');
    session.type('"two words" style=f');
    session.press('Tab');
    await session.until('style=fancy');
    session.press('Enter');
    await session.until('[l]ater:');
    session.enter('y');
    await session.until('✓ write_note');
    expect(readFileSync(join(cwd, 'note.txt'), 'utf8')).toBe('* two words');
    session.enter('/undo');
    await session.until('removed note.txt');
    expect(existsSync(join(cwd, 'note.txt'))).toBe(false);
    session.enter('raed_file path=README.md');
    await session.until('did you mean read_file?');
    session.enter('That was it.');
    await session.until(/TIME\n+you ›/);
    session.press('C-d');
    expect((await session.until('exit: 0')).replace(/(undone\/)\S+/, '$1WHEN.')).toMatchInlineSnapshot(`
     "tackroom chat · 14 tools on CWD
     No model is configured, so you are the model. Call a tool, and see what it does:
       read_file path=README.md
     Anything else is a message, which you then answer as the model.
     For a model: --model provider/model, or "model" in tackroom.config.ts; see tackroom
     doctor.
     /help lists the commands, Tab completes. Ctrl-C stops a run, Ctrl-D leaves.

     you › write_note text="two words" style=fancy

     Approval needed: write_note requires approval
     write_note
       text: "two words"
       style: "fancy"
     "always" covers write_note{"text":"two words","style":"fancy"}
     Run it? [y]es, [n]o (n TEXT says why), [e]dit, [a]lways in this session, [l]ater: y
     ✓ write_note  text: "two words", style: "fancy"  TIME
       │ written
     You are the model: call a tool, or give the answer in words. An empty line ends your turn.
     model › /undo
     removed note.txt
     What was taken away is kept in .tackroom/undone/WHEN.
     model › raed_file path=README.md
     There is no tool raed_file; did you mean read_file? To answer with these words, begin the
     line with a blank.
     model › That was it.
     2 steps · 1 call · TIME
     you ›
     exit: 0"
    `);
  });

  testInTerminal('a conversation: what was said before, lines called back, Ctrl-C for one run only', async () => {
    const args = [
      'chat',
      ...script({ text: 'Hello.' }, { toolCalls: [work('a')] }, { text: 'Still here.' }),
      '--transcript',
      'transcript.jsonl',
    ];
    const session = new TerminalSession(args, { cwd });
    await session.until('you ›');
    session.enter('Hi there');
    await session.until('Hello.');
    session.enter('Work');
    await session.until(/╰─+╯/);
    session.press('C-c');
    await session.until('stopped: cancelled');
    await session.until(/stopped: cancelled[^]*you ›/);
    session.press('Up', 'Up');
    await session.until(/you › Hi there$/m);
    session.press('Enter');
    await session.until('Still here.');
    session.type('half a line');
    await session.until('half a line');
    session.press('C-c');
    await session.until(/you ›$/);
    session.press('C-c');
    await session.until('Ctrl-D or /exit leaves.');
    session.enter('/exit');
    expect(await session.until('exit: 0')).not.toContain('half');
    const requests = readFileSync(join(cwd, 'transcript.jsonl'), 'utf8').trim().split('\n');
    const { messages } = JSON.parse(requests[2] ?? '') as { messages: { role: string }[] };
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user', 'assistant', 'tool', 'user']);
    // The next conversation remembers the lines of this one.
    const again = new TerminalSession(['chat', ...FLAGS], { cwd });
    await again.until('you ›');
    again.press('Up', 'Up');
    await again.until(/you › Hi there$/m);
  });

  testInTerminal('a call that waits is approved or refused later', async () => {
    const args = [
      'chat',
      ...script(
        {
          toolCalls: [
            { name: 'write_note', args: { text: 'one' } },
            { name: 'write_note', args: { text: 'two' } },
          ],
        },
        { text: 'As you say.' },
      ),
    ];
    const session = new TerminalSession(args, { cwd });
    await session.until('you ›');
    session.enter('Take notes');
    await session.until('[l]ater:');
    session.enter('l');
    await session.until(/"two"[^]*\[l\]ater:/);
    session.enter('l');
    await session.until(/This waits for you:[^]*you ›$/);
    session.enter('Something else');
    await session.until(/A call waits for you[^]*you ›$/);
    session.enter('/reject 2 not that');
    await session.until(/1 more waits[^]*you ›$/);
    session.enter('/approve');
    await session.until('As you say.');
    session.enter('/exit');
    expect(await session.until('exit: 0')).toMatchInlineSnapshot(`
     "The model is scripted/scripted.
     /help lists the commands, Tab completes. Ctrl-C stops a run, Ctrl-D leaves.

     you › Take notes

     Approval needed: write_note requires approval
     write_note
       text: "one"
     "always" covers write_note{"text":"one"}
     Run it? [y]es, [n]o (n TEXT says why), [e]dit, [a]lways in this session, [l]ater: l

     Approval needed: write_note requires approval
     write_note
       text: "two"
     "always" covers write_note{"text":"two"}
     Run it? [y]es, [n]o (n TEXT says why), [e]dit, [a]lways in this session, [l]ater: l

     This waits for you:
     1. write_note
          text: "one"
        (write_note requires approval)
     2. write_note
          text: "two"
        (write_note requires approval)
     /approve runs it, /reject refuses it.
     1 step · 2 calls · 70 tokens in, 7 out · TIME
     you › Something else
     A call waits for you: /approve or /reject it first.
     you › /reject 2 not that
     1 more waits: /approve or /reject it, and the run goes on.
     you › /approve
     ✗ write_note  text: "two"
       │ A person refused this call and said: not that. Do not make this call again.
     ✓ write_note  text: "one"  TIME
       │ written
     As you say.
     2 steps · 2 calls · 210 tokens in, 10 out · TIME
     you › /exit
     exit: 0"
    `);
    expect(readFileSync(join(cwd, 'note.txt'), 'utf8')).toBe('one');
  });

  testInTerminal('a second Ctrl-C ends the command, whatever a tool does', async () => {
    const args = ['chat', ...script({ toolCalls: [{ name: 'deaf', args: {} }] })];
    const session = new TerminalSession(args, { cwd });
    await session.until('you ›');
    session.enter('Go');
    await session.until(/╭ deaf/);
    session.press('C-c');
    await session.until('Stopping. Ctrl-C again ends the chat.');
    session.press('C-c');
    session.press('C-c');
    await session.until('exit: 130');
  });

  testInTerminal('a narrow terminal breaks words of the command at blanks, and cuts none', async () => {
    const session = new TerminalSession(['chat', ...FLAGS], { cwd, columns: 40 });
    await session.until('you ›');
    session.enter('/help');
    expect(await session.until(/Ctrl-D\)\nyou ›$/)).toMatchInlineSnapshot(`
     "tackroom chat · 14 tools on
     CWD
     No model is configured, so you are the
     model. Call a tool, and see what it
     does:
       read_file path=README.md
     Anything else is a message, which you
     then answer as the model.
     For a model: --model provider/model, or
     "model" in tackroom.config.ts; see
     tackroom doctor.
     /help lists the commands, Tab completes.
     Ctrl-C stops a run, Ctrl-D leaves.

     you › /help
     /help
       list these commands
     /tools [NAME]
       list the tools, or show one whole
     /todos
       show the plan
     /approve [N|all]
       run a call that waits for approval
     /reject [N|all] [WHY]
       refuse a call that waits, and tell the
     model why
     /answer TEXT
       answer a question that waits, in words
     or by the number of a choice
     /undo
       put back the files that the last turn
     changed, but not in node_modules and
     folders that .gitignore names
     /clear
       forget the conversation and begin anew
     /exit
       leave (also Ctrl-D)
     you ›"
    `);
  });

  testInTerminal('the terminal is given back: what is typed afterwards is shown', async () => {
    const session = new TerminalSession(['chat', ...FLAGS], { cwd });
    await session.until('you ›');
    session.press('C-d');
    await session.until('exit: 0');
    session.enter('echoed');
    await session.until(/echoed\nechoed/);
  });
});
