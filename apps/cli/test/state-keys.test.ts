import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { eventsOf, jsonOf, runMain, scratchFolder } from './run-main.js';

const cwd = scratchFolder({
  'pause.json': { turns: [{ toolCalls: [{ name: 'run_command', args: { command: 'echo one >> effects.txt' } }] }] },
  'rest.json': { turns: [{ text: 'Done.' }] },
});
const OWN = join(cwd, '.tackroom', 'states');
let user = '';
let users = 0;
beforeEach(() => {
  user = join(cwd, `user${users++}`);
  writeFileSync(join(cwd, 'effects.txt'), '');
  rmSync(OWN, { recursive: true, force: true });
});

const main = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  runMain(args, { cwd, env: { XDG_STATE_HOME: user, ...env } });
const pause = (...flags: readonly string[]) => main(['run', 'go', '--model', 'scripted:pause.json', '--json', ...flags]);
const resume = (...flags: readonly string[]) => main(['resume', '--model', 'scripted:rest.json', '--json', ...flags]);
const effects = (): string => readFileSync(join(cwd, 'effects.txt'), 'utf8');
const keyFile = (): string => join(user, 'tackroom', 'key');
const TO = ['--state', 's.json'];

interface Stored {
  signature?: string;
  calls: { decision?: object; pending: { id: string; text: string; preview: string; reason: string }[] }[];
}
/** Rewrites the stored state. */
function rewrite(change: (stored: Stored) => void): void {
  const path = join(cwd, 's.json');
  const stored = JSON.parse(readFileSync(path, 'utf8')) as Stored;
  change(stored);
  writeFileSync(path, JSON.stringify(stored));
}

test('the first command that needs a key makes one that only its user reads, and it is kept', async () => {
  await pause(...TO);
  expect(statSync(keyFile())).toMatchObject({ size: 32, mode: 0o100600 });
  expect(statSync(join(user, 'tackroom')).mode & 0o777).toBe(0o700);
  const key = readFileSync(keyFile());
  await pause(...TO);
  expect(readFileSync(keyFile())).toEqual(key);
  expect(readdirSync(join(user, 'tackroom'))).toEqual(['key']);
});

test('of many first commands at once all use one key', async () => {
  const names = Array.from({ length: 6 }, (_, at) => `many${at}.json`);
  await Promise.all(names.map((name) => pause('--state', name)));
  for (const name of names) expect((await resume('--state', name, '--approve', 'all')).code).toBe(0);
  expect(readdirSync(join(user, 'tackroom'))).toEqual(['key']);
});

test('a state is kept below .tackroom unless it is told where, and resume finds it', async () => {
  expect((await pause()).code).toBe(3);
  expect(readdirSync(OWN)).toHaveLength(1);
  expect((await resume('--approve', 'all')).code).toBe(0);
  expect(effects()).toBe('one\n');
  expect(jsonOf(await resume('--approve', 'all'))).toMatchObject({
    error: { code: 'CLI_USAGE', message: expect.stringContaining('No run waits') },
  });
  await pause();
  await pause();
  const several: { error: { message: string } } = jsonOf(await resume('--approve', 'all'));
  expect(several.error.message).toMatch(
    /^Several runs wait here\. Name one with --state FILE: \.tackroom\/states\/\S+\.json, \S+\.json\.$/,
  );
});

test('what a person is shown on resume is made from what will run', async () => {
  await pause(...TO);
  rewrite((stored) => {
    for (const { pending } of stored.calls)
      for (const item of pending) Object.assign(item, { text: 'ls', preview: '- ls', reason: 'harmless' });
  });
  const ran = await runMain(['resume', '--model', 'scripted:rest.json', ...TO, '--accept-unsigned'], {
    cwd,
    env: { XDG_STATE_HOME: user },
    typed: ['n'],
  });
  expect(ran.stdout).toContain('command: "echo one >> effects.txt"');
  expect(ran.stdout).toContain('run_command is of high risk');
  expect(ran.stdout).not.toMatch(/- ls|harmless/);
  expect(effects()).toBe('');
});

test.each<[string, (stored: Stored) => void, string]>([
  ['was altered', (stored) => void (stored.calls[0]?.pending ?? []).forEach((item) => (item.reason = 'x')), 'altered'],
  [
    'was decided by somebody',
    (stored) => void stored.calls.forEach((call) => (call.decision = { type: 'approve', id: call.pending[0]?.id, scope: 'once' })),
    'altered',
  ],
  ['is not signed', (stored) => void delete stored.signature, 'is not signed'],
])('a state that %s is refused, and nothing runs', async (_what, change, words) => {
  await pause(...TO);
  rewrite(change);
  const ran = jsonOf(await resume(...TO, '--approve', 'all'));
  expect(ran).toMatchObject({ error: { code: 'RUN_STATE_TAMPERED', message: expect.stringContaining(words) } });
  expect(effects()).toBe('');
  // Taken on request, it is undecided, whatever it says.
  expect(jsonOf(await resume(...TO, '--accept-unsigned'))).toMatchObject({ error: { code: 'RUN_UNDECIDED' } });
  expect((await resume(...TO, '--accept-unsigned', '--approve', 'all')).code).toBe(0);
  expect(effects()).toBe('one\n');
});

test('the state of another user needs their key, by flag or variable', async () => {
  await pause(...TO);
  const theirs = join(cwd, 'their-key');
  renameSync(keyFile(), theirs);
  const refused: { error: { message: string } } = jsonOf(await resume(...TO, '--approve', 'all'));
  expect(refused).toMatchObject({ error: { code: 'RUN_STATE_TAMPERED', message: expect.stringContaining('--state-key FILE') } });
  expect((await resume(...TO, '--approve', 'all', '--state-key', 'their-key')).code).toBe(0);
  writeFileSync(join(cwd, 'short-key'), 'short', { mode: 0o600 });
  const cut = jsonOf(await pause(...TO, '--state-key', 'short-key'));
  expect(cut).toMatchObject({ error: { code: 'CLI_STATE_KEY', message: expect.stringContaining('a key has 32 to 4096') } });
  expect(JSON.stringify(cut)).not.toContain('a new one is made'); // only the command's own is
  await pause(...TO, '--state-key', 'their-key');
  const ran = await main(['resume', '--model', 'scripted:rest.json', '--json', ...TO, '--approve', 'all'], {
    TACKROOM_STATE_KEY_FILE: theirs,
  });
  expect(ran.code).toBe(0);
});

const asRoot = process.getuid?.() === 0;
const bad: readonly (readonly [string, () => void, string])[] = [
  ['others may read', () => chmodSync(keyFile(), 0o644), 'chmod 600'],
  ['is cut', () => writeFileSync(keyFile(), 'short'), '5 bytes'],
  ['is empty', () => writeFileSync(keyFile(), ''), '0 bytes'],
  ['is a link', () => (renameSync(keyFile(), `${keyFile()}2`), symlinkSync(`${keyFile()}2`, keyFile())), 'symbolic link'],
  ['is a directory', () => (rmSync(keyFile()), mkdirSync(keyFile())), 'not a plain file'],
  ['lies where others may write', () => chmodSync(join(user, 'tackroom'), 0o777), 'chmod 700'],
];

test.each(bad)('a key that %s signs nothing: the run does not begin, and nothing is repaired', async (_what, spoil, words) => {
  await pause(...TO);
  rmSync(join(cwd, 's.json'));
  spoil();
  const ran = await pause(...TO);
  expect(ran.code).toBe(2);
  expect(jsonOf(ran)).toMatchObject({ error: { code: 'CLI_STATE_KEY', message: expect.stringContaining(words) } });
  expect(existsSync(join(cwd, 's.json'))).toBe(false);
});

test.each<[string, () => Record<string, string>]>([
  ['has no place for one', () => ({ XDG_STATE_HOME: join(cwd, 'pause.json') })],
  ['has a home that is not there to be written to', () => ({ XDG_STATE_HOME: '', HOME: '/proc/nowhere' })],
])('where a user %s, a run that is to be kept does not begin, and another is not kept', async (_what, env) => {
  const told = await main(['run', 'go', '--model', 'scripted:pause.json', '--json', ...TO], env());
  expect(told.code).toBe(2);
  expect(jsonOf(told)).toMatchObject({ error: { code: 'CLI_STATE_KEY', message: expect.stringContaining('--state-key FILE') } });
  const free = await main(['run', 'go', '--model', 'scripted:pause.json', '--json'], env());
  expect(free.code).toBe(3);
  expect(eventsOf(free).at(-1)).toMatchObject({ type: 'run-pause' });
  expect(free.stderr).toContain('CLI_STATE_KEY');
  const seen = await main(['run', 'go', '--model', 'scripted:pause.json'], env());
  expect(seen.stdout).toContain('Its state is not kept, for the reason above');
  expect(seen.stdout).not.toContain('give --state'); // that would not begin
  expect(existsSync(OWN)).toBe(false);
});

if (asRoot) {
  test('a key that belongs to another user is not used', async () => {
    await pause(...TO);
    const { chownSync } = await import('node:fs');
    chownSync(keyFile(), 65534, 65534);
    expect(jsonOf(await pause(...TO))).toMatchObject({
      error: { code: 'CLI_STATE_KEY', message: expect.stringContaining('belongs to user 65534') },
    });
  });
}
