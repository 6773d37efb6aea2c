import type { JsonSchema } from '../contracts/json.js';
import { coerceLossless } from './coerce-lossless.js';

const number = { type: 'number' };
const integer = { type: 'integer' };
const boolean = { type: 'boolean' };
const list = { type: 'array', items: { type: 'string' } };
const object = { type: 'object' };

test.each<[JsonSchema, unknown, unknown]>([
  [number, '5', 5],
  [number, '-0.5', -0.5],
  [number, '0', 0],
  [number, '5.0', 5],
  [number, '1e3', 1000],
  [integer, '12', 12],
  [number, '', ''],
  [number, ' ', ' '],
  [number, ' 5', ' 5'],
  [number, '05', '05'],
  [number, '+5', '+5'],
  [number, '0x10', '0x10'],
  [number, 'abc', 'abc'],
  [number, 'NaN', 'NaN'],
  [number, '1e400', '1e400'],
  [number, '1e-400', '1e-400'],
  [number, '9007199254740993', '9007199254740993'],
  [number, '9007199254740992', 9007199254740992],
  [number, '0.1000000000000000055', '0.1000000000000000055'],
  [number, '5n', '5n'],
  [number, true, true],
  [boolean, 'true', true],
  [boolean, 'false', false],
  [boolean, 'False', 'False'],
  [boolean, '0', '0'],
  [boolean, '', ''],
  [list, '["a","b"]', ['a', 'b']],
  [list, '["a"', '["a"'],
  [list, '{"a":1}', '{"a":1}'],
  [list, 'a,b', 'a,b'],
  [list, '[9007199254740993]', '[9007199254740993]'],
  [object, '{"a":[1]}', { a: [1] }],
  [object, '[1]', '[1]'],
  [{ type: 'string' }, '[1,2]', '[1,2]'],
  [{ type: ['string', 'number'] }, '5', '5'],
  [{ type: ['number', 'null'] }, '5', 5],
  [{ type: ['number', 'null'] }, 'null', 'null'],
  [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, '5', 5],
  [{ anyOf: [{ type: 'integer' }, { type: 'string' }] }, '5', '5'],
  [{ $ref: '#/$defs/size' }, '5', 5],
  [{}, '5', '5'],
  [{ enum: [1, 2] }, '1', '1'],
])('%j takes %j as %j', (property, given, expected) => {
  const args = { value: given, other: '5' };
  const schema: JsonSchema = { type: 'object', $defs: { size: { type: 'number' } }, properties: { value: property, other: number } };
  coerceLossless(args, schema, ['value', 'absent', 'toString']);
  expect(args).toEqual({ value: expected, other: '5' });
});

test('a coerced container cannot reach a prototype', () => {
  const args: Record<string, unknown> = { value: '{"__proto__":{"admin":true}}' };
  coerceLossless(args, { type: 'object', properties: { value: object } }, ['value']);
  expect(Object.hasOwn(args['value'] as object, '__proto__')).toBe(true);
  expect((args['value'] as { readonly admin?: boolean }).admin).toBeUndefined();
});
