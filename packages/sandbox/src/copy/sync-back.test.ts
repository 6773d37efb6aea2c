import { chmodSync, existsSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { scratchDirectory } from '../../test/scratch.js';
import { namePolicy } from '../confinement/name-policy.js';
import { WorkspaceCopy } from './workspace-copy.js';

const scratch = scratchDirectory();
let copy: WorkspaceCopy;
const inCopy = (files: Readonly<Record<string, string>>): void => {
  scratch.write(Object.fromEntries(Object.entries(files).map(([path, content]) => [relative(path), content])));
};
const relative = (path: string): string => `${'../'.repeat(scratch.path.split('/').length)}${copy.path.slice(1)}/${path}`;
const host = (path: string): string => readFileSync(scratch.at(`root/${path}`), 'utf8');

beforeEach(async () => {
  scratch.write({ 'root/a': 'a', 'root/b': 'b', 'root/dir/c': 'c', 'root/gone/d': 'd', 'root/.git/hooks/x': 'x' });
  scratch.link('root/link', 'a');
  copy = new WorkspaceCopy(scratch.at('root'), { policy: namePolicy() });
  await copy.ready();
});
afterEach(() => copy.remove());

test('what was changed, made and removed comes back; what was not stays as it is', async () => {
  inCopy({ a: 'A', 'new/deep/e': 'e' });
  chmodSync(`${copy.path}/new/deep/e`, 0o4755);
  scratch.link(relative('new/link'), '../a');
  rmSync(`${copy.path}/gone`, { recursive: true });
  const before = statSync(scratch.at('root/b'));
  expect(await copy.sync()).toEqual({
    copied: ['a', 'new/deep/e', 'new/link'],
    removed: ['gone/d', 'gone'],
    conflicts: [],
    refused: [],
    failed: [],
  });
  expect([host('a'), host('b'), host('new/deep/e'), readlinkSync(scratch.at('root/new/link'))]).toEqual(['A', 'b', 'e', '../a']);
  expect(statSync(scratch.at('root/new/deep/e')).mode & 0o7777).toBe(0o755);
  expect(existsSync(scratch.at('root/gone'))).toBe(false);
  expect(statSync(scratch.at('root/b')).ino).toBe(before.ino);
});

test('no edit on the host is lost', async () => {
  inCopy({ a: 'from the sandbox', b: 'the same', new: 'from the sandbox' });
  rmSync(`${copy.path}/dir/c`);
  rmSync(`${copy.path}/gone`, { recursive: true });
  scratch.write({
    'root/a': 'from the host',
    'root/b': 'the same',
    'root/new': 'from the host',
    'root/dir/c': 'from the host',
    'root/gone/e': 'e',
    'root/a.sandbox': 'taken',
  });
  expect(await copy.sync()).toEqual({
    copied: [],
    removed: ['gone/d'],
    conflicts: [
      { path: 'gone', keptAs: undefined },
      { path: 'dir/c', keptAs: undefined },
      { path: 'a', keptAs: 'a.sandbox-2' },
      { path: 'new', keptAs: 'new.sandbox' },
    ],
    refused: [],
    failed: [],
  });
  expect([host('a'), host('a.sandbox-2'), host('a.sandbox'), host('new'), host('dir/c'), host('gone/e')]).toEqual([
    'from the host',
    'from the sandbox',
    'taken',
    'from the host',
    'from the host',
    'e',
  ]);
});

test('a file that was removed on the host and changed in the sandbox comes beside its place', async () => {
  inCopy({ a: 'A' });
  rmSync(scratch.at('root/a'));
  expect(await copy.sync()).toMatchObject({ copied: [], conflicts: [{ path: 'a', keptAs: 'a.sandbox' }] });
});

test('nothing comes back that leads astray', async () => {
  inCopy({ '.git/hooks/pre-commit': 'evil', '.mcp.json': '{}' });
  rmSync(`${copy.path}/.git/hooks/x`);
  scratch.link(relative('out'), '/etc/passwd');
  scratch.link(relative('dir/up'), '../../outside');
  expect(await copy.sync()).toEqual({
    copied: [],
    removed: [],
    conflicts: [],
    refused: [
      { path: '.git/hooks/x', reason: 'it is protected' },
      { path: '.git/hooks/pre-commit', reason: 'it is protected', keptAs: '.git/hooks.sandbox/pre-commit' },
      { path: '.mcp.json', reason: 'it is protected', keptAs: '.mcp.json.sandbox' },
      { path: 'dir/up', reason: 'it is a link that leads out of the workspace' },
      { path: 'out', reason: 'it is a link that leads out of the workspace' },
    ],
    failed: [],
  });
  expect([host('.git/hooks/x'), host('.git/hooks.sandbox/pre-commit'), host('.mcp.json.sandbox')]).toEqual(['x', 'evil', '{}']);
});

test('a directory of the host that has become a link is not followed', async () => {
  inCopy({ 'dir/c': 'C' });
  rmSync(scratch.at('root/dir'), { recursive: true });
  scratch.write({ 'elsewhere/c': 'mine' });
  scratch.link('root/dir', '../elsewhere');
  const report = await copy.sync();
  expect(report).toMatchObject({ copied: [], failed: [], conflicts: [{ path: 'dir/c', keptAs: 'dir.sandbox/c' }] });
  expect(host('dir.sandbox/c')).toBe('C');
  expect(readFileSync(scratch.at('elsewhere/c'), 'utf8')).toBe('mine');
});

test('a copy that nobody used has nothing to say', async () => {
  const unused = new WorkspaceCopy(scratch.at('root'), { policy: namePolicy([]) });
  expect(await unused.sync()).toBeUndefined();
  await unused.remove();
});

test('what was not copied is not overwritten', async () => {
  scratch.write({ 'root/.npmrc': 'token' });
  const hiding = new WorkspaceCopy(scratch.at('root'), { policy: namePolicy([]) });
  await hiding.ready();
  expect(existsSync(`${hiding.path}/.npmrc`)).toBe(false);
  scratch.write({ [`${'../'.repeat(scratch.path.split('/').length)}${hiding.path.slice(1)}/.npmrc`]: 'from the sandbox' });
  expect(await hiding.sync()).toMatchObject({ copied: [], removed: [], refused: [{ path: '.npmrc', keptAs: '.npmrc.sandbox' }] });
  expect([host('.npmrc'), host('.npmrc.sandbox')]).toEqual(['token', 'from the sandbox']);
  await hiding.remove();
});

test('what a command has closed to us comes back all the same, and nothing in it seems to be gone', async () => {
  inCopy({ a: 'A', 'dir/new': 'new' });
  chmodSync(`${copy.path}/a`, 0);
  chmodSync(`${copy.path}/dir`, 0o500);
  expect(await copy.sync()).toMatchObject({ copied: ['a', 'dir/new', 'dir'], removed: [], failed: [] });
  expect(statSync(scratch.at('root/dir')).mode & 0o777).toBe(0o500);
  chmodSync(scratch.at('root/dir'), 0o700);
  expect([host('a'), host('dir/c')]).toEqual(['A', 'c']);
});

test('a copy begins anew with the files of the host each time that its changes were brought back', async () => {
  inCopy({ a: 'A' });
  expect(await copy.sync()).toMatchObject({ copied: ['a'] });
  expect(await copy.sync()).toBeUndefined();
  scratch.write({ 'root/a': 'by a person' });
  await copy.ready();
  expect(readFileSync(`${copy.path}/a`, 'utf8')).toBe('by a person');
  expect(await copy.sync()).toMatchObject({ copied: [], conflicts: [] });
});

test('what was changed in a directory that somebody has removed comes beside its place, with what else was changed there', async () => {
  inCopy({ 'dir/c': 'C', 'dir/sub/d': 'D', a: 'A' });
  rmSync(scratch.at('root/dir'), { recursive: true });
  expect(await copy.sync()).toMatchObject({ copied: ['a'], failed: [], conflicts: [{ path: 'dir/c', keptAs: 'dir.sandbox/c' }, {}, {}] });
  expect([host('dir.sandbox/c'), host('dir.sandbox/sub/d')]).toEqual(['C', 'D']);
});

test('if the workspace itself is gone, the files are kept elsewhere', async () => {
  inCopy({ a: 'A' });
  rmSync(scratch.at('root'), { recursive: true });
  const report = await copy.sync();
  expect(report?.failed).toHaveLength(1);
  expect(readFileSync(`${report?.keptIn ?? ''}/a`, 'utf8')).toBe('A');
  rmSync(report?.keptIn ?? '', { recursive: true });
});
