import { Type } from 'class-transformer';
import * as rules from 'class-validator';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsDate,
  IsDefined,
  IsEmail,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsString,
  MaxLength,
  Min,
  ValidateBy,
  ValidateNested,
} from 'class-validator';
import fc from 'fast-check';
import type { JsonObject, JsonValue } from '../src/contracts/json.js';
import { isProblems } from '../src/schema/shape-source.js';
import { dtoWith, isValidAlone, judgeOf, shapeOf, type Judge } from './dto-bench.js';

class Line {
  @IsString() @MaxLength(3) sku!: string;
  @IsInt() @Min(1) count = 1;
}
class Order {
  @IsEmail() mail!: string;
  @IsIn(['open', 'paid']) state = 'open';
  @IsOptional() @IsBoolean() rush?: boolean;
  @IsDate() @Type(() => Date) due!: Date;
  @IsArray() @ArrayMaxSize(2) @ValidateNested({ each: true }) @Type(() => Line) lines!: Line[];
  @IsDefined() @ValidateNested() @Type(() => Line) first!: Line;
  @IsOptional() @ValidateNested() @Type(() => Order) parent?: Order;
  @ValidateBy({ name: 'isFair', validator: { validate: (value, args) => value !== (args?.object as Order).mail } })
  @IsString()
  @IsNotEmpty()
  note!: string;
}

/** Of a number that is beyond a division without loss, two libraries may think differently. */
const number = fc.oneof(fc.integer({ min: -9, max: 9 }), fc.double({ min: -1e9, max: 1e9, noNaN: true }));
const scalar = fc.oneof(fc.string({ maxLength: 5 }), number, fc.boolean(), fc.constant(null));
/** A single value where a class is meant: of a list class-validator would check the items, a schema refuses it. */
const noList = fc.oneof(scalar, fc.dictionary(fc.constantFrom('sku', 'count', 'x'), scalar));

/** Mostly what is meant, sometimes something else, sometimes nothing. */
const fields = (meant: Readonly<Record<string, fc.Arbitrary<unknown>>>, depth: number): fc.Arbitrary<JsonObject> => {
  const members = Object.entries(meant).map(([name, arbitrary]) => [
    name,
    fc.oneof({ weight: 60, arbitrary }, { weight: 1, arbitrary: noList }),
  ]);
  const unknown = { weight: depth === 0 ? 0 : 1, arbitrary: fc.record({ other: scalar }) };
  const known = fc.record(Object.fromEntries(members) as Record<string, fc.Arbitrary<unknown>>, { requiredKeys: [] });
  const whole = fc.record(Object.fromEntries(members) as Record<string, fc.Arbitrary<unknown>>);
  return fc
    .tuple(
      fc.oneof({ weight: 20, arbitrary: whole }, { weight: 1, arbitrary: known }),
      fc.oneof({ weight: 20, arbitrary: fc.constant({}) }, unknown),
    )
    .map((parts) => Object.assign({}, ...parts) as JsonObject);
};
const mostly = (good: JsonValue, ...bad: readonly JsonValue[]): fc.Arbitrary<JsonValue> =>
  fc.oneof({ weight: 15, arbitrary: fc.constant(good) }, { weight: 1, arbitrary: fc.constantFrom(...bad) });
const line = fields({ sku: mostly('abc', 'abcd'), count: mostly(2, 0, 1.5) }, 1);
const orderAt = (depth: number): fc.Arbitrary<JsonObject> =>
  fields(
    {
      mail: mostly('a@b.example', 'x'),
      state: mostly('paid', 'lost'),
      rush: fc.constantFrom(true, null),
      due: mostly('2026-01-31', 'soon'),
      lines: fc.oneof(
        { weight: 9, arbitrary: fc.array(fc.oneof({ weight: 20, arbitrary: line }, { weight: 1, arbitrary: scalar }), { maxLength: 2 }) },
        { weight: 1, arbitrary: fc.array(line, { maxLength: 3 }) },
      ),
      first: line,
      parent: depth === 0 ? fc.constant(null) : orderAt(depth - 1),
      note: mostly('x', '', 'a@b.example'),
    },
    depth,
  );

/** Dates come as text alone; class-transformer would make one of a number or a flag, too. */
function hasOddDate(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([key, inner]: [string, JsonValue]) => (key === 'due' && typeof inner !== 'string') || hasOddDate(inner),
  );
}

test('a call refuses what class-validator refuses, and nothing else', async () => {
  const judge = judgeOf(Order);
  const seen = { accepted: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(orderAt(1), async (value) => {
      fc.pre(!hasOddDate(value));
      const isValid = await isValidAlone(Order, value);
      expect({ value, isValid: (await judge.refusalOf(value)) === undefined }).toEqual({ value, isValid });
      seen[isValid ? 'accepted' : 'refused'] += 1;
    }),
    { numRuns: 500 },
  );
  expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(20);
});

type Decorators = readonly PropertyDecorator[];
const some = (...decorators: Decorators): fc.Arbitrary<Decorators> => fc.subarray([...decorators]);
const each = { each: true } as const;
const texts = some(
  rules.MinLength(1),
  rules.MaxLength(3),
  rules.Length(1, 4),
  rules.Matches(/^[a-c]*$/),
  rules.Matches(/A/i),
  rules.Contains('a'),
  rules.NotContains('b'),
  rules.IsIn(['a', 'ab', '']),
  rules.IsNotIn(['ab', 1]),
  rules.IsNotEmpty(),
  rules.NotEquals('c'),
  rules.IsAlpha(),
  rules.IsNumberString(),
).map((list) => [rules.IsString(), ...list]);
const numbers = some(
  rules.IsInt(),
  rules.Min(-3),
  rules.Max(4),
  rules.IsPositive(),
  rules.IsNegative(),
  rules.IsDivisibleBy(2),
  rules.IsIn([0, 1, 2]),
  rules.IsNotIn([1]),
  rules.IsNotEmpty(),
).map((list) => [rules.IsNumber(), ...list]);
const lists = some(
  rules.ArrayNotEmpty(),
  rules.ArrayMinSize(2),
  rules.ArrayMaxSize(2),
  rules.ArrayUnique(),
  rules.ArrayContains(['a']),
  rules.ArrayNotContains(['b', 1]),
  rules.IsString(each),
  rules.MinLength(1, each),
  rules.IsIn(['a', 'b', 'c'], each),
  rules.IsNotEmpty(each),
  rules.IsAlpha('en-US', each),
).map((list) => [rules.IsArray(), ...list]);
const decorated = fc
  .tuple(fc.oneof(texts, numbers, lists), some(rules.IsOptional(), rules.IsDefined()))
  .map(([list, presence]): Decorators => [...list, ...presence]);
const value = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b', 'A', '1', '😀'), maxLength: 4 }),
  fc.integer({ min: -5, max: 5 }),
  number,
  fc.array(fc.oneof(fc.constantFrom('a', 'b', 'c', ''), scalar), { maxLength: 3 }),
  noList,
);

test('so for any rules that a property may have', async () => {
  const seen = { accepted: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(decorated, fc.array(value, { minLength: 4, maxLength: 8 }), async (decorators, values) => {
      const type = dtoWith(...decorators);
      const shape = shapeOf(type);
      if (isProblems(shape)) return expect(shape.map(({ message }) => message)).toEqual([expect.stringContaining('no value can pass')]);
      const judge: Judge = judgeOf(type);
      for (const object of [{}, { value: null }, ...values.map((of) => ({ value: of }))]) {
        const isValid = await isValidAlone(type, object);
        expect({ object, isValid: (await judge.refusalOf(object)) === undefined }).toEqual({ object, isValid });
        seen[isValid ? 'accepted' : 'refused'] += 1;
      }
    }),
    { numRuns: 150 },
  );
  expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(20);
});
