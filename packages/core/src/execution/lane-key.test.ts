import { keysOverlap, laneSegments } from './lane-key.js';

test.each([
  ['src/a.ts', ['src', 'a.ts']],
  ['/src//./a.ts/', ['src', 'a.ts']],
  ['', []],
  [
    ['src/a.ts', ''],
    ['src/a.ts', ''],
  ],
])('%p has the segments %p', (key, segments) => {
  expect(laneSegments(key)).toEqual(segments);
});

test('a list that its owner changes later changes no lane', () => {
  const key = ['a'];
  const segments = laneSegments(key);
  key[0] = 'b';
  expect(segments).toEqual(['a']);
});

test.each([
  ['nothing', undefined, 'undefined'],
  ['null', null, 'null'],
  ['a number', 7, 'number'],
  ['a promise', Promise.resolve('a'), 'object'],
  ['a list with a hole', [, 'a'], 'undefined'],
  ['a list with a number', ['a', 1], 'number'],
])('%s is no key', (_name, key, got) => {
  expect(() => laneSegments(key as never)).toThrow(`a lane key is a text or a list of texts, not ${got === 'null' ? 'null' : `of type ${got}`}`);
}); // prettier-ignore

test('a key overlaps itself and what lies above and below it', () => {
  const keys = [[], ['a'], ['a', 'b'], ['a', 'c'], ['ab']];
  expect(keys.map((a) => keys.map((b) => keysOverlap(a, b)))).toEqual([
    [true, true, true, true, true],
    [true, true, true, true, false],
    [true, true, true, false, false],
    [true, true, false, true, false],
    [true, false, false, false, true],
  ]);
});
