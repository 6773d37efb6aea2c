import type { JsonSchema } from '../contracts/json.js';
import { checkSchema } from './check-schema.js';
import { upgradeDraft } from './upgrade-draft.js';
import { compileValidator } from './validator.js';

test.each<[string, object, object]>([
  [
    'a list of items',
    { items: [{ type: 'string' }, { type: 'number' }], additionalItems: { type: 'boolean' }, minItems: 2 },
    { prefixItems: [{ type: 'string' }, { type: 'number' }], items: { type: 'boolean' }, minItems: 2 },
  ],
  ['an open list of items', { items: [true] }, { prefixItems: [true] }],
  ['no items at all', { items: [], additionalItems: false }, { items: false }],
  [
    'one schema of items, beside which additionalItems means nothing',
    { items: { type: 'string' }, additionalItems: false },
    { items: { type: 'string' } },
  ],
  [
    'definitions and references to them',
    { definitions: { a: { type: 'string' } }, $defs: { b: {} }, properties: { x: { $ref: '#/definitions/a' }, y: { $ref: '#/$defs/b' } } },
    { properties: { x: { $ref: '#/$defs/a' }, y: { $ref: '#/$defs/b' } }, $defs: { a: { type: 'string' }, b: {} } },
  ],
  [
    'references into lists of items',
    {
      properties: {
        a: { items: [{ type: 'string' }], additionalItems: {} },
        b: { $ref: '#/properties/a/items/0' },
        c: { $ref: '#/properties/a/additionalItems' },
      },
    },
    {
      properties: {
        a: { prefixItems: [{ type: 'string' }], items: {} },
        b: { $ref: '#/properties/a/prefixItems/0' },
        c: { $ref: '#/properties/a/items' },
      },
    },
  ],
  [
    'fields that are called like keywords',
    {
      properties: {
        items: { type: 'string' },
        definitions: { type: 'number' },
        x: { $ref: '#/properties/definitions' },
        y: { $ref: '#/properties/items' },
      },
    },
    {
      properties: {
        items: { type: 'string' },
        definitions: { type: 'number' },
        x: { $ref: '#/properties/definitions' },
        y: { $ref: '#/properties/items' },
      },
    },
  ],
  [
    'dependencies',
    { dependencies: { a: ['b'], c: { required: ['d'], items: [true] } } },
    { dependentRequired: { a: ['b'] }, dependentSchemas: { c: { required: ['d'], prefixItems: [true] } } },
  ],
  [
    'what is data',
    { enum: [{ items: [1] }], default: { definitions: 1 }, const: { $ref: '#/definitions/a' } },
    { enum: [{ items: [1] }], default: { definitions: 1 }, const: { $ref: '#/definitions/a' } },
  ],
  ['schemas inside schemas', { not: { anyOf: [{ items: [true] }] } }, { not: { anyOf: [{ prefixItems: [true] }] } }],
])('%s', (_, older, newer) => {
  expect(upgradeDraft(older as JsonSchema)).toEqual(newer);
  expect(checkSchema(upgradeDraft(older as JsonSchema), 'x')).toEqual([]);
});

test('an upgraded schema says the same as it did', () => {
  const older: Record<string, unknown> = {
    definitions: { pair: { type: 'array', items: [{ type: 'string' }, { $ref: '#/definitions/pair' }] } },
    properties: { a: { $ref: '#/definitions/pair' } },
  };
  const before = compileValidator({ $schema: 'http://json-schema.org/draft-07/schema#', ...older });
  const after = compileValidator(upgradeDraft(older));
  const values = [{}, { a: ['x'] }, { a: ['x', ['y', []]] }, { a: ['x', ['y', [1]]] }, { a: 1 }, { a: ['x', 'y'] }];
  expect(values.map((value) => after.check(value))).toEqual(values.map((value) => before.check(value)));
  expect(values.map((value) => after.check(value) === undefined)).toEqual([true, true, true, false, false, false]);
});
