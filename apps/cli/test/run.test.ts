import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { eventsOf, jsonOf, runMain, scratchFolder, writeFiles } from './run-main.js';

const READ = { name: 'read_file', args: { path: 'a.txt' } };
const ECHO = { name: 'run_command', args: { command: 'echo hi' } };

const cwd = scratchFolder({ 'a.txt': 'hello\n', 'sub/b.txt': 'below\n' });

/** Runs an agent over these turns. */
function run(turns: readonly unknown[], ...flags: readonly string[]) {
  writeFiles(cwd, { 'turns.json': { turns } });
  return runMain(['run', 'go', '--model', 'scripted:turns.json', ...flags], { cwd });
}

// Turns, flags, the exit code, and what the last line says.
test.each([
  ['an answer', [{ text: 'Done.' }], [], 0, { status: 'completed', stopReason: 'answer', ok: true, text: 'Done.' }],
  ['a tool call', [{ toolCalls: [READ] }, { text: 'Done.' }], [], 0, { ok: true, text: 'Done.', usage: { steps: 2, calls: 1 } }],
  ['a failing call', [{ toolCalls: [{ name: 'read_file', args: { path: 'x' } }] }, { text: 'No.' }], [], 0, { ok: true }],
  ['an unknown tool', [{ toolCalls: [{ name: 'fly', args: {} }] }, { text: 'No.' }], [], 0, { ok: true }],
  ['a denied call', [{ toolCalls: [READ] }, { text: 'No.' }], ['--deny', 'read_file'], 0, { ok: true }],
  ['raw arguments', [{ toolCalls: [{ name: 'read_file', rawArgs: '{"path":' }] }, { text: 'No.' }], [], 0, { ok: true }],
  [
    'raw deltas',
    [
      {
        deltas: [
          { index: 0, id: 'x', name: 'read_file', args: '{"path"' },
          { index: 0, args: ':"a.txt"}' },
        ],
      },
      { text: 'Yes.' },
    ],
    [],
    0,
    { ok: true, usage: { calls: 1 } },
  ],
  ['a request past the end', [], [], 1, { status: 'failed', stopReason: 'error', ok: false, error: { code: 'SCRIPT_EXHAUSTED' } }],
  [
    'a refused request',
    [{ error: { status: 400, message: 'bad' } }],
    [],
    1,
    { status: 'failed', error: { message: expect.stringContaining('bad') } },
  ],
  ['a request that is repeated', [{ error: { status: 503, message: 'busy', retryAfter: 0 } }, { text: 'Done.' }], [], 0, { ok: true }],
  ['a cut reply', Array(5).fill({ text: 'more', finish: 'length' }), [], 5, { status: 'completed', stopReason: 'truncated', ok: false }],
  ['a refusal', [{ text: 'No.', finish: 'refusal' }], [], 5, { stopReason: 'refused', ok: false }],
  [
    'the last step',
    [{ toolCalls: [READ] }, { text: 'So far.' }],
    ['--max-steps', '1'],
    5,
    { stopReason: 'step-limit', ok: false, text: 'So far.' },
  ],
  [
    'an ask',
    [{ text: 'Let me.', toolCalls: [ECHO] }],
    [],
    3,
    { type: 'run-pause', status: 'paused', stopReason: 'approval', ok: false, text: 'Let me.' },
  ],
  ['an ask that is answered by a rule', [{ toolCalls: [ECHO] }, { text: 'Done.' }], ['--yes-to', 'run_*'], 0, { ok: true }],
  ['an ask that no rule answers', [{ toolCalls: [ECHO] }], ['--yes-to', 'read_*'], 3, { stopReason: 'approval' }],
  [
    'a rule on a line of shell',
    [{ toolCalls: [ECHO] }, { text: 'Done.' }],
    ['--yes-to', 'run_command{"command":"echo *"}'],
    0,
    { ok: true },
  ],
  ['a rule on another line', [{ toolCalls: [ECHO] }], ['--yes-to', 'run_command{"command":"ls *"}'], 3, { stopReason: 'approval' }],
  [
    'a rule on its path',
    [{ toolCalls: [READ] }, { text: 'Done.' }],
    ['--ask', 'read_file', '--yes-to', 'read_file{"path":"*.txt"}'],
    0,
    { ok: true },
  ],
  ['a rule on another path', [{ toolCalls: [READ] }], ['--ask', 'read_file', '--yes-to', 'read_file{"path":"sub/**"}'], 3, {}],
  [
    'a rule that denies what another approves',
    [{ toolCalls: [ECHO] }, { text: 'No.' }],
    ['--deny', 'run_command', '--yes-to', 'run_*'],
    0,
    { ok: true },
  ],
] as const)('%s', async (_what, turns, flags, code, last) => {
  const ran = await run(turns, ...flags, '--json');
  expect({ code: ran.code, stderr: ran.stderr }).toEqual({ code, stderr: '' });
  const events = eventsOf(ran);
  expect(events.at(-1)).toMatchObject({
    type: code === 3 ? 'run-pause' : 'run-finish',
    pending: expect.any(Array),
    usage: expect.any(Object),
    ...last,
  });
  expect(events.filter(({ type }) => type === 'run-pause' || type === 'run-finish')).toHaveLength(1);
  expect(new Set(events.map(({ runId }) => runId))).toEqual(new Set([expect.stringMatching(/^run_/)]));
});

test('events carry their ids at the top level', async () => {
  const events = eventsOf(await run([{ toolCalls: [READ, ECHO] }], '--json'));
  const one = (type: string): Record<string, unknown> => events.find((event) => event['type'] === type) ?? {};
  expect(one('tool-call')).toMatchObject({ callId: expect.any(String), toolName: 'read_file' });
  expect(one('tool-start')).toMatchObject({ callId: one('tool-call')['callId'], toolName: 'read_file' });
  expect(one('tool-result')).toMatchObject({
    callId: one('tool-call')['callId'],
    toolName: 'read_file',
    success: true,
    content: expect.stringContaining('hello'),
  });
  expect(one('approval-request')).toMatchObject({ id: expect.any(String), toolName: 'run_command', args: { command: 'echo hi' } });
  expect(one('run-pause')['pending']).toEqual([expect.objectContaining({ kind: 'approval', id: one('approval-request')['id'] })]);
  expect(one('approval-request')['id']).not.toBe(one('approval-request')['callId']);
});

test('a plan is shown as it changes, and is part of the result', async () => {
  const todos = [
    { content: 'Read a.txt', status: 'completed' },
    { content: 'Read b.txt', status: 'in_progress' },
    { content: 'Tell', status: 'pending' },
  ];
  const plan = { toolCalls: [{ name: 'write_todos', args: { todos } }] };
  const done = { toolCalls: [{ name: 'write_todos', args: { todos: todos.map((todo) => ({ ...todo, status: 'completed' })) } }] };
  const shown = await run([plan, done, { text: 'Done.' }]);
  expect(shown.stdout).toContain('☑ Read a.txt\n▸ Read b.txt\n☐ Tell\n');
  const json = await run([plan, { text: 'Half.' }, { text: 'Done.' }], '--json');
  expect(eventsOf(json).filter(({ type }) => type === 'todos-update')).toMatchObject([{ todos }]);
  expect(eventsOf(json).at(-1)).toMatchObject({ type: 'run-finish', text: 'Done.', todos });
  expect((await run([plan, { text: 'Half.' }, { text: 'Done.' }])).stdout).toContain('Half.\nDone.\n');
});

test('--transcript says what each request contained', async () => {
  const { code } = await run([{ toolCalls: [READ] }, { text: 'Done.' }], '--transcript', 'sub/t.jsonl', '--system', 'Be brief.');
  expect(code).toBe(0);
  const lines = readFileSync(join(cwd, 'sub/t.jsonl'), 'utf8').trimEnd().split('\n');
  const requests = lines.map((line) => JSON.parse(line) as Record<string, unknown[]>);
  expect(requests.map((request) => Object.keys(request))).toEqual(Array(2).fill(['request', 'messages', 'tools', 'toolChoice']));
  expect(requests[0]?.['messages']).toEqual([
    { role: 'system', content: expect.stringMatching(/^Be brief\.\n\nPlan work/) },
    { role: 'user', content: [{ type: 'text', text: 'go' }] },
  ]);
  expect(requests[0]?.['tools']?.map((tool) => (tool as { name: string }).name)).toContain('read_file');
  expect(requests[1]?.['messages']?.at(-1)).toMatchObject({ role: 'tool', content: [{ type: 'tool-result', toolName: 'read_file' }] });
});

test('--cwd moves every relative path', async () => {
  writeFiles(cwd, { 'sub/turns.json': { turns: [{ toolCalls: [{ name: 'read_file', args: { path: 'b.txt' } }, ECHO] }] } });
  const line = ['run', 'go', '--cwd', 'sub', '--model', 'scripted:turns.json', '--state', 's.json', '--transcript', 'u.jsonl', '--json'];
  const ran = await runMain(line, { cwd });
  expect(ran.code).toBe(3);
  expect(eventsOf(ran).find(({ type }) => type === 'tool-result')).toMatchObject({ success: true });
  expect(existsSync(join(cwd, 'sub/s.json')) && existsSync(join(cwd, 'sub/u.jsonl'))).toBe(true);
});

test('the state of a paused run is private, and another run that waits is kept', async () => {
  await run([{ text: 'first', toolCalls: [ECHO] }], '--state', 'twice.json', '--json');
  const first = readFileSync(join(cwd, 'twice.json'), 'utf8');
  expect(statSync(join(cwd, 'twice.json')).mode & 0o777).toBe(0o600);
  await run([{ text: 'second', toolCalls: [ECHO] }], '--state', 'twice.json', '--json');
  expect(readFileSync(join(cwd, 'twice.json.previous'), 'utf8')).toBe(first);
  expect(readFileSync(join(cwd, 'twice.json'), 'utf8')).toContain('second');
});

test('a run that ends writes no state', async () => {
  await run([{ text: 'Done.' }], '--state', 'none.json');
  expect(existsSync(join(cwd, 'none.json'))).toBe(false);
});

test('an interrupt ends the run', async () => {
  writeFiles(cwd, { 'turns.json': { turns: [{ text: 'Never.', delayMs: 60_000 }] } });
  const line = ['run', 'go', '--model', 'scripted:turns.json', '--json'];
  const ran = await runMain(line, { cwd, interruptAt: 'step-start' });
  expect(ran.code).toBe(130);
  expect(eventsOf(ran).at(-1)).toMatchObject({ type: 'run-finish', status: 'cancelled', stopReason: 'cancelled', ok: false });
});

test('a mistake that only the run can see prints one error', async () => {
  const ran = await run([{ text: 'x' }], '--json', '--yes-to', 'read_file', '--yes-to', '');
  expect(ran.code).toBe(2);
  expect(jsonOf(ran)).toMatchObject({ error: { code: 'CLI_YES_TO_INVALID', problems: [{ where: expect.stringContaining('--yes-to') }] } });
});

test.each([
  ['raed_file', 'there is no tool raed_file; did you mean read_file?'],
  [
    'nothing{"a":"b(*)"}',
    'registered tools: delete, edit_file, generate_file, glob, grep, list_directory, read_file, read_todos, run_command, write_file, write_todos',
  ],
  ['read_file{"pth":"a"}', 'read_file has no argument "pth"; arguments: '],
])('--yes-to %s names something that is not there', async (rule, said) => {
  const ran = await run([{ text: 'x' }], '--json', '--yes-to', rule);
  expect(ran.code).toBe(2);
  const problem = { where: `--yes-to (${rule})`, message: expect.stringContaining(said) as unknown };
  expect(jsonOf(ran)).toMatchObject({ error: { code: 'CLI_YES_TO_INVALID', problems: [problem] } });
});

test('a run that fails or stops short says why', async () => {
  expect((await run([])).stdout).toBe('failed: The script has 0 turns, but request 1 asked for another one. [SCRIPT_EXHAUSTED]\n');
  expect((await run([{ text: 'No.', finish: 'refusal' }])).stdout).toBe('No.\nstopped: refused\n');
});

test('a model of a provider comes from the package that is installed where the command works', async () => {
  const testing = JSON.stringify(import.meta.resolve('@tackroom/testing'));
  writeFiles(cwd, {
    'project/node_modules/@ai-sdk/openai/package.json': { name: '@ai-sdk/openai', type: 'module', exports: './index.js' },
    'project/node_modules/@ai-sdk/openai/index.js': `
      import { ScriptedModel } from ${testing};
      export const createOpenAI = ({ apiKey }) => (id) => new ScriptedModel([{ text: 'I am ' + id + ' with ' + apiKey }]);`,
  });
  const line = ['run', 'go', '--cwd', 'project', '--model', 'openai/gpt', '--json'];
  expect(jsonOf(await runMain(line, { cwd }))).toMatchObject({
    error: { code: 'MODEL_KEY_MISSING', message: expect.stringContaining('OPENAI_API_KEY') },
  });
  const ran = await runMain(line, { cwd, env: { OPENAI_API_KEY: 'k' } });
  expect(eventsOf(ran).at(-1)).toMatchObject({ ok: true, text: 'I am gpt with k' });
});
