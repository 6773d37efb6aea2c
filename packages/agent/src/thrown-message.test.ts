import { thrownMessage } from './thrown-message.js';

const hostile = new Proxy(
  {},
  {
    get: () => {
      throw new Error('trap');
    },
    getPrototypeOf: () => {
      throw new Error('trap');
    },
  },
);

test.each([
  [new Error('no disk'), 'no disk'],
  [new TypeError(''), 'TypeError'],
  ['text', 'text'],
  [undefined, 'undefined'],
  [null, 'null was thrown'],
  [{ message: 'plain' }, 'plain'],
  [Object.create(null), 'a value of type object was thrown'],
  [hostile, 'something that cannot be read was thrown'],
])('case %#', (thrown, message) => {
  expect(thrownMessage(thrown)).toBe(message);
});
