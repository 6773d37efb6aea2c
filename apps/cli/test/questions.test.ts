import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { TerminalSession, testInTerminal } from './terminal-session.js';
import { jsonOf, runMain, scratchFolder, writeFiles } from './run-main.js';

const cwd = scratchFolder({});
const WHICH = { name: 'ask_user', args: { question: 'Which \u001b[31mtable?', choices: ['orders', 'users'] } };
const WHY = { name: 'ask_user', args: { question: 'And why?' } };
const TOOLS = ['--bundle', 'ask_user', '--bundle', 'shell', '--model', 'scripted:turns.json'];

function script(...turns: readonly unknown[]): void {
  writeFiles(cwd, { 'turns.json': { turns } });
}

test('a person at the terminal answers by number and by words, and the run goes on', async () => {
  script({ toolCalls: [WHICH, WHY] }, { text: 'Done.' });
  const { code, stdout } = await runMain(['run', 'go', ...TOOLS], { cwd, typed: ['2', 'because'] });
  expect([code, stdout]).toMatchInlineSnapshot(`
   [
     0,
     "→ ask_user {"question":"Which \\u001b[31mtable?","choices":["orders","users"]}
   → ask_user {"question":"And why?"}

   A question for you: Which \\u001b[31mtable?
     1. orders
     2. users
   Your answer, or a number (empty: no answer; end of input: later): 2

   A question for you: And why?
   Your answer (empty: no answer; end of input: later): because
   ✓ ask_user: The user answered: users
   ✓ ask_user: The user answered: because
   Done.
   ",
   ]
  `);
});

test.each([
  ['an empty line', '', 'The answer was left empty, so nobody has answered.'],
  ['a number that is no choice', '7', 'The user answered with none of the choices: 7'],
  ['other words', 'both', 'The user answered with none of the choices: both'],
])('%s', async (_what, typed, read) => {
  script({ toolCalls: [WHICH] }, { text: 'Done.' });
  const { code, stdout } = await runMain(['run', 'go', ...TOOLS], { cwd, typed: [typed] });
  expect([code, stdout]).toEqual([0, expect.stringContaining(read)]);
});

test('choices that are numbers go by what they say', async () => {
  script({ toolCalls: [{ name: 'ask_user', args: { question: 'How many?', choices: ['3', '1'] } }] }, { text: 'Done.' });
  const { code, stdout } = await runMain(['run', 'go', ...TOOLS], { cwd, typed: ['1'] });
  expect([code, stdout]).toEqual([0, expect.stringMatching(/  - 3\n  - 1\nYour answer \(empty[^]*The user answered: 1\n/)]);
});

test('what is left for later can be answered by another process; what was answered before is kept', async () => {
  script({ toolCalls: [WHICH, WHY] });
  const left = await runMain(['run', 'go', ...TOOLS, '--state', 'later.json'], { cwd, typed: ['1'] });
  expect([left.code, left.stdout]).toEqual([3, expect.stringContaining('--answer ID TEXT')]);
  const ids = left.stdout.match(/qst_[\w-]+/g) ?? [];
  expect([ids.length, left.stdout]).toEqual([1, expect.stringContaining(`${ids[0] ?? ''}\n    And why?`)]);
  script({ text: 'Done.' });
  const { code, stdout } = await runMain(['resume', '--state', 'later.json', ...TOOLS, '--answer', ids[0] ?? '', ''], { cwd });
  expect([code, stdout]).toEqual([0, expect.stringMatching(/The user answered: orders[^]*nobody has answered/)]);
});

test('who resumes at a terminal is asked what is open; no rule answers for them elsewhere', async () => {
  script({ toolCalls: [WHICH] });
  await runMain(['run', 'go', ...TOOLS, '--state', 'open.json'], { cwd });
  const refused = await runMain(['resume', '--state', 'open.json', ...TOOLS, '--yes-to', 'ask_user'], { cwd });
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringMatching(/Not decided yet: ask_user \(qst_.*--answer for each/)]);
  script({ text: 'Done.' });
  const { code, stdout } = await runMain(['resume', '--state', 'open.json', ...TOOLS], { cwd, typed: ['users'] });
  expect([code, stdout]).toEqual([0, expect.stringContaining('The user answered: users')]);
});

test('an interrupted question is not lost', async () => {
  script({ toolCalls: [WHICH] });
  const cut = await runMain(['run', 'go', ...TOOLS, '--state', 'cut.json'], { cwd, atTerminal: true, interruptAt: 'or a number' });
  expect([cut.code, existsSync(join(cwd, 'cut.json'))]).toEqual([3, true]);
});

test('with an approval beside it the run pauses: --yes-to and --json leave nobody waiting', async () => {
  script({ toolCalls: [WHICH, { name: 'run_command', args: { command: 'echo hi' } }] });
  const beside = await runMain(['run', 'go', ...TOOLS], { cwd, typed: ['l'] });
  expect([beside.code, beside.stdout]).toEqual([3, expect.stringContaining('It waits for')]);
  script({ toolCalls: [WHICH] });
  const { code, stdout } = await runMain(['run', 'go', ...TOOLS, '--json'], { cwd });
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>); // printed by the run
  expect(code).toBe(3);
  expect(lines.find(({ type }) => type === 'question')).toMatchObject({
    id: expect.stringMatching(/^qst_/) as unknown,
    toolName: 'ask_user',
    args: WHICH.args,
  });
  expect(lines.at(-1)).toMatchObject({ type: 'run-pause', status: 'paused', stopReason: 'question', pending: [{ kind: 'question' }] });
});

testInTerminal('a conversation asks at once, nothing moves meanwhile, and ^C leaves the question for /answer', async () => {
  script({ toolCalls: [WHICH] }, { text: 'First.' }, { toolCalls: [WHY] }, { text: 'Second.' });
  const session = new TerminalSession(['chat', ...TOOLS], { cwd, columns: 80 });
  await session.until('you ›');
  session.enter('go');
  await session.until('or a number');
  session.enter('users');
  expect(await session.until(/First\.[^]*you ›/)).toContain('The user answered: users');
  session.enter('on');
  await session.until('Your answer (empty');
  session.press('C-c');
  expect(await session.until(/\/answer TEXT answers the question\.[^]*you ›/)).toContain('? And why?');
  session.enter('/answer because');
  expect(await session.until('Second.')).toContain('The user answered: because');
});

testInTerminal('what is answered before ^C is kept, and /answer takes the number of a choice', async () => {
  script({ toolCalls: [WHY, WHICH, { name: 'ask_user', args: { question: 'By when?' } }] }, { text: 'Done.' });
  const session = new TerminalSession(['chat', ...TOOLS], { cwd, columns: 100 });
  await session.until('you ›');
  session.enter('go');
  await session.until('Your answer (empty');
  session.enter('because');
  await session.until('or a number');
  session.press('C-c');
  const listed = await session.until(/answers the first question\.[^]*you ›/);
  expect(listed).toMatch(
    /This waits for you:\s+\? Which .*\(1\. orders, 2\. users\)\s+\? By when\?\s+\/answer TEXT, or the number of a choice,/,
  );
  session.enter('/answer 2');
  await session.until(/1 more waits: \/answer it, and the run goes on\.\s+\? By when\?\s+you ›/);
  session.enter('/answer 2');
  const end = await session.until('Done.');
  for (const said of ['because', 'users', '2']) expect(end).toContain(`The user answered: ${said}`);
});

test('a call outside a run cannot ask', async () => {
  const { code, stdout } = await runMain(['call', 'ask_user', '{"question":"What?"}', '--bundle', 'ask_user', '--json'], { cwd });
  expect([code, jsonOf({ code, stdout, stderr: '' })]).toMatchObject([1, { success: false, error: { code: 'CALL_NEEDS_RUN' } }]);
});
