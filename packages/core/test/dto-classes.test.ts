import { Transform, Type } from 'class-transformer';
import {
  Allow,
  IsObject,
  Validate,
  ValidatorConstraint,
  ArrayMaxSize,
  IsArray,
  IsDate,
  IsDefined,
  IsEmail,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsNumber,
  IsOptional,
  IsString,
  MaxLength,
  Min,
  MinLength,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import type { JsonObject } from '../src/contracts/json.js';
import { isValidAlone, judgeOf } from './dto-bench.js';

@ValidatorConstraint()
class IsAnything {
  validate(): boolean {
    return true;
  }
}

class Line {
  @IsString({ context: { description: 'Number of the article' } })
  @MinLength(3)
  sku!: string;

  @IsInt()
  @Min(1)
  count = 1;

  get label(): string {
    return `${this.count} × ${this.sku}`;
  }
}

class Order {
  @IsEmail()
  mail!: string;

  @IsDate()
  @Type(() => Date)
  due!: Date;

  @IsArray()
  @ArrayMaxSize(2)
  @ValidateNested({ each: true })
  @Type(() => Line)
  lines!: Line[];

  @IsOptional()
  @ValidateNested()
  @Type(() => Line)
  gift?: Line | null;
}

const order = { mail: 'a@b.example', due: '2026-01-31T09:30:00Z', lines: [{ sku: 'abc', count: 2 }, { sku: 'xyz' }] };

describe('a class with classes inside', () => {
  const judge = judgeOf(Order);

  test('has one schema, closed on every level', () => {
    const line = {
      type: 'object',
      properties: {
        sku: { type: 'string', minLength: 3, description: 'Number of the article' },
        count: { type: 'integer', minimum: 1, default: 1 },
      },
      required: ['sku'],
      additionalProperties: false,
    };
    expect(judge.schema).toEqual({
      type: 'object',
      properties: {
        mail: { type: 'string', format: 'email' },
        due: { type: 'string', format: 'date-time' },
        lines: { type: 'array', items: line, maxItems: 2 },
        gift: { ...line, type: ['object', 'null'] },
      },
      required: ['mail', 'due', 'lines'],
      additionalProperties: false,
    });
  });

  test('makes instances, nested ones and dates included', () => {
    const made = judge.made(order) as Order;
    expect(made).toBeInstanceOf(Order);
    expect(made.due).toEqual(new Date(order.due));
    expect(made.lines.map((line) => line instanceof Line && line.label)).toEqual(['2 × abc', '1 × xyz']);
    expect((judge.made({ ...order, gift: null }) as Order).gift).toBeNull();
  });

  test.each([
    [
      { ...order, mail: 'nobody', due: 'soon' },
      'order.mail: must be an email; order.due: must be a date with time, such as 2026-01-31T09:30:00Z',
    ],
    [{ ...order, lines: [{ sku: 'ab' }] }, 'order.lines[0].sku: must have at least 3 characters, got 2'],
    [{ ...order, lines: [{ sku: 'abc', price: 1 }] }, 'order.lines[0].price: is not a known field; known are sku, count'],
    [{ ...order, lines: [null] }, 'order.lines[0]: must be an object, got null'],
    [{ ...order, gift: 'abc' }, 'order.gift: must be an object or null, got the string "abc"'],
    [{ mail: 'a@b.example', lines: [] }, 'order.due: is required but missing'],
    [null, 'order: must be an object, got null'],
  ])('refuses %j', async (value, text) => {
    expect(await judge.refusalOf(value)).toBe(text);
  });
});

test('a class that contains itself stands under $defs', async () => {
  class Folder {
    @IsString()
    name!: string;

    @IsOptional()
    @IsArray()
    @ValidateNested({ each: true })
    @Type(() => Folder)
    folders?: Folder[];
  }
  const judge = judgeOf(Folder);
  const folder = {
    type: 'object',
    properties: { name: { type: 'string' }, folders: { type: ['array', 'null'], items: { $ref: '#/$defs/Folder' } } },
    required: ['name'],
    additionalProperties: false,
  };
  expect(judge.schema).toEqual({ ...folder, $defs: { Folder: folder } });
  const value = { name: 'a', folders: [{ name: 'b', folders: [{ name: 'c' }] }] };
  expect(await judge.refusalOf(value)).toBeUndefined();
  expect((judge.made(value) as Folder).folders?.[0]?.folders?.[0]).toBeInstanceOf(Folder);
  expect(await judge.refusalOf({ name: 'a', folders: [{ name: 'b', folders: [{}] }] })).toBe(
    'order.folders[0].folders[0].name: is required but missing',
  );
});

test('rules are inherited, and those of a property that is decorated anew replace them', async () => {
  class Base {
    @IsString()
    @MaxLength(3)
    code!: string;

    @IsInt()
    size = 7;
  }
  class Special extends Base {
    @IsIn(['long', 'longer'])
    override code!: string;
  }
  const { schema } = judgeOf(Special);
  expect(schema.properties).toEqual({ code: { type: 'string', enum: ['long', 'longer'] }, size: { type: 'integer', default: 7 } });
  expect(schema.required).toEqual(['code']);
  expect(await judgeOf(Special).refusalOf({ code: 'longer' })).toBeUndefined();
  expect(await isValidAlone(Special, { code: 'longer' })).toBe(true);
});

test('initial values are defaults where the source states them and the rules accept them', () => {
  let made = 0;
  class Settings {
    @IsString() plain = 'it';
    @IsInt() zero = 0;
    @IsInt() computed = (made += 1);
    @IsString() @MinLength(1) refused = '';
    @IsOptional() @IsString() optional?: string = 'some';
    @IsArray() list: unknown[] = [];
    @ValidateNested() @Type(() => Line) line = new Line();
  }
  const { schema, made: make } = judgeOf(Settings);
  expect(schema.required).toEqual(['refused']);
  const defaults = Object.entries(schema.properties ?? {}).map(([name, property]) => [name, (property as { default?: unknown }).default]);
  expect(Object.fromEntries(defaults)).toEqual({ plain: 'it', zero: 0, optional: 'some' });
  expect(make({ refused: 'x' })).toMatchObject({ plain: 'it', list: [], line: { count: 1 } });
});

test('where rules name no type, the emitted one counts', async () => {
  class Loose {
    @IsNotEmpty() name!: string;
    @IsDefined() isOpen!: boolean;
    @Allow() size!: number;
    @IsOptional() note?: string;
  }
  const judge = judgeOf(Loose);
  expect(judge.schema).toMatchObject({
    properties: {
      name: { type: 'string', minLength: 1 },
      isOpen: { type: 'boolean' },
      size: { type: 'number' },
      note: { type: ['string', 'null'] },
    },
    required: ['name', 'isOpen', 'size'],
  });
  expect(await judge.refusalOf({ name: ' ', isOpen: true, size: 1 })).toBeUndefined();
});

test('a condition decides at call time whether the rules of a property count', async () => {
  class Card {
    @IsString() @MinLength(4) digits!: string;
  }
  class Payment {
    @IsIn(['card', 'cash']) kind!: string;
    @ValidateIf(({ kind }: Payment) => kind === 'card') @ValidateNested() @IsDefined() @Type(() => Card) card?: Card;
    @IsString({ validateIf: ({ kind }: Payment) => kind === 'card' }) holder?: string;
  }
  const judge = judgeOf(Payment);
  expect(judge.schema.required).toEqual(['kind']);
  expect(judge.schema.properties?.['holder']).toEqual({ anyOf: [{ type: 'string' }, {}] });
  const given = { kind: 'card', holder: 'A', card: { digits: '1234' } };
  const cases = [
    [given, undefined],
    [{ kind: 'cash' }, undefined],
    [{ kind: 'cash', card: 1, holder: null }, undefined],
    [{ kind: 'card' }, 'order.card: should not be null or undefined; order.holder: must be a string'],
    [{ ...given, card: { digits: '12' } }, 'order.card.digits: must be longer than or equal to 4 characters'],
    [{ ...given, card: { digits: '1234', pin: 1 } }, 'order.card.pin: is not a known field'],
    [{ ...given, card: 'x' }, 'order.card: must be an object'],
  ] as const;
  for (const [value, text] of cases) {
    expect(await judge.refusalOf(value)).toBe(text);
    expect(await isValidAlone(Payment, value)).toBe(text === undefined);
  }
});

test('what @Transform makes is checked, not what comes in', async () => {
  class Search {
    @Transform(({ value }: { value: unknown }) => Number(value)) @IsNumber() @Min(1) page!: number;
  }
  const judge = judgeOf(Search);
  expect(judge.schema).toMatchObject({ properties: { page: {} }, required: ['page'] });
  expect(judge.made({ page: '3' })).toEqual({ page: 3 });
  expect(await judge.refusalOf({ page: '3' })).toBeUndefined();
  expect(await judge.refusalOf({ page: '0' })).toBe('order.page: must not be less than 1');
  expect(await isValidAlone(Search, { page: '0' })).toBe(false);
});

describe('a class with an open object', () => {
  class Entry {
    @IsObject() data!: object;
  }
  const judge = judgeOf(Entry);

  test.each(['{"constructor":"x"}', '{"list":[{"toString":1}]}', '{"__proto__":{"a":1}}'])(
    'refuses what its instance would not keep: %s',
    async (data) => {
      expect(await judge.refusalOf({ data: JSON.parse(data) as object as JsonObject })).toMatch(
        /^order\.data\S*\.(?:constructor|toString|__proto__): has a name that every object has; use another$/,
      );
    },
  );

  test('keeps everything else', () => {
    const data = { then: 1, length: 2, prototype: {}, list: [[{ a: null }]] };
    expect(judge.made({ data })).toEqual(Object.assign(new Entry(), { data }));
  });
});

test('what is nested too deeply is refused', async () => {
  class Chain {
    @IsOptional() @ValidateNested() @Type(() => Chain) next?: Chain;
    @Validate(IsAnything) any!: string;
  }
  let value: JsonObject = { any: 'x' };
  for (let depth = 0; depth < 20_000; depth++) value = { any: 'x', next: value };
  expect(await judgeOf(Chain).check(value)).toBe('order: is nested too deeply');
});
