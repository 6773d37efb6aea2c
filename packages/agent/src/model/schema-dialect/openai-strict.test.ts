import type { JsonSchema } from '@tackroom/core';
import { strictCopy } from './openai-strict.js';

const object = (properties: JsonSchema['properties'], more: JsonSchema = {}): JsonSchema => ({
  type: 'object',
  properties: properties ?? {},
  additionalProperties: false,
  ...more,
});

/** The schema of a copy, or why there is none. */
function copied(schema: JsonSchema): unknown {
  const copy = strictCopy(schema);
  return copy.kind === 'copy' ? copy.schema : `${copy.path}: ${copy.reason}`;
}

test('every property is required, an optional one may be null, and every object is closed', () => {
  const schema = object(
    {
      path: { type: 'string', description: 'The file', minLength: 1 },
      lines: { type: 'integer', minimum: 1, default: 50, description: 'How many' },
      mode: { enum: ['all', 'some'] },
      kind: { const: 'file' },
      filters: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
      note: { type: ['string', 'null'] },
    },
    { required: ['path'], $schema: 'https://json-schema.org/draft/2020-12/schema' },
  );
  const copy = strictCopy(schema);
  expect(copy).toEqual({
    kind: 'copy',
    schema: {
      type: 'object',
      properties: {
        path: { type: 'string', description: 'The file' },
        lines: { type: ['integer', 'null'], minimum: 1, description: 'How many. Default: 50.' },
        mode: { type: ['string', 'null'], enum: ['all', 'some', null] },
        kind: { anyOf: [{ type: 'string', const: 'file' }, { type: 'null' }] },
        filters: {
          type: ['array', 'null'],
          items: { type: 'object', properties: { name: { type: ['string', 'null'] } }, required: ['name'], additionalProperties: false },
        },
        note: { type: ['string', 'null'] },
      },
      required: ['path', 'lines', 'mode', 'kind', 'filters', 'note'],
      additionalProperties: false,
    },
    notes: [
      { kind: 'lost', path: 'path', text: 'minLength' },
      { kind: 'adapted', path: 'lines', text: 'is null where it is left out' },
      { kind: 'adapted', path: 'mode', text: 'is null where it is left out' },
      { kind: 'adapted', path: 'kind', text: 'is null where it is left out' },
      { kind: 'adapted', path: 'filters[].name', text: 'is null where it is left out' },
      { kind: 'adapted', path: 'filters', text: 'is null where it is left out' },
      { kind: 'lost', path: 'note', text: 'cannot be left out: the model says null, which the tool takes as a value' },
    ],
    undo: {
      absent: new Set(['lines', 'mode', 'kind', 'filters']),
      properties: new Map([['filters', expect.objectContaining({ items: expect.objectContaining({ absent: new Set(['name']) }) })]]),
      items: undefined,
    },
  });
});

test('a recursive schema keeps its definitions, and its undo leads to itself', () => {
  const node = object({ name: { type: 'string' }, next: { $ref: '#/$defs/node' } }, { required: ['name'] });
  const copy = strictCopy(
    object({ head: { $ref: '#/$defs/node', description: 'The first' } }, { required: ['head'], $defs: { node, unused: true } }),
  );
  expect(copy).toMatchObject({
    schema: {
      properties: { head: { description: 'The first', anyOf: [{ $ref: '#/$defs/node' }] } },
      $defs: { node: { properties: { next: { anyOf: [{ $ref: '#/$defs/node' }, { type: 'null' }] } }, required: ['name', 'next'] } },
    },
  });
  expect(copy.kind === 'copy' ? Object.keys(copy.schema['$defs'] as object) : []).toEqual(['node']);
  const next = copy.kind === 'copy' ? copy.undo?.properties?.get('head')?.properties?.get('next') : undefined;
  expect(next?.absent).toEqual(new Set(['next']));
  expect(next?.properties?.get('next')).toBe(next);
});

test('unions are written as anyOf', () => {
  const branch = (kind: string, more: JsonSchema['properties']): JsonSchema =>
    object({ kind: { const: kind }, ...more }, { required: ['kind'] });
  const shape = { oneOf: [branch('circle', { r: { type: 'number' } }), branch('none', {}), { type: 'null' }] };
  expect(copied(object({ shape }))).toEqual(
    object(
      {
        shape: {
          anyOf: [
            object({ kind: { type: 'string', const: 'circle' }, r: { type: ['number', 'null'] } }, { required: ['kind', 'r'] }),
            object({ kind: { type: 'string', const: 'none' } }, { required: ['kind'] }),
            { type: 'null' },
          ],
        },
      },
      { required: ['shape'] },
    ),
  );
});

const text = { type: 'string' };
const optional = object({ a: text });
const draft07Items = [text] as unknown as JsonSchema; // a list, in that draft
test.each<readonly [string, JsonSchema, string]>([
  ['an open map', object({ env: { type: 'object', additionalProperties: text } }), 'env: it is an open map (additionalProperties)'],
  ['an open root', { ...object({ a: text }), additionalProperties: true }, ': it is an open map (additionalProperties)'],
  ['an object without properties', object({ o: { type: 'object' } }), 'o: it is an object of which no property is known'],
  [
    'an object with an empty list of them',
    object({ o: { type: 'object', properties: {} } }),
    'o: it is an object of which no property is known',
  ],
  ['true', object({ any: true }), 'any: it may be anything'],
  ['no type', object({ any: { description: 'What you like' } }), 'any: it may be anything'],
  ['false', object({ none: false }), 'none: it may be nothing at all'],
  ['an array of anything', object({ list: { type: 'array' } }), 'list[]: it may be anything'],
  ['a tuple', object({ pair: { type: 'array', prefixItems: [text, text] } }), 'pair: it uses prefixItems'],
  ['a draft-07 tuple', object({ pair: { type: 'array', items: draft07Items } }), 'pair: it is a tuple'],
  ['patterns of names', object({}, { patternProperties: { '^x': text } }), ': it uses patternProperties'],
  ['a condition', object({ a: text }, { if: {}, then: {} }), ': it uses if'],
  ['not', object({ a: { type: 'string', not: { const: 'x' } } }), 'a: it uses not'],
  ['a choice at the root', object({ a: text }, { anyOf: [{ required: ['a'] }] }), ': its root is put together from other schemas'],
  ['a root elsewhere', { $ref: '#/$defs/a', $defs: { a: optional } }, ': its root is put together from other schemas'],
  ['several parts', object({ a: { allOf: [optional, optional] } }), 'a: it uses allOf'],
  [
    'more beside a reference',
    object({ a: { $ref: '#/$defs/t', minLength: 1 } }, { $defs: { t: text } }),
    'a: it says more beside its reference (minLength)',
  ],
  [
    'a reference into a property',
    object({ a: text, b: { $ref: '#/properties/a' } }),
    'b: its reference #/properties/a is not to a definition',
  ],
  ['more beside alternatives', object({ a: { type: 'object', anyOf: [optional] } }), 'a: it says more beside its alternatives (type)'],
  ['a required stranger', object({ a: text }, { required: ['b'] }), ': it requires b, of which nothing is known'],
  [
    'a null that means two things',
    object({ v: { anyOf: [object({ a: text }), object({ a: { type: ['string', 'null'] } })] } }),
    'v.a: its alternatives mean different things by null',
  ],
  [
    'nulls below that mean two things',
    object({ v: { anyOf: [object({ o: optional }), object({ o: object({ a: { type: ['string', 'null'] } }) })] } }),
    'v.o: its alternatives mean different things by null',
  ],
  [
    '5 001 properties',
    object(Object.fromEntries(Array.from({ length: 5_001 }, (_, at) => [`p${at}`, text]))),
    ': it has 5001 properties, of which 5000 are taken',
  ],
  ['11 objects deep', nested(11), ': its objects are nested 11 deep, of which 10 are taken'],
  [
    '1 001 values',
    object({ a: { enum: Array.from({ length: 1_001 }, (_, at) => at) } }, { required: ['a'] }),
    ': its enums have 1001 values, of which 1000 are taken',
  ],
  [
    'a long enum',
    object({ a: { enum: Array.from({ length: 251 }, (_, at) => `${'v'.repeat(60)}${at}`) } }),
    ': an enum of more than 250 values has more than 15000 characters',
  ],
  [
    '120 001 characters',
    object({ ['x'.repeat(120_001)]: text }),
    ': its names and values have 120001 characters, of which 120000 are taken',
  ],
])('there is no copy of %s', (_what, schema, reason) => {
  expect(copied(schema)).toBe(reason);
});

test.each<readonly [string, JsonSchema]>([
  ['a tool without parameters', { type: 'object', properties: {} }],
  ['10 objects deep', nested(10)],
  ['1 000 values', object({ a: { enum: Array.from({ length: 1_000 }, (_, at) => at) } }, { required: ['a'] })],
  ['alternatives that agree', object({ v: { anyOf: [object({ a: optional }), object({ a: optional, b: text })] } })],
])('there is one of %s', (_what, schema) => {
  expect(strictCopy(schema)).toMatchObject({ kind: 'copy' });
});

test('what narrows values beyond the subset is lost, and nothing else', () => {
  const copy = strictCopy(
    object(
      {
        url: { type: 'string', format: 'uri', pattern: '^(?=h)' },
        at: { type: 'string', format: 'date-time', pattern: '^2' },
        tags: { type: 'array', items: text, uniqueItems: true, minItems: 1 },
        only: { allOf: [{ $ref: '#/$defs/t' }], description: 'One' },
      },
      { required: ['url', 'at', 'tags', 'only'], $defs: { t: text } },
    ),
  );
  expect(copy).toMatchObject({
    schema: {
      properties: {
        url: { type: 'string' },
        at: { type: 'string', format: 'date-time', pattern: '^2' },
        tags: { type: 'array', items: text, minItems: 1 },
        only: { description: 'One', anyOf: [{ $ref: '#/$defs/t' }] },
      },
    },
    notes: [
      { path: 'url', text: 'pattern "^(?=h)"' },
      { path: 'url', text: 'format "uri"' },
      { path: 'tags', text: 'uniqueItems' },
    ],
    undo: undefined,
  });
});

function nested(depth: number): JsonSchema {
  return depth === 1 ? object({}) : object({ inner: nested(depth - 1) }, { required: ['inner'] });
}
