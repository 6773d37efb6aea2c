import {
  IsArray,
  IsInt,
  IsString,
  Matches,
  registerDecorator,
  Validate,
  ValidateBy,
  ValidatorConstraint,
  type ValidationArguments,
} from 'class-validator';
import { isValidAlone, judgeOf } from './dto-bench.js';

@ValidatorConstraint({ name: 'isBelow' })
class IsBelow {
  validate(value: unknown, { object, constraints }: ValidationArguments): boolean {
    return Number(value) < Number((object as Record<string, unknown>)[String(constraints[0])]);
  }
  defaultMessage(): string {
    return '$property must be below $constraint1, got $value';
  }
}

/** Has the name of a rule of the library. */
@ValidatorConstraint({ name: 'isEmail' })
class IsInternalMail {
  validate(value: unknown): boolean {
    return String(value).endsWith('.internal');
  }
}

const isFree: PropertyDecorator = (target, property) =>
  registerDecorator({
    name: 'isFree',
    target: target.constructor,
    propertyName: String(property),
    async: true,
    validator: { validate: async (value) => Promise.resolve(value !== 'taken'), defaultMessage: () => '$property is taken' },
  });

const isEven = (options?: object): PropertyDecorator =>
  ValidateBy({ name: 'isEven', validator: { validate: (value) => Number(value) % 2 === 0 } }, options);

class Range {
  @IsInt() @Validate(IsBelow, ['to']) from!: number;
  @IsInt() to!: number;
}

class Account {
  @IsString() @isFree name!: string;
  @Validate(IsInternalMail) mail!: string;
  @IsArray() @IsInt({ each: true }) @isEven({ each: true }) sizes!: number[];
  @Matches(/^[a-z]+$/i, { message: ({ property }) => `${property} has letters only` }) code!: string;
}

const account = { name: 'me', mail: 'a.internal', sizes: [2, 4], code: 'Ab' };

test('rules across fields are asked with the whole instance, after the schema', async () => {
  const judge = judgeOf(Range);
  expect(await judge.refusalOf({ from: 1, to: 2 })).toBeUndefined();
  expect(await judge.refusalOf({ from: 3, to: 2 })).toBe('order.from: must be below to, got 3');
  expect(await judge.refusalOf({ from: 3.5, to: 2 })).toBe('order.from: must be an integer, got the number 3.5');
});

test('what only a rule of the user knows stays open in the schema, but for the emitted type', () => {
  expect(judgeOf(Account).schema.properties).toEqual({
    name: { type: 'string' },
    mail: { type: 'string' },
    sizes: { type: 'array', items: { type: 'integer' } },
    code: { type: 'string' },
  });
});

test.each([
  [account, undefined],
  [{ ...account, name: 'taken' }, 'order.name: is taken'],
  [{ ...account, mail: 'a@b.example' }, 'order.mail: breaks the rule isEmail'],
  [{ ...account, sizes: [2, 3, 5] }, 'order.sizes[1]: breaks the rule isEven; order.sizes[2]: breaks the rule isEven'],
  [{ ...account, code: 'a1', name: 'taken' }, 'order.name: is taken; order.code: has letters only'],
])('%j', async (value, text) => {
  expect(await judgeOf(Account).refusalOf(value)).toBe(text);
  expect(await isValidAlone(Account, value)).toBe(text === undefined);
});

test('nothing is awaited where no rule is asynchronous', () => {
  const outcome = judgeOf(Range).check({ from: 3, to: 2 });
  expect(outcome).toBe('order.from: must be below to, got 3');
});
