import { linkSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bothEngines } from '../../test/search-scratch.js';
import { HostWorkspace } from '../workspace/host-workspace.js';

const DIRECTORIES = 400;
const FILES_IN_EACH = 500;

let root = '';
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'tackroom-test-many-'));
  for (let directory = 0; directory < DIRECTORIES; directory += 1) {
    const path = join(root, number(directory));
    mkdirSync(path);
    const first = join(path, '000.txt');
    writeFileSync(first, 'x\n');
    // Further names of one file are made several times as fast as files.
    for (let file = 1; file < FILES_IN_EACH; file += 1) linkSync(first, join(path, `${number(file)}.txt`));
  }
}, 300_000);
afterAll(() => rmSync(root, { recursive: true, force: true }), 300_000);

bothEngines((engine) => {
  test('two hundred thousand files: lists in order, cut with the truth about more, and nothing else is held up', async () => {
    const session = new HostWorkspace(root, engine).session('s');
    let ticks = 0;
    const ticking = setInterval(() => (ticks += 1), 1);
    try {
      const cut = await session.glob({ pattern: '*.txt', limit: 1_000 });
      expect([cut.matches.length, cut.more, cut.warnings]).toEqual([1_000, true, []]);
      expect(cut.matches.slice(498, 502)).toEqual(['000/498.txt', '000/499.txt', '001/000.txt', '001/001.txt']);
      const whole = await session.glob({ pattern: '**/499.txt', limit: DIRECTORIES });
      expect([whole.matches.length, whole.more, whole.matches.at(-1)]).toEqual([DIRECTORIES, false, '399/499.txt']);
      const lines = await session.grep({ pattern: '.', limit: 600 });
      expect([lines.matches.length, lines.more, lines.warnings, lines.matches.at(-1)?.path]).toEqual([600, true, [], '001/099.txt']);
    } finally {
      clearInterval(ticking);
    }
    expect(ticks).toBeGreaterThan(50);
  }, 300_000);
});

function number(index: number): string {
  return String(index).padStart(3, '0');
}
