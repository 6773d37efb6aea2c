import { lineOf, shellWord } from './command-line.js';

test.each([
  ['my-agent', 'linux', 'my-agent'],
  ['../Größe/a_b+c', 'linux', '../Größe/a_b+c'],
  ['my agent', 'linux', "'my agent'"],
  ["it's; rm -rf $HOME", 'linux', String.raw`'it'\''s; rm -rf $HOME'`],
  ['~/x', 'linux', "'~/x'"],
  ['-x', 'linux', './-x'],
  [String.raw`C:\agents\mine`, 'win32', String.raw`C:\agents\mine`],
  [String.raw`C:\my agents`, 'win32', String.raw`"C:\my agents"`],
  ['a%b', 'win32', '"a%b"'],
] as const)('the path %j on %s is the word %s', (path, platform, word) => {
  expect(shellWord(path, platform)).toBe(word);
});

test('npm needs -- before flags, our own command does not', () => {
  expect(lineOf('npm create tackroom', 'x', ['--name', 'y'])).toBe('npm create tackroom x -- --name y');
  expect(lineOf('npm create tackroom', 'x')).toBe('npm create tackroom x');
  expect(lineOf('tackroom init', undefined, ['--name', 'y'])).toBe('tackroom init --name y');
});
