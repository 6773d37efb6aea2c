import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runMain, scratchFolder, writeFiles } from './run-main.js';

const READ = { name: 'read_file', args: { path: 'a.txt' } };
const ECHO = { name: 'run_command', args: { command: 'echo hi' } };

const cwd = scratchFolder({ 'a.txt': 'hello\n', 'sub/b.txt': 'below\n' });

/** Runs an agent over these turns. */
function run(turns: readonly unknown[], ...flags: readonly string[]) {
  writeFiles(cwd, { 'turns.json': { turns } });
  return runMain(['run', 'go', '--model', 'scripted:turns.json', ...flags], { cwd });
}

test('a person watches', async () => {
  const { code, stdout } = await run([{ text: 'Let me look.', toolCalls: [READ, ECHO] }], '--state', 'watched.json');
  expect(code).toBe(3);
  expect(stdout.replace(/apr_\S+/g, 'apr_ID')).toMatchInlineSnapshot(`
   "Let me look.
   → read_file {"path":"a.txt"}
   → run_command {"command":"echo hi"}
   ? run_command needs approval
   ✓ read_file: a.txt, line 1 of 1 (+8 characters)

   The run is paused. It waits for:

     apr_ID
       run_command
         command: "echo hi"
         timeout_seconds: 30
       In the root of the workspace:
       - echo hi
       (run_command is of high risk)

   Continue it, with the same --tools and policy: tackroom resume --state watched.json --approve all
   "
  `);
});

test('a person is asked, one request after another', async () => {
  const commands = ['one', 'two', 'three', 'four', 'five'].map((word) => ({ name: 'run_command', args: { command: `echo ${word}` } }));
  writeFiles(cwd, { 'turns.json': { turns: [{ toolCalls: commands }, { text: 'Done.' }] } });
  const typed = ['what?', 'y', 'n too risky', 'e', 'no json', 'e', '', 'edit', '{"command":"echo edited"}', 'always', ''];
  const { code, stdout } = await runMain(['run', 'go', '--model', 'scripted:turns.json'], { cwd, typed });
  expect(code).toBe(0);
  // The calls run while others are asked about: their results come as they are done.
  const shown = stdout.replace(/(?:^[✓✗].*\n)+/m, (results) => `${results.trimEnd().split('\n').sort().join('\n')}\n`);
  expect(shown).toMatchInlineSnapshot(`
   "→ run_command {"command":"echo one"}
   → run_command {"command":"echo two"}
   → run_command {"command":"echo three"}
   → run_command {"command":"echo four"}
   → run_command {"command":"echo five"}

   Approval needed: run_command is of high risk
   run_command
     command: "echo one"
     timeout_seconds: 30
   In the root of the workspace:
   - echo one
   "always" covers run_command{"command":"echo one","timeout_seconds":"30","cwd":"."}
   Run it? [y]es, [n]o (n TEXT says why), [e]dit, [a]lways in this session, [l]ater: what?
   Type y, n, e, a or l, and press Enter.
   Run it? [y]es, [n]o (n TEXT says why), [e]dit, [a]lways in this session, [l]ater: y

   Approval needed: run_command is of high risk
   run_command
     command: "echo two"
     timeout_seconds: 30
   In the root of the workspace:
   - echo two
   "always" covers run_command{"command":"echo two","timeout_seconds":"30","cwd":"."}
   Run it? [y]es, [n]o (n TEXT says why), [e]dit, [a]lways in this session, [l]ater: n too risky

   Approval needed: run_command is of high risk
   run_command
     command: "echo three"
     timeout_seconds: 30
   In the root of the workspace:
   - echo three
   "always" covers run_command{"command":"echo three","timeout_seconds":"30","cwd":"."}
   Run it? [y]es, [n]o (n TEXT says why), [e]dit, [a]lways in this session, [l]ater: e
   {"command":"echo three","timeout_seconds":30}
   The arguments as one JSON object (empty: go back): no json
   What you wrote is not valid JSON: Unexpected token 'o', "no json" is not valid JSON.
   Run it? [y]es, [n]o (n TEXT says why), [e]dit, [a]lways in this session, [l]ater: e
   {"command":"echo three","timeout_seconds":30}
   The arguments as one JSON object (empty: go back): 
   Run it? [y]es, [n]o (n TEXT says why), [e]dit, [a]lways in this session, [l]ater: edit
   {"command":"echo three","timeout_seconds":30}
   The arguments as one JSON object (empty: go back): {"command":"echo edited"}

   Approval needed: run_command is of high risk
   run_command
     command: "echo four"
     timeout_seconds: 30
   In the root of the workspace:
   - echo four
   "always" covers run_command{"command":"echo four","timeout_seconds":"30","cwd":"."}
   Run it? [y]es, [n]o (n TEXT says why), [e]dit, [a]lways in this session, [l]ater: always

   Approval needed: run_command is of high risk
   run_command
     command: "echo five"
     timeout_seconds: 30
   In the root of the workspace:
   - echo five
   "always" covers run_command{"command":"echo five","timeout_seconds":"30","cwd":"."}
   Run it? [y]es, [n]o (n TEXT says why), [e]dit, [a]lways in this session, [l]ater: 
   ✓ run_command: edited (+22 characters)
   ✓ run_command: four (+22 characters)
   ✓ run_command: one (+22 characters)
   ✗ run_command: A person refused this call and said: too risky. Do not make this…
   ✗ run_command: A person refused this call. Do not make this call again.
   Done.
   "
  `);
});

test('later leaves the request open, and the run pauses', async () => {
  writeFiles(cwd, { 'turns.json': { turns: [{ toolCalls: [ECHO] }] } });
  const { code, stdout } = await runMain(['run', 'go', '--model', 'scripted:turns.json', '--state', 'later.json'], { cwd, typed: ['l'] });
  expect(code).toBe(3);
  expect(stdout).toContain('The run is paused. It waits for:');
  expect(existsSync(join(cwd, 'later.json'))).toBe(true);
});

test('the end of the input is no answer: the run waits', async () => {
  writeFiles(cwd, { 'turns.json': { turns: [{ toolCalls: [ECHO] }, { text: 'Done.' }] } });
  const { code, stdout } = await runMain(['run', 'go', '--model', 'scripted:turns.json'], { cwd, typed: [] });
  expect(code).toBe(3);
  expect(stdout).toContain('The run is paused. It waits for:');
});

test('an interrupt while a person is asked approves nothing', async () => {
  writeFiles(cwd, { 'turns.json': { turns: [{ toolCalls: [ECHO] }] } });
  const { code, stdout } = await runMain(['run', 'go', '--model', 'scripted:turns.json'], { cwd, typed: ['y'], interruptAt: 'Run it?' });
  expect(code).toBe(130);
  expect(stdout).toMatch(/✗ run_command: The run was cancelled before this call started. It did not run.\nstopped: cancelled\n$/);
});
