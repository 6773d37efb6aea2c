import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describeNeeding, hasProgram, scratchDirectory } from '../../test/scratch.js';
import { namePolicy } from '../confinement/name-policy.js';
import { WorkspaceCopy } from './workspace-copy.js';

const scratch = scratchDirectory();
const copies: WorkspaceCopy[] = [];
afterEach(() => Promise.all(copies.splice(0).map((copy) => copy.remove())));

async function copyOf(files: Readonly<Record<string, string>>, prepare: () => void = () => undefined): Promise<WorkspaceCopy> {
  mkdirSync(scratch.at('root'));
  scratch.write(Object.fromEntries(Object.entries(files).map(([path, content]) => [`root/${path}`, content])));
  prepare();
  const copy = new WorkspaceCopy(scratch.at('root'), { policy: namePolicy() });
  copies.push(copy);
  await copy.ready();
  return copy;
}

const write = (copy: WorkspaceCopy, path: string, content = ''): void => {
  mkdirSync(join(copy.path, path, '..'), { recursive: true });
  writeFileSync(join(copy.path, path), content);
};
const host = (path: string): string => scratch.at(`root/${path}`);

test('a directory becomes a file or a link, and a file a directory, where nobody else has changed them', async () => {
  const copy = await copyOf({ 'd/a': '', 'd/sub/b': '', conf: 'old', 'e/f': 'f' });
  rmSync(join(copy.path, 'd'), { recursive: true });
  write(copy, 'd', 'file');
  rmSync(join(copy.path, 'conf'));
  write(copy, 'conf/x', 'x');
  rmSync(join(copy.path, 'e'), { recursive: true });
  write(copy, 'g/f', 'f');
  symlinkSync('g', join(copy.path, 'e'));
  expect(await copy.sync()).toMatchObject({ copied: ['conf/x', 'd', 'e', 'g/f'], conflicts: [], refused: [], failed: [] });
  expect([readFileSync(host('d'), 'utf8'), readFileSync(host('conf/x'), 'utf8'), readlinkSync(host('e'))]).toEqual(['file', 'x', 'g']);
});

test('a directory that somebody has changed stays, and the file comes beside it', async () => {
  const copy = await copyOf({ 'd/a': 'a', 'd/b': 'b' });
  rmSync(join(copy.path, 'd'), { recursive: true });
  write(copy, 'd', 'file');
  writeFileSync(host('d/a'), 'by a person');
  expect(await copy.sync()).toMatchObject({
    removed: ['d/b'],
    conflicts: [
      { path: 'd/a', keptAs: undefined },
      { path: 'd', keptAs: 'd.sandbox' },
    ],
  });
  expect([readFileSync(host('d/a'), 'utf8'), readFileSync(host('d.sandbox'), 'utf8')]).toEqual(['by a person', 'file']);
});

test.each<[string, string, string]>([
  ['a/l', '../../out', 'it is a link that leads out of the workspace'],
  ['a/l', '/etc', 'it is a link that leads out of the workspace'],
  ['a/l', 'x/../../out', 'it is a link whose way goes up again after a name'],
  ['a/l', './x/./..//out', 'it is a link whose way goes up again after a name'],
  ['l', 'ext/secret', 'it is a link that leads out of the workspace'],
  ['l', 'up/l', 'it is a link that leads out of the workspace'],
  ['l', '.ssh/id', 'it is a link to where keys are kept'],
])('the link %s to %s does not come back', async (path, target, reason) => {
  const copy = await copyOf({ 'a/f': '' }, () => symlinkSync('/etc', host('ext')));
  symlinkSync('../..', join(copy.path, 'a/up'));
  symlinkSync('a/up', join(copy.path, 'up'));
  symlinkSync(target, join(copy.path, path));
  const report = await copy.sync();
  expect(report?.refused).toContainEqual({ path, reason });
  expect(existsSync(host(path))).toBe(false);
});

test('links that stay inside come back, through others and as a whole path of the workspace too', async () => {
  const copy = await copyOf({ 'packages/p/bin.js': '', 'node_modules/x': '' });
  symlinkSync('../packages/p', join(copy.path, 'node_modules/p'));
  mkdirSync(join(copy.path, 'node_modules/.bin'));
  symlinkSync('../p/bin.js', join(copy.path, 'node_modules/.bin/p'));
  symlinkSync(`${scratch.at('root')}/packages`, join(copy.path, 'whole'));
  expect(await copy.sync()).toMatchObject({ copied: ['node_modules/.bin/p', 'node_modules/p', 'whole'], refused: [] });
});

test('what a link that is refused has replaced stays', async () => {
  const copy = await copyOf({ 'd/a': 'a' });
  rmSync(join(copy.path, 'd'), { recursive: true });
  symlinkSync('/etc', join(copy.path, 'd'));
  expect(await copy.sync()).toMatchObject({ removed: [], refused: [{ path: 'd' }] });
  expect(readFileSync(host('d/a'), 'utf8')).toBe('a');
});

test('whole directories of keys and of what is obeyed come back beside their place', async () => {
  const copy = await copyOf({ '.ssh/id': 'k', 'sub/x': '' });
  for (const path of ['.ssh/authorized_keys', 'sub/.aws/config', 'sub/.husky/_/pre-commit', 'sub/.git/config']) write(copy, path, 'evil');
  const report = await copy.sync();
  expect(report).toMatchObject({ copied: [], conflicts: [], failed: [] });
  expect(readFileSync(host('.ssh/id'), 'utf8')).toBe('k');
  for (const path of [
    '.ssh.sandbox/authorized_keys',
    'sub/.aws.sandbox/config',
    'sub/.husky.sandbox/_/pre-commit',
    'sub/.git/config.sandbox',
  ]) {
    expect(readFileSync(host(path), 'utf8')).toBe('evil');
  }
  for (const path of ['.ssh/authorized_keys', 'sub/.aws', 'sub/.husky', 'sub/.git/config']) expect(existsSync(host(path))).toBe(false);
});

test('the configuration of a repository does not come back, whatever that is called, and neither do hooks where it has them', async () => {
  const copy = await copyOf({
    '.git/HEAD': 'ref: x',
    '.git/config': '[core]\n\thooksPath = tools/hooks\n',
    'tools/hooks/pre-commit': 'old',
    'real/HEAD': '',
    'real/config': 'old',
    'real/objects/x': '',
    'real/refs/x': '',
  });
  for (const part of ['HEAD', 'config', 'objects/x', 'refs/x']) write(copy, `bare/${part}`, 'new');
  write(copy, 'tools/hooks/pre-commit', 'evil');
  write(copy, 'real/config', 'evil');
  write(copy, 'pointed/.git', 'gitdir: ../real');
  symlinkSync('../real', join(copy.path, 'bare/.git'));
  const refused = (await copy.sync())?.refused.map(({ path }) => path);
  expect(refused).toEqual(['bare/.git', 'bare/config', 'pointed/.git', 'real/config', 'tools/hooks/pre-commit']);
  expect([readFileSync(host('real/config'), 'utf8'), readFileSync(host('tools/hooks/pre-commit'), 'utf8')]).toEqual(['old', 'old']);
});

test('a file that says the same is not written again, and a new mode of it is set', async () => {
  const copy = await copyOf({ a: 'a', b: 'b' });
  const before = statSync(host('a'), { bigint: true });
  for (const path of ['a', 'b']) {
    rmSync(join(copy.path, path));
    write(copy, path, path);
  }
  chmodSync(join(copy.path, 'b'), 0o755);
  expect(await copy.sync()).toMatchObject({ copied: ['b'], conflicts: [] });
  const after = statSync(host('a'), { bigint: true });
  expect([after.ino, after.mtimeNs, statSync(host('b')).mode & 0o777]).toEqual([before.ino, before.mtimeNs, 0o755]);
});

test('modes of directories come back, and one that somebody else has set stays and is told', async () => {
  const copy = await copyOf({ 'a/x': '', 'b/x': '' });
  for (const path of ['a', 'b']) chmodSync(host(path), path === 'a' ? statSync(host(path)).mode : 0o711);
  for (const path of ['a', 'b']) chmodSync(join(copy.path, path), 0o750);
  mkdirSync(join(copy.path, 'new'), { mode: 0o700 });
  expect(await copy.sync()).toMatchObject({ notKept: [{ path: 'b' }] });
  expect(['a', 'b', 'new'].map((path) => statSync(host(path)).mode & 0o777)).toEqual([0o750, 0o711, 0o700]);
});

test('holes stay holes on both ways', async () => {
  const copy = await copyOf({ a: '' }, () => truncateSync(host('a'), 50_000_000));
  expect(lstatSync(join(copy.path, 'a')).blocks).toBeLessThan(1_000);
  write(copy, 'b', 'x');
  truncateSync(join(copy.path, 'b'), 50_000_000);
  write(copy, 'a', 'changed');
  expect(await copy.sync()).toMatchObject({ copied: ['a', 'b'] });
  expect(lstatSync(host('b'))).toMatchObject({ size: 50_000_000 });
  expect(lstatSync(host('b')).blocks).toBeLessThan(4_200);
  expect(readFileSync(host('b')).subarray(0, 2)).toEqual(Buffer.from('x\0'));
});

describeNeeding('Linux', process.platform === 'linux', 'names that are not UTF-8', () => {
  const raw = (directory: string, name: string): Buffer => Buffer.concat([Buffer.from(`${directory}/`), Buffer.from(name, 'latin1')]);

  test('they are copied, brought back, removed and shown', async () => {
    const copy = await copyOf({}, () => {
      mkdirSync(raw(scratch.at('root'), 'dir\xff'));
      writeFileSync(raw(scratch.at('root'), 'dir\xff/old\xfe'), 'old');
      writeFileSync(raw(scratch.at('root'), 'gone\xff'), '');
    });
    writeFileSync(raw(copy.path, 'new\xff.txt'), 'new');
    writeFileSync(raw(copy.path, 'dir\xff/old\xfe'), 'changed');
    unlinkSync(raw(copy.path, 'gone\xff'));
    expect(await copy.sync()).toMatchObject({ copied: ['dir\\xff/old\\xfe', 'new\\xff.txt'], removed: ['gone\\xff'], failed: [] });
    expect(readFileSync(raw(scratch.at('root'), 'dir\xff/old\xfe'), 'utf8')).toBe('changed');
    expect(readFileSync(raw(scratch.at('root'), 'new\xff.txt'), 'utf8')).toBe('new');
  });
});

describeNeeding('root', process.getuid?.() === 0, 'owners', () => {
  test('a file that is changed keeps the owner that it had', async () => {
    const copy = await copyOf({ a: 'a' }, () => chownSync(host('a'), 1234, 1234));
    write(copy, 'a', 'changed');
    await copy.sync();
    expect(statSync(host('a'))).toMatchObject({ uid: 1234, gid: 1234 });
  });
});

describeNeeding('setfattr and GNU cp', hasProgram('setfattr', '--version'), 'extended attributes', () => {
  test('a file that is changed keeps those that it had', async () => {
    const copy = await copyOf({ 'd/a': 'a' }, () => void spawnSync('setfattr', ['-n', 'user.note', '-v', 'mine', host('d/a')]));
    write(copy, 'd/a', 'changed');
    expect(await copy.sync()).toMatchObject({ copied: ['d/a'] });
    const { stdout } = spawnSync('getfattr', ['--only-values', '-n', 'user.note', host('d/a')], { encoding: 'utf8' });
    expect([stdout, readFileSync(host('d/a'), 'utf8')]).toEqual(['mine', 'changed']);
  });
});
