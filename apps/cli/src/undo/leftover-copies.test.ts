import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copiesPrefix, removeLeftoverCopies, UNDOING } from './leftover-copies.js';

const parent = mkdtempSync(join(tmpdir(), 'tackroom-leftovers-'));
afterAll(() => rmSync(parent, { recursive: true }));

test('only what a process left that is gone is removed', async () => {
  const { pid: gone } = spawnSync(process.execPath, ['-e', '']);
  const left = `${copiesPrefix(gone)}abc123`;
  const stay = [
    `${copiesPrefix(process.pid)}abc123`,
    `${copiesPrefix(gone)}file`,
    `${copiesPrefix(gone)}link`,
    'other',
    'tackroom-undo-old',
  ];
  for (const name of [left, stay[0], 'other', 'tackroom-undo-old']) {
    mkdirSync(join(parent, name ?? ''));
    writeFileSync(join(parent, name ?? '', 'copy'), 'content');
  }
  writeFileSync(join(parent, stay[1] ?? ''), 'no folder');
  symlinkSync('other', join(parent, stay[2] ?? ''));
  const halfway = `${copiesPrefix(gone)}halfway`;
  mkdirSync(join(parent, halfway));
  writeFileSync(join(parent, halfway, UNDOING), '');
  expect(await removeLeftoverCopies(parent)).toEqual([join(parent, halfway)]);
  stay.push(halfway);
  expect(readdirSync(parent).sort()).toEqual([...stay].sort());
  expect(readdirSync(join(parent, 'other'))).toEqual(['copy']);
});

test('a folder that is not there has none', async () => {
  await expect(removeLeftoverCopies(join(parent, 'nowhere'))).resolves.toEqual([]);
});
