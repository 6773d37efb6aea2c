import type { JsonSchema } from '../contracts/json.js';
import { disagreement } from './agreement.js';

const text = { type: 'string' };
const closed = (properties: object, ...required: readonly string[]): JsonSchema =>
  ({ type: 'object', properties, required, additionalProperties: false }) as JsonSchema;

test.each<[what: string, first: JsonSchema, second: JsonSchema]>([
  ['the same', text, text],
  ['whole numbers are numbers', { type: 'integer' }, { type: 'number' }],
  ['one says less', {}, closed({ a: text }, 'a')],
  ['an overlap of types', { type: ['string', 'number'] }, { anyOf: [{ type: 'number' }, { type: 'null' }] }],
  ['an overlap of values', { enum: ['a', 'b'] }, { const: 'b' }],
  ['a format', { type: 'string', format: 'uuid' }, { type: 'string', pattern: '^a' }],
  ['fields that may be left out', closed({ a: text, b: text }, 'a'), closed({ a: text }, 'a')],
  ['an open object', { type: 'object', required: ['x'] }, { type: 'object', additionalProperties: text }],
  ['what is not looked at', { allOf: [text] }, { type: 'number' }],
  ['a reference elsewhere', { $ref: 'https://a.example/x' }, text],
  [
    'itself inside',
    { $ref: '#/$defs/A', $defs: { A: closed({ a: { $ref: '#/$defs/A' } }) } },
    { $ref: '#/$defs/A', $defs: { A: closed({ a: { $ref: '#/$defs/A' } }) } },
  ],
  ['one of several alternatives', { anyOf: [closed({ a: text }, 'a'), closed({ b: text }, 'b')] }, closed({ b: text }, 'b')],
])('agree: %s', (_what, first, second) => {
  expect(disagreement(first, second)).toBeUndefined();
  expect(disagreement(second, first)).toBeUndefined();
});

test.each<[first: JsonSchema, second: JsonSchema, said: string]>([
  [text, { type: 'number' }, ': string, number'],
  [{ enum: ['a'] }, { enum: ['b', 'c'] }, ': one of a, one of b, c'],
  [{ type: 'array', items: text }, { type: 'array', items: { type: 'number' } }, ' at "[]": string, number'],
  [closed({ a: text }, 'a'), closed({ b: text }), ': "a" is required, "a" is not known'],
  [closed({ a: text }), closed({ b: text }, 'b'), ': "b" is not known, "b" is required'],
  [closed({ a: text }), closed({ a: { type: 'number' } }), ' at "a": string, number'],
  [
    closed({ a: { type: 'array', items: closed({ b: text }) } }),
    closed({ a: { type: 'array', items: closed({ b: { type: 'null' } }) } }),
    ' at "a[].b": string, null',
  ],
  [{ type: ['string', 'null'] }, { type: ['number', 'boolean'] }, ': string or null, number or boolean'],
  [{ $ref: '#/$defs/A', $defs: { A: text } }, { type: 'boolean' }, ': string, boolean'],
])('disagree: %j and %j', (first, second, said) => {
  const { at, first: one, second: other } = disagreement(first, second) ?? { at: 'nothing', first: '', second: '' };
  expect(`${at}: ${one}, ${other}`).toBe(said);
});
