import type { JsonSchema } from '../contracts/json.js';
import { compileValidator } from './validator.js';

const todos: JsonSchema = {
  type: 'object',
  properties: {
    todos: {
      type: 'array',
      minItems: 1,
      maxItems: 3,
      items: {
        type: 'object',
        properties: { text: { type: 'string', minLength: 1 }, status: { enum: ['pending', 'in_progress', 'completed'] } },
        required: ['text', 'status'],
        additionalProperties: false,
      },
    },
  },
  required: ['todos'],
  additionalProperties: false,
};

const file: JsonSchema = {
  type: 'object',
  properties: {
    path: { type: 'string', minLength: 2, maxLength: 10, pattern: '^[a-z./]+$' },
    offset: { type: 'integer', minimum: 1, maximum: 100 },
    ratio: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1, multipleOf: 0.25 },
    follow: { type: 'boolean' },
    mode: { const: 'text' },
    tags: { type: 'array', items: { type: 'string' }, uniqueItems: true, contains: { const: 'main' } },
    env: {
      type: 'object',
      additionalProperties: { type: 'string' },
      propertyNames: { pattern: '^[A-Z]+$' },
      maxProperties: 2,
      minProperties: 1,
    },
    pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false },
    'odd name': { type: 'string' },
    never: false,
    notText: { not: { type: 'string' } },
    level: { enum: Array.from({ length: 14 }, (_, i) => i) },
  },
  required: ['path'],
  dependentRequired: { offset: ['follow'] },
  additionalProperties: false,
};

const unions: JsonSchema = {
  type: 'object',
  $defs: {
    circle: { type: 'object', properties: { kind: { const: 'circle' }, radius: { type: 'number' } }, required: ['kind', 'radius'] },
    square: { type: 'object', properties: { kind: { const: 'square' }, side: { $ref: '#/$defs/side' } }, required: ['kind', 'side'] },
    side: { anyOf: [{ type: 'number' }, { type: 'null' }] },
    tree: {
      type: 'object',
      properties: { value: { type: 'number' }, next: { anyOf: [{ $ref: '#/$defs/tree' }, { type: 'null' }] } },
      required: ['value'],
    },
  },
  properties: {
    id: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
    shape: { oneOf: [{ $ref: '#/$defs/circle' }, { $ref: '#/$defs/square' }] },
    nullable: { type: ['string', 'null'] },
    choice: { anyOf: [{ const: 'a' }, { enum: ['b', 3] }, { type: 'null' }] },
    both: { oneOf: [{ type: 'number' }, { type: 'integer' }] },
    loose: {
      anyOf: [
        { type: 'string', minLength: 3 },
        { type: 'array', items: { type: 'number' } },
      ],
    },
    forms: {
      anyOf: [
        { type: 'object', required: ['a', 'b'] },
        { type: 'object', required: ['c'] },
      ],
    },
    tree: { $ref: '#/$defs/tree' },
    when: { type: 'object', if: { properties: { a: { const: 1 } } }, then: { required: ['b'] }, else: { required: ['c'] } },
  },
};

const check = (schema: JsonSchema, value: unknown): string | undefined => compileValidator(schema).check(value);

test('what a model reads of wrong lists', () => {
  const of = (value: unknown): string | undefined => check(todos, value);
  expect(of({})).toMatchInlineSnapshot(`"todos: is required but missing"`);
  expect(of({ todos: 'x' })).toMatchInlineSnapshot(`"todos: must be an array, got the string "x""`);
  expect(of({ todos: [] })).toMatchInlineSnapshot(`"todos: must have at least 1 item, got 0"`);
  expect(of({ todos: [{ text: 'a', status: 'done' }] })).toMatchInlineSnapshot(
    `"todos[0].status: must be one of pending, in_progress, completed"`,
  );
  expect(
    of({
      todos: [
        { text: 'a', status: 'pending' },
        { text: 'b', status: 'pending' },
        { text: 'c', status: 'dropped' },
      ],
    }),
  ).toMatchInlineSnapshot(`"todos[2].status: must be one of pending, in_progress, completed"`);
  expect(of({ todos: [{ text: '', status: 'pending' }] })).toMatchInlineSnapshot(`"todos[0].text: must have at least 1 character, got 0"`);
  expect(of({ todos: [{ status: 'pending' }] })).toMatchInlineSnapshot(`"todos[0].text: is required but missing"`);
  expect(of({ todos: [{ text: 'a', Status: 'pending' }] })).toMatchInlineSnapshot(
    `"todos[0].status: is required but missing; todos[0].Status: is not a known field; did you mean "status"?"`,
  );
  expect(of({ todos: [1, null, 'x', {}] })).toMatchInlineSnapshot(
    `"todos: must have at most 3 items, got 4; todos[0]: must be an object, got the number 1; todos[1]: must be an object, got null; and 3 more problems"`,
  );
  expect(of({ todos: [{}, {}] })).toMatchInlineSnapshot(
    `"todos[0].text: is required but missing; todos[0].status: is required but missing; todos[1].text: is required but missing; and 1 more problem"`,
  );
  expect(of({ todo: [] })).toMatchInlineSnapshot(`"todos: is required but missing; todo: is not a known field; did you mean "todos"?"`);
  expect(of([])).toMatchInlineSnapshot(`"arguments: must be an object, got an array"`);
  expect(of('text')).toMatchInlineSnapshot(`"arguments: must be an object, got the string "text""`);
});

test('what a model reads of wrong values', () => {
  const of = (value: object): string | undefined => check(file, { path: 'a/b', ...value });
  expect(of({ path: 5 })).toMatchInlineSnapshot(`"path: must be a string, got the number 5"`);
  expect(of({ path: 'A' })).toMatchInlineSnapshot(
    `"path: must have at least 2 characters, got 1; path: must match the pattern ^[a-z./]+$"`,
  );
  expect(of({ path: 'abcdefghijk' })).toMatchInlineSnapshot(`"path: must have at most 10 characters, got 11"`);
  expect(of({ path: '😀' })).toMatchInlineSnapshot(
    `"path: must have at least 2 characters, got 1; path: must match the pattern ^[a-z./]+$"`,
  );
  expect(of({ offset: '5', follow: true })).toMatchInlineSnapshot(`"offset: must be an integer, got the string "5""`);
  expect(of({ offset: 1.5, follow: true })).toMatchInlineSnapshot(`"offset: must be an integer, got the number 1.5"`);
  expect(of({ offset: 0, follow: true })).toMatchInlineSnapshot(`"offset: must be at least 1, got 0"`);
  expect(of({ offset: 101, follow: true })).toMatchInlineSnapshot(`"offset: must be at most 100, got 101"`);
  expect(of({ offset: 1 })).toMatchInlineSnapshot(`"follow: is required when "offset" is given"`);
  expect(of({ offset: null, follow: 1 })).toMatchInlineSnapshot(
    `"offset: must be an integer, got null; follow: must be a boolean, got the number 1"`,
  );
  expect(of({ ratio: 0 })).toMatchInlineSnapshot(`"ratio: must be above 0, got 0"`);
  expect(of({ ratio: 1 })).toMatchInlineSnapshot(`"ratio: must be below 1, got 1"`);
  expect(of({ ratio: 0.3 })).toMatchInlineSnapshot(`"ratio: must be a multiple of 0.25, got 0.3"`);
  expect(of({ follow: 'false' })).toMatchInlineSnapshot(`"follow: must be a boolean, got the string "false""`);
  expect(of({ follow: {} })).toMatchInlineSnapshot(`"follow: must be a boolean, got an object"`);
  expect(of({ mode: 'binary' })).toMatchInlineSnapshot(`"mode: must be "text""`);
  expect(of({ tags: 'main' })).toMatchInlineSnapshot(`"tags: must be an array, got the string "main""`);
  expect(of({ tags: ['main', 'x', 'x'] })).toMatchInlineSnapshot(`"tags: must not repeat items: [1] and [2] are equal"`);
  expect(of({ tags: ['main', 7] })).toMatchInlineSnapshot(`"tags[1]: must be a string, got the number 7"`);
  expect(of({ tags: ['x'] })).toMatchInlineSnapshot(`"tags: must have at least 1 item of the required form"`);
  expect(of({ env: { A: 1 } })).toMatchInlineSnapshot(`"env.A: must be a string, got the number 1"`);
  expect(of({ env: { lower: 'x' } })).toMatchInlineSnapshot(`"env.lower: is not an allowed name"`);
  expect(of({ env: {} })).toMatchInlineSnapshot(`"env: must have at least 1 field, got 0"`);
  expect(of({ env: { A: '', B: '', C: '' } })).toMatchInlineSnapshot(`"env: must have at most 2 fields, got 3"`);
  expect(of({ pair: ['a', 'b'] })).toMatchInlineSnapshot(`"pair[1]: must be a number, got the string "b""`);
  expect(of({ pair: ['a', 1, 2] })).toMatchInlineSnapshot(`"pair: must have at most 2 items, got 3"`);
  expect(of({ 'odd name': 1 })).toMatchInlineSnapshot(`"["odd name"]: must be a string, got the number 1"`);
  expect(of({ never: 1 })).toMatchInlineSnapshot(`"never: must be left out"`);
  expect(of({ notText: 'x' })).toMatchInlineSnapshot(`"notText: has a form that is not allowed"`);
  expect(of({ level: 99 })).toMatchInlineSnapshot(`"level: must be one of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 4 more"`);
  expect(of({ offest: 5 })).toMatchInlineSnapshot(`"offest: is not a known field; did you mean "offset"?"`);
  expect(of({ banana: 5 })).toMatchInlineSnapshot(
    `"banana: is not a known field; known are path, offset, ratio, follow, mode, tags, env, pair, "odd name", never and 2 more"`,
  );
  expect(of({ oddName: 'x' })).toMatchInlineSnapshot(`"oddName: is not a known field; did you mean "odd name"?"`);
  expect(of({ path: 'x'.repeat(100_000) })).toMatchInlineSnapshot(`"path: must have at most 10 characters, got 100000"`);
  expect(of({ ['evil\u202e\n"'.repeat(30)]: 1 })).toMatchInlineSnapshot(
    `"["evil\\u202e\\n\\"evil\\u202e\\n\\"evil\\u202e\\n\\"evil\\u202e\\n\\"evil\\u202e\\n\\"evil\\u202e…"]: is not a known field; known are path, offset, ratio, follow, mode, tags, env, pair, "odd name", never and 2 more"`,
  );
});

test('what a model reads of wrong unions', () => {
  const of = (value: object): string | undefined => check(unions, value);
  expect(of({ id: 1.5 })).toMatchInlineSnapshot(`"id: must be an integer, got the number 1.5"`);
  expect(of({ id: true })).toMatchInlineSnapshot(`"id: must be a string or an integer, got true"`);
  expect(of({ shape: 'circle' })).toMatchInlineSnapshot(`"shape: must be an object, got the string "circle""`);
  expect(of({ shape: { kind: 'triangle' } })).toMatchInlineSnapshot(`"shape.kind: must be one of circle, square"`);
  expect(of({ shape: { kind: 'circle', radius: '2' } })).toMatchInlineSnapshot(`"shape.radius: must be a number, got the string "2""`);
  expect(of({ shape: { kind: 'square', side: '2' } })).toMatchInlineSnapshot(`"shape.side: must be a number or null, got the string "2""`);
  expect(of({ shape: {} })).toMatchInlineSnapshot(`"shape.kind: is required but missing; it is one of circle, square"`);
  expect(of({ nullable: 3 })).toMatchInlineSnapshot(`"nullable: must be a string or null, got the number 3"`);
  expect(of({ choice: 'c' })).toMatchInlineSnapshot(`"choice: must be one of a, b, 3, null"`);
  expect(of({ both: 3 })).toMatchInlineSnapshot(`"both: fits more than one of the allowed forms and must fit exactly one"`);
  expect(of({ loose: 'ab' })).toMatchInlineSnapshot(`"loose: must have at least 3 characters, got 2"`);
  expect(of({ loose: [1, 'x'] })).toMatchInlineSnapshot(`"loose[1]: must be a number, got the string "x""`);
  expect(of({ forms: {} })).toMatchInlineSnapshot(`"forms.c: is required but missing"`);
  expect(of({ tree: { value: 1, next: { value: 2, next: { value: 'x' } } } })).toMatchInlineSnapshot(
    `"tree.next.next.value: must be a number, got the string "x""`,
  );
  expect(of({ when: { a: 1 } })).toMatchInlineSnapshot(`"when.b: is required but missing"`);
  expect(of({ when: { a: 2 } })).toMatchInlineSnapshot(`"when.c: is required but missing"`);
  expect(of({ id: false, nullable: 1, choice: 0, loose: 0 })).toMatchInlineSnapshot(
    `"id: must be a string or an integer, got false; nullable: must be a string or null, got the number 1; choice: must be one of a, b, 3, null; and 1 more problem"`,
  );
});

test('defaults are filled in place, nested ones too, and each value is its own', () => {
  const validator = compileValidator({
    type: 'object',
    properties: {
      a: { type: 'number', default: 1 },
      b: { type: 'object', properties: { c: { default: [] } }, default: {} },
      d: { type: 'string' },
    },
  });
  const [first, second]: Record<string, unknown>[] = [{}, { a: 2 }];
  expect([validator.check(first), validator.check(second)]).toEqual([undefined, undefined]);
  expect([first, second]).toEqual([
    { a: 1, b: { c: [] } },
    { a: 2, b: { c: [] } },
  ]);
  expect((first?.['b'] as { c: unknown }).c).not.toBe((second?.['b'] as { c: unknown }).c);
});

test('nothing is coerced', () => {
  const schema: JsonSchema = {
    type: 'object',
    properties: { n: { type: 'number' }, b: { type: 'boolean' }, s: { type: 'string' }, l: { type: 'array' } },
  };
  const given = [{ n: '5' }, { n: '' }, { n: true }, { b: 'false' }, { b: 0 }, { s: 5 }, { s: null }, { l: '[1]' }, { n: null }];
  expect(given.map((args) => [check(schema, args) !== undefined, args])).toEqual(given.map((args) => [true, args]));
});

test("names that every object inherits are only ever the arguments' own", () => {
  const required = compileValidator({
    type: 'object',
    properties: { constructor: { type: 'string' }, toString: { type: 'number', default: 7 } },
    required: ['constructor'],
    additionalProperties: false,
  });
  expect(required.check({})).toBe('constructor: is required but missing');
  expect(required.check({ constructor: 'x' })).toBeUndefined();
  expect(required.check({ constructor: 'x', valueOf: 1 })).toBe('valueOf: is not a known field; known are constructor, toString');
  const closed = compileValidator({ type: 'object', properties: { a: {} }, additionalProperties: false });
  expect(closed.check(JSON.parse('{"__proto__": {"a": 1}}'))).toBe('__proto__: is not a known field; known are a');
  expect(closed.check({ constructor: 1 })).toBe('constructor: is not a known field; known are a');
  expect(compileValidator({ type: 'object', required: ['a'] }).check(JSON.parse('{"__proto__": {"a": 1}}'))).toBe(
    'a: is required but missing',
  );
});

test('schemas of an older draft, with names of their own, and of loose dialects compile side by side', () => {
  const named = (type: string): JsonSchema => ({
    $id: 'https://a.example/same',
    properties: { a: { $ref: 'https://a.example/part' } },
    $defs: { part: { $id: 'part', type } },
  });
  expect(check(named('string'), { a: 1 })).toBe('a: must be a string, got the number 1');
  expect(check(named('number'), { a: 1 })).toBeUndefined();
  const older: object = { $schema: 'http://json-schema.org/draft-07/schema#', properties: { a: { items: [{ type: 'string' }] } } };
  expect(check(older as JsonSchema, { a: [1] })).toBe('a[0]: must be a string, got the number 1');
  expect(check({ properties: { a: { format: 'made-up', pattern: '^[\\w\\_]+$', unknownKeyword: 1 } } }, { a: '-' })).toBe(
    'a: must match the pattern ^[\\w\\_]+$',
  );
});

test('a schema that does not compile says whose it is, at first use', () => {
  const validator = compileValidator({ properties: { a: { $ref: 'https://a.example/missing' } } }, { owner: 'the tool look_up' });
  expect(() => validator.check({})).toThrow(
    "The schema of the tool look_up cannot be compiled: can't resolve reference https://a.example/missing from id #",
  );
});

test('other subjects than arguments', () => {
  expect(compileValidator({ type: 'string' }, { subject: 'result' }).check(5)).toBe('result: must be a string, got the number 5');
});

test('a schema that refers to itself as a whole', () => {
  const tree = compileValidator({ type: 'object', properties: { next: { $ref: '#' }, value: { type: 'number' } } });
  expect(tree.check({ next: { next: { value: 1 } } })).toBeUndefined();
  expect(tree.check({ next: { next: { value: 'x' } } })).toBe('next.next.value: must be a number, got the string "x"');
});

test('long and deep values make short texts', () => {
  const list = compileValidator({ type: 'array', items: { type: 'string' } });
  expect(list.check(Array.from({ length: 100_000 }, (_, i) => i))).toBe(
    '[0]: must be a string, got the number 0; [1]: must be a string, got the number 1; [2]: must be a string, got the number 2; and at least 197 more problems',
  );
  const tree = compileValidator({ properties: { next: { $ref: '#' }, value: { type: 'number' } } });
  const nested = (depth: number): unknown => JSON.parse(`${'{"next":'.repeat(depth)}{"value":"x"}${'}'.repeat(depth)}`);
  expect(tree.check(nested(100))).toBe(`…${'next.'.repeat(100).slice(-115)}value: must be a number, got the string "x"`);
  expect(tree.check(nested(100_000))).toBe('arguments: is nested too deeply');
});

test('where no defaults are filled in, a value stays as it is and what is required must be there', () => {
  const schema: JsonSchema = { type: 'object', properties: { a: { type: 'number', default: 1 } }, required: ['a'] };
  const validator = compileValidator(schema, { fillsDefaults: false });
  const value = Object.freeze({});
  expect([validator.check(value), value]).toEqual(['a: is required but missing', {}]);
  expect(compileValidator(schema).check({})).toBeUndefined();
});
