import { execFile } from 'node:child_process';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { git, HarnessModule, type Harness, type JsonObject, type ToolResult } from 'tackroom';

const AUTHOR = { GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@x', GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@x' };
const DATE = '2026-01-02T03:04:05Z';
const ENVIRONMENT = {
  PATH: process.env['PATH'] ?? '',
  ...{ GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', HOME: '/nowhere' },
  ...{ ...AUTHOR, GIT_AUTHOR_DATE: DATE, GIT_COMMITTER_DATE: DATE },
};
const FEW_CHARS = 1_000;

let root = '';
let harness: Harness;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'tackroom-git-')));
  await run('init', '-q', '-b', 'main');
  harness = await HarnessModule.create({
    bundles: [git({ root, maxOutputChars: FEW_CHARS, author: { name: 'Agent', email: 'agent@example.com' } })],
    approver: () => ({ type: 'approve' }),
  });
});
afterEach(async () => {
  await harness.close();
  await rm(root, { recursive: true, force: true });
});

async function run(...args: readonly string[]): Promise<string> {
  return (await promisify(execFile)('git', args, { cwd: root, env: ENVIRONMENT })).stdout;
}

async function commit(name: string, content: string | Uint8Array): Promise<void> {
  await writeFile(join(root, name), content);
  await run('add', '-A');
  await run('commit', '-q', '-m', `Add ${name}`);
}

const call = (name: string, args: JsonObject = {}): Promise<ToolResult> => harness.execute({ name, args });
const textOf = async (name: string, args: JsonObject = {}): Promise<unknown> => (await call(name, args)).content;

test('without a commit', async () => {
  expect([await textOf('git_log'), await textOf('git_show'), await textOf('git_branch')]).toMatchInlineSnapshot(`
   [
     "git failed: fatal: your current branch 'main' does not have any commits yet",
     "git failed: fatal: your current branch 'main' does not have any commits yet",
     "No branches.",
   ]
  `);
});

test('a commit of nothing', async () => {
  await commit('a', 'one\n');
  await writeFile(join(root, 'a'), 'two\n');
  expect(await textOf('git_commit', { message: 'Nothing' })).toMatchInlineSnapshot(
    `"Nothing is staged, so no commit was made. Stage the files first."`,
  );
});

test('settings of signatures keep no tool from working, and name no program', async () => {
  await commit('a', 'one\n');
  const settings = {
    'gpg.format': 'ssh',
    'gpg.minTrustLevel': 'fully',
    'gpg.ssh.program': './x',
    'gpg.program': './x',
    'commit.gpgSign': 'true',
  };
  for (const [name, value] of Object.entries(settings)) await run('config', name, value);
  await writeFile(join(root, 'a'), 'two\n');
  for (const [name, args] of [
    ['git_status', {}],
    ['git_add', { paths: ['a'] }],
    ['git_commit', { message: 'Two' }],
    ['git_log', {}],
    ['git_show', {}],
  ] as const) {
    expect([name, String(await textOf(name, args)).includes('gpg')]).toEqual([name, false]);
  }
  expect(await run('log', '--format=%s', '-1')).toBe('Two\n');
});

test('a tag with a message is shown, and its commit', async () => {
  await commit('a', 'one\n');
  await run('tag', '-a', 'v1', '-m', 'The first');
  const { content, output } = await call('git_show', { ref: 'v1' });
  expect(content).toMatchInlineSnapshot(`
   "tag v1
   Tagger: A <a@x>

   The first

   9cbd66f630 2026-01-02 A: Add a

   diff --git a/a b/a
   new file mode 100644
   index 0000000..5626abf
   --- /dev/null
   +++ b/a
   @@ -0,0 +1 @@
   +one"
  `);
  expect(output).toMatchObject({ commit: { subject: 'Add a' }, files: [{ path: 'a', added: 1, removed: 0 }] });
});

test('a file that begins as a tag does is shown as it is', async () => {
  const text = `tag v1\n${'0'.repeat(40)}\t2026-01-02\tA\tSubject\n`;
  await commit('a', text);
  expect(await textOf('git_show', { ref: 'HEAD:a' })).toBe(text);
});

test('bytes that are no text are not shown', async () => {
  await commit('a', Buffer.alloc(500, 0xff));
  expect(await textOf('git_show', { ref: 'HEAD:a' })).toMatchInlineSnapshot(
    `"[This is no text. \`git show\` in a command can write it to a file.]"`,
  );
});

test('a file with the name of a branch leaves the branch its name', async () => {
  await commit('main', 'one\n');
  await commit('other', 'two\n');
  expect(await textOf('git_log', { ref: 'main', limit: 1 })).toMatch(/^[0-9a-f]{10} 2026-01-02 A: Add other\n/);
  expect(await textOf('git_show', { ref: 'main' })).toContain('A: Add other\n');
  expect(await textOf('git_diff', { ref: 'main' })).toBe('No differences.');
  expect(await textOf('git_show', { ref: 'main:main' })).toBe('one\n');
});

describe('of a list that is too long', () => {
  const names = Array.from({ length: 60 }, (_, index) => `file-${String(index).padStart(2, '0')}-${'x'.repeat(20)}`);
  const written = (): Promise<unknown> => Promise.all(names.map((name) => writeFile(join(root, name), 'x\n')));
  const cut = '[The list is too long: entries in its middle are left out.]';

  test('the status names no file that is not there, and says so', async () => {
    await written();
    const { content, output } = await call('git_status');
    expect(String(content).split('\n').at(-1)).toBe(cut);
    const { entries, more } = output as { entries: { path: string }[]; more: unknown };
    expect([entries.length > 20, more]).toEqual([true, true]);
    expect(names).toEqual(expect.arrayContaining(entries.map(({ path }) => path)));
  });

  test('the branches, the commits', async () => {
    await commit('a', 'one\n');
    for (const name of names.slice(0, 40)) await run('branch', name);
    const branches = (await call('git_branch')).output as { branches: { name: string }[]; more: unknown };
    expect(['main', ...names]).toEqual(expect.arrayContaining(branches.branches.map(({ name }) => name)));
    expect(branches.more).toBe(true);
    for (let count = 0; count < 20; count += 1) await run('commit', '-q', '--allow-empty', '-m', `Commit ${count}`);
    const { content, output } = await call('git_log');
    expect(String(content).split('\n').at(-1)).toBe(cut);
    expect(output).toMatchObject({ more: true });
  });

  test('the files that differ', async () => {
    await written();
    await run('add', '-A');
    const { content, output } = await call('git_diff', { staged: true });
    expect(String(content).split('\n')[0]).toBe(
      '[So many files differ that the list of them and the first patches are left out. Name a path.]',
    );
    expect(names).toEqual(expect.arrayContaining((output as { files: { path: string }[] }).files.map(({ path }) => path)));
  });
});
