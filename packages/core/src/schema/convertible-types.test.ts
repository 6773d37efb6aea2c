import { scope, type } from 'arktype';
import * as v from 'valibot';
import { z } from 'zod';
import * as mini from 'zod/v4-mini';
import { z as z3 } from 'zod3';
import { z as z3Plain } from 'zod3-plain';
import type { JsonSchema } from '../contracts/json.js';
import type { StandardSchema } from '../contracts/standard-schema.js';
import { toJsonSchema, toOutputSchema } from './json-schema-of.js';
import { objectSchema } from './object-schema.js';
import { isProblems } from './shape-source.js';
import { compileValidator } from './validator.js';
import { convertByVendor } from './vendor-converter.js';

/** The converted schema, or what is said of it. */
const message = (source: unknown, convert = toJsonSchema): unknown => {
  const converted = convert(source, 'x');
  return isProblems(converted) ? converted.map(({ code, message: text }) => `${code}: ${text}`).join('; ') : converted.schema;
};

test.each<[string, unknown, string]>([
  ['zod 3 date', z3.object({ born: z3.date() }), 'Date cannot be represented in JSON Schema (at born)'],
  ['zod 3 map', z3.object({ a: z3.array(z3.object({ b: z3.map(z3.string(), z3.string()) })) }), 'Map cannot … (at a[].b)'],
  ['zod 3 set', z3.object({ a: z3.record(z3.set(z3.string())) }), 'Set cannot … (at a.*)'],
  ['zod 3 function', z3.object({ a: z3.object({ 'odd name': z3.function() }) }), 'Function cannot … (at a["odd name"])'],
  ['zod 3 bigint', z3.object({ a: z3.tuple([z3.bigint()]) }), 'BigInt cannot … (at a[])'],
  ['zod 3 NaN', z3.nan(), 'NaN cannot …'],
  ['zod 4 date', z.object({ list: z.array(z.object({ born: z.date() })) }), 'Date cannot … (at list[].born)'],
  ['zod 4 map', z.map(z.string(), z.string()), 'Map cannot …'],
  ['zod mini date', mini.object({ born: mini.date() }), 'Date cannot …'],
  ['Valibot date', v.object({ born: v.date() }), 'The "date" schema cannot be converted to JSON Schema'],
  ['Valibot map', v.map(v.string(), v.string()), 'The "map" schema cannot be converted to JSON Schema'],
  ['ArkType date', type({ born: 'Date' }), 'Date cannot …'],
  ['ArkType bigint', type({ a: 'bigint' }), 'bigint cannot …'],
])('%s is no JSON type', (_, source, reason) => {
  const text = reason.replace('…', 'be represented in JSON Schema');
  expect(message(source)).toMatch(/^SCHEMA_NOT_CONVERTIBLE: The (zod|valibot|arktype) schema has no JSON Schema: /);
  expect(message(source)).toContain(`: ${text}. Describe that part`);
});

test.each<[string, unknown, unknown, unknown]>([
  ['zod 3 transform', z3.string().transform(Number), { type: 'string' }, 'A transformation cannot be represented in JSON Schema'],
  ['zod 3 pipe', z3.string().transform(Number).pipe(z3.number()), { type: 'string' }, { type: 'number' }],
  ['zod 3 coercion', z3.coerce.number().min(1), { type: 'number', minimum: 1 }, { type: 'number', minimum: 1 }],
  ['zod 3 coerced date', z3.coerce.date(), { type: 'string', format: 'date-time' }, 'Date cannot be represented in JSON Schema'],
  ['zod 3 preprocess', z3.preprocess(Number, z3.number()), { type: 'number' }, { type: 'number' }],
  ['zod 3 refinement', z3.string().refine((text) => text !== 'x'), { type: 'string' }, { type: 'string' }],
  [
    'zod 3 default',
    z3.object({ a: z3.number().default(1), b: z3.string().optional() }),
    { type: 'object', properties: { a: { type: 'number', default: 1 }, b: { type: 'string' } } },
    {
      type: 'object',
      properties: { a: { type: 'number', default: 1 }, b: { type: 'string' } },
      required: ['a'],
      additionalProperties: false,
    },
  ],
  [
    'zod 3 strict object',
    z3.object({ a: z3.string() }).strict(),
    { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false },
    { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false },
  ],
  ['zod 4 pipe', z.string().transform(Number).pipe(z.number()), { type: 'string' }, { type: 'number' }],
  ['zod 4 transform', z.string().transform(Number), { type: 'string' }, 'Transforms cannot be represented in JSON Schema'],
  [
    'zod mini pipe',
    mini.pipe(mini.string(), mini.transform(Number)),
    { type: 'string' },
    'Transforms cannot be represented in JSON Schema',
  ],
  [
    'Valibot transform',
    v.pipe(v.string(), v.transform(Number)),
    { type: 'string' },
    'The "transform" action cannot be converted to JSON Schema',
  ],
  ['Valibot pipe', v.pipe(v.string(), v.transform(Number), v.number()), { type: 'string' }, { type: 'number' }],
  [
    'Valibot check',
    v.pipe(
      v.string(),
      v.check((text) => text !== 'x'),
    ),
    { type: 'string' },
    { type: 'string' },
  ],
  ['Valibot trim', v.pipe(v.string(), v.trim()), { type: 'string' }, { type: 'string' }],
  ['Valibot pattern with flags', v.pipe(v.string(), v.regex(/a/i)), { type: 'string' }, { type: 'string' }],
  ['ArkType keyword', type('string.integer.parse'), expect.objectContaining({ type: 'string' }), { type: 'integer' }],
  ['ArkType morph, of which nobody says what it gives', type('string').pipe((text) => text.length), { type: 'string' }, {}],
])('%s: what goes in and what comes out', (_, source, input, output) => {
  expect(message(source)).toEqual(input);
  expect(message(source, toOutputSchema)).toEqual(typeof output === 'string' ? expect.stringContaining(`: ${output}. Describe`) : output);
});

function jsonSchema(source: unknown): JsonSchema {
  return message(source) as JsonSchema; // a text would compile to nothing
}

/** A list whose items are of the list's own type. */
interface Tree {
  readonly name: string;
  readonly children: Tree[];
}
const zod3Tree: z3.ZodType<Tree> = z3.object({ name: z3.string(), children: z3.array(z3.lazy(() => zod3Tree)) });
const zod4Tree = z.object({
  name: z.string(),
  get children() {
    return z.array(zod4Tree);
  },
});
const valibotTree: v.GenericSchema<Tree> = v.object({ name: v.string(), children: v.array(v.lazy(() => valibotTree)) });
const arktypeTree = scope({ tree: { name: 'string', children: 'tree[]' } }).export().tree;

test.each<[string, unknown]>([
  ['zod 3', zod3Tree],
  ['zod 4', zod4Tree],
  ['Valibot', valibotTree],
  ['ArkType', arktypeTree],
])('%s: types that contain themselves, as arguments and inside a parameter', (_, tree) => {
  const right = { name: 'a', children: [{ name: 'b', children: [] }] };
  const wrong = { name: 'a', children: [{ name: 'b', children: [{ name: 5, children: [] }] }] };
  const whole = compileValidator(jsonSchema(tree));
  expect([whole.check(right), whole.check(wrong)]).toEqual([undefined, 'children[0].children[0].name: must be a string, got the number 5']);
  const parameters = ['first', 'odd/name'].map((name) => ({ name, schema: jsonSchema(tree), isRequired: true, isGenerated: false }));
  const list = compileValidator(objectSchema(parameters));
  expect([list.check({ first: right, 'odd/name': right }), list.check({ first: right, 'odd/name': wrong })]).toEqual([
    undefined,
    '["odd/name"].children[0].children[0].name: must be a string, got the number 5',
  ]);
});

test('a type that is used twice is written twice, so that nothing is to be looked up', () => {
  const point = z3.object({ x: z3.number() });
  expect(jsonSchema(z3.object({ from: point, to: point })).properties).toEqual({
    from: { type: 'object', properties: { x: { type: 'number' } }, required: ['x'] },
    to: { type: 'object', properties: { x: { type: 'number' } }, required: ['x'] },
  });
});

test.each<[string, StandardSchema, string]>([
  ['zod 3', z3.string(), 'zod-to-json-schema'],
  ['Valibot', v.string(), '@valibot/to-json-schema'],
  ['zod mini', mini.string(), 'zod'],
])('%s without its converter says what to install', (_, source, packageName) => {
  const asked: string[] = [];
  const answer = convertByVendor(source, 'input', (module) => void asked.push(module));
  expect(answer).toMatchObject({ missing: { packageName } });
  expect(asked).toEqual([packageName === 'zod' ? 'zod/v4/core' : packageName]);
});

test('a library that nobody knows says that it has no JSON Schema', () => {
  const source: StandardSchema = { '~standard': { version: 1, vendor: 'acme', validate: (value) => ({ value }) } };
  expect(message(source)).toBe(
    'SCHEMA_NOT_CONVERTIBLE: The acme schema does not say its JSON Schema. Use a version of acme that offers ~standard.jsonSchema, or give the JSON Schema itself.',
  );
});

test('a zod before 3.24 is told what to do', () => {
  const { '~standard': _convention, ...old } = z3Plain.string() as unknown as Record<string, unknown>; // as if it had none
  expect(message(old)).toBe(
    'SCHEMA_INVALID: is a schema of a zod before 3.24, which does not follow the Standard Schema convention. Run: npm install zod@3',
  );
});
