import { existsSync, lstatSync, mkdirSync, readlinkSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { CONFIG_FILE_NAMES, KEYS, OBEYED, REPOSITORY_OBEYED } from '@tackroom/core';
import { describeNeeding, scratchDirectory } from '../../test/scratch.js';
import { RootedTree } from '../workspace/rooted-tree.js';
import { GuardedTree } from './guarded-tree.js';
import { namePolicy } from './name-policy.js';

const scratch = scratchDirectory();
const guarded = (): GuardedTree => new GuardedTree(new RootedTree(scratch.path, { links: 'inside' }), namePolicy());
const put = (path: string, content = 'x'): void => scratch.write({ [path]: content });

const named = (entries: readonly string[]): readonly string[] => entries.map((entry) => entry.replaceAll('*', 'x'));
const OBEYED_PATHS = [...named(OBEYED), ...CONFIG_FILE_NAMES, ...named(REPOSITORY_OBEYED).map((entry) => `.git/${entry}`)];
const KEY_PATHS = named(KEYS);
const AT = ['', 'packages/deep/down/'];

describeNeeding('Linux', process.platform === 'linux', 'a guarded workspace', () => {
  test.each(AT)('each entry of the list that is there is fixed or covered, at "%s"', (at) => {
    const { fixed, hidden } = ((): { fixed: readonly string[]; hidden: readonly string[] } => {
      const asDirectory = (paths: readonly string[], path: string): boolean => paths.some((other) => other.startsWith(`${path}/`));
      const all = [...OBEYED_PATHS, ...KEY_PATHS];
      for (const path of all) if (!asDirectory(all, path)) put(`${at}${path}`);
      return guarded().protect();
    })();
    const missed = (paths: readonly string[], found: readonly string[]): readonly string[] =>
      paths.filter(
        (path) => !found.some((place) => scratch.at(`${at}${path}`) === place || scratch.at(`${at}${path}`).startsWith(`${place}/`)),
      );
    // A place of keys in a directory that is fixed as a whole can at least not be changed.
    expect(missed(OBEYED_PATHS, fixed)).toEqual([]);
    expect(missed(KEY_PATHS, [...hidden, ...fixed])).toEqual([]);
  });

  test.each(AT)('each entry of the list that is free is put aside when a command has taken it, at "%s"', async (at) => {
    const left: string[] = [];
    for (const path of [...OBEYED_PATHS, ...KEY_PATHS]) {
      const tree = guarded();
      put(`${at}other`);
      const { putAside } = tree.protect();
      put(`${at}${path}`);
      const taken = await putAside();
      if (taken.length === 0 || existsSync(scratch.at(`${at}${path}`))) left.push(path);
      rmSync(scratch.at(at.split('/')[0] ?? ''), { recursive: true, force: true });
      for (const name of taken) rmSync(scratch.at(`${name.split('/')[0] ?? ''}`), { recursive: true, force: true });
      rmSync(scratch.at(path.split('/')[0] ?? ''), { recursive: true, force: true });
      mkdirSync(scratch.path, { recursive: true });
    }
    expect(left).toEqual([]);
  });

  test('a file that somebody outside saves meanwhile, by renaming a new one over it, stays', async () => {
    for (const part of ['HEAD', 'config', 'objects/x', 'refs/x']) put(`.git/${part}`);
    put('.envrc');
    const { putAside } = guarded().protect();
    for (const path of ['.git/config', '.envrc']) {
      put(`${path}.lock`, 'mine');
      renameSync(scratch.at(`${path}.lock`), scratch.at(path));
    }
    expect(await putAside()).toEqual([]);
  });

  test('a directory that only looks like a repository is guarded as one, also when a command makes it one', async () => {
    for (const part of ['HEAD', 'config', 'objects/x', 'refs/x']) put(`real/${part}`);
    for (const part of ['config', 'objects/x', 'refs/x']) put(`half/${part}`);
    symlinkSync('real', scratch.at('.git'));
    put('sub/.git', 'gitdir: ../real');
    const { fixed, putAside } = guarded().protect();
    expect(fixed.map((path) => path.slice(scratch.path.length + 1))).toEqual(['real/config', 'sub/.git']);
    put('half/HEAD');
    for (const part of ['HEAD', 'config', 'objects/x', 'refs/x']) put(`new/${part}`);
    unlinkSync(scratch.at('.git'));
    expect([...(await putAside())].sort()).toEqual(['.git', 'half/config', 'new/config']);
    expect([readlinkSync(scratch.at('.git')), existsSync(scratch.at('half/config')), existsSync(scratch.at('new/config.sandbox'))]).toEqual(
      ['real', false, true],
    );
  });

  test('hooks are guarded where the configuration says that they are', async () => {
    scratch.write({ '.git/HEAD': '', '.git/config': '[core]\n\thooksPath = tools/hooks\n', 'tools/other': '' });
    const tree = guarded();
    const { putAside } = tree.protect();
    put('tools/hooks/pre-commit');
    expect(await putAside()).toEqual(['tools/hooks']);
    put('tools/hooks/pre-commit');
    expect(tree.protect().fixed).toContain(scratch.at('tools/hooks'));
  });

  test('work of git and moves of directories are left alone', async () => {
    scratch.write({ '.git/config': '', '.git/HEAD': '', '.git/objects/a': '', '.git/refs/a': '', 'a/.env': '', 'a/b': '' });
    const { putAside } = guarded().protect();
    scratch.write({
      '.git/index': '',
      '.git/objects/ab/cd': '',
      '.git/refs/heads/x': '',
      '.git/logs/HEAD': '',
      '.gitignore': '',
      'c/d': '',
    });
    renameSync(scratch.at('a'), scratch.at('moved'));
    expect(await putAside()).toEqual([]);
    expect(existsSync(scratch.at('moved/.env'))).toBe(true);
  });

  test('a directory that was moved away and made again holds new names', async () => {
    scratch.write({ 'a/.vscode/tasks.json': 'mine' });
    const { putAside } = guarded().protect();
    renameSync(scratch.at('a'), scratch.at('b'));
    scratch.write({ 'a/.vscode/tasks.json': 'evil' });
    expect(await putAside()).toEqual(['a/.vscode']);
    expect(lstatSync(scratch.at('b/.vscode')).isDirectory()).toBe(true);
  });

  test('a link is put back, and names that are not UTF-8 are guarded too', async () => {
    scratch.link('.envrc', 'mine');
    const { putAside } = guarded().protect();
    unlinkSync(scratch.at('.envrc'));
    symlinkSync('evil', scratch.at('.envrc'));
    const odd = Buffer.from(`${scratch.path}/odd\xff/.git/config`, 'latin1');
    mkdirSync(Buffer.from(dirname(odd.toString('latin1')), 'latin1'), { recursive: true });
    writeFileSync(odd, 'evil');
    expect([...(await putAside())].sort()).toEqual(['.envrc', 'odd\\xff/.git/config']);
    expect(readlinkSync(scratch.at('.envrc'))).toBe('mine');
    expect(existsSync(odd)).toBe(false);
  });

  test('one look after the other finds what was made in between, whoever made it', () => {
    const tree = guarded();
    expect(tree.protect().fixed).toEqual([]);
    for (const path of ['x/.npmrc', 'x/y/.mcp.json', 'CLAUDE.md', '.github/workflows/ci.yml']) {
      put(path);
      const { fixed, hidden } = tree.protect();
      expect([...fixed, ...hidden].some((place) => scratch.at(path).startsWith(place))).toBe(true);
    }
  });
});
