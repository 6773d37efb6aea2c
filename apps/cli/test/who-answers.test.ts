import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { eventsOf, jsonOf, runMain, scratchFolder, writeFiles } from './run-main.js';

const command = (text: string) => ({ name: 'run_command', args: { command: `echo ${text} >> effects.txt` } });
const cwd = scratchFolder({
  'pause.json': { turns: [{ toolCalls: ['one', 'two', 'three'].map(command) }] },
  'rest.json': { turns: [{ text: 'Done.' }] },
});
const named = scratchFolder({
  'tackroom.config.json': { permissions: { approvals: { approvers: ['jo', 'ops'] } } },
  'pause.json': { turns: [{ toolCalls: [command('one')] }] },
  'rest.json': { turns: [{ text: 'Done.' }] },
});

const prompted = scratchFolder({ 'pause.json': { turns: [{ toolCalls: [command('one')] }, { text: 'Done.' }] } });
const below = scratchFolder({ 'tackroom.config.json': {}, 'deep/a.txt': 'hello\n' });
const declining = scratchFolder({ 'tackroom.config.json': { audit: false }, 'a.txt': 'hello\n' });
const closed = scratchFolder({ 'a.txt': 'hello\n' });
const looked = scratchFolder({ 'a.txt': 'hello\n' });

/** Pauses a run in a folder and gives the ids of what waits. */
async function pause(folder: string): Promise<readonly string[]> {
  writeFiles(folder, { 'effects.txt': '' });
  const ran = await runMain(['run', 'go', '--model', 'scripted:pause.json', '--state', 'state.json', '--json'], { cwd: folder });
  const pending: readonly { readonly id: string }[] = eventsOf(ran).at(-1)?.['pending'] ?? [];
  return pending.map(({ id }) => id);
}

const RESUME = ['resume', '--state', 'state.json', '--model', 'scripted:rest.json'];
const effects = (folder: string): string => readFileSync(join(folder, 'effects.txt'), 'utf8');

/** The answers that the trail of a folder holds, without their times. */
async function answers(folder: string): Promise<readonly object[]> {
  const records: readonly { readonly type: string; readonly answer?: { readonly at?: string } }[] = jsonOf(
    await runMain(['audit', 'show', '--json'], { cwd: folder }),
  );
  return records.flatMap(({ type, answer }) => {
    if (type !== 'call' || answer === undefined) return [];
    const { at, ...said } = answer;
    expect(Date.parse(at ?? '')).not.toBeNaN();
    return [said];
  });
}

test('answers of a line are on record with whose they are', async () => {
  const [one = '', two = '', three = ''] = await pause(cwd);
  const edit = JSON.stringify({ command: 'echo edited >> effects.txt' });
  const ran = await runMain([...RESUME, '--by', 'jo', '--approve', one, '--reject', two, '--edit', three, edit], { cwd });
  expect(ran.code).toBe(0);
  expect(effects(cwd)).toBe('one\nedited\n');
  expect(await answers(cwd)).toEqual(
    expect.arrayContaining([
      { type: 'approve', by: 'jo', scope: 'once' },
      { type: 'reject', by: 'jo' },
      { type: 'edit', by: 'jo' },
    ]),
  );
});

test('audit show says who answered', async () => {
  const { stdout } = await runMain(['audit', 'show'], { cwd });
  expect(stdout).toMatch(/success +approve by jo /);
  expect(stdout).toMatch(/denied +reject by jo /);
});

test('without --by they are the user’s, also at the prompt and of call', async () => {
  const by = userInfo().username;
  await runMain(['run', 'go', '--model', 'scripted:pause.json'], { cwd: prompted, typed: ['y'] });
  await runMain(['call', 'run_command', 'command=true', '--approve'], { cwd: prompted });
  expect(await answers(prompted)).toEqual([
    { type: 'approve', by, scope: 'once' },
    { type: 'approve', by, scope: 'once' },
  ]);
});

describe('where the policy names who may answer', () => {
  test.each([
    ['--approve', 'all'],
    ['--reject', 'all'],
    ['--approve', 'all', '--by', 'eve'],
  ])('a line with %s %s %s %s is refused, and the run still waits', async (...flags) => {
    await pause(named);
    const ran = await runMain([...RESUME, ...flags, '--json'], { cwd: named });
    expect(ran.code).toBe(2);
    expect(jsonOf(ran)).toMatchObject({ error: { code: 'APPROVAL_NOT_ENTITLED' } });
    expect(existsSync(join(named, 'state.json'))).toBe(true);
    expect(effects(named)).toBe('');
  });

  test('one of them answers', async () => {
    await pause(named);
    expect((await runMain([...RESUME, '--approve', 'all', '--by', 'ops'], { cwd: named })).code).toBe(0);
    expect(effects(named)).toBe('one\n');
  });

  test.each([
    ['the signature gone stale', [], 'RUN_STATE_TAMPERED'],
    ['nobody asked for a signature', ['--accept-unsigned'], 'RUN_UNDECIDED'],
  ])('a decision that somebody wrote into the file is refused: %s', async (_what, flags, code) => {
    await pause(named);
    const path = join(named, 'state.json');
    const state = JSON.parse(readFileSync(path, 'utf8')) as { calls: { decision?: object; pending: { id: string }[] }[] };
    for (const call of state.calls) call.decision = { type: 'approve', id: call.pending[0]?.id, scope: 'once', by: 'eve' };
    writeFileSync(path, JSON.stringify(state));
    const ran = await runMain([...RESUME, '--json', ...flags], { cwd: named });
    expect(jsonOf(ran)).toMatchObject({ error: { code } });
    expect(effects(named)).toBe('');
  });

  test('neither a rule nor another person at the prompt answers, and nothing is asked of them', async () => {
    writeFiles(named, { 'effects.txt': '' });
    const line = ['run', 'go', '--model', 'scripted:pause.json', '--by', 'eve', '--yes-to', 'run_command'];
    const { code, stdout } = await runMain(line, { cwd: named, typed: ['y'] });
    expect(code).toBe(3);
    expect(stdout).toContain('You are eve, and this is for jo, ops to answer. It stays open.');
    expect(stdout).not.toContain('Run it?');
    expect(effects(named)).toBe('');
  });
});

test('--by takes a name', async () => {
  const ran = await runMain(['call', 'run_command', 'command=true', '--approve', '--by', ' ', '--json'], { cwd });
  expect(jsonOf(ran)).toMatchObject({ error: { code: 'CLI_USAGE' } });
});

describe('the trail of commands that make calls', () => {
  test('is beside the configuration, and ignored by git', async () => {
    await runMain(['call', 'read_file', 'path=deep/a.txt'], { cwd: join(below, 'deep') });
    expect(readdirSync(join(below, '.tackroom')).sort()).toEqual(['.gitignore', 'audit.jsonl']);
    expect(readFileSync(join(below, '.tackroom/.gitignore'), 'utf8')).toBe('*\n');
    const found = await runMain(['call', 'grep', 'pattern=hello', '--json'], { cwd: below });
    expect(found.stdout).not.toContain('audit.jsonl');
  });

  test('is not begun by commands that make none, nor where the configuration declines it', async () => {
    expect((await runMain(['call', 'read_file', 'path=a.txt'], { cwd: declining })).code).toBe(0);
    expect((await runMain(['tools', 'ls'], { cwd })).code).toBe(0);
    expect(existsSync(join(declining, '.tackroom'))).toBe(false);
  });

  test('is done without, and said so, where it cannot be written', async () => {
    mkdirSync(join(closed, '.tackroom/audit.jsonl'), { recursive: true });
    const { code, stderr } = await runMain(['call', 'read_file', 'path=a.txt'], { cwd: closed });
    expect(code).toBe(0);
    expect(stderr).toMatch(/^tackroom: Calls are not recorded: .+audit\.jsonl cannot be written: .*EISDIR.* \[AUDIT_FILE\]\n$/);
  });

  test('finds with an anchor that its end is missing', async () => {
    const read = (): Promise<unknown> => runMain(['call', 'read_file', 'path=a.txt'], { cwd: looked });
    await read();
    const { anchor }: { readonly anchor: string } = jsonOf(await runMain(['audit', 'verify', '--json'], { cwd: looked }));
    await read();
    expect((await runMain(['audit', 'verify', '--anchor', anchor], { cwd: looked })).code).toBe(0);
    const trail = join(looked, '.tackroom/audit.jsonl');
    writeFileSync(trail, `${readFileSync(trail, 'utf8').split('\n')[0]}\n`);
    expect((await runMain(['audit', 'verify'], { cwd: looked })).code).toBe(0);
    expect(await runMain(['audit', 'verify', '--anchor', anchor], { cwd: looked })).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('records are missing: there were 2') as string,
    });
  });
});
