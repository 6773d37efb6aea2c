import { appendFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { removeLeftSessions } from '../leftovers/left-directories.js';
import { ControlDirectory } from './control-directory.js';

let control: ControlDirectory;
beforeEach(async () => {
  control = await ControlDirectory.make(undefined);
});
afterEach(() => control.close());

const put = (id: string, script = 'true'): Promise<void> => control.put(id, { script, environment: { A: "it's\n$x", B: '' } });
const say = (lines: string): void => appendFileSync(control.journalFile, lines);

test('a command is laid out word for word, for its user alone, and taken away again', async () => {
  await put('1', 'echo "$A"\n');
  await put('2', 'x'.repeat(200_000));
  await control.forbid('2');
  const at = (name: string): string => join(control.input, name);
  expect([readFileSync(at('1/script'), 'utf8'), readFileSync(at('1/environment'), 'utf8')]).toEqual(['echo "$A"\n', "A=it's\n$x\0B=\0"]);
  expect([readdirSync(at('1')).sort(), readdirSync(at('2')).sort()]).toEqual([
    ['environment', 'script'],
    ['environment', 'is-long', 'script', 'stop'],
  ]);
  expect([statSync(at('1')).mode & 0o777, statSync(at('1/environment')).mode & 0o777]).toEqual([0o700, 0o600]);
  await control.drop('1');
  expect(existsSync(at('1'))).toBe(false);
});

test('what is said of a command is told from what is said of others', async () => {
  await put('1');
  expect(await control.record('1')).toEqual({ isStarted: false, isDirectoryMissing: false });
  say('s 1\ns 11\nd 12\ne 11 7 0 0\n');
  expect(await control.record('1')).toEqual({ isStarted: true, isDirectoryMissing: false });
  say('e 1 3 2 1\n');
  const ended = { status: 3, leftBehind: 2, killedForMemory: 1, isBySignal: false };
  expect(await control.record('1')).toEqual({ isStarted: true, isDirectoryMissing: false, ended });
  say('e 1 137 0 0 signal\n');
  expect(await control.record('1')).toMatchObject({ ended: { status: 137, isBySignal: true } });
  await put('12');
  say('d 12\n');
  expect(await control.record('12')).toEqual({ isStarted: false, isDirectoryMissing: true });
});

test.each(['e 1', 'e 1 x 0 0', 'e 1 3', 'e  1 3 0 0', '\0'.repeat(100)])('%j says nothing', async (line) => {
  await put('1');
  say(`${line}\n`);
  expect(await control.record('1')).toEqual({ isStarted: false, isDirectoryMissing: false });
});

test('a flood in the journal hides nothing of what the supervisor said', async () => {
  await put('1');
  say(`s 1\n${'x'.repeat(3_000_000)}\ne 1 0 0 0\n`);
  expect(await control.record('1')).toMatchObject({ isStarted: true, ended: { status: 0 } });
});

test('nothing is left', async () => {
  const other = await ControlDirectory.make(undefined);
  writeFileSync(join(other.input, 'more'), '');
  await other.close();
  expect(existsSync(dirname(other.input))).toBe(false);
});

test('what a dead process left is removed like all that sessions leave', async () => {
  const other = await ControlDirectory.make(undefined);
  const base = dirname(dirname(other.input));
  const owner = join(base, 'owner.json');
  await removeLeftSessions();
  expect(existsSync(base)).toBe(true);
  writeFileSync(owner, JSON.stringify({ ...(JSON.parse(readFileSync(owner, 'utf8')) as object), pid: 2 ** 30 }));
  await removeLeftSessions();
  expect(existsSync(base)).toBe(false);
  await other.close();
});
