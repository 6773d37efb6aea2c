import { spawnSync } from 'node:child_process';
import { HostWorkspace } from '../workspace/host-workspace.js';
import { bothEngines, searchScratch } from '../../test/search-scratch.js';

bothEngines((engine) => {
  const { scratch, open, glob, grep, failure } = searchScratch(engine);

  beforeEach(() => {
    scratch.write({ 'root/real/in.txt': 'SECRET inside\n' });
    scratch.link('root/out', '../root-evil');
    scratch.link('root/outfile.txt', '../root-evil/secret.txt');
    scratch.link('root/in', 'real');
    scratch.link('root/loop', 'loop');
    scratch.link('root/dead', 'nowhere');
    scratch.link('root/d/self', '..');
  });

  test.each(['refuse', 'inside'] as const)('walks follow no links (%s)', async (symlinks) => {
    const session = open({ symlinks });
    expect(await glob('**/*.txt', {}, session)).toEqual(['a.txt', 'real/in.txt']);
    expect(await glob('out/*', {}, session)).toEqual([]);
    expect(await grep('SECRET', {}, session)).toEqual(['real/in.txt:1:SECRET inside']);
    expect(await failure(session.glob({ pattern: '*', path: 'out', limit: 9 }))).toMatch(/^PATH_(LINK|OUTSIDE)/);
    expect(await failure(session.grep({ pattern: 'S', path: 'out', limit: 9 }))).toMatch(/^PATH_(LINK|OUTSIDE)/);
    expect(await failure(session.grep({ pattern: 'S', path: 'outfile.txt', limit: 9 }))).toMatch(/^PATH_(LINK|OUTSIDE)/);
  });

  test('a link inside the root can be where a search starts, when links are followed', async () => {
    expect(await glob('*', { path: 'in' }, open({ symlinks: 'inside' }))).toEqual(['in/in.txt']);
    expect(await failure(open().glob({ pattern: '*', path: 'in', limit: 9 }))).toMatch(/^PATH_LINK/);
  });

  test.each(['../**', '/etc/*', 'a/../../*', '{a,../x}'])('the pattern %s is refused', async (pattern) => {
    expect(await failure(open().glob({ pattern, limit: 9 }))).toMatch(/^PATTERN_INVALID: /);
    expect(await failure(open().grep({ pattern: 'x', include: pattern, limit: 9 }))).toMatch(/^PATTERN_INVALID: /);
  });

  test('a root given through a link has results', async () => {
    scratch.link('alias', 'root');
    expect(await glob('a.*', {}, new HostWorkspace(scratch.at('alias'), engine).session('s'))).toEqual(['a.txt']);
  });

  test('a FIFO is passed over', async () => {
    spawnSync('mkfifo', [scratch.at('root/pipe')]);
    expect(await grep('alpha')).toEqual(['a.txt:1:alpha']);
    expect(await failure(open().grep({ pattern: 'x', path: 'pipe', limit: 9 }))).toMatch(/^PATH_NOT_FILE/);
  });

  test('missing places are named', async () => {
    expect(await failure(open().glob({ pattern: '*', path: 'gone', limit: 9 }))).toMatch(/^PATH_NOT_FOUND: "gone" does not exist/);
    expect(await failure(open().glob({ pattern: '*', path: 'a.txt', limit: 9 }))).toMatch(/^PATH_NOT_DIRECTORY/);
  });
});
