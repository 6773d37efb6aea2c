import { z } from 'zod';
import type { StandardSchema } from '../contracts/standard-schema.js';
import { toJsonSchema, toOutputSchema } from './json-schema-of.js';
import { parseStandard, refuse } from './standard-schema.js';

const user = z
  .object({
    name: z.string().min(2).describe('Full name'),
    age: z.number().int().min(0).max(150).optional(),
    roles: z.array(z.enum(['admin', 'guest'])).default(['guest']),
    contact: z.discriminatedUnion('kind', [z.object({ kind: z.literal('mail'), to: z.email() }), z.object({ kind: z.literal('none') })]),
  })
  .refine(({ name, age }) => name !== 'child' || (age ?? 99) < 18, { error: 'a child is under 18', path: ['age'] });

test('zod gives its input side, without marks of the document', () => {
  expect(toJsonSchema(user, 'x')).toEqual({
    standard: user,
    schema: {
      type: 'object',
      properties: {
        name: { type: 'string', minLength: 2, description: 'Full name' },
        age: { type: 'integer', minimum: 0, maximum: 150 },
        roles: { type: 'array', items: { type: 'string', enum: ['admin', 'guest'] }, default: ['guest'] },
        contact: {
          oneOf: [
            {
              type: 'object',
              properties: { kind: { type: 'string', const: 'mail' }, to: expect.objectContaining({ type: 'string', format: 'email' }) },
              required: ['kind', 'to'],
            },
            { type: 'object', properties: { kind: { type: 'string', const: 'none' } }, required: ['kind'] },
          ],
        },
      },
      required: ['name', 'contact'],
    },
  });
});

test('the two sides of a transformation', () => {
  const length = z
    .string()
    .transform((text) => text.length)
    .pipe(z.number());
  expect([toJsonSchema(length, 'x'), toOutputSchema(length, 'x')]).toEqual([
    { standard: length, schema: { type: 'string' } },
    { schema: { type: 'number' } },
  ]);
});

test.each<[string, unknown, string]>([
  [
    'dates',
    z.object({ born: z.date() }),
    'The zod schema has no JSON Schema: Date cannot be represented in JSON Schema (at born). Describe',
  ],
  ['maps', z.map(z.string(), z.string()), 'The zod schema has no JSON Schema: Map cannot be represented in JSON Schema.'],
])('%s cannot be said in JSON', (_, schema, message) => {
  expect(toJsonSchema(schema, 'x')).toMatchObject([
    { code: 'SCHEMA_NOT_CONVERTIBLE', where: 'x', message: expect.stringContaining(message) },
  ]);
});

test.each(['toJSONSchema', 'toJsonSchema'])('the converter method %s is used where the convention has none', (method) => {
  const standard = { version: 1 as const, vendor: 'acme', validate: (value: unknown) => ({ value }) };
  const callable = Object.assign(() => undefined, { '~standard': standard, [method]: () => ({ $schema: 's', type: 'string' }) });
  expect(toJsonSchema(callable, 'x')).toEqual({ schema: { type: 'string' }, standard: callable });
});

test('a checked schema is not checked or copied again', () => {
  const first = toJsonSchema({ type: 'object' }, 'x') as { schema: object };
  expect(toJsonSchema(first.schema, 'x')).toEqual(first);
  expect((toJsonSchema(first.schema, 'x') as { schema: object }).schema).toBe(first.schema);
});

test('what a library refuses is one line, paths as everywhere', async () => {
  const value = { name: 'child', age: 40, contact: { kind: 'none' } };
  expect(refuse(user, value, '')).toBe('age: a child is under 18');
  expect(refuse(user, value, 'user')).toBe('user.age: a child is under 18');
  expect(refuse(user, {}, '')).toBe(
    'name: Invalid input: expected string, received undefined; contact: Invalid input: expected object, received undefined',
  );
  const many = z.array(z.number());
  expect(refuse(many, ['a', 'b', 'c', 'd', 'e'], 'list')).toBe(
    'list[0]: Invalid input: expected number, received string; list[1]: Invalid input: expected number, received string; list[2]: Invalid input: expected number, received string; and 2 more problems',
  );
  const slow: StandardSchema = z.string().refine(async (text) => Promise.resolve(text !== 'x'), 'taken\n(now)');
  expect(await refuse(slow, 'x', 'name')).toBe('name: taken (now)');
  expect(await refuse(slow, 'y', 'name')).toBeUndefined();
  expect(await parseStandard(slow, 'y', 'name')).toBe('y');
  expect(() => parseStandard(many, ['a'], 'list')).toThrow('list[0]: Invalid input: expected number, received string');
});
