import { chmodSync, statSync, readdirSync } from 'node:fs';
import { fileFixture } from './file-fixture.js';

const files = fileFixture();
const { call } = files;
const edit = (path: string, old_string: string, new_string: string): Promise<string> => call('edit_file', { path, old_string, new_string });

test('two edits of one file at once both count, however it is spelled', async () => {
  files.write({ 'root/f': 'a\nb\nc\n' });
  const said = await Promise.all([edit('f', 'a', 'A'), edit('./f', 'b', 'B'), edit(files.at('root/f'), 'c', 'C')]);
  expect(said.map((text) => text.split(':')[0])).toEqual(['ok', 'ok', 'ok']);
  expect(files.text('root/f')).toBe('A\nB\nC\n');
});

test('of two creators of one file exactly one succeeds', async () => {
  const said = await Promise.all(['f', './f'].map((path) => call('write_file', { path, content: path })));
  expect(said.map((text) => text.split(':')[0]).sort()).toEqual(['PATH_EXISTS', 'ok']);
});

test.each([0o755, 0o600, 0o640])('a file of mode %o keeps it when it is edited and when it is replaced', async (mode) => {
  files.write({ 'root/run.sh': 'echo a\n' });
  chmodSync(files.at('root/run.sh'), mode);
  await edit('run.sh', 'a', 'b');
  expect(statSync(files.at('root/run.sh')).mode & 0o777).toBe(mode);
  await call('write_file', { path: 'run.sh', content: 'x', overwrite: true });
  expect([statSync(files.at('root/run.sh')).mode & 0o777, files.text('root/run.sh')]).toEqual([mode, 'x']);
});

test.each<[what: string, before: Buffer, after: Buffer]>([
  ['a byte order mark', Buffer.from('\ufeffone\n'), Buffer.from('\ufeffONE\n')],
  ['CRLF', Buffer.from('one\r\ntwo\r\n'), Buffer.from('ONE\r\ntwo\r\n')],
  ['mixed line ends', Buffer.from('x\none\r\ny\rz'), Buffer.from('x\nONE\r\ny\rz')],
  ['no final newline', Buffer.from('x\none'), Buffer.from('x\nONE')],
  ['UTF-16, little end first', Buffer.from('\ufeffone😀\r\n', 'utf16le'), Buffer.from('\ufeffONE😀\r\n', 'utf16le')],
  ['UTF-16, big end first', Buffer.from('\ufeffone\n', 'utf16le').swap16(), Buffer.from('\ufeffONE\n', 'utf16le').swap16()],
  ['one line of 5 MB', Buffer.from(`${'x'.repeat(5_000_000)}one`), Buffer.from(`${'x'.repeat(5_000_000)}ONE`)],
])('%s stays as it is around an edit', async (_what, before, after) => {
  files.write({ 'root/f': before });
  expect(await edit('f', 'one', 'ONE')).toMatch(/^ok/);
  expect(files.bytes('root/f').equals(after)).toBe(true);
});

test('what is not UTF-8 is refused and unchanged', async () => {
  const latin1 = Buffer.from('caf\xe9 one', 'latin1');
  files.write({ 'root/f': latin1 });
  expect(await edit('f', 'one', 'ONE')).toMatch(/^FILE_UNDECODABLE/);
  expect(files.bytes('root/f').equals(latin1)).toBe(true);
});

test('text that was read can be given back as what to replace', async () => {
  files.write({ 'root/f': 'a\tb\n\tc\n' });
  const line = (await call('read_file', { path: 'f' })).split('\n')[2]?.split(/^\d+\t/)[1] ?? '';
  expect(line).toBe('\tc');
  expect(await edit('f', line, 'd')).toMatch(/^ok/);
  expect(files.text('root/f')).toBe('a\tb\nd\n');
});

test('of several edits of which one fails none is made', async () => {
  files.write({ 'root/f': 'a' });
  const edits = [
    { old_string: 'a', new_string: 'b' },
    { old_string: 'zzz', new_string: 'y' },
  ];
  expect(await call('edit_file', { path: 'f', edits })).toMatch(/^EDIT_NO_MATCH: edits\[1\]\.old_string does not occur/);
  expect(files.text('root/f')).toBe('a');
});

test('nothing is left behind by calls that fail, and nothing is found that is on its way', async () => {
  files.write({ 'root/f': 'one\n' });
  await edit('f', 'nope', 'x');
  await call('write_file', { path: 'f', content: 'x' });
  await call('write_file', { path: 'f/x', content: 'x' });
  await call('write_file', { path: 'big', content: 'x'.repeat(10_000_001) });
  expect(readdirSync(files.at('root')).sort()).toEqual(['.keep', 'f']);
});

test('a generated file is in the workspace, in the output directory and in the result', async () => {
  expect(await call('generate_file', { path: 'out/r.md', content: '# R\n', display_name: 'Report.md' })).toBe(
    'ok: Generated out/r.md (4 bytes) and published it as Report.md.\n<file>',
  );
  expect([files.text('root/out/r.md'), files.text('output/Report.md')]).toEqual(['# R\n', '# R\n']);
  expect(await call('generate_file', { path: 'out/r.md', content: 'x' })).toMatch(/^PATH_EXISTS/);
});

test('the directory, a missing file and a file that may not be read are three different things', async () => {
  files.write({ 'root/note.ts': '' });
  expect(await call('read_file', { path: '.' })).toBe('PATH_NOT_FILE: "." is a directory, not a file.');
  expect(await call('read_file', { path: 'nope.ts' })).toBe('PATH_NOT_FOUND: "nope.ts" does not exist. There is "note.ts".');
});

describe('where reading is required', () => {
  const strict = fileFixture({ requireRead: true });

  test('a file that somebody else changed is not overwritten', async () => {
    strict.write({ 'root/f': 'one' });
    const replace = { path: 'f', content: 'mine', overwrite: true };
    expect(await strict.call('write_file', replace)).toMatch(/^FILE_NOT_READ/);
    await strict.call('read_file', { path: 'f' });
    strict.write({ 'root/f': 'theirs' });
    expect(await strict.call('write_file', replace)).toMatch(/^PATH_CHANGED/);
    expect(await strict.call('edit_file', { path: 'f', old_string: 'theirs', new_string: 'x' })).toMatch(/^PATH_CHANGED/);
    expect(strict.text('root/f')).toBe('theirs');
  });
});
