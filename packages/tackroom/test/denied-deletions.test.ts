import { mkdtemp, mkdir, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { filesystem, HarnessModule, rule, type PermissionOptions, type ToolResult } from 'tackroom';

const FILES = ['data/secrets/key', 'data/logs/a.log', 'build/x/out.js', 'many/deep/er/id.pem', 'secrets/top'];
let root = '';

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'tackroom-deletions-')));
  for (const file of FILES) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), 'x');
  }
  await symlink('data', join(root, 'link'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function deleting(path: string, permissions: PermissionOptions, recursive = true): Promise<ToolResult> {
  const harness = await HarnessModule.create({ bundles: [filesystem({ root })], permissions });
  try {
    return await harness.execute({ name: 'delete', args: { path, recursive } });
  } finally {
    await harness.close();
  }
}

const allow = ['delete'];

test.each([
  ['data/secrets/**', 'data'],
  ['data/secrets/', './build/../data/'],
  ['data/secrets/key', 'data'],
  ['**/*.pem', 'many'],
  ['**/*.pem', 'many/deep'],
  ['data/*/key', 'data'],
])('a rule against deleting %s holds for a deletion of %s', async (pattern, path) => {
  for (const denied of [rule('delete', { path: pattern }), rule('*', { path: pattern })]) {
    const result = await deleting(path, { allow, deny: [denied] });
    expect(result.error?.code).toBe('PERMISSION_DENIED');
  }
  expect((await readdir(root, { recursive: true })).sort()).toEqual(expect.arrayContaining(FILES));
});

test('an ask rule asks in the same way', async () => {
  const harness = await HarnessModule.create({
    bundles: [filesystem({ root })],
    permissions: { ask: [rule('delete', { path: 'data/secrets/**' })], defaultLevel: 'allow' },
  });
  const decided = async (path: string): Promise<string> =>
    (await harness.explain({ name: 'delete', args: { path, recursive: true } })).verdict;
  expect([await decided('data'), await decided('data/logs')]).toEqual(['ask', 'allow']);
  await harness.close();
});

test('the model reads that it may be about something below', async () => {
  const { content } = await deleting('data', { allow, deny: [rule('delete', { path: 'data/secrets/' })] });
  expect(content).toMatchInlineSnapshot(
    `"Permission denied: a rule forbids delete with this path or something below it. Take another way instead of repeating this call."`,
  );
});

test.each([
  ['data/secrets/**', 'data/logs'],
  ['data/secrets/**', 'many'],
  ['**/*.pem', 'data'],
  ['data/secrets/**', 'data/logs/a.log'],
  // The link goes by itself, and what it leads to stays.
  ['secrets/**', 'link'],
])('a rule against deleting %s leaves a deletion of %s alone', async (pattern, path) => {
  expect(await deleting(path, { allow, deny: [rule('delete', { path: pattern })] })).toMatchObject({ success: true });
});

test('to allow a directory is to allow what it holds, and to allow what it holds is not to allow the directory', async () => {
  const locked = (pattern: string): PermissionOptions => ({ profile: 'locked', allow: [rule('delete', { path: pattern })] });
  expect(await deleting('build', locked('build/**'))).toMatchObject({ error: { code: 'PERMISSION_DENIED' } });
  expect(await deleting('build/x', locked('build/*'))).toMatchObject({ success: true });
});
