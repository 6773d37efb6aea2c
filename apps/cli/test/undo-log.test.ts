import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UndoLog } from '../src/undo/undo-log.js';
import { intent, watchedFolder } from './watched-folder.js';

const files = watchedFolder();
const { at, read, call, undo } = files;

test('what a turn changed, made and deleted is as it was', async () => {
  writeFileSync(at('edited.txt'), 'old\r\nbytes\u00ff', 'latin1');
  writeFileSync(at('script.sh'), '#!/bin/sh\n', { mode: 0o755 });
  mkdirSync(at('gone'));
  writeFileSync(at('gone/deep.txt'), 'deep');
  symlinkSync('edited.txt', at('link'));
  const bytes = readFileSync(at('edited.txt'));
  await call(() => {
    writeFileSync(at('edited.txt'), 'new');
    rmSync(at('gone'), { recursive: true });
    unlinkSync(at('link'));
    mkdirSync(at('made/inside'), { recursive: true });
    writeFileSync(at('made/inside/a.txt'), 'made');
    chmodSync(at('script.sh'), 0o600);
  });
  await files.log.endTurn();
  expect(await undo()).toEqual([
    'restored edited.txt',
    'restored gone/deep.txt',
    'restored link',
    'removed made/inside/a.txt',
    'restored script.sh',
  ]);
  expect(readFileSync(at('edited.txt'))).toEqual(bytes);
  expect(read('gone/deep.txt')).toBe('deep');
  expect(readlinkSync(at('link'))).toBe('edited.txt');
  expect(existsSync(at('made'))).toBe(false);
  expect(statSync(at('script.sh')).mode & 0o777).toBe(0o755);
});

test('turn after turn is taken back, and then there is nothing left', async () => {
  writeFileSync(at('a.txt'), '0');
  for (const content of ['1', '2']) {
    await call(() => writeFileSync(at('a.txt'), content));
    await files.log.endTurn();
  }
  await files.log.endTurn(); // a turn without changes is no entry
  expect([await undo(), read('a.txt')]).toEqual([['restored a.txt'], '1']);
  expect([await undo(), read('a.txt')]).toEqual([['restored a.txt'], '0']);
  expect(await undo()).toBeUndefined();
});

test('several calls of a turn are one entry, and those that overlap are seen as one', async () => {
  writeFileSync(at('a.txt'), '0');
  await files.log.intent(intent('one'));
  await files.log.intent(intent('two'));
  writeFileSync(at('a.txt'), '1');
  await files.log.result('r', 'one');
  writeFileSync(at('b.txt'), 'b');
  await files.log.result('r', 'two');
  await call(() => writeFileSync(at('a.txt'), '2'), 'three');
  await files.log.endTurn();
  expect(await undo()).toEqual(['restored a.txt', 'removed b.txt']);
  expect(read('a.txt')).toBe('0');
});

test('what the person changed between calls is theirs', async () => {
  writeFileSync(at('mine.txt'), 'old');
  await call(() => writeFileSync(at('a.txt'), 'a'));
  writeFileSync(at('mine.txt'), 'new');
  await call(() => writeFileSync(at('b.txt'), 'b'));
  await files.log.endTurn();
  expect(await undo()).toEqual(['removed a.txt', 'removed b.txt']);
  expect(read('mine.txt')).toBe('new');
});

test('what somebody changed since is left alone', async () => {
  writeFileSync(at('a.txt'), 'old');
  writeFileSync(at('b.txt'), 'old');
  await call(() => {
    writeFileSync(at('a.txt'), 'new');
    writeFileSync(at('b.txt'), 'new');
    writeFileSync(at('c.txt'), 'new');
  });
  await files.log.endTurn();
  writeFileSync(at('a.txt'), 'by hand');
  writeFileSync(at('c.txt'), 'by hand');
  expect(await undo()).toEqual(['kept a.txt: it was changed again since', 'restored b.txt', 'kept c.txt: it was changed again since']);
  expect([read('a.txt'), read('b.txt'), read('c.txt')]).toEqual(['by hand', 'old', 'by hand']);
});

test('a file that became a folder, and a folder that became a file, are what they were', async () => {
  writeFileSync(at('x'), 'file x');
  mkdirSync(at('d'));
  writeFileSync(at('d/a'), 'file a');
  await call(() => {
    unlinkSync(at('x'));
    mkdirSync(at('x'));
    writeFileSync(at('x/y'), 'y');
    rmSync(at('d'), { recursive: true });
    writeFileSync(at('d'), 'd');
  });
  await files.log.endTurn();
  expect(await undo()).toEqual(['removed d', 'restored d/a', 'restored x', 'removed x/y']);
  expect([read('x'), read('d/a')]).toEqual(['file x', 'file a']);
});

test('a folder that was moved is moved back', async () => {
  mkdirSync(at('src'));
  writeFileSync(at('src/a'), 'a');
  await call(() => renameSync(at('src'), at('lib')));
  await files.log.endTurn();
  expect(await undo()).toEqual(['removed lib/a', 'restored src/a']);
  expect(existsSync(at('lib'))).toBe(false);
});

test('what the person wrote between two calls on the same file stays', async () => {
  writeFileSync(at('a.txt'), '0');
  await call(() => writeFileSync(at('a.txt'), '1'));
  writeFileSync(at('a.txt'), 'MINE');
  await call(() => writeFileSync(at('a.txt'), 'MINE+'), 'two');
  await files.log.endTurn();
  expect(await undo()).toEqual(['restored a.txt']);
  expect(read('a.txt')).toBe('MINE');
});

test('a file that was only touched is not restored over', async () => {
  writeFileSync(at('a.txt'), 'same');
  await call(() => utimesSync(at('a.txt'), new Date(), new Date()));
  await files.log.endTurn();
  expect(await undo()).toBeUndefined();
});

test('harmless calls are not watched', async () => {
  await files.log.intent(intent('c', 'safe'));
  writeFileSync(at('a.txt'), 'a');
  await files.log.result('r', 'c');
  await files.log.endTurn();
  expect(await undo()).toBeUndefined();
});

test('a call that never ended belongs to its turn', async () => {
  await files.log.intent(intent('lost'));
  writeFileSync(at('a.txt'), 'a');
  await files.log.endTurn();
  expect(await undo()).toEqual(['removed a.txt']);
});

test('files that are too large are named, not lost silently', async () => {
  writeFileSync(at('large.bin'), Buffer.alloc(9 * 1024 * 1024));
  await call(() => writeFileSync(at('large.bin'), 'small now'));
  await files.log.endTurn();
  expect(await undo()).toEqual([expect.stringContaining('kept large.bin: no copy of it was kept, because it is larger than 8 MB')]);
  expect(read('large.bin')).toBe('small now');
});

test('a folder that became a link out of the root is not followed', async () => {
  const outside = mkdtempSync(join(tmpdir(), 'tackroom-undo-outside-'));
  try {
    mkdirSync(at('sub'));
    writeFileSync(at('sub/a.txt'), 'old');
    writeFileSync(join(outside, 'a.txt'), 'new');
    await call(() => writeFileSync(at('sub/a.txt'), 'new'));
    await files.log.endTurn();
    renameSync(at('sub'), at('moved'));
    symlinkSync(outside, at('sub'));
    expect(await undo()).toEqual(['kept sub/a.txt: its folder now leads out of the workspace']);
    expect(readFileSync(join(outside, 'a.txt'), 'utf8')).toBe('new');
  } finally {
    rmSync(outside, { recursive: true });
  }
});

test('packages and histories are passed over', async () => {
  mkdirSync(at('node_modules/x'), { recursive: true });
  mkdirSync(at('.git'));
  await call(() => {
    writeFileSync(at('node_modules/x/index.js'), '');
    writeFileSync(at('.git/HEAD'), '');
  });
  await files.log.endTurn();
  expect(await undo()).toBeUndefined();
});

test('a tree that is too large says so, and nothing of it is taken for new', async () => {
  const small = new UndoLog({ maxEntries: 3 });
  small.watch(files.root);
  for (const name of ['a', 'b', 'c']) writeFileSync(at(name), '');
  await small.intent(intent('c'));
  writeFileSync(at('new.txt'), 'x');
  await small.result('r', 'c');
  unlinkSync(at('a'));
  await small.intent(intent('d'));
  await small.result('r', 'd');
  await small.endTurn();
  expect(await small.undo()).toBeUndefined();
  expect(small.gap).toContain('more than 3 files');
  expect(existsSync(at('b'))).toBe(true);
  await small.close();
});
