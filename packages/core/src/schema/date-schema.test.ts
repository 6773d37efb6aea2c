import type { JsonSchema } from '../contracts/json.js';
import { dateSchema } from './date-schema.js';

const DATE = { type: 'string', format: 'date-time' };
const NOON = '2026-01-31T12:00:00Z';
const noon = new Date(NOON);
const TEXTS_OR_DATES: JsonSchema = {
  anyOf: [
    { type: 'array', items: { type: 'string' } },
    { type: 'array', items: DATE },
  ],
};

function read(schema: JsonSchema, pointers: readonly string[], value: unknown): unknown {
  const result = dateSchema(schema, pointers)['~standard'].validate(value) as {
    issues?: readonly { path?: readonly PropertyKey[]; message: string }[];
    value?: unknown;
  };
  return result.issues === undefined ? result.value : result.issues.map(({ path = [], message }) => `${path.join('.')}: ${message}`);
}

test.each<[what: string, schema: JsonSchema, pointers: readonly string[], value: unknown, expected: unknown]>([
  ['itself', DATE, [''], NOON, noon],
  [
    'a field',
    { type: 'object', properties: { at: DATE, note: { type: 'string' } } },
    ['/properties/at'],
    { at: NOON, note: NOON },
    { at: noon, note: NOON },
  ],
  ['a name with a slash', { type: 'object', properties: { 'a/b': DATE } }, ['/properties/a~1b'], { 'a/b': NOON }, { 'a/b': noon }],
  ['items', { type: 'array', items: DATE }, ['/items'], [NOON, NOON], [noon, noon]],
  ['a tuple', { type: 'array', prefixItems: [{ type: 'string' }, DATE] }, ['/prefixItems/1'], [NOON, NOON], [NOON, noon]],
  ['a record', { type: 'object', additionalProperties: DATE }, ['/additionalProperties'], { a: NOON }, { a: noon }],
  [
    'names by pattern',
    { type: 'object', patternProperties: { '^d': DATE } },
    ['/patternProperties/^d'],
    { d1: NOON, x: NOON },
    { d1: noon, x: NOON },
  ],
  ['null', { anyOf: [DATE, { type: 'null' }] }, ['/anyOf/0'], null, null],
  ['or null', { anyOf: [DATE, { type: 'null' }] }, ['/anyOf/0'], NOON, noon],
  ['or a word', { anyOf: [DATE, { type: 'string', const: 'now' }] }, ['/anyOf/0'], 'now', 'now'],
  ['or one of some words', { anyOf: [DATE, { type: 'string', enum: ['now', 'never'] }] }, ['/anyOf/0'], NOON, noon],
  ['or text of a pattern', { anyOf: [DATE, { type: 'string', pattern: '^in ' }] }, ['/anyOf/0'], NOON, noon],
  ['a list of text or of dates', TEXTS_OR_DATES, ['/anyOf/1/items'], ['abc'], ['abc']],
  ['a list of dates or of text', TEXTS_OR_DATES, ['/anyOf/1/items'], [NOON], [noon]],
  [
    'a record of text or of dates',
    {
      anyOf: [
        { type: 'object', additionalProperties: DATE },
        { type: 'object', additionalProperties: { type: 'string' } },
      ],
    },
    ['/anyOf/0/additionalProperties'],
    { a: 'b' },
    { a: 'b' },
  ],
  [
    'a list of numbers or of dates',
    {
      anyOf: [
        { type: 'array', items: { type: 'number' } },
        { type: 'array', items: DATE },
      ],
    },
    ['/anyOf/1/items'],
    ['abc'],
    ['0: must be a date and time with its offset, such as 2026-01-31T09:30:00Z, got the string "abc"'],
  ],
  ['text that may be any', { anyOf: [DATE, { type: 'string' }] }, ['/anyOf/0'], NOON, NOON],
  [
    'the alternative that its fields tell',
    {
      anyOf: [
        {
          type: 'object',
          properties: { kind: { const: 'text' }, at: { type: 'string' } },
          required: ['kind'],
          additionalProperties: false,
        },
        { type: 'object', properties: { kind: { const: 'date' }, at: DATE }, required: ['kind'], additionalProperties: false },
      ],
    },
    ['/anyOf/1/properties/at'],
    { kind: 'date', at: NOON },
    { kind: 'date', at: noon },
  ],
  [
    'a type that contains itself',
    { $ref: '#/$defs/Node', $defs: { Node: { type: 'object', properties: { at: DATE, next: { $ref: '#/$defs/Node' } } } } },
    ['/$defs/Node/properties/at'],
    { at: NOON, next: { next: { at: NOON } } },
    { at: noon, next: { next: { at: noon } } },
  ],
])('a date: %s', (_what, schema, pointers, value, expected) => {
  const before = JSON.stringify(value);
  expect(read(schema, pointers, value)).toEqual(expected);
  expect(JSON.stringify(value)).toBe(before);
});

test.each([
  '2026-01-31',
  '2026-01-31T12:00:00',
  '2026-02-30T12:00:00Z',
  '2026-13-01T12:00:00Z',
  '2026-01-31T25:00:00Z',
  'now',
  '',
  '2026-01-31T12:00:00Zx',
])('%j is no date and time', (value) => {
  expect(read({ type: 'array', items: DATE }, ['/items'], [value])).toEqual([
    expect.stringMatching(/^0: must be a date and time with its offset, such as 2026-01-31T09:30:00Z, got /),
  ]);
});

test.each(['2026-01-31T12:00:00z', '2026-01-31 12:00:00+02:00', '2024-02-29T23:59:59.999-11:30'])('%j is one', (value) => {
  expect(read(DATE, [''], value)).toEqual(new Date(value));
});

test('nothing is missing, not a date', () => {
  expect(read(DATE, [''], undefined)).toEqual([': is required but missing']);
});
