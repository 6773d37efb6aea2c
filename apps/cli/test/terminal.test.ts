import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchFolder, writeFiles } from './run-main.js';
import { TerminalSession, testInTerminal } from './terminal-session.js';

const cwd = scratchFolder({
  'README.md': '# Demo\n\nA small project.\n',
  // Works until the test lays a file down, and reports how far it is.
  'tools.mjs': `
    import { existsSync, writeFileSync } from 'node:fs';
    import { setTimeout as wait } from 'node:timers/promises';
    import { defineTool } from 'tackroom';
    const properties = { on: { type: 'string' }, total: { type: 'number' }, note: { type: 'string' } };
    const until = async (file, signal) => { while (!existsSync(file)) await wait(20, undefined, { signal }); };
    export default [
      defineTool({
        name: 'work', description: 'Work on something.', replayPolicy: 'safe', permission: 'allow',
        input: { type: 'object', properties, required: ['on'], additionalProperties: false },
        handler: async ({ on, total }, { call, signal }) => {
          call.progress(total === undefined ? 'begun\\n' : { progress: 1, total, message: 'one of several' });
          await until('release-' + on, signal);
          return on + ' is done\\nsecond line\\nthird line\\nfourth line\\nfifth line';
        },
      }),
      defineTool({
        name: 'write_note', description: 'Write a note.', permission: 'ask',
        input: { type: 'object', properties: { text: { type: 'string' }, style: { enum: ['plain', 'fancy'] } }, required: ['text'], additionalProperties: false },
        handler: ({ text, style }) => { writeFileSync('note.txt', (style === 'fancy' ? '* ' : '') + text); return 'written'; },
      }),
    ];`,
});

const FLAGS = ['--tools', 'tools.mjs', '--bundle', 'filesystem'];

function script(...turns: readonly unknown[]): readonly string[] {
  writeFiles(cwd, { 'turns.json': { turns } });
  return [...FLAGS, '--model', 'scripted:turns.json'];
}

const work = (on: string, more: object = {}): object => ({ name: 'work', args: { on, ...more } });

function release(...names: readonly string[]): void {
  for (const name of names) writeFileSync(join(cwd, `release-${name}`), '');
}

afterEach(() => {
  for (const name of ['a', 'b', 'c']) rmSync(join(cwd, `release-${name}`), { force: true });
  rmSync(join(cwd, 'note.txt'), { force: true });
});

/** So many calls have said something. */
function begun(calls: number): RegExp {
  return new RegExp(`(?:› [^]*){${calls}}`);
}

describe('tackroom run in a terminal', () => {
  const turns = [
    {
      text: 'Three things at once, and this sentence is long enough that a narrow terminal must break it.',
      toolCalls: [work('a'), work('b', { total: 4 }), work('c', { note: 'x'.repeat(60) })],
    },
    { text: 'All done.' },
  ];

  testInTerminal('parallel calls stand side by side, and give way to their results', async () => {
    const session = new TerminalSession(['run', 'go', ...script(...turns)], { cwd, columns: 120 });
    await session.until(begun(3));
    expect(await session.until(/╰─+╯ ╰─+╯ ╰─+╯/)).toMatchInlineSnapshot(`
     "Three things at once, and this sentence is long enough that a narrow terminal must break it.
     ╭ work ───────────────────────── TIME ╮ ╭ work ───────────────────────── TIME ╮ ╭ work ───────────────────────── TIME ╮
     │ on: "a"                             │ │ on: "b"                             │ │ on: "c"                             │
     │ › begun                             │ │ total: 4                            │ │ note: "xxxxxxxxxxxxxxxxxxxxxxxxxxx… │
     │                                     │ │ ███████░░░░░░░░░░░░░░░░░░░░░░  25 % │ │ › begun                             │
     │                                     │ │ › one of several                    │ │                                     │
     ╰─────────────────────────────────────╯ ╰─────────────────────────────────────╯ ╰─────────────────────────────────────╯"
    `);
    release('b');
    await session.until('b is done');
    release('c');
    await session.until('c is done');
    release('a');
    expect(await session.until('exit: 0')).toMatchInlineSnapshot(`
     "Three things at once, and this sentence is long enough that a narrow terminal must break it.
     ✓ work  on: "b", total: 4  TIME
       │ b is done
       │ second line
       │ third line
       │ … 2 more lines
     ✓ work  on: "c", note: "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"  TIME
       │ c is done
       │ second line
       │ third line
       │ … 2 more lines
     ✓ work  on: "a"  TIME
       │ a is done
       │ second line
       │ third line
       │ … 2 more lines
     All done.
     2 steps · 3 calls · 276 tokens in, 54 out · TIME
     exit: 0"
    `);
  });

  testInTerminal('a narrow terminal stacks them', async () => {
    const session = new TerminalSession(['run', 'go', ...script(...turns)], { cwd, columns: 44 });
    await session.until(begun(3));
    expect(await session.until(/(?:╰─+╯[^]*){3}/)).toMatchInlineSnapshot(`
     "Three things at once, and this sentence is
     long enough that a narrow terminal must
     break it.
     ╭ work ───────────────────────────── TIME ╮
     │ on: "a"                                 │
     │ › begun                                 │
     ╰─────────────────────────────────────────╯
     ╭ work ───────────────────────────── TIME ╮
     │ on: "b"                                 │
     │ total: 4                                │
     │ ████████░░░░░░░░░░░░░░░░░░░░░░░░░  25 % │
     │ › one of several                        │
     ╰─────────────────────────────────────────╯
     ╭ work ───────────────────────────── TIME ╮
     │ on: "c"                                 │
     │ note: "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx… │
     │ › begun                                 │
     ╰─────────────────────────────────────────╯"
    `);
    release('a', 'b', 'c');
    await session.until('exit: 0');
  });

  testInTerminal('a window that becomes narrower while it runs stays readable', async () => {
    const session = new TerminalSession(['run', 'go', ...script({ toolCalls: [work('a')] }, { text: 'All done.' })], { cwd, columns: 100 });
    await session.until(/╰─+╯/);
    session.resize(30, 20);
    await session.until(/╭ work ─+ TIME ╮/);
    release('a');
    const screen = await session.until('exit: 0');
    expect(screen).toContain('a is done');
    expect(screen).toContain('All done.');
    expect(screen.split('\n').every((row) => row.length <= 30)).toBe(true);
  });

  testInTerminal('the plan stands below the work, and what is left of it at the end', async () => {
    const todos = [
      { content: 'Look around', status: 'completed' },
      { content: 'Do the work', status: 'in_progress' },
      { content: 'Tell about it', status: 'pending' },
    ];
    const plan = { toolCalls: [{ name: 'write_todos', args: { todos } }, work('a')] };
    const session = new TerminalSession(['run', 'go', ...script(plan, { text: 'Half done.' }, { text: 'Really.' })], { cwd });
    await session.until(begun(1));
    expect(await session.until('Plan')).toMatchInlineSnapshot(`
     "✓ write_todos  todos: [{"content":"Look around","status":"completed"},{"content":…  TIME
       │ Todo list updated: 1 completed, 1 in progress, 1 pending.
     ╭ work ─────────────────────────────────────────────────────────────────────────── TIME ╮
     │ on: "a"                                                                               │
     │ › begun                                                                               │
     ╰───────────────────────────────────────────────────────────────────────────────────────╯
     Plan 1 of 3 done
       ✓ Look around
       ▸ Do the work
       · Tell about it"
    `);
    release('a');
    expect(await session.until('exit: 0')).toMatchInlineSnapshot(`
     "✓ write_todos  todos: [{"content":"Look around","status":"completed"},{"content":…  TIME
       │ Todo list updated: 1 completed, 1 in progress, 1 pending.
     ✓ work  on: "a"  TIME
       │ a is done
       │ second line
       │ third line
       │ … 2 more lines
     Half done.
     Really.
     Plan 1 of 3 done
       ✓ Look around
       ▸ Do the work
       · Tell about it
     3 steps · 2 calls · 502 tokens in, 46 out · TIME
     exit: 0"
    `);
  });

  testInTerminal('nothing is coloured with NO_COLOR, and something is without', async () => {
    const args = ['run', 'go', ...script({ toolCalls: [{ name: 'read_file', args: { path: 'README.md' } }] }, { text: 'Done.' })];
    const plain = new TerminalSession(args, { cwd, env: { NO_COLOR: '1' } });
    await plain.until('exit: 0');
    const colored = new TerminalSession(args, { cwd });
    await colored.until('exit: 0');
    expect(plain.screen({ colors: true })).not.toContain('\u001b[');
    expect(colored.screen({ colors: true })).toContain('\u001b[32m✓');
  });

  testInTerminal('Ctrl-C cancels what runs', async () => {
    const session = new TerminalSession(['run', 'go', ...script({ toolCalls: [work('a')] })], { cwd });
    await session.until(/╰─+╯/);
    session.press('C-c');
    expect(await session.until('exit: 130')).toContain('stopped: cancelled');
  });

  testInTerminal('without a model the person is the model, and is told', async () => {
    const session = new TerminalSession(['run', 'Read the readme.', ...FLAGS], { cwd });
    expect(await session.until('model ›')).toContain('No model is configured, so you are the model');
    session.type('read_f');
    session.press('Tab');
    await session.until('model › read_file');
    session.press('Tab');
    await session.until('model › read_file path=');
    session.enter('README.md');
    await session.until('# Demo');
    session.enter('It says Demo.');
    expect(await session.until('exit: 0')).toMatchInlineSnapshot(`
     "No model is configured, so you are the model. Call a tool, and see what it does:
       read_file path=README.md
     or answer in words.
     For a model: --model provider/model, or "model" in tackroom.config.ts; see tackroom doctor
     .
     model › read_file path=README.md
     ✓ read_file  path: "README.md"  TIME
       │ README.md, lines 1-3 of 3
       │ 1  # Demo
       │ 2
       │ 3  A small project.
     model › It says Demo.
     2 steps · 1 call · TIME
     exit: 0"
    `);
  });
});

describe('approvals in a terminal', () => {
  const note = (text: string): object => ({ name: 'write_note', args: { text } });

  testInTerminal('arguments are edited in place', async () => {
    const session = new TerminalSession(['run', 'go', ...script({ toolCalls: [note('frist')] }, { text: 'Noted.' })], { cwd });
    await session.until('[l]ater:');
    session.enter('e');
    await session.until('{"text":"frist"}');
    for (let key = 0; key < 4; key++) session.press('BSpace');
    for (let key = 0; key < 3; key++) session.press('BSpace');
    session.enter('first"}');
    expect(await session.until('exit: 0')).toMatchInlineSnapshot(`
     "
     Approval needed: write_note requires approval
     write_note
       text: "frist"
     "always" covers write_note{"text":"frist"}
     Run it? [y]es, [n]o (n TEXT says why), [e]dit, [a]lways in this session, [l]ater: e
     The arguments as one JSON object (empty: go back): {"text":"first"}
     ✓ write_note  text: "first"  TIME
       │ written
     Noted.
     2 steps · 1 call · 164 tokens in, 6 out · TIME
     exit: 0"
    `);
    expect(readFileSync(join(cwd, 'note.txt'), 'utf8')).toBe('first');
  });

  testInTerminal('what is typed before the question is no answer to it', async () => {
    const session = new TerminalSession(['run', 'go', ...script({ toolCalls: [note('one'), note('two')] }, { text: 'Done.' })], { cwd });
    await session.until('[l]ater:');
    session.type('n\ry\r');
    const screen = await session.until(/"two"[^]*\[l\]ater:/);
    expect(screen).not.toContain('✓ write_note');
    session.enter('n');
    await session.until('exit: 0');
    expect(existsSync(join(cwd, 'note.txt'))).toBe(false);
  });
});

describe('tackroom chat in a terminal', () => {
  testInTerminal('the person is the model: tools, completion, undo', async () => {
    const session = new TerminalSession(['chat', ...FLAGS], { cwd });
    expect(await session.until('you ›')).toMatchInlineSnapshot(`
     "tackroom chat · 8 tools on CWD
     No model is configured, so you are the model. Call a tool, and see what it does:
       read_file path=README.md
     or answer in words.
     For a model: --model provider/model, or "model" in tackroom.config.ts; see tackroom doctor
     .
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
    expect(await session.until('exit: 0')).toMatchInlineSnapshot(`
     "tackroom chat · 8 tools on CWD
     No model is configured, so you are the model. Call a tool, and see what it does:
       read_file path=README.md
     or answer in words.
     For a model: --model provider/model, or "model" in tackroom.config.ts; see tackroom doctor
     .
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
    await session.until('This waits for you:');
    session.enter('Something else');
    await session.until('A call waits for you');
    session.enter('/reject 2 not that');
    await session.until('1 more waits');
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

  testInTerminal('the terminal is given back: what is typed afterwards is shown', async () => {
    const session = new TerminalSession(['chat', ...FLAGS], { cwd });
    await session.until('you ›');
    session.press('C-d');
    await session.until('exit: 0');
    session.enter('echoed');
    await session.until(/echoed\nechoed/);
  });
});
