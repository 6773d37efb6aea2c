import { scratchDirectory } from '../../test/scratch.js';
import { nameDistance, nearNames } from './near-names.js';

const scratch = scratchDirectory();

test.each([
  ['nope.ts', 'note.ts', 1],
  ['Readme.md', 'README.md', 0],
  ['caf\u00e9.txt', 'cafe\u0301.txt', 0],
  ['form.ts', 'from.ts', 1],
  ['config.yml', 'config.yaml', 1],
  ['a.ts', 'a.markdown', 10],
  ['a', 'ab', 1],
  ['a', 'b', undefined],
  ['package.json', 'tsconfig.json', undefined],
  ['x', 'completely-different', undefined],
])('%j and %j are %j apart', (wanted, present, distance) => {
  expect(nameDistance(wanted, present)).toBe(distance);
});

test('the three closest names, closest first; nothing of a directory that is not there', async () => {
  scratch.write({ 'note.ts': '', 'node.ts': '', 'nope.js': '', 'notes.ts': '', 'other.md': '' });
  expect(await nearNames(scratch.path, 'nope.ts')).toEqual(['node.ts', 'nope.js', 'note.ts']);
  expect(await nearNames(scratch.at('gone'), 'nope.ts')).toEqual([]);
});
