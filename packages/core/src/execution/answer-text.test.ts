import { answered } from './answer-text.js';

test.each(['', ' \n\t', '\u200b', '\u2800\ufeff', '\u00a0\u202e', '\u0000'])('%j says nothing, so nobody has answered', (text) => {
  expect(answered(text, ['yes'])).toEqual({ answer: null, content: expect.stringContaining('nobody has answered') as unknown });
});

test.each([
  ['yes', 'The user answered: yes'],
  [' YES ', 'The user answered: YES'],
  ['Cafe\u0301', 'The user answered: Cafe\u0301'],
  ['ye', 'The user answered with none of the choices: ye'],
  ['no\u200b', 'The user answered with none of the choices: no\u200b'],
  ['yes and\nno', 'The user answered with none of the choices: yes and\nno'],
  ['half \ud800', 'The user answered with none of the choices: half \ufffd'],
])('%j to a choice of yes and Café', (text, content) => {
  expect(answered(text, ['yes', 'Caf\u00e9']).content).toBe(content);
});
