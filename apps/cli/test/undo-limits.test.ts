import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, rmdirSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Conversation } from '../src/chat/conversation.js';
import { runChatCommand } from '../src/chat/run-chat-command.js';
import { copiesPrefix } from '../src/undo/leftover-copies.js';
import { UndoLog } from '../src/undo/undo-log.js';
import { intent, watchedFolder } from './watched-folder.js';

const files = watchedFolder();
const { at, read, call, undo } = files;

/** Where the process keeps its copies. */
function copiesFolder(): string {
  const [folder, ...others] = readdirSync(tmpdir()).filter((name) => name.startsWith(copiesPrefix(process.pid)));
  if (folder === undefined || others.length > 0) throw new Error('There is not one folder of copies.');
  return join(tmpdir(), folder);
}

describe('what fails stays to be undone', () => {
  test('nothing of the turn could be put back', async () => {
    writeFileSync(at('a.txt'), 'old');
    await call(() => writeFileSync(at('a.txt'), 'new'));
    await files.log.endTurn();
    const copies = copiesFolder();
    renameSync(copies, at('elsewhere'));
    expect(await files.log.undo()).toEqual({
      files: [{ path: 'a.txt', outcome: 'failed', reason: expect.stringContaining('ENOENT') as unknown }],
      isLeft: true,
    });
    expect(read('a.txt')).toBe('new');
    renameSync(at('elsewhere'), copies);
    expect(await files.log.undo()).toMatchObject({ files: [{ path: 'a.txt', outcome: 'restored' }], isLeft: false });
    expect(read('a.txt')).toBe('old');
    expect(await undo()).toBeUndefined();
  });

  test('only what failed is tried again', async () => {
    writeFileSync(at('a.txt'), 'old');
    await call(() => {
      writeFileSync(at('a.txt'), 'new');
      writeFileSync(at('made.txt'), 'new');
    });
    await files.log.endTurn();
    const copies = copiesFolder();
    renameSync(copies, at('elsewhere'));
    expect(await undo()).toEqual([expect.stringMatching(/^failed a\.txt: .*ENOENT/), 'removed made.txt']);
    renameSync(at('elsewhere'), copies);
    expect(await undo()).toEqual(['restored a.txt']);
  });
});

test('/undo tells what failed, what may be tried again, and what no copy is kept of', async () => {
  const said: string[] = [];
  const conversation = { parts: { undo: files.log } } as unknown as Conversation; // nothing else of it is looked at
  writeFileSync(at('a.txt'), 'old');
  writeFileSync(at('large.bin'), Buffer.alloc(9 * 1024 * 1024));
  await call(() => writeFileSync(at('a.txt'), 'new'));
  await files.log.endTurn();
  rmSync(copiesFolder(), { recursive: true });
  await runChatCommand('undo', '', conversation, (text) => void said.push(text.replace(/(a\.txt:) .*ENOENT.*/, '$1 WHY')));
  expect(said.join('\n')).toMatchInlineSnapshot(`
   "could not put back a.txt: WHY
   What could not be put back is still there to be undone: /undo tries it again.
   Not everything can be undone: no copy is kept of large.bin: it is larger than 8 MB."
  `);
});

describe('folders', () => {
  test('empty ones that were deleted are there again, as they were', async () => {
    mkdirSync(at('kept/empty'), { recursive: true });
    mkdirSync(at('private'), { mode: 0o700 });
    mkdirSync(at('closed'));
    writeFileSync(at('closed/a.txt'), 'a');
    mkdirSync(at('closed/inside'), { mode: 0o500 });
    await call(() => {
      rmdirSync(at('kept/empty'));
      rmdirSync(at('private'));
      rmSync(at('closed'), { recursive: true });
    });
    await files.log.endTurn();
    expect(await undo()).toEqual(['restored closed/a.txt', 'restored closed/inside/', 'restored kept/empty/', 'restored private/']);
    expect(['private', 'closed/inside'].map((path) => statSync(at(path)).mode & 0o777)).toEqual([0o700, 0o500]);
    expect(statSync(at('kept/empty')).isDirectory()).toBe(true);
  });

  test('one that became empty and was deleted by a later call of the turn', async () => {
    mkdirSync(at('d'));
    writeFileSync(at('d/a.txt'), 'a');
    await call(() => unlinkSync(at('d/a.txt')));
    await call(() => rmdirSync(at('d')), 'two');
    await files.log.endTurn();
    expect(await undo()).toEqual(['restored d/a.txt']);
    expect(read('d/a.txt')).toBe('a');
  });

  test('empty ones that were made are gone again, unless something is in them by now', async () => {
    await call(() => {
      mkdirSync(at('made'));
      mkdirSync(at('filled'));
    });
    await files.log.endTurn();
    writeFileSync(at('filled/mine.txt'), 'mine');
    expect(await undo()).toEqual(['kept filled/: it is not empty', 'removed made/']);
    expect([existsSync(at('made')), read('filled/mine.txt')]).toEqual([false, 'mine']);
  });

  test('what was made and deleted within a turn, and the other way round, is no change', async () => {
    mkdirSync(at('there'));
    await call(() => mkdirSync(at('passing')));
    await call(() => rmdirSync(at('passing')), 'two');
    await call(() => rmdirSync(at('there')), 'three');
    await call(() => mkdirSync(at('there')), 'four');
    await files.log.endTurn();
    expect(await undo()).toBeUndefined();
  });

  test('something else that stands where one was is left', async () => {
    mkdirSync(at('d'));
    await call(() => rmdirSync(at('d')));
    await files.log.endTurn();
    writeFileSync(at('d'), 'mine');
    expect(await undo()).toEqual(['kept d/: something else is there now']);
    expect(read('d')).toBe('mine');
  });
});

describe('folders that .gitignore names', () => {
  test('are passed over', async () => {
    writeFileSync(at('.gitignore'), 'dist/\n');
    await call(() => {
      mkdirSync(at('pkg/dist'), { recursive: true });
      writeFileSync(at('pkg/dist/out.js'), '');
      writeFileSync(at('src.ts'), '');
    });
    await files.log.endTurn();
    expect(await undo()).toEqual(['kept pkg/: it is not empty', 'removed src.ts']);
    expect(existsSync(at('pkg/dist/out.js'))).toBe(true);
  });

  test.each([
    ['dist/\n', ''],
    ['', 'dist/\n'],
  ])('are the same before and after a call that changes %j into %j', async (before, after) => {
    writeFileSync(at('.gitignore'), before);
    mkdirSync(at('dist'));
    writeFileSync(at('dist/mine.js'), 'mine');
    await call(() => writeFileSync(at('.gitignore'), after));
    await files.log.endTurn();
    expect(await undo()).toEqual(['restored .gitignore']);
    expect(read('dist/mine.js')).toBe('mine');
  });
});

test('a file that no copy is kept of is a gap as long as it is there', async () => {
  writeFileSync(at('large.bin'), Buffer.alloc(9 * 1024 * 1024));
  writeFileSync(at('larger.bin'), Buffer.alloc(9 * 1024 * 1024));
  await call(() => writeFileSync(at('a.txt'), 'a'));
  expect(files.log.gap).toBe('no copy is kept of large.bin: it is larger than 8 MB (and of 1 more)');
  await call(() => unlinkSync(at('larger.bin')), 'two');
  expect(files.log.gap).toBe('no copy is kept of large.bin: it is larger than 8 MB');
});

test.each([
  ['takes long', (fire: () => void) => fire(), [2]],
  ['is quick', () => undefined, []],
])('who waits is told what for, once, if the first reading %s', async (_, slow, told) => {
  const said: number[] = [];
  let ended = 0;
  const log = new UndoLog({
    onSlow: (count) => void said.push(count),
    whenSlow: (fire) => {
      slow(fire);
      return () => void (ended += 1);
    },
  });
  log.watch(files.root);
  writeFileSync(at('a.txt'), 'a');
  writeFileSync(at('b.txt'), 'b');
  await log.intent(intent('c'));
  await log.result('r', 'c');
  expect([said, ended]).toEqual([told, 1]);
  await log.close();
});
