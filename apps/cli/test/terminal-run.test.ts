import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { begun, FLAGS, note, terminalFolder, work } from './terminal-folder.js';
import { TerminalSession, testInTerminal } from './terminal-session.js';

const { cwd, script, release } = terminalFolder();

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
    await session.until('Plan');
    expect(await session.until('Todo list updated')).toMatchInlineSnapshot(`
     "✓ write_todos  todos: [{"content":"Look around","status":"co…  TIME
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
     "✓ write_todos  todos: [{"content":"Look around","status":"co…  TIME
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

  testInTerminal('what a tool prints goes by above the calls, and nothing is left of them', async () => {
    const session = new TerminalSession(['run', 'go', ...script({ toolCalls: [{ name: 'chatty', args: {} }] }, { text: 'Done.' })], {
      cwd,
    });
    expect(await session.until('exit: 0')).toMatchInlineSnapshot(`
     "log one
     log two
     log three
     ✓ chatty  TIME
       │ talked
     Done.
     2 steps · 1 call · 161 tokens in, 3 out · TIME
     no line end
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
     Anything else is your answer.
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
  testInTerminal('arguments are edited in place', async () => {
    const session = new TerminalSession(['run', 'go', ...script({ toolCalls: [note('frist')] }, { text: 'Noted.' })], { cwd });
    await session.until('[l]ater:');
    session.enter('e');
    await session.until('go back): {"text":"frist"}');
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

  testInTerminal('nor is what is typed before the first question', async () => {
    const turns = script({ toolCalls: [work('a')] }, { toolCalls: [note('one')] }, { text: 'Done.' });
    const session = new TerminalSession(['run', 'go', ...turns], { cwd });
    await session.until(begun(1));
    session.type('y\r');
    release('a');
    const screen = await session.until(/\[l\]ater:$/);
    expect(screen).not.toContain('✓ write_note');
    session.enter('n');
    await session.until('exit: 0');
    expect(existsSync(join(cwd, 'note.txt'))).toBe(false);
  });
});
