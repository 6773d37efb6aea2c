import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { ToolFailure, type WorkspaceSession } from '@tackroom/core';
import { describeNeeding, scratchDirectory } from '../../test/scratch.js';
import { HostWorkspace } from './host-workspace.js';

const scratch = scratchDirectory();
beforeEach(() => scratch.write({ 'root/a.txt': 'A', 'root/sub/b.txt': 'B' }));

const open = (): WorkspaceSession => new HostWorkspace(scratch.at('root')).session('s');
const names = (name: string): readonly string[] => readdirSync(scratch.at(name)).sort();

async function failure(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!ToolFailure.is(error)) throw new Error('expected a failure', { cause: error });
  return `${error.code}: ${error.message}`;
}

test('a removal that was cancelled says how far it got', async () => {
  const control = new AbortController();
  control.abort();
  const said = await failure(open().remove('sub', { recursive: true, signal: control.signal }));
  expect([said, names('root/sub')]).toEqual(['PATH_IO: The removal was cancelled.', ['b.txt']]);
});

test('a deep tree and a wide one are removed whole', async () => {
  mkdirSync(scratch.at(`root/deep/${'d/'.repeat(150)}`), { recursive: true });
  scratch.write(Object.fromEntries(Array.from({ length: 2_500 }, (_, index) => [`root/wide/${index}`, ''])));
  expect((await open().remove('deep', { recursive: true })).entries).toBe(151);
  expect((await open().remove('wide', { recursive: true })).entries).toBe(2_501);
  expect(names('root')).toEqual(['a.txt', 'sub']);
});

/** Host path of a name that is not valid UTF-8: two of them are listed alike. */
function oddPath(directory: string, byte: number, rest = ''): Buffer {
  return Buffer.concat([Buffer.from(`${scratch.at(directory)}/odd-`), Buffer.of(byte), Buffer.from(rest)]);
}

describeNeeding('Linux', process.platform === 'linux', 'names that are not valid UTF-8', () => {
  test('keep nothing from being deleted with the directory that holds them', async () => {
    for (const byte of [0xe8, 0xe9]) {
      writeFileSync(oddPath('root/sub', byte), '');
      mkdirSync(oddPath('root/sub', byte, '-directory'));
      writeFileSync(oddPath('root/sub', byte, '-directory/x'), '');
    }
    expect((await open().remove('sub', { recursive: true })).entries).toBe(8);
    expect(names('root')).toEqual(['a.txt']);
  });
});
