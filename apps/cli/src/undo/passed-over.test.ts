import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPassedOver } from './passed-over.js';

const root = mkdtempSync(join(tmpdir(), 'tackroom-passed-over-'));
afterAll(() => rmSync(root, { recursive: true }));

test.each([
  ['', ['node_modules', 'a/node_modules', '.git', 'a/.venv'], ['dist', 'src', 'a']],
  ['dist/\ntarget\n', ['dist', 'a/b/dist', 'target'], ['distant', 'dist2']],
  ['/out\nweb/build/\r\n', ['out', 'web/build'], ['a/out', 'build', 'other/web/build']],
  ['**/coverage/   \n# notes\n\n', ['coverage', 'a/coverage'], ['notes', '# notes']],
  ['*\n*.log\nd?st\n[ab]uild\n/\n', [], ['a', 'x.log', 'dist', 'auild', '']],
  ['dist\n!dist\n', [], ['dist']],
  ['!dist\ndist\n', ['dist'], []],
  ['dist\nlib\n!/dist/\n', ['lib'], ['dist', 'a/dist']],
  ['dist\nlib\n!d*\n', ['lib'], ['dist']],
  ['dist\n!*.md\n!dist/keep\n', ['dist'], []],
])('with the .gitignore %j', async (text, passed, looked) => {
  writeFileSync(join(root, '.gitignore'), text);
  const passesOver = await readPassedOver(root);
  expect([...passed, ...looked].filter(passesOver)).toEqual(passed);
});

test('a root without a .gitignore has the usual ones', async () => {
  rmSync(join(root, '.gitignore'));
  const passesOver = await readPassedOver(root);
  expect(['node_modules', 'dist'].filter(passesOver)).toEqual(['node_modules']);
});
