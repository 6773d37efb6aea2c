import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { checkSchema } from './check-schema.js';

const messages = (schema: unknown): readonly string[] => checkSchema(schema, 'tool x').map(({ message }) => message);

test.each<[unknown, readonly string[]]>([
  [true, []],
  [{}, []],
  [{ type: 'object', properties: { a: { type: ['string', 'null'], format: 'anything' } }, 'x-own': () => 1 }, []],
  [null, ['The schema must be a schema: an object, true or false.']],
  [[], ['The schema must be a schema: an object, true or false.']],
  [{ type: 'sting' }, ['The schema at "/type" must be one of array, boolean, integer, null, number, object, string, or a list of them.']],
  [{ properties: { 'a/b~c': 5 } }, ['The schema at "/properties/a~1b~0c" must be a schema: an object, true or false.']],
  [{ required: ['a', 'a'] }, ['The schema at "/required" must be a list of distinct strings.']],
  [{ items: [{}] }, ['The schema at "/items" must be one schema; a list of them is called "prefixItems" in draft 2020-12.']],
  [{ $schema: 'http://json-schema.org/draft-07/schema#', items: [{ type: 'string' }] }, []],
  [{ pattern: '(' }, ['The schema at "/pattern" must be a valid regular expression.']],
  [{ pattern: '^[\\w\\_]+$' }, []],
  [{ patternProperties: { '[': {} } }, ['The schema at "/patternProperties" has the name "[", which is no valid regular expression.']],
  [{ $ref: '#/$defs/a', $defs: { a: {} } }, []],
  [{ $ref: '#/$defs/b', $defs: { a: {} } }, ['The schema at "/$ref" refers to "#/$defs/b", which is not in the schema.']],
  [{ $ref: '#/$defs/%25', $defs: { '%': {} } }, []],
  [{ $ref: '#/$defs/%', $defs: { '%': {} } }, []],
  [{ $ref: '#' }, ['The schema at "/$ref" refers to "#", which only refers back to itself.']],
  [
    { properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } },
    [
      'The schema at "/properties/a/$ref" refers to "#/$defs/a", which only refers back to itself.',
      'The schema at "/$defs/a/$ref" refers to "#/$defs/b", which only refers back to itself.',
      'The schema at "/$defs/b/$ref" refers to "#/$defs/a", which only refers back to itself.',
    ],
  ],
  [{ properties: { a: { $ref: '#' } } }, []],
  [{ $ref: '#there', $defs: { a: { $anchor: 'there' } } }, []],
  [
    { $ref: 'https://a.example/b' },
    ['The schema at "/$ref" refers to "https://a.example/b", but nothing is fetched; put that schema under "$defs".'],
  ],
  [{ $id: 'https://a.example/a', $ref: 'b', $defs: { b: { $id: 'b', $defs: { c: {} }, $ref: '#/$defs/c' } } }, []],
  [{ anyOf: [] }, ['The schema at "/anyOf" must be a list of schemas, at least one.']],
  [{ dependencies: { a: ['b'], c: {} } }, []],
  [{ enum: [] }, ['The schema at "/enum" must be a list of values, at least one.']],
  [
    { properties: Object.fromEntries(Array.from({ length: 20 }, (_, i) => [i, 5])) },
    Array.from({ length: 10 }, (_, i) => `The schema at "/properties/${i}" must be a schema: an object, true or false.`),
  ],
])('%j', (schema, expected) => {
  expect(messages(schema)).toEqual(expected);
});

test('agrees with the 2020-12 meta-schema on every keyword and value', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
  const value = fc.oneof(
    fc.constantFrom(
      null,
      true,
      false,
      0,
      1,
      -1,
      1.5,
      '',
      'a',
      'string',
      'object',
      '#',
      [],
      {},
      ['a'],
      ['a', 'b'],
      ['string'],
      ['string', 'null'],
      [1],
      [{}],
      [true, {}],
    ),
    fc.constantFrom<unknown>(
      { a: {} },
      { a: true },
      { a: 1 },
      { a: ['b'] },
      { a: ['b', 'b'] },
      ['a', 'a'],
      ['string', 'string'],
      'a#b',
      '_a-b',
      '1a',
      { type: 'string' },
      { type: 1 },
      [{ type: 1 }],
    ),
  );
  const keyword = fc.constantFrom(
    ...[
      '$comment',
      '$anchor',
      '$dynamicAnchor',
      '$vocabulary',
      '$defs',
      'prefixItems',
      'items',
      'contains',
      'additionalProperties',
      'properties',
    ],
    ...[
      'patternProperties',
      'dependentSchemas',
      'propertyNames',
      'if',
      'then',
      'else',
      'allOf',
      'anyOf',
      'oneOf',
      'not',
      'unevaluatedItems',
      'unevaluatedProperties',
    ],
    ...[
      'type',
      'const',
      'multipleOf',
      'maximum',
      'exclusiveMaximum',
      'minimum',
      'exclusiveMinimum',
      'maxLength',
      'minLength',
      'pattern',
      'maxItems',
      'minItems',
    ],
    ...[
      'uniqueItems',
      'maxContains',
      'minContains',
      'maxProperties',
      'minProperties',
      'required',
      'dependentRequired',
      'title',
      'description',
      'default',
    ],
    ...[
      'deprecated',
      'readOnly',
      'writeOnly',
      'examples',
      'format',
      'contentEncoding',
      'contentMediaType',
      'contentSchema',
      'definitions',
      'dependencies',
      'unknown',
    ],
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(keyword, value), { maxLength: 3 }), (members) => {
      const schema = Object.fromEntries(members);
      expect([schema, checkSchema(schema, '').length === 0]).toEqual([schema, ajv.validateSchema(schema)]);
    }),
    { numRuns: 3000 },
  );
});
