import { UNKNOWN_TEXT } from '../../contracts/shell-line.js';
import { loadShellReader, type ShellReader } from './load-shell-reader.js';

let read: ShellReader;
beforeAll(async () => {
  read = await loadShellReader();
});

test('a line becomes its commands, and all that a pattern may mean by them', () => {
  expect(read('LANG=C git "log" -3 | sudo -u joe /bin/rm "a b" "$X" > /dev/null')).toEqual({
    commands: [
      { text: 'git log -3', mustName: [], sets: [{ name: 'LANG', value: 'C', isInert: true, isLoaded: false }] },
      { text: `sudo -u joe /bin/rm 'a b' ${UNKNOWN_TEXT}`, mustName: ['/bin/rm'], parts: ['sudo -u joe', `/bin/rm 'a b' ${UNKNOWN_TEXT}`] },
    ],
    spellings: [
      'LANG=C git log -3',
      'git log -3',
      `sudo -u joe /bin/rm 'a b' ${UNKNOWN_TEXT}`,
      `sudo -u joe /bin/rm a b ${UNKNOWN_TEXT}`,
      `/bin/rm 'a b' ${UNKNOWN_TEXT}`,
      `/bin/rm a b ${UNKNOWN_TEXT}`,
      `rm a b ${UNKNOWN_TEXT}`,
    ],
    words: [
      ['git', 'log', '-3'],
      ['sudo', '-u', 'joe', '/bin/rm', 'a b', UNKNOWN_TEXT],
      ['/bin/rm', 'a b', UNKNOWN_TEXT],
    ],
    suspects: [],
    dangers: [],
  });
});

test.each(
  [
    ['', 'it is empty'],
    ['# only words', 'it names no command'],
    ['ls "', 'it is not complete or not valid bash'],
    ['if ls', 'it is not complete or not valid bash'],
    ['echo $(ls "', 'it is not complete or not valid bash'],
    ['ls\0', 'it holds a NUL character'],
    ['$X', 'the name of a program is not on the line'],
    ['echo @(a|b)', 'it holds syntax that is not judged (ExtendedGlob)'],
    [`echo ${'a'.repeat(10_000)}`, 'it is too long or too deeply nested to be read'],
    ['$('.repeat(4_000), 'it is too long or too deeply nested to be read'],
    [`${'echo $('.repeat(150)}x${')'.repeat(150)}`, 'it is too long or too deeply nested to be read'],
    ['a;'.repeat(4_000), 'it is too long or too deeply nested to be read'],
    [`eval ${'eval '.repeat(30)}x`, 'it is too long or too deeply nested to be read'],
    [`${'nohup '.repeat(30)}x`, 'it is too long or too deeply nested to be read'],
  ].map(([line = '', why = '']) => ({ line, why, shown: JSON.stringify(line.slice(0, 20)) })),
)('$shown: $why', ({ line, why }) => {
  expect(read(line)).toMatchObject({ hidden: why, obstacle: why });
});
