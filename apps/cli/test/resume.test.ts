import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventsOf, jsonOf, runMain, scratchFolder, writeFiles } from './run-main.js';

const command = (text: string) => ({ name: 'run_command', args: { command: `echo ${text} >> effects.txt` } });

const cwd = scratchFolder({
  'a.txt': 'hello\n',
  'pause.json': { turns: [{ toolCalls: [command('one'), { name: 'read_file', args: { path: 'a.txt' } }, command('two')] }] },
  'rest.json': { turns: [{ text: 'Done.' }] },
});
const STATE = join(cwd, 'state.json');

/** Pauses a run for two commands and gives the ids of its approvals. */
async function pause(...flags: readonly string[]): Promise<readonly [string, string]> {
  writeFiles(cwd, { 'effects.txt': '' });
  const ran = await runMain(['run', 'go', '--model', 'scripted:pause.json', '--state', 'state.json', '--json', ...flags], { cwd });
  const pending: readonly { readonly id: string }[] = eventsOf(ran).at(-1)?.['pending'] ?? [];
  const [first = { id: '' }, second = { id: '' }] = pending;
  return [first.id, second.id];
}

const resume = (...flags: readonly string[]) =>
  runMain(['resume', '--state', 'state.json', '--model', 'scripted:rest.json', '--json', ...flags], { cwd });

const effects = (): string => readFileSync(join(cwd, 'effects.txt'), 'utf8');
const resultsOf = (ran: Awaited<ReturnType<typeof resume>>) =>
  eventsOf(ran).flatMap((event) => (event['type'] === 'tool-result' ? [[event['success'], event['content']] as const] : []));

test('what was approved runs once, and what ran before does not run again', async () => {
  await pause();
  const ran = await resume('--approve', 'all');
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  expect(eventsOf(ran)[0]).toMatchObject({ type: 'run-start', resumed: true });
  expect(eventsOf(ran).at(-1)).toMatchObject({ type: 'run-finish', status: 'completed', ok: true, text: 'Done.', pending: [] });
  expect(resultsOf(ran)).toHaveLength(2);
  expect(effects()).toBe('one\ntwo\n');
});

test('each request has its own answer', async () => {
  const [first, second] = await pause();
  const ran = await resume(
    '--reject',
    first,
    '-m',
    'too loud',
    '--edit',
    second,
    '{"command":"echo edited >> effects.txt"}',
    '--transcript',
    't.jsonl',
  );
  expect(ran.code).toBe(0);
  expect(resultsOf(ran)).toEqual([
    [false, expect.stringContaining('too loud')],
    [true, expect.stringContaining('exit code: 0')],
  ]);
  expect(effects()).toBe('edited\n');
  const request = JSON.parse(readFileSync(join(cwd, 't.jsonl'), 'utf8')) as {
    messages: readonly { role: string; content: readonly object[] }[];
  };
  expect(request.messages.filter(({ role }) => role === 'tool').flatMap(({ content }) => content)).toHaveLength(3);
});

test('an edit is decided like any other call', async () => {
  const [first, second] = await pause('--deny', 'run_command{"cwd":"secret*"}');
  const edit = JSON.stringify({ command: 'echo edited >> effects.txt', cwd: 'secret' });
  const ran = await resume('--edit', first, edit, '--reject', second, '--deny', 'run_command{"cwd":"secret*"}');
  expect(resultsOf(ran)).toContainEqual([false, expect.stringContaining('Permission denied')]);
  expect(effects()).toBe('');
});

test('a deny rule of the second process holds against an approval', async () => {
  await pause();
  const ran = await resume('--approve', 'all', '--deny', 'run_command');
  expect(ran.code).toBe(0);
  expect(resultsOf(ran)).toEqual(Array(2).fill([false, expect.stringContaining('Permission denied')]));
  expect(effects()).toBe('');
});

test('--reject all refuses everything that waits', async () => {
  await pause();
  const ran = await resume('--reject', 'all', '-m', 'no');
  expect(resultsOf(ran)).toEqual(Array(2).fill([false, expect.stringContaining('no')]));
});

test('--yes-to answers what is left', async () => {
  const [first] = await pause();
  expect((await resume('--reject', first, '--yes-to', 'run_command')).code).toBe(0);
  expect(effects()).toBe('two\n');
});

test('--partial goes on with some, and pauses again for the others', async () => {
  const [first, second] = await pause();
  const before = readFileSync(STATE, 'utf8');
  const ran = await resume('--approve', first, '--partial');
  expect(ran.code).toBe(3);
  expect(eventsOf(ran).at(-1)).toMatchObject({ type: 'run-pause', pending: [{ id: second }] });
  expect(effects()).toBe('one\n');
  expect(readFileSync(`${STATE}.resumed`, 'utf8')).toBe(before);
  expect((await resume('--approve', second)).code).toBe(0);
  expect(effects()).toBe('one\ntwo\n');
});

test('a person is asked for what the line does not answer', async () => {
  const [first] = await pause();
  const line = ['resume', '--state', 'state.json', '--model', 'scripted:rest.json', '--approve', first];
  const { code, stdout } = await runMain(line, { cwd, typed: ['n'] });
  expect(code).toBe(0);
  expect(stdout).toContain('echo two');
  expect(effects()).toBe('one\n');
});

test('--max-steps of the first process holds in the second', async () => {
  await pause('--max-steps', '1');
  const ran = await resume('--approve', 'all');
  expect(ran.code).toBe(5);
  expect(eventsOf(ran).at(-1)).toMatchObject({ stopReason: 'step-limit', ok: false });
});

// Every mistake leaves the state where it is: afterwards the run can be continued.
test.each<readonly [string, (ids: readonly [string, string]) => readonly string[], string]>([
  ['nothing decided', () => [], 'RUN_UNDECIDED'],
  ['one not decided', ([first]) => ['--approve', first], 'RUN_UNDECIDED'],
  ['an unknown id', () => ['--approve', 'apr_nope'], 'APPROVAL_UNKNOWN'],
  ['a call id', ([first]) => ['--approve', `call_${first}`], 'APPROVAL_UNKNOWN'],
  ['one id twice', ([first]) => ['--approve', first, '--reject', first], 'APPROVAL_DECIDED'],
  ['an answer to an approval', ([first]) => ['--answer', first, 'yes'], 'APPROVAL_INVALID'],
  ['no such tools file', () => ['--approve', 'all', '--tools', 'nowhere.mjs'], 'CLI_TOOLS_UNREADABLE'],
  ['a wrong rule', () => ['--approve', 'all', '--deny', 'nope'], 'BOOT_INVALID'],
  ['a wrong --yes-to', () => ['--approve', 'all', '--yes-to', 'x{'], 'CLI_YES_TO_INVALID'],
  ['no such script', () => ['--approve', 'all', '--model', 'scripted:nowhere.json'], 'CLI_FILE_UNREADABLE'],
  ['broken deps', () => ['--approve', 'all', '--deps', '{'], 'CLI_JSON_INVALID'],
])('%s is an error, and the run still waits', async (_what, flags, code) => {
  const ids = await pause();
  const before = readFileSync(STATE, 'utf8');
  const ran = await resume(...flags(ids));
  expect(ran).toEqual({ code: 2, stdout: expect.any(String), stderr: '' });
  expect(jsonOf(ran)).toMatchObject({ error: { code } });
  expect(readFileSync(STATE, 'utf8')).toBe(before);
  expect(effects()).toBe('');
});

test('--deps is given again', async () => {
  await pause('--deps', '{"tenant":"acme"}');
  const ran = await resume('--approve', 'all');
  expect(jsonOf(ran)).toMatchObject({ error: { code: 'RUN_DEPS_MISSING', message: expect.stringContaining('--deps') } });
  expect((await resume('--approve', 'all', '--deps', '{"tenant":"acme"}')).code).toBe(0);
});

test('a state is resumed once', async () => {
  await pause();
  expect((await resume('--approve', 'all')).code).toBe(0);
  const again = await resume('--approve', 'all');
  expect(again.code).toBe(2);
  expect(jsonOf(again)).toMatchObject({ error: { code: 'CLI_STATE_CLAIMED', message: expect.stringContaining('state.json.resumed') } });
  expect(effects()).toBe('one\ntwo\n');
});

test('a run that cannot be found is an error', async () => {
  const ran = await runMain(['resume', '--state', 'nowhere.json', '--model', 'scripted:rest.json', '--json', '--approve', 'all'], { cwd });
  expect(ran.code).toBe(2);
  expect(jsonOf(ran)).toMatchObject({ error: { code: 'CLI_FILE_UNREADABLE', message: expect.stringContaining('no such file') } });
});

test('of two processes at once one resumes', async () => {
  await pause();
  const ran = await Promise.all([resume('--approve', 'all'), resume('--approve', 'all')]);
  expect(ran.map(({ code }) => code).sort()).toEqual([0, 2]);
  expect(effects()).toBe('one\ntwo\n');
});

test('a copy of a state that was resumed in this process does not run again', async () => {
  await pause();
  copyFileSync(STATE, join(cwd, 'copy.json'));
  await resume('--approve', 'all');
  copyFileSync(join(cwd, 'copy.json'), STATE);
  expect(jsonOf(await resume('--approve', 'all'))).toMatchObject({ error: { code: 'RUN_STATE_USED' } });
  expect(effects()).toBe('one\ntwo\n');
});

test.each([
  ['other arguments than were asked about', (text: string) => text.replaceAll('echo one', 'echo evil'), 'RUN_STATE_TAMPERED'],
  ['no JSON any more', (text: string) => text.slice(0, 100), 'RUN_STATE_INVALID'],
  ['a version of the future', (text: string) => text.replace('"version": 3', '"version": 99'), 'RUN_STATE_VERSION'],
  ['no approvals', (text: string) => text.replaceAll('"pending"', '"settled"'), 'RUN_STATE_INVALID'],
])('an altered state with %s is refused', async (_what, alter, code) => {
  await pause();
  writeFileSync(STATE, alter(readFileSync(STATE, 'utf8')));
  const ran = await resume('--approve', 'all');
  expect(ran.code).toBe(2);
  expect(jsonOf(ran)).toMatchObject({ error: { code } });
  expect(effects()).toBe('');
});

test('a tool that changed after the approval does not run', async () => {
  await pause();
  const ran = await resume('--approve', 'all', '--bundle', 'shell:{"names":{"run_command":"sh"}}', '--bundle', 'filesystem');
  expect(ran.code).toBe(0);
  expect(resultsOf(ran).map(([success]) => success)).toEqual([false, false]);
  expect(effects()).toBe('');
});

test('an interrupt before the run goes on leaves its state', async () => {
  await pause();
  const line = ['resume', '--state', 'state.json', '--model', 'scripted:rest.json', '--approve', 'all', '--json'];
  const ran = await runMain(line, { cwd, interruptAt: '' });
  expect(ran.code).toBe(130);
  expect(jsonOf(ran)).toMatchObject({ error: { code: 'CLI_CANCELLED' } });
  expect(existsSync(STATE)).toBe(true);
});
