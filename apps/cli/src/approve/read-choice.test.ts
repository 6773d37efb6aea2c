import { readChoice } from './read-choice.js';

test.each([
  ['1', ['orders', 'users'], 'orders'],
  [' 2 ', ['orders', 'users'], 'users'],
  ['02', ['orders', 'users'], 'users'],
  ['0', ['orders', 'users'], '0'],
  ['3', ['orders', 'users'], '3'],
  ['0x1', ['orders', 'users'], '0x1'],
  ['1e0', ['orders', 'users'], '1e0'],
  ['-1', ['orders', 'users'], '-1'],
  ['', ['orders', 'users'], ''],
  ['users', ['orders', 'users'], 'users'],
  ['1', [], '1'],
  // Three workers, or the first choice? The number that is written is the one that is meant.
  ['1', ['3', '1'], '1'],
  ['2', ['1', 'many'], '2'],
])('%j to %j is %j', (line, choices, read) => {
  expect(readChoice(line, choices)).toBe(read);
});
