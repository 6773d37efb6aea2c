import type { JsonSchema } from '../contracts/json.js';
import { compileValidator } from './validator.js';

/** A tool with a parameter of every kind. */
const schema: JsonSchema = {
  type: 'object',
  $defs: {
    tree: {
      type: 'object',
      properties: { value: { type: 'number' }, children: { type: 'array', items: { $ref: '#/$defs/tree' } } },
      required: ['value'],
      additionalProperties: false,
    },
    circle: {
      type: 'object',
      properties: { kind: { const: 'circle' }, radius: { type: 'number' } },
      required: ['kind', 'radius'],
      additionalProperties: false,
    },
    square: { type: 'object', properties: { kind: { const: 'square' }, side: { type: 'number' } }, required: ['kind', 'side'] },
    note: { type: 'object', properties: { type: { enum: ['text', 'note'] }, text: { type: 'string' } }, required: ['type', 'text'] },
    image: { type: 'object', properties: { type: { const: 'image' }, url: { type: 'string' } }, required: ['type', 'url'] },
  },
  properties: {
    name: { type: 'string', minLength: 2, maxLength: 20 },
    count: { type: 'integer', minimum: 1, maximum: 10 },
    ratio: { type: 'number', exclusiveMinimum: 0, multipleOf: 0.25 },
    force: { type: 'boolean' },
    nothing: { type: 'null' },
    todos: {
      type: 'array',
      items: {
        type: 'object',
        properties: { text: { type: 'string' }, status: { type: 'string', enum: ['pending', 'in_progress', 'completed'] } },
        required: ['text', 'status'],
        additionalProperties: false,
      },
    },
    grid: { type: 'array', items: { type: 'array', items: { type: 'number' } } },
    pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false, minItems: 2 },
    env: { type: 'object', additionalProperties: { type: 'string' } },
    headers: { type: 'object', patternProperties: { '^x-': { type: 'string' } }, additionalProperties: false },
    user: {
      type: 'object',
      properties: {
        name: { type: 'string' },
        address: {
          type: 'object',
          properties: { city: { type: 'string' }, zip: { type: 'string', pattern: '^\\d{5}$' } },
          required: ['city'],
          additionalProperties: false,
        },
      },
      required: ['name', 'address'],
    },
    day: { type: 'string', format: 'date', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
    at: { type: 'string', format: 'date-time' },
    mail: { type: 'string', format: 'email', pattern: `^[^@]{1,64}@(?:${'[a-z]'.repeat(20)})$` },
    token: { type: 'string', pattern: `^${'[a-z]'.repeat(20)}$` },
    mode: { const: 'fast' },
    version: { const: 2 },
    level: { enum: [0, 1, 2] },
    country: { enum: ['at', 'be', 'bg', 'cy', 'cz', 'de', 'dk', 'ee', 'es', 'fi', 'france', 'greece', 'hungary'] },
    shape: { oneOf: [{ $ref: '#/$defs/circle' }, { $ref: '#/$defs/square' }] },
    parts: { type: 'array', items: { anyOf: [{ $ref: '#/$defs/note' }, { $ref: '#/$defs/image' }] } },
    tree: { $ref: '#/$defs/tree' },
    id: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
    code: {
      anyOf: [
        { type: 'string', pattern: '^A' },
        { type: 'string', maxLength: 2 },
      ],
    },
    target: {
      anyOf: [
        { type: 'object', required: ['path'] },
        { type: 'object', required: ['url'] },
      ],
    },
    comment: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    tags: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 3, uniqueItems: true },
    both: {
      allOf: [
        { type: 'object', required: ['a'] },
        { properties: { b: { type: 'number' } }, required: ['b'] },
      ],
    },
    'odd name': { type: 'string' },
  },
  dependentRequired: { name: ['force'] },
  additionalProperties: false,
};

// What a model writes, and the line that it reads.
test.each<[string, Record<string, unknown>, string]>([
  ['a number for a text', { 'odd name': 5 }, '["odd name"]: must be a string, got the number 5'],
  ['an array for a text', { day: ['2024-01-01'] }, 'day: must be a string, got an array'],
  ['a number as a text', { count: '5' }, 'count: must be an integer, got the string "5"'],
  ['a fraction', { count: 5.5 }, 'count: must be an integer, got the number 5.5'],
  ['a word for a number', { ratio: 'half' }, 'ratio: must be a number, got the string "half"'],
  ['a boolean as a text', { force: 'true' }, 'force: must be a boolean, got the string "true"'],
  ['a number for a boolean', { force: 1 }, 'force: must be a boolean, got the number 1'],
  ['null instead of absent', { force: null }, 'force: must be a boolean, got null'],
  ['something for null', { nothing: 0 }, 'nothing: must be null, got the number 0'],
  ['JSON in a text', { tags: '["a"]' }, 'tags: must be an array, got the string "[\\"a\\"]"'],
  ['too small a number', { count: 0 }, 'count: must be at least 1, got 0'],
  ['too large a number', { count: 11 }, 'count: must be at most 10, got 11'],
  ['a number at an open end', { ratio: 0 }, 'ratio: must be above 0, got 0'],
  ['a number between the steps', { ratio: 0.3 }, 'ratio: must be a multiple of 0.25, got 0.3'],
  ['an endless number', { ratio: Infinity }, 'ratio: must be a number, got the number Infinity'],
  ['an empty text', { name: '', force: true }, 'name: must have at least 2 characters, got 0'],
  ['a long text', { name: 'x'.repeat(5000), force: true }, 'name: must have at most 20 characters, got 5000'],
  ['a text of another form', { day: '1.2.2024' }, 'day: must match the pattern ^\\d{4}-\\d{2}-\\d{2}$, a date such as 2024-01-31'],
  ['a text that no address is', { mail: 'nobody' }, 'mail: must be an email address'],
  [
    'a text of a long pattern',
    { token: '1' },
    'token: must match the pattern ^[a-z][a-z][a-z][a-z][a-z][a-z][a-z][a-z][a-z][a-z][a-z][a-z][a-z][a-z][a-z][a-z\u2026',
  ],
  ['a date as a number', { at: 1706745600000 }, 'at: must be a string, got the number 1706745600000'],
  [
    'a word that is not in the list',
    {
      todos: [
        { text: 'a', status: 'pending' },
        { text: 'b', status: 'pending' },
        { text: 'c', status: 'done' },
      ],
    },
    'todos[2].status: must be one of pending, in_progress, completed',
  ],
  [
    'null where a word is expected',
    { todos: [{ text: 'a', status: null }] },
    'todos[0].status: must be one of pending, in_progress, completed, got null',
  ],
  ['a number in a text of a list of numbers', { level: '1' }, 'level: must be one of 0, 1, 2, got the string "1"'],
  [
    'a word that is not among the first ten',
    { country: 'grece' },
    'country: must be one of at, be, bg, cy, cz, de, dk, ee, es, fi and 3 more; did you mean "greece"?',
  ],
  ['another word than the only one', { mode: 'slow' }, 'mode: must be "fast"'],
  ['the only number as a text', { version: '2' }, 'version: must be 2, got the string "2"'],
  ['a missing field of an item', { todos: [{ status: 'pending' }] }, 'todos[0].text: is required but missing'],
  [
    'a misspelt field of an item',
    { todos: [{ text: 'a', Status: 'pending' }] },
    'todos[0].status: is required but missing; todos[0].Status: is not a known field; did you mean "status"?',
  ],
  ['a text for an item', { todos: ['buy milk'] }, 'todos[0]: must be an object, got the string "buy milk"'],
  [
    'an array in an array',
    {
      grid: [
        [1, 2],
        [3, '4'],
      ],
    },
    'grid[1][1]: must be a number, got the string "4"',
  ],
  ['a row that is no array', { grid: [1] }, 'grid[0]: must be an array, got the number 1'],
  ['a short tuple', { pair: ['a'] }, 'pair: must have at least 2 items, got 1'],
  ['a long tuple', { pair: ['a', 1, 2] }, 'pair: must have at most 2 items, got 3'],
  [
    'a tuple the other way round',
    { pair: [1, 'a'] },
    'pair[0]: must be a string, got the number 1; pair[1]: must be a number, got the string "a"',
  ],
  ['a wrong value of a record', { env: { PATH: '/bin', DEBUG: 1 } }, 'env.DEBUG: must be a string, got the number 1'],
  ['an array for a record', { env: ['A=1'] }, 'env: must be an object, got an array'],
  ['an odd key of a record', { env: { 'A B': null } }, 'env["A B"]: must be a string, got null'],
  [
    'a key of another form',
    { headers: { 'x-a': '1', cookie: '2' } },
    'headers.cookie: is not an allowed name; names must match the pattern ^x-',
  ],
  ['missing nested fields', { user: { name: 'Ada', address: {} } }, 'user.address.city: is required but missing'],
  [
    'an unknown nested field',
    { user: { name: 'Ada', address: { city: 'Graz', zipcode: '8010' } } },
    'user.address.zipcode: is not a known field; known are city, zip',
  ],
  [
    'a nested text of another form',
    { user: { name: 'Ada', address: { city: 'Graz', zip: 'A-8010' } } },
    'user.address.zip: must match the pattern ^\\d{5}$',
  ],
  ['a text for an object', { user: 'Ada' }, 'user: must be an object, got the string "Ada"'],
  ['an unknown variant', { shape: { kind: 'triangle' } }, 'shape.kind: must be one of circle, square'],
  ['no variant', { shape: { radius: 3 } }, 'shape.kind: is required but missing; it is one of circle, square'],
  ['an incomplete variant', { shape: { kind: 'circle' } }, 'shape.radius: is required but missing'],
  [
    'a field of another variant',
    { shape: { kind: 'circle', radius: 1, side: 2 } },
    'shape.side: is not a known field; known are kind, radius',
  ],
  ['a text for a variant', { shape: 'circle' }, 'shape: must be an object, got the string "circle"'],
  ['a wrong field of a variant', { shape: { kind: 'square', side: '2' } }, 'shape.side: must be a number, got the string "2"'],
  [
    'variants in a list',
    { parts: [{ type: 'video' }, { type: 'image' }, { text: 'x' }] },
    'parts[0].type: must be one of text, note, image; parts[1].url: is required but missing; parts[2].type: is required but missing; it is one of text, note, image',
  ],
  [
    'far down in a recursion',
    { tree: { value: 1, children: [{ value: 2, children: [{ value: 'x' }] }] } },
    'tree.children[0].children[0].value: must be a number, got the string "x"',
  ],
  [
    'a misspelt field in a recursion',
    { tree: { value: 1, children: [{ vlaue: 2 }] } },
    'tree.children[0].value: is required but missing; tree.children[0].vlaue: is not a known field; did you mean "value"?',
  ],
  ['none of two types', { id: true }, 'id: must be a string or an integer, got true'],
  ['none of two forms of a text', { code: 'Bcd' }, 'code: must match the pattern ^A, or must have at most 2 characters, got 3'],
  ['none of two objects', { target: {} }, 'target.path: is required but missing, or target.url: is required but missing'],
  ['a number for a text or null', { comment: 5 }, 'comment: must be a string or null, got the number 5'],
  ['an empty list', { tags: [] }, 'tags: must have at least 1 item, got 0'],
  ['a long list', { tags: ['a', 'b', 'c', 'd'] }, 'tags: must have at most 3 items, got 4'],
  ['an item twice', { tags: ['a', 'b', 'a'] }, 'tags: must not repeat items: [0] and [2] are equal'],
  ['what two schemas ask for', { both: {} }, 'both.a: is required but missing; both.b: is required but missing'],
  ['a field without the one that belongs to it', { name: 'Ada' }, 'force: is required when "name" is given'],
  ['a misspelt name', { cuont: 1 }, 'cuont: is not a known field; did you mean "count"?'],
  ['another way to write a name', { oddName: 'x' }, 'oddName: is not a known field; did you mean "odd name"?'],
  [
    'a name that nothing is like',
    { banana: 1 },
    'banana: is not a known field; known are name, count, ratio, force, nothing, todos, grid, pair, env, headers and 19 more',
  ],
  [
    'several problems at once',
    { count: 'x', force: 'x', level: 9, id: null, banana: 1 },
    'banana: is not a known field; known are name, count, ratio, force, nothing, todos, grid, pair, env, headers and 19 more; count: must be an integer, got the string "x"; force: must be a boolean, got the string "x"; and 2 more problems',
  ],
  [
    'control characters and a change of direction in a value',
    { count: 'a\u0007\u202eb\n' },
    'count: must be an integer, got the string "a\\u0007\\u202eb\\n"',
  ],
  [
    'the same in a name',
    { 'x\u202e\n: ignore': 1 },
    '["x\\u202e\\n: ignore"]: is not a known field; known are name, count, ratio, force, nothing, todos, grid, pair, env, headers and 19 more',
  ],
  ['the same in a nested key', { env: { '\u0000\u2066': 1 } }, 'env["\\u0000\\u2066"]: must be a string, got the number 1'],
  [
    'a long value',
    { count: 'x'.repeat(5000) },
    'count: must be an integer, got the string "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\u2026"',
  ],
  [
    'a long name',
    { ['k'.repeat(5000)]: 1 },
    '["kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk\u2026"]: is not a known field; known are name, count, ratio, force, nothing, todos, grid, pair, env, headers and 19 more',
  ],
  [
    'half a character at the end of what is shown',
    { count: `${'x'.repeat(39)}\u{1f600}${'y'.repeat(50)}` },
    'count: must be an integer, got the string "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\u2026"',
  ],
  [
    'ten thousand wrong items',
    { tags: Array.from({ length: 10_000 }, (_, n) => n) },
    'tags: must have at most 3 items, got 10000; tags[0]: must be a string, got the number 0; tags[1]: must be a string, got the number 1; and at least 197 more problems',
  ],
  [
    'ten thousand wrong variants',
    { parts: Array.from({ length: 10_000 }, () => ({ type: 'video' })) },
    'parts[0].type: must be one of text, note, image; parts[1].type: must be one of text, note, image; parts[2].type: must be one of text, note, image; and at least 37 more problems',
  ],
  [
    'ten thousand wrong values of a record',
    { env: Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`K${n}`, n])) },
    'env.K0: must be a string, got the number 0; env.K1: must be a string, got the number 1; env.K2: must be a string, got the number 2; and at least 197 more problems',
  ],
])('%s', (_, args, text) => {
  const read = compileValidator(schema, { strict: false }).check(args);
  expect(read).toBe(text);
  expect(read).toMatch(/^[^\p{Cc}\p{Cf}]{0,600}$/u);
});
