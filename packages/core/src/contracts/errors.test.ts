import { problemsError, type Problem } from './errors.js';

const at = (where: string, message: string, once?: true): Problem => ({
  code: 'A_B',
  where,
  message,
  ...(once === undefined ? {} : { once }),
});

test('each problem is a line, and one that a single remedy settles is one line for all its places', () => {
  const places = ['one', 'two', 'two', 'three', 'four', 'five'].map((where) => at(where, 'Run: npm install x', true));
  const error = problemsError('BOOT_INVALID', 'It cannot boot', [
    at('first', 'no'),
    ...places,
    at('second', 'no'),
    at('one', 'Run: npm install y', true),
  ]);
  expect(error.message).toMatchInlineSnapshot(`
   "It cannot boot: 4 problems.
     - first: no [A_B]
     - one; two; three and 2 more: Run: npm install x [A_B]
     - second: no [A_B]
     - one: Run: npm install y [A_B]"
  `);
  expect(error.problems.map(({ where }) => where)).toEqual(['first', 'one; two; three and 2 more', 'second', 'one']);
});
