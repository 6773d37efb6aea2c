import { linkSync } from 'node:fs';
import { filesystem, HarnessModule } from 'tackroom';
import { InMemoryWorkspace } from '@tackroom/testing';
import { fileFixture } from './file-fixture.js';

const files = fileFixture();
const { call } = files;

/** Every tool that takes the path of a file, tried on it. */
const tryAll = async (path: string): Promise<readonly string[]> => {
  const said = [
    await call('read_file', { path }),
    await call('write_file', { path, content: 'x', overwrite: true }),
    await call('edit_file', { path, old_string: 'S', new_string: 'x' }),
    await call('generate_file', { path, content: 'x', overwrite: true }),
    await call('delete', { path, recursive: true }),
    await call('grep', { path, pattern: 'S' }),
  ];
  return said.map((text) => text.slice(0, text.indexOf(':')));
};

test('nothing goes through a link that leads out', async () => {
  files.link('root/link', '../root-evil');
  expect(await tryAll('link/secret.txt')).toEqual(Array(6).fill('PATH_LINK'));
  expect(await tryAll('link/new/deep.txt')).toEqual(Array(6).fill('PATH_LINK'));
  expect(await call('list_directory', { path: 'link' })).toMatch(/^PATH_LINK/);
  expect(await call('change_directory', { path: 'link' })).toMatch(/^PATH_LINK/);
  expect(await call('grep', { pattern: 'SEC', path: '.' })).toBe('ok: No lines match.');
  expect(await call('glob', { pattern: 'link/*' })).toBe('ok: No files match.');
  expect(await call('list_directory', {})).toBe('ok: ., 2 entries\n.keep (0 bytes)\nlink -> (outside the workspace)');
});

test('a link that is a file itself is not replaced by one', async () => {
  files.write({ 'root/real.md': 'real' });
  files.link('root/link.md', 'real.md');
  files.link('root/far.txt', '../root-evil/secret.txt');
  for (const path of ['link.md', 'far.txt']) {
    expect(await call('edit_file', { path, old_string: 'real', new_string: 'x' })).toMatch(/^PATH_LINK/);
    expect(await call('write_file', { path, content: 'x', overwrite: true })).toMatch(/^PATH_LINK/);
  }
  expect(await call('delete', { path: 'far.txt' })).toBe('ok: Deleted far.txt.');
  expect([files.text('root/real.md'), files.exists('root/link.md'), files.exists('root/far.txt')]).toEqual(['real', true, false]);
});

test('a path through a link and up again is taken by its spelling', async () => {
  files.link('root/link', '../root-evil/sub');
  expect((await tryAll('link/../secret.txt')).slice(0, 1)).toEqual(['PATH_NOT_FOUND']);
  expect(files.exists('root/secret.txt')).toBe(false);
});

test.each([
  ['a\0.txt', 'PATH_INVALID'],
  ['', 'PATH_INVALID'],
  ['x'.repeat(5_000), 'PATH_INVALID'],
  ['/etc/passwd', 'PATH_OUTSIDE'],
  ['../root-evil/secret.txt', 'PATH_OUTSIDE'],
  ['sub/../../root-evil/secret.txt', 'PATH_OUTSIDE'],
  ['//etc/passwd', 'PATH_OUTSIDE'],
])('the path of case %# is refused by every tool', async (path, code) => {
  expect(await tryAll(path)).toEqual(Array(6).fill(code));
});

test('spellings that mean something elsewhere are names here', async () => {
  for (const path of ['~/x', '~root/x', '..\\x', '%2e%2e/x', 'file:///etc/x', 'C:\\x', '\\\\host\\share', '..foo']) {
    expect(await call('write_file', { path, content: 'x' })).toMatch(/^ok: Created /);
  }
  expect(await call('list_directory', {})).toBe(
    'ok: ., 9 entries\n%2e%2e/\n..\\x (1 byte)\n..foo (1 byte)\n.keep (0 bytes)\nC:\\x (1 byte)\n\\\\host\\share (1 byte)\nfile:/\n~/\n~root/',
  );
});

test('the root is neither file nor to be deleted', async () => {
  expect(await tryAll('.')).toEqual(['PATH_NOT_FILE', 'PATH_NOT_FILE', 'PATH_NOT_FILE', 'PATH_NOT_FILE', 'PATH_DENIED', 'ok']);
});

test('a root given through a link is one root', async () => {
  files.write({ 'root/a.txt': 'A' });
  files.link('alias', 'root');
  const harness = await HarnessModule.create({ bundles: [filesystem({ root: files.at('alias') })], permissions: { profile: 'open' } });
  const said = async (name: string, args: Record<string, string>): Promise<string> =>
    String((await harness.execute({ name, args })).content);
  for (const path of ['a.txt', files.at('alias/a.txt'), files.at('root/a.txt')]) expect(await said('read_file', { path })).toMatch(/\tA$/);
  expect(await said('glob', { pattern: '**/*.txt' })).toBe('a.txt');
  expect(await said('write_file', { path: files.at('alias/b.txt'), content: 'B' })).toBe('Created b.txt (1 byte).');
  await harness.close();
});

test('a hard link shares its file with the outside until it is written', async () => {
  linkSync(files.at('root-evil/secret.txt'), files.at('root/hard'));
  expect(await call('edit_file', { path: 'hard', old_string: 'SECR', new_string: 'x' })).toMatch(/^ok/);
  expect([files.text('root/hard'), files.text('root-evil/secret.txt')]).toEqual(['xET', 'SECRET']);
});

test.each([
  ['cafe\u0301.txt', 'caf\u00e9.txt'],
  ['caf\u00e9.txt', 'cafe\u0301.txt'],
])('a name in another Unicode form is named, and no twin is made by an edit: %j', async (stored, written) => {
  files.write({ [`root/${stored}`]: 'x' });
  const said = await call('edit_file', { path: written, old_string: 'x', new_string: 'y' });
  expect(said).toMatch(/^PATH_NOT_FOUND: .*the same letters in another Unicode form/);
  expect([files.text(`root/${stored}`), files.exists(`root/${written}`)]).toEqual(['x', false]);
});

test('broken and looping links are listed as links, and walks end', async () => {
  files.write({ 'root/ok.txt': 'x', 'root/d/y.txt': 'x' });
  files.link('root/dead', 'nowhere');
  files.link('root/loop', 'loop');
  files.link('root/d/self', '..');
  expect(await call('list_directory', {})).toBe('ok: ., 5 entries\n.keep (0 bytes)\nd/\ndead -> nowhere\nloop -> loop\nok.txt (1 byte)');
  expect(await call('glob', { pattern: '**/*.txt' })).toBe('ok: d/y.txt\nok.txt');
  expect(await call('grep', { pattern: 'x' })).toBe('ok: d/y.txt:1:x\nok.txt:1:x');
});

test('a pipe keeps nobody waiting', async () => {
  files.pipe('root/p');
  expect(await tryAll('p')).toEqual(['PATH_NOT_FILE', 'PATH_NOT_FILE', 'PATH_NOT_FILE', 'PATH_NOT_FILE', 'ok', 'PATH_NOT_FOUND']);
  files.pipe('root/p');
  expect(await call('grep', { pattern: 'x' })).toBe('ok: No lines match.');
});

test('of linked directories neither the inside nor the outside is found twice', async () => {
  files.write({ 'root/real/a.txt': 'a' });
  files.link('root/in', 'real');
  files.link('root/out', '../root-evil');
  expect(await call('glob', { pattern: '**/*.txt' })).toBe('ok: real/a.txt');
});

test('where case does not count, a name in another case exists already', async () => {
  const workspace = new InMemoryWorkspace({ 'Readme.md': 'old' }, { caseInsensitive: true });
  const harness = await HarnessModule.create({ workspace, bundles: ['filesystem'], permissions: { profile: 'open' } });
  const made = await harness.execute({ name: 'write_file', args: { path: 'README.md', content: 'new' } });
  expect([made.error?.code, workspace.text('Readme.md')]).toEqual(['PATH_EXISTS', 'old']);
  await harness.close();
});

describe('paths that run code later', () => {
  const guarded = fileFixture({}, { permissions: { allow: ['write_file', 'edit_file', 'generate_file', 'delete'] } });

  test.each(['.git/config', 'sub/.git/hooks/post-commit', 'sub/.git', './x/../.git/config', 'link/config', '.env', '.vscode/tasks.json'])(
    '%s needs a person, although writing is allowed',
    async (path) => {
      guarded.write({ 'root/.git/config': '[core]\n', 'root/sub/.keep': '' });
      guarded.link('root/link', '.git');
      for (const [name, args] of [
        ['write_file', { path, content: 'x', overwrite: true }],
        ['edit_file', { path, old_string: '[core]', new_string: '[core]\nfsmonitor = x' }],
        ['generate_file', { path, content: 'x', overwrite: true }],
        ['delete', { path, recursive: true }],
      ] as const) {
        expect([name, (await guarded.call(name, args)).split(':')[0]]).toEqual([name, 'PERMISSION_DENIED']);
      }
      expect(guarded.text('root/.git/config')).toBe('[core]\n');
    },
  );

  test('other files do not', async () => {
    expect(await guarded.call('write_file', { path: 'src/a.ts', content: 'x' })).toMatch(/^ok/);
  });
});
