import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HostSandbox, HostWorkspace } from '@tackroom/sandbox';

let root = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'tackroom-readme-'));
  await writeFile(join(root, 'notes.txt'), 'first line\n');
});
afterAll(() => rm(root, { recursive: true }));

// #region host
test('files are bounded by the root; commands run in it and are not', async () => {
  const files = new HostWorkspace(root).session('session-1');
  expect((await files.glob({ pattern: '**/*.txt', limit: 10 })).matches).toEqual(['notes.txt']);
  await expect(files.open('../outside.txt')).rejects.toMatchObject({ code: 'PATH_OUTSIDE' });

  const shell = await new HostSandbox().open({ sessionId: 'session-1', root });
  const { stdout, exitCode } = await shell.exec('wc -l < notes.txt', { timeoutMs: 10_000 });
  expect([stdout.trim(), exitCode]).toEqual(['1', 0]);
  await shell.close();
});
// #endregion
