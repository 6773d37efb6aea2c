import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sourceHash } from '@tackroom/schema-compiler';
import { isSourceUnchanged } from 'tackroom';

const folder = mkdtempSync(join(tmpdir(), 'tackroom-source-hash-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const path = join(folder, 'source.ts');
const TEXT = 'export const size = 1;\nexport const é = "🐎";\n';

describe('the hash that the compiler writes is the one that a boot compares', () => {
  it.each([
    ['as it was', TEXT],
    ['with the line ends of another system', TEXT.replaceAll('\n', '\r\n')],
    ['with bare carriage returns', TEXT.replaceAll('\n', '\r')],
    ['with a byte order mark', `\uFEFF${TEXT}`],
  ])('%s', (_, written) => {
    writeFileSync(path, written);
    expect(isSourceUnchanged(path, sourceHash(TEXT))).toBe(true);
    expect(isSourceUnchanged(path, sourceHash(written))).toBe(true);
  });

  it.each([
    ['one more space', TEXT.replace('= 1', '=  1')],
    ['one more line', `${TEXT}\n`],
    ['nothing', ''],
  ])('tells %s', (_, written) => {
    writeFileSync(path, written);
    expect(isSourceUnchanged(path, sourceHash(TEXT))).toBe(false);
  });

  it('takes a source that was not shipped for unchanged', () => {
    expect(isSourceUnchanged(join(folder, 'gone.ts'), sourceHash(TEXT))).toBe(true);
  });
});
