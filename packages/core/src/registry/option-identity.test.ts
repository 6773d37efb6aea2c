import { optionIdentity } from './option-identity.js';

class Store {}
const store = new Store();
const cyclic: Record<string, unknown> = {};
cyclic['self'] = cyclic;

test.each<[object, object, boolean]>([
  [{}, {}, true],
  [{ a: 1, b: [2, 'x'] }, { b: [2, 'x'], a: 1 }, true],
  [{ a: undefined }, {}, true],
  [{ a: 1 }, { a: 2 }, false],
  [{ a: 1 }, { a: '1' }, false],
  [{ a: null }, {}, false],
  [{ a: [1, 2] }, { a: [2, 1] }, false],
  [{ a: { b: 1 } }, { a: { b: 1 } }, true],
  [{ a: store }, { a: store }, true],
  [{ a: store }, { a: new Store() }, false],
  [{ a: () => 1 }, { a: () => 1 }, false],
  [{ a: new Map() }, { a: new Map() }, false],
  [cyclic, cyclic, true],
])('%# are equal: %#', (a, b, equal) => {
  expect(optionIdentity(a) === optionIdentity(b)).toBe(equal);
});
