import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HarnessModule, type RunState } from 'tackroom';
import { calls, ScriptedModel } from '@tackroom/testing';
import { checkStatePath, claimState, readState, writeState } from './state-file.js';

const folder = mkdtempSync(join(tmpdir(), 'state-file-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, 'run.json');

/** The state of a run that waits for an approval. */
async function pausedState(): Promise<RunState> {
  await using harness = await HarnessModule.create({ bundles: ['shell'], workspace: folder });
  const model = new ScriptedModel([calls({ name: 'run_command', args: { command: 'true' } })]);
  return (await harness.createAgent({ name: 'a', model }).run('go')).state;
}

test('a state is written whole, and read as it was', async () => {
  const state = await pausedState();
  expect(await writeState(path, state)).toBe(path);
  const stored = await readState(path);
  expect(stored.state.toJSON()).toEqual(state.toJSON());
  expect(readdirSync(folder)).toEqual(['run.json']);
});

test('where the disk does not take it, it is kept elsewhere', async () => {
  const state = await pausedState();
  const spare = await writeState(join(folder, 'gone', 'run.json'), state);
  expect(spare).toBe(join(tmpdir(), `tackroom-${state.runId}.json`));
  expect((await readState(spare)).state.runId).toBe(state.runId);
  rmSync(spare);
});

test('a claimed state can be put back', async () => {
  await writeState(path, await pausedState());
  const claim = await claimState(await readState(path));
  expect([existsSync(path), existsSync(`${path}.resumed`)]).toEqual([false, true]);
  await claim.release();
  expect([existsSync(path), existsSync(`${path}.resumed`)]).toEqual([true, false]);
});

test('one of many gets the claim', async () => {
  await writeState(path, await pausedState());
  const stored = await readState(path);
  const claims = await Promise.allSettled(Array.from({ length: 10 }, () => claimState(stored)));
  expect(claims.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await expect(readState(path)).rejects.toMatchObject({ code: 'CLI_STATE_CLAIMED' });
});

test('a state that another process wrote meanwhile is not the one that was decided', async () => {
  await writeState(path, await pausedState());
  const stored = await readState(path);
  await writeState(path, await pausedState());
  const newer = readFileSync(path, 'utf8');
  await expect(claimState(stored)).rejects.toMatchObject({ code: 'CLI_STATE_CLAIMED' });
  expect(readFileSync(path, 'utf8')).toBe(newer);
});

test.each([
  ['a folder that is not there', () => join(folder, 'gone', 'run.json')],
  ['a folder', () => folder],
  ['a file as a folder', () => join(path, 'run.json')],
])('%s takes no state', async (_what, where) => {
  writeFileSync(path, '');
  await expect(checkStatePath(where())).rejects.toMatchObject({ code: 'CLI_FILE_UNWRITABLE' });
});

test('a file that is no text is refused, instead of being read with other characters', async () => {
  await writeState(path, await pausedState());
  const bytes = readFileSync(path);
  bytes[bytes.indexOf('go"')] = 0xff;
  writeFileSync(path, bytes);
  await expect(readState(path)).rejects.toMatchObject({ code: 'CLI_FILE_UNREADABLE', message: expect.stringContaining('utf-8') as string });
});

test('a byte order mark, which some editors add, is no part of a state', async () => {
  const state = await pausedState();
  await writeState(path, state);
  writeFileSync(path, `\uFEFF${readFileSync(path, 'utf8')}`);
  const stored = await readState(path);
  expect(stored.state.toJSON()).toEqual(state.toJSON());
  await expect(claimState(stored)).resolves.toBeDefined();
});
