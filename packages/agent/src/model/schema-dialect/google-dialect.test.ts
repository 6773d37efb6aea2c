import type { JsonSchema } from '@tackroom/core';
import { GOOGLE_DIALECT } from './google-dialect.js';

const text = { type: 'string' };

/** The copy of a property, and what was noted. */
function copied(schema: JsonSchema | boolean, more: JsonSchema = {}): { readonly copy: unknown; readonly notes: readonly string[] } {
  const { inputSchema, notes } = GOOGLE_DIALECT.copy({
    description: '',
    inputSchema: { type: 'object', properties: { p: schema }, ...more },
  });
  return { copy: inputSchema.properties?.['p'], notes: notes.map(({ path, text: what }) => `${path}: ${what}`) };
}

test.each<readonly [string, JsonSchema | boolean, unknown, readonly string[]]>([
  ['text', { type: 'string', minLength: 1, pattern: '^a', title: 'T' }, { type: 'string', minLength: 1, pattern: '^a' }, []],
  ['a constant', { const: 'x' }, { type: 'string', enum: ['x'] }, []],
  ['null or text', { type: ['string', 'null'], description: 'D' }, { type: ['string', 'null'], description: 'D' }, []],
  [
    'null or text as alternatives',
    { anyOf: [text, { type: 'null' }], description: 'D' },
    { type: ['string', 'null'], description: 'D' },
    [],
  ],
  ['an enum with null', { enum: ['a', null] }, { type: ['string', 'null'], enum: ['a'] }, []],
  ['numbers', { type: 'integer', enum: [1, 2] }, { type: 'integer', description: 'One of 1, 2.' }, []],
  [
    'an enum of two types',
    { enum: ['a', 1] },
    {
      anyOf: [
        { type: 'string', enum: ['a'] },
        { type: 'number', description: 'One of 1.' },
      ],
    },
    [],
  ],
  [
    'types with keywords of one',
    { type: ['array', 'string'], items: text, description: 'D' },
    { anyOf: [{ type: 'array', items: text, description: 'D' }, { type: 'string' }] },
    [],
  ],
  [
    'bounds',
    { type: 'number', exclusiveMinimum: 0, maximum: 9, default: 1 },
    { type: 'number', maximum: 9, description: 'Greater than 0. Default: 1.' },
    [],
  ],
  ['a format', { type: 'string', format: 'uri' }, { type: 'string', description: 'Format: uri.' }, []],
  ['a known format', { type: 'string', format: 'date-time' }, { type: 'string', format: 'date-time' }, []],
  [
    'what narrows in other ways',
    { type: 'array', items: text, uniqueItems: true, contains: text },
    { type: 'array', items: text },
    ['p: uniqueItems', 'p: contains'],
  ],
  [
    'an open map',
    { type: 'object', additionalProperties: text },
    { type: 'object' },
    ['p: additionalProperties: what an open map may hold'],
  ],
  [
    'an object',
    { type: 'object', properties: { a: text, never: false }, required: ['a', 'b', 'never'], additionalProperties: false },
    { type: 'object', properties: { a: text }, required: ['a'] },
    [],
  ],
  [
    'a tuple',
    { type: 'array', prefixItems: [text, { type: 'number' }] },
    { type: 'array', items: { anyOf: [text, { type: 'number' }] } },
    ['p: which place of the tuple takes what'],
  ],
  [
    'anything',
    { description: 'D' },
    {
      anyOf: [
        { type: 'string', description: 'D' },
        { type: 'number' },
        { type: 'boolean' },
        { type: 'object' },
        { type: 'array', items: text },
      ],
    },
    ['p: it may be anything, which can only be said of some types'],
  ],
  [
    'alternatives with more beside them',
    { type: 'object', properties: { a: text }, oneOf: [{ required: ['a'] }, { properties: { b: text } }] },
    {
      anyOf: [
        { type: 'object', properties: { a: text }, required: ['a'] },
        { type: 'object', properties: { b: text } },
      ],
    },
    [],
  ],
  ['null alone', { type: 'null' }, { type: 'null' }, []],
])('%s', (_what, schema, copy, notes) => {
  expect(copied(schema)).toEqual({ copy, notes });
});

test('references are replaced by what they lead to, and one that leads to itself by its outermost form', () => {
  const $defs = {
    name: { type: 'string', description: 'A name' },
    node: { type: 'object', properties: { name: { $ref: '#/$defs/name' }, children: { type: 'array', items: { $ref: '#/$defs/node' } } } },
  };
  expect(copied({ $ref: '#/$defs/node', description: 'The tree' }, { $defs })).toEqual({
    copy: {
      type: 'object',
      description: 'The tree',
      properties: { name: $defs.name, children: { type: 'array', items: { type: 'object', description: 'Nested as node is.' } } },
    },
    notes: ['p.children[]: #/$defs/node, which leads to itself: only its outermost form is told'],
  });
});

test('the parts of an object are put together', () => {
  const base = { type: 'object', properties: { id: text }, required: ['id'] };
  const { copy } = copied({ allOf: [{ $ref: '#/$defs/base' }, { properties: { n: { type: 'number' } } }] }, { $defs: { base } });
  expect(copy).toEqual({ type: 'object', properties: { id: text, n: { type: 'number' } }, required: ['id'] });
});

test('definitions that lead to each other come to an end', () => {
  const names = Array.from({ length: 12 }, (_, at) => `d${at}`);
  const all = Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/${name}` }]));
  const $defs = Object.fromEntries(names.map((name) => [name, { type: 'object', properties: all }]));
  expect(JSON.stringify(copied({ $ref: '#/$defs/d0' }, { $defs }).copy).length).toBeLessThan(2_000_000);
});

test('a root without parameters, and one that is put together', () => {
  const copy = (inputSchema: JsonSchema): JsonSchema => GOOGLE_DIALECT.copy({ description: '', inputSchema }).inputSchema;
  expect(copy({ type: 'object', properties: {}, additionalProperties: false })).toEqual({ type: 'object', properties: {} });
  expect(copy({ type: 'object', properties: {}, anyOf: [{ properties: { a: text }, required: ['a'] }] })).toEqual({
    type: 'object',
    properties: { a: text },
    required: ['a'],
  });
});
