import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { jsonOf, runMain, scratchFolder } from './run-main.js';

const cwd = scratchFolder({
  'a.txt': 'hello\n',
  'turns.json': { turns: [{ text: 'Done.' }] },
  'broken.json': '{"turns":[',
  'wrong.json': { turns: [{ txt: 'Done.' }] },
  'state.json': { version: 1 },
  'cut.json': '{"version":1,',
  'folder/a.txt': '',
});

const RUN = ['run', 'go', '--model', 'scripted:turns.json'];
const RESUME = ['resume', '--state', 'state.json', '--model', 'scripted:turns.json'];

// A line with one mistake, the code of its error, and what the message must name.
test.each([
  [['nonsense'], 'CLI_USAGE', "unknown command 'nonsense'"],
  [['cal'], 'CLI_USAGE', 'Did you mean call?'],
  [['tools', 'nonsense'], 'CLI_USAGE', "unknown command 'nonsense'"],
  [['call'], 'CLI_USAGE', "'tool'"],
  [['call', 'read_file', 'path=a.txt', '--bogus'], 'CLI_USAGE', "'--bogus'"],
  [['call', 'read_file', 'path=a.txt', '--tol', 'x'], 'CLI_USAGE', '--tools'],
  [['call', 'read_file', 'path=a.txt', 'more'], 'CLI_USAGE', '"more" is not key=value'],
  [['call', 'read_file', 'path=a', 'path=b'], 'CLI_USAGE', 'path is given twice'],
  [['call', 'read_file', '{}', 'path=a'], 'CLI_USAGE', '"{}" is not key=value'],
  [['call', 'read_file', 'path=a.txt', '--deps', '{'], 'CLI_JSON_INVALID', '--deps'],
  [['call', 'read_file', 'path=a.txt', '--cwd', 'nowhere'], 'CLI_CWD_MISSING', join(cwd, 'nowhere')],
  [['call', 'read_file', 'path=a.txt', '--root', 'nowhere'], 'BOOT_INVALID', join(cwd, 'nowhere')],
  [['call', 'read_file', 'path=a.txt', '--bundle', 'nope'], 'BOOT_INVALID', '--bundle nope'],
  [['call', 'read_file', 'path=a.txt', '--bundle', 'nope:{}'], 'BOOT_INVALID', 'nope'],
  [['call', 'read_file', 'path=a.txt', '--bundle', 'filesystem:{'], 'CLI_JSON_INVALID', '--bundle filesystem'],
  [['call', 'read_file', 'path=a.txt', '--bundle', 'filesystem:[]'], 'CLI_JSON_INVALID', '--bundle filesystem'],
  [['call', 'read_file', 'path=a.txt', '--bundle', 'filesystem:{"x":1}'], 'BOOT_INVALID', 'filesystem.x'],
  [['call', 'read_file', 'path=a.txt', '--root', '.', '--bundle', 'filesystem:{"root":"folder"}'], 'BOOT_INVALID', 'one root'],
  [['call', 'read_file', 'path=a.txt', '--profile', 'strict'], 'CLI_USAGE', 'guarded, open, locked'],
  [['call', 'read_file', 'path=a.txt', '--deny', 'nope'], 'BOOT_INVALID', '--deny nope: no registered tool'],
  [['call', 'read_file', 'path=a.txt', '--ask', 'read_file{"x":"*"}'], 'BOOT_INVALID', '--ask read_file{"x":"*"}'],
  [['call', 'read_file', 'path=a.txt', '--allow', 'x{'], 'BOOT_INVALID', '--allow x{'],
  [['call', 'read_file', 'path=a.txt', '--tools', 'nowhere.mjs'], 'CLI_TOOLS_UNREADABLE', 'nowhere.mjs'],
  [['call', 'read_file', 'path=a.txt', '--tools', 'folder'], 'CLI_TOOLS_UNREADABLE', 'directory'],
  [['tools', 'ls', '--config', 'nowhere.ts'], 'CONFIG_UNREADABLE', 'nowhere.ts cannot be loaded: there is no such file'],
  [['tools', 'ls', '--config', 'nowhere.json'], 'CONFIG_UNREADABLE', 'nowhere.json cannot be loaded: there is no such file'],
  [['tools', 'ls', '--config', 'folder'], 'CONFIG_UNREADABLE', 'folder cannot be loaded: it is a directory'],
  [['tools', 'ls', '--config', 'broken.json'], 'CLI_JSON_INVALID', 'The configuration broken.json'],
  [[...RUN, '--agent', 'support'], 'CLI_AGENT_UNKNOWN', '--agent support names no agent: there is no configuration'],
  [['tools', 'show', 'nope'], 'CLI_TOOL_UNKNOWN', 'read_file'],
  [['run', '--model', 'scripted:turns.json'], 'CLI_USAGE', "'task'"],
  [['run', 'two', 'words', '--model', 'scripted:turns.json'], 'CLI_USAGE', 'too many arguments'],
  [['run', '', '--model', 'scripted:turns.json'], 'RUN_INPUT_INVALID', 'empty'],
  [['run', 'go'], 'CLI_MODEL_MISSING', 'scripted:FILE'],
  [['run', 'go', '--model'], 'CLI_USAGE', '--model'],
  [['run', 'go', '--model', 'gpt'], 'CLI_USAGE', 'scripted:FILE'],
  [['run', 'go', '--model', 'gpt'], 'CLI_USAGE', 'http://127.0.0.1:8080/v1#qwen3'],
  [['run', 'go', '--model', 'nobody/gpt'], 'MODEL_UNKNOWN', 'anthropic, openai'],
  [['run', 'go', '--model', 'http://127.0.0.1:8080/v1'], 'MODEL_UNKNOWN', 'Add # and the model'],
  [['run', 'go', '--model', 'antropic/claude'], 'MODEL_UNKNOWN', 'Did you mean anthropic/claude?'],
  [['run', 'go', '--model', 'google/gemini'], 'MODEL_PACKAGE_MISSING', 'npm install @ai-sdk/google'],
  [['run', 'go', '--model', 'openai-compatible/m'], 'MODEL_ADDRESS_MISSING', 'OPENAI_COMPATIBLE_BASE_URL'],
  [['run', 'go', '--model', 'openai/gpt', '--transcript', 't'], 'CLI_NOT_AVAILABLE', '--transcript'],
  [['run', 'go', '--model', 'scripted:nowhere.json'], 'CLI_FILE_UNREADABLE', 'nowhere.json'],
  [['run', 'go', '--model', 'scripted:broken.json'], 'CLI_JSON_INVALID', 'broken.json'],
  [['run', 'go', '--model', 'scripted:wrong.json'], 'SCRIPT_INVALID', 'turns[0].txt'],
  [[...RUN, '--transcript', 'nowhere/t.jsonl'], 'CLI_FILE_UNWRITABLE', 'nowhere/t.jsonl'],
  [[...RUN, '--state', 'nowhere/s.json'], 'CLI_FILE_UNWRITABLE', join(cwd, 'nowhere/s.json')],
  [[...RUN, '--state', 'folder'], 'CLI_FILE_UNWRITABLE', 'no ordinary file'],
  [[...RUN, '--max-steps', '0'], 'CLI_USAGE', '1 or more'],
  [[...RUN, '--max-steps', '1.5'], 'CLI_USAGE', '1 or more'],
  [[...RUN, '--max-steps', 'many'], 'CLI_USAGE', '1 or more'],
  [[...RUN, '--yes-to', 'x{'], 'CLI_YES_TO_INVALID', 'cannot be used'],
  [[...RUN, '--yes-to', 'raed_file'], 'CLI_YES_TO_INVALID', 'cannot be used'],
  [['chat', '--model', 'operator', '--yes-to', 'raed_file'], 'CLI_YES_TO_INVALID', 'cannot be used'],
  [['resume', '--model', 'scripted:turns.json'], 'CLI_USAGE', '--state FILE'],
  [['resume', '--state', 'nowhere.json', '--model', 'scripted:turns.json'], 'CLI_FILE_UNREADABLE', 'nowhere.json'],
  [['resume', '--state', 'cut.json', '--model', 'scripted:turns.json'], 'RUN_STATE_INVALID', join(cwd, 'cut.json')],
  [[...RESUME, '--approve'], 'CLI_USAGE', '--approve needs an approval id'],
  [[...RESUME, '--edit', 'x'], 'CLI_USAGE', '--edit needs the new arguments'],
  [[...RESUME, '--edit', 'x', '{'], 'CLI_JSON_INVALID', '--edit'],
  [[...RESUME, '-m', 'x'], 'CLI_USAGE', '--reject before it'],
] as const)('%j fails with %s', async (args, code, names) => {
  const ran = await runMain([...args, '--json'], { cwd });
  expect(ran).toEqual({ code: 2, stdout: expect.any(String), stderr: '' });
  expect(jsonOf(ran)).toEqual({ error: { code, message: expect.stringContaining(names), problems: expect.any(Array) } });
  expect((jsonOf(ran) as { error: { message: string } }).error.message).not.toMatch(/\.\.$/);
});

// Whatever comes with it, what this version does not have is said and never passed over.
test.each([
  ['runs', 'ls'],
  ['runs', 'resume', 'x'],
  ['approvals', 'edit', 'x'],
  ['answer', 'x', 'text'],
  ['mcp', 'serve', '--port', '1'],
  ['console', '--port', '1'],
  ['tools', 'show', 'read_file', '--mcp', 'a={}'],
  ['tools', 'ls', '--mcp=a={}'],
  ['call', 'read_file', 'path=a.txt', '--mcp', 'a={}'],
  [...RUN, '--durable'],
  [...RUN, '--store', 'runs.db'],
  [...RUN, '--mcp', 'a={}'],
  [...RESUME, '--durable'],
  [...RESUME, '--store', 'runs.db'],
  [...RESUME, '--mcp', 'a={}'],
])('not available: %s %s %s %s %s', async (...args) => {
  const ran = await runMain([...args, '--json'], { cwd });
  expect(ran).toEqual({ code: 2, stdout: expect.any(String), stderr: '' });
  expect(jsonOf(ran)).toEqual({
    error: { code: 'CLI_NOT_AVAILABLE', message: expect.stringMatching(/is(?: not)? available.*\.$/), problems: [] },
  });
});

test('a mistake is told to a person on stderr, with every problem once', async () => {
  const ran = await runMain(['call', 'read_file', 'path=a.txt', '--deny', 'nope', '--ask', 'read_file{"x":"*"}'], { cwd });
  expect(ran).toEqual({ code: 2, stdout: '', stderr: expect.any(String) });
  expect(ran.stderr).toMatchInlineSnapshot(`
   "tackroom: The harness cannot boot: 2 problems. [BOOT_INVALID]
     - --deny nope: no registered tool is meant; registered tools: delete, edit_file, generate_file, glob, grep, list_directory, read_file, read_todos, run_command, write_file, write_todos [PERMISSIONS_TOOL_UNKNOWN]
     - --ask read_file{"x":"*"}: read_file has no argument "x"; arguments: byte_offset, limit, offset, path [PERMISSIONS_ARGUMENT_UNKNOWN]
   "
  `);
});

test('a command group alone, or nothing at all, is a mistake', async () => {
  for (const args of [[], ['tools']]) {
    expect(await runMain(args, { cwd })).toEqual({
      code: 2,
      stdout: '',
      stderr: 'tackroom: A command is missing. Add --help to see which there are. [CLI_USAGE]\n',
    });
  }
});

test('what stands after -- is no flag of ours', async () => {
  const ran = await runMain(['call', 'read_file', '--', '--json'], { cwd });
  expect(ran.code).toBe(1);
  expect(ran.stdout).toContain('not valid JSON');
});

test('a mistake leaves the state of a paused run alone', () => {
  expect(existsSync(join(cwd, 'state.json'))).toBe(true);
});
