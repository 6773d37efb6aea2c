import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventsOf, runMain, scratchFolder } from './run-main.js';

const cwd = scratchFolder({});

interface Call {
  readonly name: string;
  readonly args: Readonly<Record<string, string>>;
}
const command = (text: string): Call => ({ name: 'run_command', args: { command: text } });

/** One call under these flags. */
function run(call: Call, ...flags: readonly string[]) {
  writeFileSync(join(cwd, 'turns.json'), JSON.stringify({ turns: [{ toolCalls: [call] }, { text: 'done' }] }));
  return runMain(['run', 'go', '--model', 'scripted:turns.json', '--json', ...flags], { cwd });
}

const DANGEROUS = command('mkswap --version > OUT');
const UNCLEAR = command('$PROGRAM x > OUT');
const PROTECTED: Call = { name: 'write_file', args: { path: '.env', content: 'x' } };

test.each<[string, Call, readonly string[], string]>([
  ['a dangerous command', DANGEROUS, ['--yes-to', 'run_command'], 'on the list of dangerous ones'],
  ['one under a pattern', DANGEROUS, ['--yes-to', 'run_command{"command":"mkswap *"}'], 'on the list of dangerous ones'],
  ['one that a flag allows as well', DANGEROUS, ['--allow', 'run_command', '--yes-to', '*'], 'on the list of dangerous ones'],
  [
    'a line of which a deny rule cannot tell',
    UNCLEAR,
    ['--deny', 'run_command{"command":"rm *"}', '--yes-to', 'run_command'],
    'cannot judge this command',
  ],
  ['a protected path', PROTECTED, ['--yes-to', 'write_file'], '".env" is a protected path'],
  ['one under a pattern of it', PROTECTED, ['--yes-to', 'write_file{"path":"**"}', '--allow', 'write_file'], '".env" is a protected path'],
])('--yes-to does not answer a guard: %s', async (_what, call, flags, words) => {
  const ran = await run(call, ...flags);
  expect(ran.code).toBe(3);
  expect(eventsOf(ran).at(-1)).toMatchObject({ type: 'run-pause', pending: [{ guard: true, reason: expect.stringContaining(words) }] });
  expect([existsSync(join(cwd, 'OUT')), existsSync(join(cwd, '.env'))]).toEqual([false, false]);
});

test.each([
  ['a command by name', command('echo x > OUT2'), 'run_command'],
  ['a command by pattern: it knows of a line what the policy knows', command('echo x'), 'run_command{"command":"echo *"}'],
  ['a write by path', { name: 'write_file', args: { path: 'src.txt', content: 'x' } }, 'write_file{"path":"*.txt"}'],
])('--yes-to answers everything else: %s', async (_what, call, rule) => {
  const ran = await run(call, '--yes-to', rule);
  expect(ran.code).toBe(0);
});

test('a pattern does not answer for a line that it covers in part', async () => {
  expect((await run(command('echo x; touch OUT3'), '--yes-to', 'run_command{"command":"echo *"}')).code).toBe(3);
  expect(existsSync(join(cwd, 'OUT3'))).toBe(false);
});

test('a person answers a guard for this one call', async () => {
  writeFileSync(
    join(cwd, 'twice.json'),
    JSON.stringify({ turns: [{ toolCalls: [DANGEROUS] }, { toolCalls: [DANGEROUS] }, { text: 'done' }] }),
  );
  const ran = await runMain(['run', 'go', '--model', 'scripted:twice.json', '--yes-to', 'run_command'], { cwd, typed: ['a', 'n'] });
  expect(ran.stdout.match(/Approval needed: the command is on the list of dangerous ones/g)).toHaveLength(2);
  expect(readFileSync(join(cwd, 'OUT'), 'utf8')).toContain('mkswap');
});
