import { InMemoryWorkspace } from './in-memory-workspace.js';

test('a test puts files in, changes them and looks at them', async () => {
  const workspace = new InMemoryWorkspace({ 'src/a.ts': 'one', nothing: { directory: true } });
  workspace.set('./src/b.ts', Uint8Array.from([116, 119, 111]));
  workspace.set('src/a.ts', 'changed');
  workspace.delete('nothing');
  workspace.delete('never/there');
  const session = workspace.session('s');
  expect(['src/a.ts', 'src/b.ts', 'src', 'gone'].map((path) => workspace.text(path))).toEqual(['changed', 'two', undefined, undefined]);
  expect((await session.glob({ pattern: '*', limit: 10 })).matches).toEqual(['src/a.ts', 'src/b.ts']);
  expect((await session.list('.', 10)).entries.map(({ name }) => name)).toEqual(['src']);
});

test('what is handed in is copied', () => {
  const bytes = Uint8Array.from([97]);
  const workspace = new InMemoryWorkspace({ a: bytes });
  bytes[0] = 98;
  expect(workspace.text('a')).toBe('a');
});

test('relative paths start at the working directory of their session', async () => {
  const workspace = new InMemoryWorkspace({ 'src/a.ts': 'one', 'a.ts': 'top' });
  workspace.setDirectory('s', 'src');
  const session = workspace.session('s');
  expect([session.cwd, session.normalize('a.ts'), session.normalize('../a.ts'), workspace.session('other').cwd]).toEqual([
    'src',
    'src/a.ts',
    'a.ts',
    '',
  ]);
  expect((await session.glob({ pattern: '*', limit: 10 })).matches).toEqual(['src/a.ts']);
  workspace.setDirectory('s', '..');
  expect(session.cwd).toBe('');
  expect(() => workspace.setDirectory('s', 'a.ts')).toThrow(expect.objectContaining({ code: 'PATH_NOT_DIRECTORY' }));
  expect(() => workspace.setDirectory('s', '..')).toThrow(expect.objectContaining({ code: 'PATH_OUTSIDE' }));
});

test.each([
  [() => new InMemoryWorkspace({ a: '', 'a/b': '' }), 'PATH_NOT_DIRECTORY'],
  [() => new InMemoryWorkspace({ '../a': '' }), 'PATH_OUTSIDE'],
  [() => new InMemoryWorkspace({ '.': '' }), 'PATH_INVALID'],
])('a file that cannot be is refused', (make, code) => {
  expect(make).toThrow(expect.objectContaining({ code }));
});

test('where case does not count, a name has one entry', async () => {
  const workspace = new InMemoryWorkspace({ 'Src/Readme.md': 'one' }, { caseInsensitive: true });
  workspace.set('src/README.md', 'two');
  const session = workspace.session('s');
  expect([session.caseInsensitive, workspace.text('SRC/readme.MD')]).toEqual([true, 'two']);
  expect(await session.fact('src/readme.md')).toEqual({
    raw: 'src/readme.md',
    normalized: 'src/readme.md',
    canonical: 'Src/Readme.md',
    outside: false,
  });
});
