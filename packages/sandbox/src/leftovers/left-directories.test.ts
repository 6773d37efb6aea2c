import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describeNeeding } from '../../test/scratch.js';
import { findLeftCopies, removeLeftSessions } from './left-directories.js';
import { OwnedDirectory, type DirectoryUse, type Owner } from './owned-directory.js';

const made: string[] = [];
afterEach(() => made.splice(0).forEach((path) => rmSync(path, { recursive: true, force: true })));

/** A directory as another process would have left it. */
function left(use: DirectoryUse, changes: Partial<Owner> | string): string {
  const base = dirname(new OwnedDirectory(use, '/home/me/project').path);
  const file = join(base, 'owner.json');
  const owner = JSON.parse(readFileSync(file, 'utf8')) as Owner;
  writeFileSync(file, typeof changes === 'string' ? changes : JSON.stringify({ ...owner, ...changes }));
  made.push(base);
  return base;
}

describeNeeding('/proc', existsSync('/proc/self/stat'), 'directories of processes', () => {
  const found = async (): Promise<readonly string[]> =>
    (await findLeftCopies()).map(({ path }) => path).filter((path) => made.includes(path));

  test('those of living processes, and of processes that cannot be seen from here, are nobody’s to touch', async () => {
    left('copy', {});
    left('copy', { namespace: 'pid:[1]', started: '1' });
    left('copy', 'cut off {');
    left('copy', 'null');
    expect(await found()).toEqual([]);
  });

  test('a number that another process has now, a process that has ended, another boot', async () => {
    const gone = [left('copy', { started: '1' }), left('copy', { pid: 2 ** 30 }), left('copy', { boot: 'another' })];
    expect([...(await found())].sort()).toEqual(gone.sort());
    expect((await findLeftCopies()).find(({ path }) => path === gone[0])).toMatchObject({ root: '/home/me/project' });
  });

  test('sessions are removed, copies are not, and neither is what says nothing of its owner', async () => {
    const nobodys = mkdtempSync(join(tmpdir(), 'tackroom-session-'));
    made.push(nobodys);
    const [session, alive, copy] = [left('session', { pid: 2 ** 30 }), left('session', {}), left('copy', { pid: 2 ** 30 })];
    await removeLeftSessions();
    expect([session, alive, copy, nobodys].map((path) => existsSync(path))).toEqual([false, true, true, true]);
  });

  test('what is removed by its owner is gone whole', async () => {
    const directory = new OwnedDirectory('session');
    await directory.remove();
    expect(existsSync(dirname(directory.path))).toBe(false);
  });
});
