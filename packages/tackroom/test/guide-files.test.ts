import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InMemoryWorkspace, RecordingApprover } from '@tackroom/testing';
import { filesystem, HarnessModule, navigation, rule, type Approver } from 'tackroom';

// The code of docs/guides/files-and-workspaces.md, and that it does what the page says.

let base: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'tackroom-guide-'));
  await mkdir(join(base, 'project/src'), { recursive: true });
  await mkdir(join(base, 'manual'));
  await writeFile(join(base, 'project/src/price.ts'), 'export const rate = 0.19;\n');
  await writeFile(join(base, 'manual/style.md'), 'Write plainly.\n');
});
afterEach(() => rm(base, { recursive: true }));

function open(root: string, manual: string, approver: Approver) {
  // #region open
  return HarnessModule.create({
    workspace: { root, also: { manual } },
    bundles: [filesystem({ requireRead: true }), navigation()],
    permissions: {
      allow: [rule('write_file', { path: 'src/**' }), rule('edit_file', { path: 'src/**' })],
      deny: [rule('read_file', { path: '**/*.pem' })],
    },
    approver,
  });
  // #endregion
}

test('a project, a manual beside it, and who must be asked', async () => {
  const approver = new RecordingApprover(() => ({ type: 'approve' }));
  const harness = await open(join(base, 'project'), join(base, 'manual'), approver);
  const call = async (name: string, args: Record<string, string>): Promise<unknown> => (await harness.execute({ name, args })).content;
  expect(await call('read_file', { path: 'manual:/style.md' })).toContain('Write plainly.');
  const edit = { path: 'src/price.ts', old_string: '0.19', new_string: '0.07' };
  expect(await call('edit_file', edit)).toBe('src/price.ts was not read in this run. Read it before changing it.');
  await harness.close();
});

test('a person is shown what would change', async () => {
  const approver = new RecordingApprover(() => ({ type: 'approve' }));
  const harness = await HarnessModule.create({ bundles: [filesystem({ root: join(base, 'project') })], approver });
  const edit = { path: 'src/price.ts', old_string: '0.19', new_string: '0.07' };
  await harness.execute({ name: 'edit_file', args: edit });
  await harness.close();
  expect(approver.requests[0]?.preview).toBe(
    ['--- src/price.ts', '+++ src/price.ts', '@@ -1,1 +1,1 @@', '-export const rate = 0.19;', '+export const rate = 0.07;'].join('\n'),
  );
  expect(await readFile(join(base, 'project/src/price.ts'), 'utf8')).toBe('export const rate = 0.07;\n');
});

test('files in memory', async () => {
  // #region memory
  const workspace = new InMemoryWorkspace({ 'src/price.ts': 'export const rate = 0.19;\n' });
  const harness = await HarnessModule.create({ workspace, bundles: ['filesystem'], permissions: { profile: 'open' } });
  await harness.execute({ name: 'edit_file', args: { path: 'src/price.ts', old_string: '0.19', new_string: '0.07' } });
  expect(workspace.text('src/price.ts')).toBe('export const rate = 0.07;\n');
  // #endregion
  await harness.close();
});
