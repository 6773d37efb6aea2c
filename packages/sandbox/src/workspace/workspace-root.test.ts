import { readText, scratchDirectory } from '../../test/scratch.js';
import { HostWorkspace } from './host-workspace.js';
import type { LinkPolicy } from './rooted-tree.js';

const scratch = scratchDirectory();

beforeEach(() => {
  scratch.write({ 'root/a.txt': 'A', 'root/sub/b.txt': 'B', 'root-evil/secret.txt': 'SECRET', 'root-evil/sub/x': '' });
});

describe('the root', () => {
  test.each([
    ['gone', 'WORKSPACE_ROOT_MISSING'],
    ['root/a.txt', 'WORKSPACE_ROOT_NOT_DIRECTORY'],
    ['root/a.txt/x', 'WORKSPACE_ROOT_UNREADABLE'],
  ])('%s is refused with %s', (path, code) => {
    expect(() => new HostWorkspace(scratch.at(path))).toThrow(expect.objectContaining({ code }));
  });

  test('an empty root and an unknown option are refused', () => {
    expect(() => new HostWorkspace('')).toThrow(expect.objectContaining({ code: 'WORKSPACE_ROOT_INVALID' }));
    const symlinks = 'follow' as LinkPolicy; // what untyped code may pass
    expect(() => new HostWorkspace(scratch.path, { symlinks })).toThrow(expect.objectContaining({ code: 'WORKSPACE_OPTION_INVALID' }));
    expect(() => new HostWorkspace(scratch.path, { maxDepth: 0 })).toThrow(expect.objectContaining({ code: 'WORKSPACE_OPTION_INVALID' }));
  });

  test.each<[string | null, object, string]>([
    [null, { symlinks: 'inside' }, "symlinks cannot be 'inside' without a root to be inside of."],
    [null, { symlinks: 'refuse' }, "symlinks cannot be 'refuse' without a root: the operating system follows all links."],
    [null, { also: {} }, 'also is of no use without a root: everything can be reached.'],
    ['.', { alos: {} }, 'alos is no option of a workspace; the options are symlinks, ripgrep, maxDepth, also.'],
  ])('with a root of %j the options %j are refused', (root, options, message) => {
    expect(() => new HostWorkspace(root, options)).toThrow(expect.objectContaining({ code: 'WORKSPACE_OPTION_INVALID', message }));
  });

  test('given through a link, it is reached by either spelling', async () => {
    scratch.link('alias', 'root');
    const session = new HostWorkspace(scratch.at('alias')).session('s');
    expect(session.root).toBe(scratch.at('root'));
    for (const path of ['a.txt', scratch.at('alias/a.txt'), scratch.at('root/a.txt')]) expect(await readText(session, path)).toBe('A');
  });
});

describe('without a root', () => {
  test('all files are there, links are followed, and paths outside the start directory stay absolute', async () => {
    scratch.link('link', 'root-evil');
    const workspace = HostWorkspace.unrestricted();
    const session = workspace.session('s');
    expect([workspace.root, workspace.containment, session.root]).toEqual([null, 'none', null]);
    expect(await readText(session, scratch.at('link/secret.txt'))).toBe('SECRET');
    expect(session.normalize('package.json')).toBe('package.json');
    expect(session.normalize(`${process.cwd()}/package.json`)).toBe('package.json');
    expect(session.normalize('/etc/../etc/hosts')).toBe('/etc/hosts');
    expect(await session.fact(scratch.at('link/new'))).toEqual({
      raw: scratch.at('link/new'),
      normalized: scratch.at('link/new'),
      canonical: scratch.at('root-evil/new'),
      outside: false,
    });
    expect((await session.list(scratch.at('link'), 10)).entries.map((entry) => entry.name)).toEqual(['secret.txt', 'sub']);
    for (const path of ['', 'a\0', 'x'.repeat(300)])
      expect(() => session.normalize(path)).toThrow(expect.objectContaining({ code: 'PATH_INVALID' }));
  });
});
