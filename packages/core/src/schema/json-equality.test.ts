import type { JsonSchema, JsonValue } from '../contracts/json.js';
import { comparesObjects } from './json-equality.js';
import { compileValidator } from './validator.js';

/** Reads a value as arguments are read, so that `__proto__` is a member like others. */
const json = (text: string): JsonValue => JSON.parse(text) as JsonValue;

test.each<[string, JsonSchema, string, string | undefined]>([
  ['an equal object', { const: { a: 1, b: [2] } }, '{"b":[2],"a":1}', undefined],
  ['another object', { const: { a: 1 } }, '{"a":1,"b":2}', 'arguments: must be {"a":1}'],
  ['an equal array of an enum', { enum: [[1, { a: null }], 'x'] }, '[1,{"a":null}]', undefined],
  ['a plain value of an enum', { enum: [[1], 'x'] }, '"x"', undefined],
  ['none of an enum', { enum: [[1], 'x'] }, '[2]', 'arguments: must be one of [1], x'],
  ['false for 0', { enum: [[0]] }, '[false]', 'arguments: must be [0]'],
  ['equal items', { uniqueItems: true }, '[{"a":1,"b":2},3,{"b":2,"a":1}]', 'arguments: must not repeat items: [0] and [2] are equal'],
  ['a text and a number', { uniqueItems: true }, '["1",1,null,"null",[],{},[[]]]', undefined],
  ['items that may repeat', { uniqueItems: false }, '[1,1]', undefined],
  ['a member valueOf', { uniqueItems: true }, '[{"valueOf":1},{"valueOf":2}]', undefined],
  ['a member toString', { enum: [{ a: 1 }] }, '{"toString":1}', 'arguments: must be {"a":1}'],
  ['a member constructor', { const: { constructor: 1 } }, '{"constructor":1}', undefined],
  ['a member __proto__', { uniqueItems: true }, '[{"__proto__":1},{"__proto__":2}]', undefined],
  [
    'beside a name that every object inherits',
    { properties: { constructor: { const: { a: 1 } }, list: { uniqueItems: true } } },
    '{"constructor":{"a":1},"list":[{"a":1},{"a":2}]}',
    undefined,
  ],
])('%s', (_, schema, value, text) => {
  expect(comparesObjects(schema)).toBe(true);
  expect(compileValidator(schema, { strict: false }).check(json(value))).toBe(text);
});

test.each<[object]>([[{ enum: ['a', 1, null] }], [{ properties: { a: { const: 'x' } } }], [{ type: 'array' }]])(
  '%j compares no objects',
  (schema) => {
    expect(comparesObjects(schema)).toBe(false);
  },
);

test('a long list without repeats is compared once, not every item with every other', () => {
  const list = Array.from({ length: 100_000 }, (_, n) => ({ n }));
  expect(compileValidator({ uniqueItems: true }, { strict: false }).check(list)).toBeUndefined();
});
