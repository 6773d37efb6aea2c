import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { giveAway, testForeign } from '../../test/foreign-file.js';
import { scratchFolder } from '../../test/run-main.js';
import { findConfig } from './find-config.js';

const EXTENSIONS = ['ts', 'mts', 'js', 'mjs', 'cjs', 'json'];

const folder = scratchFolder({
  ...Object.fromEntries(EXTENSIONS.map((extension) => [`kinds/${extension}/tackroom.config.${extension}`, ''])),
  'outer/tackroom.config.json': '{}',
  'outer/inner/tackroom.config.mjs': '',
  'outer/inner/deep/er/file.txt': '',
  'outer/other/file.txt': '',
  'two/tackroom.config.cjs': '',
  'two/tackroom.config.ts': '',
  'two/below/file.txt': '',
  'near/tackroom.config.js.bak': '',
  'near/my-tackroom.config.js': '',
  'near/config/tackroom.config.js': '',
  'linked/file.txt': '',
  'foreign/tackroom.config.ts': '',
  'lent/tackroom.config.ts': '',
});
symlinkSync('gone.ts', join(folder, 'linked/tackroom.config.ts'));

const found = (from: string): string | undefined => findConfig(join(folder, from))?.replace(`${folder}/`, '');
const failure = (from: string): unknown => {
  try {
    return found(from);
  } catch (error) {
    const { code, message } = error as { readonly code: string; readonly message: string };
    return `${code}: ${message.replaceAll(folder, '')}`;
  }
};

test.each([
  ['outer', 'outer/tackroom.config.json'],
  ['outer/other', 'outer/tackroom.config.json'],
  ['outer/inner', 'outer/inner/tackroom.config.mjs'],
  ['outer/inner/deep/er', 'outer/inner/tackroom.config.mjs'],
  ['outer/inner/deep/er/file.txt', 'outer/inner/tackroom.config.mjs'],
  ['linked', 'linked/tackroom.config.ts'],
  ['near', undefined],
  ['nowhere/at/all', undefined],
])('from %s it is %s', (from, expected) => {
  expect(found(from)).toBe(expected);
});

test.each(EXTENSIONS)('a file may end in .%s', (extension) => {
  expect(found(`kinds/${extension}`)).toBe(`kinds/${extension}/tackroom.config.${extension}`);
});

test.each(['two', 'two/below'])('two in one folder are refused, from %s', (from) => {
  expect(failure(from)).toBe(
    'CONFIG_AMBIGUOUS: /two/tackroom.config.ts and /two/tackroom.config.cjs are both there. Keep one, or choose with --config FILE.',
  );
});

testForeign('a file of another user is refused, and so is a link of another user', () => {
  giveAway(join(folder, 'foreign/tackroom.config.ts'));
  expect(failure('foreign')).toBe(
    'CONFIG_UNTRUSTED: /foreign/tackroom.config.ts belongs to another user and is code that would run as you. Look at it, then name it: --config /foreign/tackroom.config.ts',
  );
  symlinkSync('foreign/tackroom.config.ts', join(folder, 'tackroom.config.ts'));
  expect(failure('near')).toContain('CONFIG_UNTRUSTED: /tackroom.config.ts belongs');
  symlinkSync(join(folder, 'lent/tackroom.config.ts'), join(folder, 'near/tackroom.config.ts'));
  expect(found('near')).toBe('near/tackroom.config.ts');
  giveAway(join(folder, 'near/tackroom.config.ts'));
  expect(failure('near')).toContain('CONFIG_UNTRUSTED: /near/tackroom.config.ts belongs');
});
