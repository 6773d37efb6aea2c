import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONFIG_FILE_NAMES } from 'tackroom';
import { giveAway, testForeign } from '../../test/foreign-file.js';
import { findConfig } from './find-config.js';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'tackroom-find-')));
  mkdirSync(join(folder, 'a/b'), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const put = (name: string): string => {
  writeFileSync(join(folder, name), '');
  return join(folder, name);
};

test.each(CONFIG_FILE_NAMES)('%s is found upwards', (name) => {
  const path = put(name);
  expect(findConfig(join(folder, 'a/b'))).toBe(path);
  expect(findConfig(folder)).toBe(path);
});

test('the nearest one holds', () => {
  put('tackroom.config.ts');
  const near = put('a/tackroom.config.json');
  expect(findConfig(join(folder, 'a/b'))).toBe(near);
});

test('without one there is none', () => {
  put('tackroom.config.yaml');
  put('config.ts');
  expect(findConfig(join(folder, 'a/b'))).toBeUndefined();
});

test('two in one folder are an error that names both', () => {
  const [first, second] = [put('tackroom.config.ts'), put('tackroom.config.json')];
  expect(() => findConfig(join(folder, 'a'))).toThrow(
    expect.objectContaining({
      code: 'CONFIG_AMBIGUOUS',
      message: `${first} and ${second} are both there. Keep one, or choose with --config FILE.`,
    }),
  );
});

test('a link to nowhere is found, so that it is not passed over', () => {
  symlinkSync(join(folder, 'nowhere'), join(folder, 'tackroom.config.ts'));
  expect(findConfig(folder)).toBe(join(folder, 'tackroom.config.ts'));
});

testForeign("another user's file is refused", () => {
  const path = put('tackroom.config.mjs');
  giveAway(path);
  expect(() => findConfig(join(folder, 'a'))).toThrow(
    expect.objectContaining({
      code: 'CONFIG_UNTRUSTED',
      message: `${path} belongs to another user and is code that would run as you. Look at it, then name it: --config ${path}`,
    }),
  );
});

testForeign("a link to another user's file is refused", () => {
  const target = put('target.mjs');
  giveAway(target);
  symlinkSync(target, join(folder, 'tackroom.config.mjs'));
  expect(() => findConfig(folder)).toThrow(expect.objectContaining({ code: 'CONFIG_UNTRUSTED' }));
});

testForeign("another user's link to one's own file is refused", () => {
  symlinkSync(put('target.mjs'), join(folder, 'tackroom.config.mjs'));
  expect(findConfig(folder)).toBe(join(folder, 'tackroom.config.mjs'));
  giveAway(join(folder, 'tackroom.config.mjs'));
  expect(() => findConfig(folder)).toThrow(expect.objectContaining({ code: 'CONFIG_UNTRUSTED' }));
});
