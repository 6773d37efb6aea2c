import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventsOf, runMain, scratchFolder, writeFiles } from './run-main.js';

const cwd = scratchFolder({ 'a.txt': 'hello\n' });
const ECHO = { name: 'run_command', args: { command: 'echo hi > made.txt' } };

/** A conversation through a pipe, with a scripted model. */
function chat(turns: readonly unknown[], input: string, ...flags: readonly string[]) {
  writeFiles(cwd, { 'turns.json': { turns } });
  return runMain(['chat', '--model', 'scripted:turns.json', ...flags], { cwd, input });
}

test('lines of a pipe are a conversation', async () => {
  const read = { toolCalls: [{ name: 'read_file', args: { path: 'a.txt' } }] };
  const ran = await chat([read, { text: 'It says hello.' }, { text: 'Bye.' }], 'What is in a.txt?\n\nThanks\n', '--transcript', 't.jsonl');
  expect(ran).toEqual({
    code: 0,
    stderr: '',
    stdout: '→ read_file {"path":"a.txt"}\n✓ read_file: a.txt, line 1 of 1 (+8 characters)\nIt says hello.\nBye.\n',
  });
  const requests = readFileSync(join(cwd, 't.jsonl'), 'utf8').trim().split('\n');
  const { messages } = JSON.parse(requests[2] ?? '') as { messages: { role: string }[] };
  expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'assistant', 'user']);
});

test('an approval waits for a later line', async () => {
  const ran = await chat([{ toolCalls: [ECHO] }, { text: 'Made.' }], 'make it\nsomething else\n/approve 7\n/approve\n/undo\n/undo\n');
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  expect(ran.stdout.replace(/(undone\/)\S+/, '$1WHEN.')).toMatchInlineSnapshot(`
   "→ run_command {"command":"echo hi > made.txt"}
   ? run_command needs approval

   This waits for you:
   1. run_command
        command: "echo hi > made.txt"
        timeout_seconds: 30
      In the root of the workspace:
      - echo hi
          writes made.txt
      (run_command is of high risk)
   /approve runs it, /reject refuses it.
   A call waits for you: /approve or /reject it first.
   "7" is none of the calls that wait:
   1. run_command
        command: "echo hi > made.txt"
        timeout_seconds: 30
      In the root of the workspace:
      - echo hi
          writes made.txt
      (run_command is of high risk)
   ✓ run_command: (no output) (+22 characters)
   Made.
   removed made.txt
   What was taken away is kept in .tackroom/undone/WHEN.
   No turn of this conversation changed files.
   "
  `);
  expect(existsSync(join(cwd, 'made.txt'))).toBe(false);
});

test('a reason that begins like a number or like "all" decides nothing by itself', async () => {
  const two = { toolCalls: [ECHO, { ...ECHO, args: { command: 'echo two' } }] };
  const ran = await chat([two], 'go\n/reject allow me to think\n/reject 2nd one is wrong\n/clear\n');
  expect(ran.stdout.match(/Which one\?/g)).toHaveLength(2);
  expect(ran.stdout).toContain('2 calls that waited are given up.');
});

test('with --json stdout holds events only, and words go to stderr', async () => {
  const ran = await chat([{ toolCalls: [ECHO] }, { text: 'No.' }], 'make it\n/help\n/reject because\n', '--json');
  expect(ran.code).toBe(0);
  expect(ran.stderr).toContain('/approve');
  expect(eventsOf(ran).filter(({ type }) => type === 'run-pause' || type === 'run-finish')).toMatchObject([
    { status: 'paused' },
    { status: 'completed' },
  ]);
  expect(eventsOf(ran).find(({ type }) => type === 'tool-result')).toMatchObject({
    content: expect.stringContaining('because') as unknown,
  });
});

test('with --json nothing but events is on stdout at a terminal either', async () => {
  writeFiles(cwd, { 'turns.json': { turns: [{ text: 'Hello.' }] } });
  const { code, stdout } = await runMain(['chat', '--model', 'scripted:turns.json', '--json'], { cwd, input: 'Hi\n', atTerminal: true });
  expect(code).toBe(0);
  expect(eventsOf({ code, stdout, stderr: '' }).at(-1)).toMatchObject({ type: 'run-finish', text: 'Hello.' });
});

test('a run that still waits at the end is kept where --state says', async () => {
  const ran = await chat([{ toolCalls: [ECHO] }], 'make it\n', '--state', 'waiting.json');
  expect(ran.code).toBe(3);
  writeFiles(cwd, { 'rest.json': { turns: [{ text: 'Done.' }] } });
  const resumed = await runMain(['resume', '--state', 'waiting.json', '--reject', 'all', '--model', 'scripted:rest.json'], { cwd });
  expect(resumed).toMatchObject({ code: 0, stdout: expect.stringContaining('Done.') as unknown });
});

test('without a model the lines are the model’s', async () => {
  const input = 'read_file path=a.txt\nglob pattern=*.txt &\nread_file path=nope\n\nAll seen.\n';
  const ran = await runMain(['chat'], { cwd, input });
  expect(ran.code).toBe(0);
  expect(ran.stderr).toContain('No model is configured, so you are the model');
  // The two calls run side by side: either may end first.
  const [failed, found] = ['✗ read_file: "nope" does not exist.\n', '✓ glob: a.txt\n'];
  expect(ran.stdout.replace(failed + found, found + failed)).toMatchInlineSnapshot(`
   "→ read_file {"path":"a.txt"}
   ✓ read_file: a.txt, line 1 of 1 (+8 characters)
   You are the model: call a tool, or give the answer in words. An empty line ends your turn.
   → glob {"pattern":"*.txt"}
   → read_file {"path":"nope"}
   ✓ glob: a.txt
   ✗ read_file: "nope" does not exist.
   (done)
   (done)
   "
  `);
});

test('the end of the input ends the turn of whoever is the model', async () => {
  expect(await runMain(['chat', '--model', 'operator'], { cwd, input: 'read_file path=a.txt\n' })).toMatchObject({ code: 0 });
  const run = await runMain(['run', 'go', '--model', 'operator', '--json'], { cwd, input: 'read_file path=a.txt\n' });
  expect(run.code).toBe(1);
  expect(eventsOf(run).at(-1)).toMatchObject({ type: 'run-finish', status: 'failed' });
});

test('run takes the model’s lines from a pipe too', async () => {
  const ran = await runMain(['run', 'go', '--model', 'operator'], { cwd, input: 'read_file path=a.txt\nIt says hello.\n' });
  expect(ran).toMatchObject({ code: 0, stdout: expect.stringMatching(/✓ read_file[^]*It says hello\.\n$/) as unknown });
});

test('commands that have nothing to do say so', async () => {
  const ran = await chat([], '/todos\n/approve\n/answer x\n/undo\n/tools nope\n/clear\n/nonsense\n/exit\nnot read\n');
  expect(ran.code).toBe(0);
  expect(ran.stdout).toMatchInlineSnapshot(`
   "There is no plan.
   No call waits for approval.
   No question waits for an answer.
   No turn of this conversation changed files.
   There is no tool nope. There are: delete, edit_file, generate_file, glob, grep, list_directory, read_file, read_todos, run_command, write_file, write_todos.
   The conversation is forgotten, with its plan and what was always allowed.
   There is no command /nonsense. /help lists what there is. A message that begins with a slash is written with two.
   "
  `);
});

test('a model that fails leaves the conversation alive', async () => {
  const ran = await chat([{ error: { status: 400, message: 'no such model' } }, { text: 'Better.' }], 'one\ntwo\n');
  expect(ran).toMatchObject({ code: 0, stdout: expect.stringMatching(/failed: [^]*no such model[^]*Better\.\n$/) as unknown });
});
