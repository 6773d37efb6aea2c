import { type } from 'arktype';
import * as v from 'valibot';
import { z } from 'zod';
import * as mini from 'zod/v4-mini';
import { z as z3 } from 'zod3';
import { z as z3Plain } from 'zod3-plain';
import { z as z4In3 } from 'zod3/v4';
import { toJsonSchema } from './json-schema-of.js';
import { isProblems } from './shape-source.js';
import { compileValidator } from './validator.js';

/** One type, said in every library: a booking with a union, a tuple, a record, a default and nested objects. */
const zod3Booking = (zod: typeof z3) =>
  zod.object({
    room: zod.string().min(2).describe('Name of the room'),
    seats: zod.number().int().min(1).default(4),
    status: zod.enum(['open', 'closed']),
    note: zod.string().nullable().optional(),
    span: zod.tuple([zod.number(), zod.number()]),
    labels: zod.record(zod.string()),
    guest: zod.discriminatedUnion('kind', [
      zod.object({ kind: zod.literal('member'), id: zod.number() }),
      zod.object({ kind: zod.literal('visitor'), name: zod.string() }),
    ]),
  });
const zod4Booking = z.object({
  room: z.string().min(2).describe('Name of the room'),
  seats: z.int().min(1).default(4),
  status: z.enum(['open', 'closed']),
  note: z.string().nullable().optional(),
  span: z.tuple([z.number(), z.number()]),
  labels: z.record(z.string(), z.string()),
  guest: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('member'), id: z.number() }),
    z.object({ kind: z.literal('visitor'), name: z.string() }),
  ]),
});
const miniBooking = mini.object({
  room: mini.string().check(mini.minLength(2)),
  seats: mini._default(mini.int().check(mini.minimum(1)), 4),
  status: mini.enum(['open', 'closed']),
  note: mini.optional(mini.nullable(mini.string())),
  span: mini.tuple([mini.number(), mini.number()]),
  labels: mini.record(mini.string(), mini.string()),
  guest: mini.discriminatedUnion('kind', [
    mini.object({ kind: mini.literal('member'), id: mini.number() }),
    mini.object({ kind: mini.literal('visitor'), name: mini.string() }),
  ]),
});
const zod4In3Booking = z4In3.object({
  room: z4In3.string().min(2),
  seats: z4In3.int().min(1).default(4),
  status: z4In3.enum(['open', 'closed']),
  note: z4In3.string().nullable().optional(),
  span: z4In3.tuple([z4In3.number(), z4In3.number()]),
  labels: z4In3.record(z4In3.string(), z4In3.string()),
  guest: z4In3.discriminatedUnion('kind', [
    z4In3.object({ kind: z4In3.literal('member'), id: z4In3.number() }),
    z4In3.object({ kind: z4In3.literal('visitor'), name: z4In3.string() }),
  ]),
});
const valibotBooking = v.object({
  room: v.pipe(v.string(), v.minLength(2), v.description('Name of the room')),
  seats: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 4),
  status: v.picklist(['open', 'closed']),
  note: v.optional(v.nullable(v.string())),
  span: v.strictTuple([v.number(), v.number()]),
  labels: v.record(v.string(), v.string()),
  guest: v.variant('kind', [
    v.object({ kind: v.literal('member'), id: v.number() }),
    v.object({ kind: v.literal('visitor'), name: v.string() }),
  ]),
});
const arktypeBooking = type({
  room: 'string >= 2',
  seats: 'number.integer >= 1 = 4',
  status: "'open' | 'closed'",
  'note?': 'string | null',
  span: ['number', 'number'],
  labels: 'Record<string, string>',
  guest: type({ kind: "'member'", id: 'number' }).or({ kind: "'visitor'", name: 'string' }),
});
const rawBooking = {
  type: 'object',
  properties: {
    room: { type: 'string', minLength: 2 },
    seats: { type: 'integer', minimum: 1, default: 4 },
    status: { enum: ['open', 'closed'] },
    note: { type: ['string', 'null'] },
    span: { type: 'array', prefixItems: [{ type: 'number' }, { type: 'number' }], items: false, minItems: 2 },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
    guest: {
      oneOf: [
        { type: 'object', properties: { kind: { const: 'member' }, id: { type: 'number' } }, required: ['kind', 'id'] },
        { type: 'object', properties: { kind: { const: 'visitor' }, name: { type: 'string' } }, required: ['kind', 'name'] },
      ],
    },
  },
  required: ['room', 'status', 'span', 'labels', 'guest'],
};

const LIBRARIES: readonly [string, unknown][] = [
  ['zod 3.25', zod3Booking(z3)],
  ['zod 3.24', zod3Booking(z3Plain as unknown as typeof z3)], // the same builders, declared in another package
  ['zod 4 in the package of zod 3', zod4In3Booking],
  ['zod 4', zod4Booking],
  ['zod mini', miniBooking],
  ['Valibot', valibotBooking],
  ['ArkType', arktypeBooking],
  ['JSON Schema', rawBooking],
];

const right = { room: 'Oak', seats: 2, status: 'open', span: [1, 2], labels: { a: 'b' }, guest: { kind: 'member', id: 7 } };

const schemaOf = (source: unknown) => {
  const converted = toJsonSchema(source, 'x');
  if (isProblems(converted)) throw new Error(JSON.stringify(converted));
  return converted.schema;
};

describe.each(LIBRARIES)('%s', (_, source) => {
  test.each<[string, object]>([
    ['as it is', {}],
    ['with what may be left out', { note: null }],
    ['with an empty record', { labels: {} }],
    ['with another variant', { guest: { kind: 'visitor', name: 'Ada' } }],
  ])('accepts a booking %s', (_name, change) => {
    expect(compileValidator(schemaOf(source)).check({ ...right, ...change })).toBeUndefined();
  });

  test.each<[string, object, RegExp]>([
    ['short text', { room: 'O' }, /^room: must have at least 2 characters, got 1$/],
    ['a text for a number', { seats: '2' }, /^seats: must be an integer, got the string "2"$/],
    ['half a seat', { seats: 1.5 }, /^seats: must be an integer, got the number 1.5$/],
    ['no seat', { seats: 0 }, /^seats: must be at least 1, got 0$/],
    ['an unknown word', { status: 'full' }, /^status: must be one of (open, closed|closed, open)$/],
    ['null for a text', { room: null }, /^room: must be a string, got null$/],
    ['a number for a note', { note: 5 }, /^note: must be a string or null, got the number 5$/],
    ['a wrong item of a tuple', { span: [1, 'x'] }, /^span\[1\]: must be a number, got the string "x"$/],
    ['a wrong value of a record', { labels: { a: 1 } }, /^labels\.a: must be a string, got the number 1$/],
    ['an unknown variant', { guest: { kind: 'staff' } }, /^guest\.kind: must be one of (member, visitor)$/],
    ['an incomplete variant', { guest: { kind: 'member' } }, /^guest\.id: is required but missing$/],
  ])('refuses %s with the text of every other library', (_name, change, text) => {
    expect(compileValidator(schemaOf(source)).check({ ...right, ...change })).toMatch(text);
  });

  test('fills in the default or leaves it to the library', () => {
    const args: Record<string, unknown> = { ...right };
    delete args['seats'];
    expect(compileValidator(schemaOf(source)).check(args)).toBeUndefined();
    expect([4, undefined]).toContain(args['seats']);
  });
});
