import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Conversation } from '../src/chat/conversation.js';
import { runChatCommand } from '../src/chat/run-chat-command.js';
import { nameOf, shownName, toBytes } from '../src/undo/byte-names.js';
import { UndoLog } from '../src/undo/undo-log.js';
import { intent, watchedFolder } from './watched-folder.js';

const files = watchedFolder();
const { at, read, call, undo } = files;

/** Contents of all files below a folder, kept ones too. */
function contentsBelow(folder: string): readonly string[] {
  return readdirSync(Buffer.from(folder), { encoding: 'buffer' }).flatMap((name) => {
    const path = join(folder, nameOf(name));
    const stats = lstatSync(toBytes(path));
    if (stats.isDirectory()) return contentsBelow(path);
    return stats.isFile() ? [readFileSync(toBytes(path), 'utf8')] : [];
  });
}

async function told(): Promise<string> {
  const said: string[] = [];
  const conversation = { parts: { undo: files.log } } as unknown as Conversation; // nothing else of it is looked at
  await runChatCommand('undo', '', conversation, (text) => void said.push(text));
  return said.join('\n');
}

describe('what undo takes away is kept, and it is said where', () => {
  test.each<[string, () => void, () => void]>([
    ['moved out of an ignored folder', () => undefined, () => renameSync(at('out/p'), at('moved'))],
    ['moved over a file that was there', () => writeFileSync(at('moved'), 'old'), () => renameSync(at('out/p'), at('moved'))],
    [
      'copied out, the original deleted',
      () => undefined,
      () => {
        copyFileSync(at('out/p'), at('moved'));
        rmSync(at('out/p'));
      },
    ],
    [
      'moved out of node_modules',
      () => mkdirSync(at('node_modules')),
      () => {
        renameSync(at('out/p'), at('node_modules/p'));
        renameSync(at('node_modules/p'), at('moved'));
      },
    ],
  ])('%s', async (_, before, work) => {
    writeFileSync(at('.gitignore'), 'out/\n');
    mkdirSync(at('out'), { recursive: true });
    writeFileSync(at('out/p'), 'ONLY');
    before();
    await call(work);
    await files.log.endTurn();
    const text = await told();
    const [, folder = ''] = /^What was taken away is kept in (\.tackroom\/undone\/\S+)\.$/m.exec(text) ?? [];
    expect([existsSync(at('moved')) && read('moved'), read(`${folder}/moved`)]).toEqual([existsSync(at('moved')) && 'old', 'ONLY']);
    expect([statSync(at(folder)).mode & 0o777, read('.tackroom/.gitignore')]).toEqual([0o700, '*\n']);
    expect(await undo()).toBeUndefined();
  });

  test('a change of the mode alone keeps the file, and nothing aside', async () => {
    writeFileSync(at('a'), 'a', { mode: 0o644 });
    const { ino } = statSync(at('a'));
    await call(() => chmodSync(at('a'), 0o755));
    await files.log.endTurn();
    expect(await told()).toBe('restored a');
    expect([statSync(at('a')).ino, statSync(at('a')).mode & 0o777, existsSync(at('.tackroom'))]).toEqual([ino, 0o644, false]);
  });

  test('nothing is taken away where it cannot be kept', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'tackroom-elsewhere-'));
    symlinkSync(elsewhere, at('.tackroom'));
    await call(() => writeFileSync(at('made'), 'ONLY'));
    await files.log.endTurn();
    expect(await told()).toMatch(/^could not put back made: \.tackroom\/undone leads out of the workspace$/m);
    expect([read('made'), readdirSync(elsewhere)]).toEqual(['ONLY', []]);
    rmSync(elsewhere, { recursive: true });
  });
});

/** Other systems take no such names. */
function testOfBytes(name: string, body: () => Promise<void>): void {
  if (process.platform === 'linux') test(name, body);
  else test(`skipped, because names are UTF-8 on this system: ${name}`, () => undefined);
}

const raw = (...bytes: readonly number[]): Buffer => Buffer.from(bytes);

describe('names that are not UTF-8', () => {
  const under = (name: Buffer): Buffer => Buffer.concat([Buffer.from(`${files.root}/`), name]);

  testOfBytes('a file that was renamed and one that was deleted are there again; a link leads where it led', async () => {
    const [old, gone, link, folder] = [raw(0x6f, 0xe9), raw(0x67, 0xff), raw(0x6c), raw(0x64, 0xe9)];
    writeFileSync(under(old), 'KEEP');
    writeFileSync(under(gone), 'GONE');
    symlinkSync(raw(0x74, 0xff), under(link));
    mkdirSync(under(folder));
    writeFileSync(Buffer.concat([under(folder), Buffer.from('/in')]), 'INNER');
    await call(() => {
      renameSync(under(old), at('renamed'));
      rmSync(under(gone));
      rmSync(under(link));
      renameSync(under(folder), at('newdir'));
    });
    await files.log.endTurn();
    expect((await told()).replace(/undone\/.*/, 'undone/…')).toMatchInlineSnapshot(`
     "restored "d\\xe9/in"
     restored "g\\xff"
     restored l
     removed newdir/in
     restored "o\\xe9"
     removed renamed
     What was taken away is kept in .tackroom/undone/…"
    `);
    expect([readFileSync(under(old), 'utf8'), readFileSync(under(gone), 'utf8')]).toEqual(['KEEP', 'GONE']);
    expect(readlinkSync(under(link), { encoding: 'buffer' })).toEqual(raw(0x74, 0xff));
    expect(readFileSync(Buffer.concat([under(folder), Buffer.from('/in')]), 'utf8')).toBe('INNER');
  });

  test('any bytes come back from their name', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 12 }), (bytes) => {
        expect(Buffer.from(toBytes(nameOf(Buffer.from(bytes))))).toEqual(Buffer.from(bytes));
      }),
    );
  });
});

test.each([
  ['plain.txt', 'plain.txt'],
  ['a b/ü.txt', 'a b/ü.txt'],
  ['red\nremoved everything', '"red\\nremoved everything"'],
  ['a\u001b[2J', '"a\\u001b[2J"'],
  ['a\u202eb', '"a\\u202eb"'],
  [nameOf(raw(0x61, 0xe9)), '"a\\xe9"'],
  ['say "x"', '"say \\"x\\""'],
])('the name %j is shown on one line as %s', (name, shown) => {
  expect(shownName(name)).toBe(shown);
});

test('an ignored folder that is gone, and what is not a file, are told of', async () => {
  writeFileSync(at('.gitignore'), 'out/\n');
  mkdirSync(at('out'));
  await call(() => rmSync(at('out'), { recursive: true }));
  await files.log.endTurn();
  expect(await told()).toBe('left out/ as it is: the folder is gone, and no copy of what was in it was kept, because it is not watched');
});

/** What a command may do, with places that are watched, ignored and outside. */
const places = ['a', 'b', 'd/a', 'd/b', 'out/a', 'out/b', 'node_modules/a', '../outside/a', '../outside/b'];
const effect = fc.record({
  kind: fc.constantFrom('write' as const, 'move' as const, 'copy' as const, 'delete' as const, 'link' as const, 'folder' as const),
  from: fc.constantFrom(...places),
  to: fc.constantFrom(...places),
});

test('no content is lost, whatever a turn did', async () => {
  await fc.assert(
    fc.asyncProperty(fc.subarray(places, { minLength: 2 }), fc.array(effect, { minLength: 1, maxLength: 6 }), async (present, effects) => {
      const parent = mkdtempSync(join(tmpdir(), 'tackroom-any-'));
      const root = join(parent, 'root');
      const path = (place: string): string => join(root, place);
      for (const folder of ['d', 'out', 'node_modules', '../outside']) mkdirSync(path(folder), { recursive: true });
      writeFileSync(path('.gitignore'), 'out\n');
      for (const place of present) writeFileSync(path(place), `before ${place}`);
      const log = new UndoLog();
      log.watch(root);
      try {
        const watched = present.filter((place) => /^(?:d\/)?\w$/.test(place)).map((place) => `before ${place}`);
        await log.intent(intent('c'));
        effects.forEach((step, index) => {
          try {
            perform(step, `after ${index}`, path);
          } catch {
            // What a command cannot do it does not do.
          }
        });
        await log.result('r', 'c');
        await log.endTurn();
        const after = contentsBelow(parent);
        await log.undo();
        const left = new Set(contentsBelow(parent));
        expect([...watched, ...after].filter((content) => !left.has(content))).toEqual([]);
        expect(watched.filter((content) => !left.has(content))).toEqual([]);
      } finally {
        await log.close();
        rmSync(parent, { recursive: true });
      }
    }),
    { numRuns: 25 },
  );
});

function perform(
  step: { readonly kind: string; readonly from: string; readonly to: string },
  content: string,
  path: (place: string) => string,
): void {
  const [from, to] = [path(step.from), path(step.to)];
  if (step.kind === 'write') writeFileSync(to, content);
  else if (step.kind === 'move') renameSync(from, to);
  else if (step.kind === 'copy') copyFileSync(from, to);
  else if (step.kind === 'delete') rmSync(from, { recursive: true });
  else if (step.kind === 'folder') mkdirSync(to);
  else symlinkSync(step.from, to);
}
