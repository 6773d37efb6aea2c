import { jsonOf, runMain, scratchFolder } from './run-main.js';

const cwd = scratchFolder({ 'a.txt': 'hello\n', 'sub/b.txt': 'below\n', 'red.txt': 'a\u001b[31mred\n' });

const call = (...args: readonly string[]) => runMain(['call', ...args, '--json'], { cwd });

// What ran, the exit code, and what of the one JSON object shows why.
test.each([
  ['allowed', ['read_file', 'path=a.txt'], 0, { success: true, decision: { verdict: 'allow', source: 'profile' } }],
  ['as JSON', ['read_file', '{"path":"a.txt"}'], 0, { success: true, toolName: 'read_file' }],
  ['failed', ['read_file', 'path=nope.txt'], 1, { success: false, error: { code: 'PATH_NOT_FOUND' }, decision: { verdict: 'allow' } }],
  ['outside the root', ['read_file', 'path=/etc/hostname'], 1, { success: false, error: { code: 'PATH_OUTSIDE' } }],
  ['cut-off JSON', ['read_file', '{"path":"a'], 1, { error: { code: 'ARGUMENTS_UNREADABLE' }, decision: null }],
  ['a JSON list', ['read_file', '["a.txt"]'], 1, { error: { code: 'ARGUMENTS_UNREADABLE' }, decision: null }],
  ['no arguments', ['read_file'], 1, { error: { code: 'ARGUMENTS_INVALID' }, decision: null }],
  ['an unknown argument', ['read_file', 'path=a.txt', 'pth=b'], 1, { error: { code: 'ARGUMENTS_INVALID' } }],
  ['an unknown tool', ['read_fil', 'path=a.txt'], 1, { error: { code: 'TOOL_UNKNOWN' }, decision: null }],
  ['asked', ['run_command', 'command=echo hi'], 3, { kind: 'approval', toolName: 'run_command', decision: { verdict: 'ask' } }],
  [
    'approved',
    ['run_command', 'command=echo hi', '--approve'],
    0,
    { success: true, output: { stdout: 'hi\n' }, decision: { verdict: 'ask' } },
  ],
  ['asked by a rule', ['read_file', 'path=a.txt', '--ask', 'read_*'], 3, { kind: 'approval', rule: 'read_*' }],
  [
    'denied',
    ['read_file', 'path=a.txt', '--deny', 'read_file'],
    4,
    { error: { code: 'PERMISSION_DENIED' }, decision: { source: 'deny-rule' } },
  ],
  ['denied by a path', ['read_file', 'path=sub/b.txt', '--deny', 'read_file{"path":"sub/**"}'], 4, { decision: { verdict: 'deny' } }],
  ['beside a denied path', ['read_file', 'path=a.txt', '--deny', 'read_file{"path":"sub/**"}'], 0, { success: true }],
  ['denied whatever is approved', ['run_command', 'command=x', '--deny', 'run_command', '--allow', 'run_command', '--approve'], 4, {}],
  ['locked', ['read_file', 'path=a.txt', '--profile', 'locked'], 4, { decision: { source: 'profile' } }],
  [
    'locked but allowed',
    ['read_file', 'path=a.txt', '--profile', 'locked', '--allow', 'read_file'],
    0,
    { decision: { source: 'allow-rule' } },
  ],
  ['open', ['run_command', 'command=echo hi', '--profile', 'open'], 0, { success: true }],
  ['allowed over ask', ['run_command', 'command=echo hi', '--ask', 'run_*', '--allow', 'run_command'], 0, { success: true }],
  ['in another directory', ['read_file', 'path=b.txt', '--cwd', 'sub'], 0, { success: true }],
  ['in another root', ['read_file', 'path=b.txt', '--root', 'sub'], 0, { success: true }],
  ['in a root below another directory', ['read_file', 'path=b.txt', '--cwd', 'sub', '--root', '../sub'], 0, { success: true }],
  ["in a bundle's root", ['read_file', 'path=b.txt', '--bundle', 'filesystem:{"root":"sub"}'], 0, { success: true }],
  ["in a bundle's root below another directory", ['read_file', 'path=b.txt', '--cwd', 'sub', '--bundle', 'filesystem:{"root":"."}'], 0, {}],
  [
    'of a bundle with options',
    ['read_file', 'path=a.txt', '--bundle', 'filesystem:{"permission":"deny"}'],
    4,
    { decision: { source: 'tool' } },
  ],
  ['of a bundle that is not there', ['read_file', 'path=a.txt', '--bundle', 'shell'], 1, { error: { code: 'TOOL_UNKNOWN' } }],
] as const)('%s', async (_what, args, code, shown) => {
  const ran = await call(...args);
  expect(ran).toEqual({ code, stdout: expect.any(String), stderr: '' });
  expect(jsonOf(ran)).toMatchObject(shown);
});

test('a result is printed whole', async () => {
  expect(jsonOf(await call('read_file', 'path=a.txt'))).toEqual({
    callId: expect.stringMatching(/^call_/),
    toolName: 'read_file',
    success: true,
    output: { path: 'a.txt', content: 'hello\n', from: 1, to: 1, totalLines: 1 },
    content: 'a.txt, line 1 of 1\n1\thello',
    metadata: { durationMs: expect.any(Number), attempts: 1 },
    decision: { verdict: 'allow', reason: 'read_file is of low risk', source: 'profile' },
  });
});

test('an approval request is printed whole, and its id is not the id of the call', async () => {
  const request: Record<string, unknown> = jsonOf(await call('run_command', 'command=echo hi'));
  expect(request).toEqual({
    kind: 'approval',
    place: { cwd: '', real: '', paths: { cwd: '' } },
    id: expect.any(String),
    runId: expect.any(String),
    callId: expect.any(String),
    agentPath: [],
    toolName: 'run_command',
    title: 'Run command',
    args: { command: 'echo hi', timeout_seconds: 30 },
    argsDigest: expect.stringMatching(/^sha256:/),
    definitionFingerprint: expect.stringMatching(/^sha256:/),
    reason: 'run_command is of high risk',
    preview: 'In the root of the workspace:\n- echo hi',
    text: expect.stringContaining('echo hi'),
    suggestedGrants: [expect.stringContaining('run_command')],
    requestedAt: expect.any(String),
    decision: { verdict: 'ask', reason: 'run_command is of high risk', source: 'profile' },
  });
  expect(request['id']).not.toBe(request['callId']);
});

test('arguments of a hundred thousand characters are read whole', async () => {
  const path = 'x'.repeat(100_000);
  const ran = await call('glob', JSON.stringify({ pattern: `${path}.txt` }));
  expect(ran.code).toBeLessThan(2);
  expect(jsonOf(ran)).toMatchObject({ toolName: 'glob' });
});

test('a person sees the content, another program gets it as it is', async () => {
  const args = ['call', 'read_file', 'path=red.txt'];
  expect(await runMain(args, { cwd })).toEqual({ code: 0, stdout: 'red.txt, line 1 of 1\n1\ta\u001b[31mred\n', stderr: '' });
  expect((await runMain(args, { cwd, typed: [] })).stdout).toBe('red.txt, line 1 of 1\n1\ta\\x1b[31mred\n');
});

test('a person is told that nothing ran', async () => {
  const ran = await runMain(['call', 'run_command', 'command=echo hi'], { cwd });
  expect(ran.code).toBe(3);
  expect(ran.stdout).toMatchInlineSnapshot(`
   "Approval needed: run_command is of high risk
   run_command
     command: "echo hi"
     timeout_seconds: 30
   In the root of the workspace:
   - echo hi
   Nothing ran. Add --approve to run it.
   "
  `);
});

test('an interrupt cancels the call', async () => {
  const ran = await runMain(['call', 'run_command', 'command=sleep 30', '--approve', '--json'], { cwd, interruptAt: '' });
  expect(ran.code).toBe(130);
  expect(jsonOf(ran)).toMatchObject({ success: false, error: { code: 'CALL_CANCELLED' } });
});

test('a call that would change a file shows the change before anybody approves it', async () => {
  const ran = await runMain(['call', 'edit_file', '{"path":"a.txt","old_string":"hello","new_string":"bye"}'], { cwd });
  expect(ran.code).toBe(3);
  expect(ran.stdout).toMatchInlineSnapshot(`
   "Approval needed: edit_file is of medium risk
   edit_file
     path: "a.txt"
     old_string: "hello"
     new_string: "bye"
     replace_all: false
   --- a.txt
   +++ a.txt
   @@ -1,1 +1,1 @@
   -hello
   +bye
   Nothing ran. Add --approve to run it.
   "
  `);
});
