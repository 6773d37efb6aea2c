import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { git, HarnessModule, type Harness, type JsonObject, type ToolResult } from 'tackroom';

// Commits of the tests are by nobody's configuration.
const PLAIN = { PATH: process.env['PATH'] ?? '', GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', HOME: '/nowhere' };
const AUTHOR = { GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@x', GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@x' };

let base = '';
let root = '';
let harness: Harness;
beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'tackroom-git-')));
  root = join(base, 'root');
  await write({ 'root/a.txt': 'one\n', 'root/sub/b.txt': 'two\n', 'outside/secret.txt': 'SECRET\n' });
  await run('init', '-q', '-b', 'main');
  await run('add', '-A');
  await run('commit', '-q', '-m', 'First\n\nWith a body.');
  harness = await HarnessModule.create({
    bundles: [git({ root, author: { name: 'Agent', email: 'agent@example.com' } })],
    approver: () => ({ type: 'approve' }),
  });
});
afterEach(async () => {
  await harness.close();
  await rm(base, { recursive: true, force: true });
});

/** Git as somebody at a terminal would run it. */
async function run(...args: readonly string[]): Promise<string> {
  return (await promisify(execFile)('git', args, { cwd: root, env: { ...PLAIN, ...AUTHOR } })).stdout;
}

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(base, path)), { recursive: true });
    await writeFile(join(base, path), content);
  }
}

async function call(name: string, args: JsonObject = {}): Promise<ToolResult> {
  return harness.execute({ name, args });
}

const textOf = async (name: string, args: Parameters<typeof call>[1] = {}): Promise<unknown> => (await call(name, args)).content;
const codeOf = async (name: string, args: Parameters<typeof call>[1] = {}): Promise<string | undefined> =>
  (await call(name, args)).error?.code;

describe('what a model sees', () => {
  test('of a change, from the files to the commit', async () => {
    expect(await textOf('git_status')).toMatchInlineSnapshot(`
     "On branch main.
     Nothing to commit, nothing changed."
    `);
    await write({ 'root/a.txt': 'one\nmore\n', 'root/ü "x".txt': 'new\n' });
    await run('mv', 'sub/b.txt', 'sub/c.txt'); // staged, so the commit has it too
    expect(await textOf('git_status')).toMatchInlineSnapshot(`
     "On branch main.
      M a.txt
     R  sub/c.txt (was sub/b.txt)
     ?? ü "x".txt"
    `);
    expect((await call('git_status')).output).toMatchObject({
      branch: 'main',
      entries: [
        { state: ' M', path: 'a.txt' },
        { state: 'R ', path: 'sub/c.txt', from: 'sub/b.txt' },
        { state: '??', path: 'ü "x".txt' },
      ],
    });
    expect(await textOf('git_diff', { path: 'a.txt' })).toMatchInlineSnapshot(`
     "diff --git a/a.txt b/a.txt
     index 5626abf..9a72323 100644
     --- a/a.txt
     +++ b/a.txt
     @@ -1 +1,2 @@
      one
     +more"
    `);
    expect((await call('git_diff', { path: 'a.txt' })).output).toEqual({ files: [{ path: 'a.txt', added: 1, removed: 0 }] });
    expect(await textOf('git_add', { paths: ['a.txt'] })).toMatchInlineSnapshot(`
     "Staged for the next commit:
     a.txt
     sub/c.txt"
    `);
    expect(await textOf('git_commit', { message: '-Second: it begins with a dash' })).toMatch(
      /^Committed [0-9a-f]{10}: -Second: it begins/,
    );
    expect(await textOf('git_log', { limit: 1 })).toMatch(
      /^[0-9a-f]{10} \d{4}-\d\d-\d\d Agent: -Second: .*\n\[These are the newest 1; there are more/,
    );
    expect(await textOf('git_show', { ref: 'HEAD~1' })).toMatch(/^[0-9a-f]{10} \S+ A: First\n\nWith a body\.\n\ndiff --git a\/a\.txt/);
    expect(await textOf('git_show', { ref: 'HEAD:sub/c.txt' })).toBe('two\n');
    expect(await textOf('git_branch')).toMatch(/^\* main [0-9a-f]{10} -Second/);
    expect(await textOf('git_diff')).toBe('No differences.');
  });

  test('of a directory below, and of another repository in the workspace', async () => {
    await write({ 'root/sub/b.txt': 'changed\n' });
    expect((await call('git_diff', { path: 'sub/b.txt', repo: 'sub' })).output).toEqual({
      files: [{ path: 'sub/b.txt', added: 1, removed: 1 }],
    });
    await promisify(execFile)('git', ['init', '-q', '-b', 'other', join(root, 'inner')], { env: PLAIN });
    expect(await textOf('git_status', { repo: 'inner' })).toMatch(/^On branch other, no commits yet\./);
  });
});

test('a commit is asked about', async () => {
  const asking = await HarnessModule.create({ bundles: [git({ root })] });
  expect(await asking.attempt({ name: 'git_commit', args: { message: 'x' } })).toMatchObject({ kind: 'pending' });
  await asking.close();
});

test('readonly leaves the readers', async () => {
  const reading = await HarnessModule.create({ bundles: [git({ root, readonly: true })] });
  expect(reading.tools.list().map(({ name }) => name)).toEqual(['git_branch', 'git_diff', 'git_log', 'git_show', 'git_status']);
  await reading.close();
});

describe('arguments are no options', () => {
  test.each([
    ['git_diff', { ref: '--output=MARK' }],
    ['git_diff', { ref: '--no-index' }],
    ['git_log', { ref: '-O/etc/passwd' }],
    ['git_log', { ref: '--upload-pack=touch MARK' }],
    ['git_show', { ref: '--ext-diff' }],
    ['git_show', { ref: 'HEAD\n--output=MARK' }],
  ])('%s %j', async (name, args) => {
    expect(await codeOf(name, args)).toBe('GIT_REF_INVALID');
  });

  test.each([
    ['git_diff', { path: '../outside/secret.txt' }, 'PATH_OUTSIDE'],
    ['git_status', { repo: '../outside' }, 'PATH_OUTSIDE'],
    ['git_status', { repo: 'gone' }, 'GIT_REPOSITORY_MISSING'],
    ['git_status', { repo: '--upload-pack=touch MARK' }, 'GIT_REPOSITORY_MISSING'],
    ['git_diff', { ref: 'HEAD', path: '-O/etc/passwd' }, undefined],
    ['git_log', { path: '-O/etc/passwd' }, undefined],
    ['git_diff', { path: '/etc/passwd' }, 'PATH_OUTSIDE'],
    ['git_branch', { branch: '--upload-pack=touch MARK' }, 'ARGUMENTS_INVALID'],
    ['git_add', { paths: ['--force'] }, 'GIT_FAILED'],
    ['git_add', { paths: [':(top,attr:x)'] }, 'GIT_FAILED'],
    ['git_log', { ref: 'nowhere' }, 'GIT_FAILED'],
    ['git_commit', { message: ' ' }, 'GIT_MESSAGE_INVALID'],
  ])('%s %j', async (name, args, code) => {
    expect(await codeOf(name, args)).toBe(code);
    await expect(readFile(join(root, 'MARK'))).rejects.toThrow('ENOENT');
  });
});

describe('a repository must lie in the workspace', () => {
  test('one around it is not seen', async () => {
    await promisify(execFile)('git', ['init', '-q', base], { env: PLAIN });
    await rm(join(root, '.git'), { recursive: true });
    expect(await codeOf('git_status')).toBe('GIT_REPOSITORY_MISSING');
  });

  test.each([
    ['its files are elsewhere', () => run('config', 'core.worktree', join(base, 'outside'))],
    [
      'it is a file that leads elsewhere',
      async () => {
        await promisify(execFile)('git', ['init', '-q', join(base, 'outside')], { env: PLAIN });
        await rm(join(root, '.git'), { recursive: true });
        await write({ 'root/.git': `gitdir: ${join(base, 'outside', '.git')}\n` });
      },
    ],
    ['it borrows objects', () => write({ 'root/.git/objects/info/alternates': `${join(base, 'outside')}\n` })],
  ])('%s', async (_what, arrange) => {
    await arrange();
    expect(await codeOf('git_status')).toBe('GIT_OUTSIDE');
  });

  test('a link to a directory outside is no way there', async () => {
    await symlink(join(base, 'outside'), join(root, 'link'));
    expect(await codeOf('git_status', { repo: 'link' })).toBe('GIT_OUTSIDE');
  });
});

describe('what a repository configures is not run', () => {
  const everything = async (): Promise<void> => {
    for (const [name, args] of [
      ['git_status', {}],
      ['git_diff', {}],
      ['git_diff', { staged: true }],
      ['git_log', {}],
      ['git_show', {}],
      ['git_branch', {}],
      ['git_add', { paths: ['a.txt'] }],
      ['git_commit', { message: 'x' }],
    ] as const) {
      await call(name, { ...args });
    }
  };
  const asAtATerminal = async (): Promise<void> => {
    for (const args of [['status'], ['diff'], ['log', '-1', '-p'], ['add', 'a.txt'], ['commit', '-m', 'x']])
      await run(...args).catch(() => undefined);
  };

  const PROGRAM = 'program';
  const config = (key: string) => (mark: string) => run('config', key, mark);
  test.each<[string, (mark: string) => Promise<unknown>]>([
    ['core.fsmonitor', config('core.fsmonitor')],
    ['hooks', async (mark) => symlink(mark, join(root, '.git/hooks/pre-commit'))],
    [
      'core.hooksPath',
      async (mark) => {
        await mkdir(join(root, 'hooks'));
        await symlink(mark, join(root, 'hooks/post-commit'));
        await run('config', 'core.hooksPath', 'hooks');
      },
    ],
    [
      'a configuration that is included',
      async (mark) => {
        await write({ 'root/extra': `[core]\n\tfsmonitor = ${mark}\n` });
        await run('config', 'include.path', '../extra');
      },
    ],
    ['diff.external', config('diff.external')],
    [
      'a driver of diff',
      async (mark) => {
        await write({ 'root/.gitattributes': '*.txt diff=evil\n' });
        await run('config', 'diff.evil.command', mark);
      },
    ],
    [
      'text conversion',
      async (mark) => {
        await write({ 'root/.gitattributes': '*.txt diff=evil\n' });
        await run('config', 'diff.evil.textconv', mark);
      },
    ],
    [
      'a filter',
      async (mark) => {
        await write({ 'root/.gitattributes': '*.txt filter=e.v=il\n' });
        await run('config', 'filter.e.v=il.clean', mark);
      },
    ],
    [
      'a filter process',
      async (mark) => {
        await write({ 'root/.gitattributes': '*.txt filter=evil\n' });
        await run('config', 'filter.evil.process', mark);
      },
    ],
    [
      'the signing program',
      async (mark) => {
        await run('config', 'commit.gpgSign', 'true');
        await run('config', 'gpg.program', mark);
      },
    ],
    [
      'the editor of a template',
      async (mark) => {
        await run('config', 'core.editor', mark);
        await write({ 'root/.git/hooks/prepare-commit-msg': `#!/bin/sh\n${mark}\n` });
        await chmod(join(root, '.git/hooks/prepare-commit-msg'), 0o755);
      },
    ],
  ])('%s', async (_what, arrange) => {
    const mark = join(base, PROGRAM);
    await write({ [PROGRAM]: `#!/bin/sh\necho ran >> ${join(base, 'ran')}\n` });
    await chmod(mark, 0o755);
    await arrange(mark);
    await write({ 'root/a.txt': 'one\nchanged\n' });
    await everything();
    await expect(readFile(join(base, 'ran'))).rejects.toThrow('ENOENT');
    await write({ 'root/a.txt': 'one\nchanged again\n' });
    await asAtATerminal();
    expect(await readFile(join(base, 'ran'), 'utf8')).toContain('ran');
  });

  test('a missing object is not fetched', async () => {
    const [mark, blob] = [join(base, PROGRAM), (await run('rev-parse', 'HEAD:a.txt')).trim()];
    await write({ [PROGRAM]: `#!/bin/sh\necho ran >> ${join(base, 'ran')}\n` });
    await chmod(mark, 0o755);
    await run('config', 'remote.origin.url', 'ssh://nowhere/x');
    await run('config', 'remote.origin.promisor', 'true');
    await run('config', 'core.sshCommand', mark);
    await run('config', 'extensions.partialClone', 'origin');
    await run('config', 'core.repositoryFormatVersion', '1');
    await rm(join(root, '.git/objects', blob.slice(0, 2)), { recursive: true });
    await write({ 'root/a.txt': 'changed\n' }); // or staging it would make the object anew
    await everything();
    await expect(readFile(join(base, 'ran'))).rejects.toThrow('ENOENT');
    await run('show', blob).catch(() => undefined);
    expect(await readFile(join(base, 'ran'), 'utf8')).toContain('ran');
  });

  test('variables of git that this process has do not count', async () => {
    process.env['GIT_DIR'] = join(base, 'outside');
    process.env['GIT_EXTERNAL_DIFF'] = join(base, PROGRAM);
    try {
      expect(await textOf('git_status')).toMatch(/^On branch main/);
    } finally {
      delete process.env['GIT_DIR'];
      delete process.env['GIT_EXTERNAL_DIFF'];
    }
  });
});
