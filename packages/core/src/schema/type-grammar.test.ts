import fc from 'fast-check';
import type { JsonSchema, JsonValue } from '../contracts/json.js';
import { checkSchema } from './check-schema.js';
import { compileValidator } from './validator.js';

/** A type of a small grammar: its schema, values of it, and values that are none of it for one reason. */
interface GeneratedType {
  readonly schema: JsonSchema;
  readonly right: fc.Arbitrary<JsonValue>;
  readonly wrong: fc.Arbitrary<JsonValue>;
  /** JSON types of its values; a union takes members that share none, so that what is wrong for one is wrong for all. */
  readonly kinds: readonly string[];
}

const SAMPLES: Readonly<Record<string, fc.Arbitrary<JsonValue>>> = {
  string: fc.string(),
  number: fc.double({ noNaN: true, noDefaultInfinity: true }),
  boolean: fc.boolean(),
  null: fc.constant(null),
  array: fc.constant([]),
  object: fc.constant({}),
};

/** Any value whose JSON type is none of these. */
const otherThan = (kinds: readonly string[]): fc.Arbitrary<JsonValue> =>
  fc.oneof(...Object.entries(SAMPLES).flatMap(([kind, sample]) => (kinds.includes(kind) ? [] : [sample])));

const leaf: fc.Arbitrary<GeneratedType> = fc.oneof(
  fc.nat(5).map((least): GeneratedType => ({
    schema: { type: 'string', minLength: least, maxLength: least + 3 },
    right: fc.string({ unit: 'grapheme-ascii', minLength: least, maxLength: least + 3 }),
    wrong: fc.oneof(otherThan(['string']), fc.constant('x'.repeat(least + 4)), ...(least > 0 ? [fc.constant('x'.repeat(least - 1))] : [])),
    kinds: ['string'],
  })),
  fc.integer({ min: -50, max: 50 }).map((least): GeneratedType => ({
    schema: { type: 'integer', minimum: least, maximum: least + 10 },
    right: fc.integer({ min: least, max: least + 10 }),
    wrong: fc.oneof(otherThan(['number']), fc.constantFrom(least - 1, least + 11, least + 0.5)),
    kinds: ['number'],
  })),
  fc.constant<GeneratedType>({ schema: { type: 'boolean' }, right: fc.boolean(), wrong: otherThan(['boolean']), kinds: ['boolean'] }),
  fc.constant<GeneratedType>({ schema: { type: 'null' }, right: fc.constant(null), wrong: otherThan(['null']), kinds: ['null'] }),
  fc.uniqueArray(fc.stringMatching(/^[a-z]{1,6}$/), { minLength: 1, maxLength: 12 }).map((words): GeneratedType => ({
    schema: { enum: words },
    right: fc.constantFrom(...words),
    wrong: fc.oneof(otherThan(['string']), fc.constant('NO')),
    kinds: ['string'],
  })),
);

const name = fc.oneof(fc.stringMatching(/^[a-z]\w{0,5}$/), fc.constantFrom('a b', 'items', '$ref', 'ä', 'type'));

function arrayOf(item: GeneratedType): GeneratedType {
  const list = fc.array(item.right, { maxLength: 3 });
  return {
    schema: { type: 'array', items: item.schema },
    right: list,
    wrong: fc.oneof(
      otherThan(['array']),
      fc.tuple(list, item.wrong, list).map(([before, wrong, after]) => [...before, wrong, ...after]),
    ),
    kinds: ['array'],
  };
}

function tupleOf(items: readonly GeneratedType[]): GeneratedType {
  const whole = fc.tuple(...items.map(({ right }) => right));
  const wrongAt = fc
    .nat(items.length - 1)
    .chain((at) => fc.tuple(whole, items[at]?.wrong ?? fc.constant(null)).map(([values, wrong]) => values.with(at, wrong)));
  return {
    schema: { type: 'array', prefixItems: items.map(({ schema }) => schema), items: false, minItems: items.length },
    right: whole,
    wrong: fc.oneof(
      otherThan(['array']),
      wrongAt,
      whole.map((values) => values.slice(1)),
      whole.map((values) => [...values, null]),
    ),
    kinds: ['array'],
  };
}

function recordOf(value: GeneratedType): GeneratedType {
  const record = fc.dictionary(name, value.right, { maxKeys: 3, noNullPrototype: true });
  return {
    schema: { type: 'object', additionalProperties: value.schema },
    right: record,
    wrong: fc.oneof(
      otherThan(['object']),
      fc.tuple(record, value.wrong).map(([values, wrong]) => ({ ...values, wrong })),
    ),
    kinds: ['object'],
  };
}

interface Field {
  readonly name: string;
  readonly type: GeneratedType;
  readonly isRequired: boolean;
}

function objectOf(fields: readonly Field[]): GeneratedType {
  const required = fields.filter(({ isRequired }) => isRequired).map((field) => field.name);
  const members = Object.fromEntries(fields.map((field) => [field.name, field.type.right]));
  const right: fc.Arbitrary<Record<string, JsonValue>> = fc.record(members, { requiredKeys: required, noNullPrototype: true });
  const wrongs = fields.map((field) => fc.tuple(right, field.type.wrong).map(([values, wrong]) => ({ ...values, [field.name]: wrong })));
  const missing = required.map((gone) => right.map((values) => Object.fromEntries(Object.entries(values).filter(([key]) => key !== gone))));
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(fields.map((field) => [field.name, field.type.schema])),
      required,
      additionalProperties: false,
    },
    right,
    wrong: fc.oneof(
      otherThan(['object']),
      right.map((values) => ({ ...values, 'not a field': 1 })),
      ...wrongs,
      ...missing,
    ),
    kinds: ['object'],
  };
}

function unionOf(members: readonly GeneratedType[]): GeneratedType {
  const kinds = members.flatMap((member) => member.kinds);
  const others = members.flatMap((member) => [
    member.wrong.filter((value) => !kinds.includes(kindOf(value)) || member.kinds.includes(kindOf(value))),
  ]);
  return {
    schema: { anyOf: members.map(({ schema }) => schema) },
    right: fc.oneof(...members.map(({ right }) => right)),
    wrong: fc.oneof(...others),
    kinds,
  };
}

function kindOf(value: JsonValue): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

const isDisjoint = (members: readonly GeneratedType[]): boolean => {
  const kinds = members.flatMap((member) => [...new Set(member.kinds)]);
  return new Set(kinds).size === kinds.length && kinds.length < Object.keys(SAMPLES).length;
};

const { type } = fc.letrec<{ type: GeneratedType }>((tie) => ({
  type: fc.oneof(
    { depthSize: 'small', maxDepth: 3 },
    leaf,
    tie('type').map(arrayOf),
    fc.array(tie('type'), { minLength: 1, maxLength: 3 }).map(tupleOf),
    tie('type').map(recordOf),
    fc
      .uniqueArray(fc.record({ name, type: tie('type'), isRequired: fc.boolean() }), { selector: (field) => field.name, maxLength: 4 })
      .map(objectOf),
    fc.array(tie('type'), { minLength: 2, maxLength: 3 }).filter(isDisjoint).map(unionOf),
  ),
}));

test('a value of a type is accepted as it is', () => {
  fc.assert(
    fc.property(
      type.chain(({ schema, right }) => fc.tuple(fc.constant(schema), right)),
      ([schema, value]) => {
        expect(checkSchema(schema, 'x')).toEqual([]);
        const given = structuredClone(value);
        expect(compileValidator(schema).check(given)).toBeUndefined();
        expect(given).toEqual(value);
      },
    ),
    { numRuns: 150 },
  );
});

test('a value with one thing wrong is refused, on one line that never holds the schema', () => {
  fc.assert(
    fc.property(
      type.chain(({ schema, wrong }) => fc.tuple(fc.constant(schema), wrong)),
      ([schema, value]) => {
        const line = compileValidator(schema).check(value);
        expect(line).toMatch(/^[^\p{Cc}]{1,800}$/u);
        expect(line).toMatch(/: /);
        expect(line).not.toMatch(/"(type|properties|prefixItems|anyOf)":/);
      },
    ),
    { numRuns: 150 },
  );
});
