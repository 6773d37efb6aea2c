import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { filesystem, git, HarnessModule, shell, type Harness, type JsonObject } from 'tackroom';

const AUTHOR = { GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@x', GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@x' };
const PLAIN = { PATH: process.env['PATH'] ?? '', GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', HOME: '/nowhere' };

let root = '';
let harness: Harness;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'tackroom-previews-')));
  await mkdir(join(root, 'src'));
  await writeFile(join(root, 'src/a.txt'), 'one\n');
  const run = promisify(execFile);
  for (const args of [
    ['init', '-q', '-b', 'main'],
    ['add', '-A'],
    ['commit', '-qm', 'First'],
  ]) {
    await run('git', args, { cwd: root, env: { ...PLAIN, ...AUTHOR } });
  }
  harness = await HarnessModule.create({ bundles: [filesystem({ root }), shell({ root }), git({ root })], permissions: { ask: ['*'] } });
});
afterEach(async () => {
  await harness.close();
  await rm(root, { recursive: true, force: true });
});

/** What a person is shown of a call beside its arguments. */
async function previewOf(name: string, args: JsonObject): Promise<string | undefined> {
  const outcome = await harness.attempt({ name, args });
  if (outcome.kind !== 'pending') throw new Error(`${name} was not asked about`);
  return outcome.request.preview;
}

test('of a command: where it starts, and each command that it runs', async () => {
  expect(await previewOf('run_command', { command: "cat a.txt | sudo tee '/etc/x y' > log; r\\m -rf $DIR", cwd: 'src' }))
    .toMatchInlineSnapshot(`
   "In src:
   - cat a.txt
   - sudo tee '/etc/x y'
       reads what the one before writes
       writes log
     - starts tee '/etc/x y'
   - rm -rf $DIR
       known only when it runs: $DIR
   Dangerous: it replaces or empties a file of the system."
  `);
  expect(await previewOf('run_command', { command: 'make test' })).toMatchInlineSnapshot(`
   "In the root of the workspace:
   - make test"
  `);
  expect(await previewOf('run_command', { command: 'ls', cwd: '../elsewhere' })).toMatchInlineSnapshot(`
   "It will not run: That path leads outside the workspace. Use a path inside it, relative to the working directory.
   - ls"
  `);
});

test('of a command: nothing in it stays unseen, or passes for a line of the preview', async () => {
  expect(await previewOf('run_command', { command: "echo $'\\n- ls' \u202Eevil\u001b[2J \u200b" })).toMatchInlineSnapshot(`
   "In the root of the workspace:
   - echo '\\u000a- ls' \\u202eevil\\u001b[2J \\u200b"
  `);
});

test('of a commit: what is staged', async () => {
  expect(await previewOf('git_commit', { message: 'Second' })).toMatchInlineSnapshot(`"Nothing is staged: nothing will be committed."`);
  await writeFile(join(root, 'src/a.txt'), 'one\ntwo\n');
  await writeFile(join(root, 'src/b.txt'), 'new\n');
  await promisify(execFile)('git', ['add', '-A'], { cwd: root, env: PLAIN });
  expect(await previewOf('git_commit', { message: 'Second' })).toMatchInlineSnapshot(`
   "Commits what is staged:
    src/a.txt | 1 +
    src/b.txt | 1 +
    2 files changed, 2 insertions(+)"
  `);
});

test('of files that are made and removed', async () => {
  expect(await previewOf('generate_file', { path: 'report.txt', content: 'all \u202Ewell\n' })).toMatchInlineSnapshot(`
   "--- (no file)
   +++ report.txt
   @@ -0,0 +1,1 @@
   +all \\u202ewell"
  `);
  expect(await previewOf('delete', { path: 'src', recursive: true })).toMatchInlineSnapshot(`
   "Deletes the directory src and all below it:
     a.txt"
  `);
});
