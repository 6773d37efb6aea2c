import { createRequire } from 'node:module';
import { Exclude, Expose, Type } from 'class-transformer';
import {
  Allow,
  IsArray,
  IsDate,
  IsDateString,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsObject,
  IsOptional,
  IsString,
  Min,
  ValidateNested,
  ValidatePromise,
} from 'class-validator';
import type { DtoClass } from '../src/contracts/dto-class.js';
import { dtoSchema } from '../src/schema/dto/dto-schema.js';
import { loadTransformer } from '../src/schema/dto/transformer.js';
import { problemsOf } from './dto-bench.js';

class Line {
  @IsString() sku!: string;
}
class Plain {}

class Groups {
  @IsString({ groups: ['update'] }) id!: string;
}
class Maps {
  @IsOptional() @Type(() => Line) byName!: Map<string, Line>;
  @IsArray() tags!: Set<string>;
}
class Waiting {
  @ValidatePromise() later!: Promise<string>;
}
class Bare {
  @Allow() list!: string[];
  @IsNotEmpty() some!: unknown;
  @IsOptional() when?: Date;
}
class Forgotten {
  @IsString() name!: string;
  note = 'x';
  @Type(() => Number) size!: number;
}
class Nested {
  @ValidateNested() noType!: Line;
  @ValidateNested() @Type(() => Plain) noRules!: Plain;
  @IsObject() @Type(() => Line) unchecked!: Line;
  @IsObject() emitted!: Line;
  @Type(() => Plain) @IsObject() plain!: object;
}
class Dates {
  @IsDate() noType!: Date;
  @Type(() => Date) @IsNotEmpty() noRule!: Date;
  @Type(() => Date) @IsDateString() both!: Date;
}
class Disagreeing {
  @IsString() count!: number;
  @IsString() @Min(1) both!: unknown;
  @IsIn(['a']) @IsIn(['b']) none!: string;
  @IsIn([{}]) objects!: object;
  @Type(() => Number) @IsString() coerced!: unknown;
}
class Renamed {
  @Expose({ name: 'user_id' }) @IsInt() userId!: number;
  @Exclude() @IsString() secret!: string;
  @Exclude({ toPlainOnly: true }) @IsString() password!: string;
  @Expose() @IsString() shown!: string;
}
class Shape {
  @IsString() kind!: string;
}
class Drawing {
  @ValidateNested()
  @Type(() => Shape, { discriminator: { property: 'kind', subTypes: [{ value: Shape, name: 'circle' }] } })
  shape!: Shape;
}
class Odd {
  @IsString() toString!: () => string;
}
class Needy {
  @IsString() name: string;
  constructor(options: { readonly name: string }) {
    this.name = options.name;
  }
}

test.each<readonly [type: DtoClass | typeof Needy, problems: readonly string[]]>([
  [
    Groups,
    ['.id: It has a rule with groups, and a call of a tool has none: drop "groups", or write a class per group. [DTO_GROUPS_UNSUPPORTED]'],
  ],
  [
    Maps,
    [
      '.byName: It is a Map, which JSON cannot say: take an array or an object. [DTO_RULE_UNSUPPORTED]',
      '.tags: It is a Set, which JSON cannot say: take an array or an object. [DTO_RULE_UNSUPPORTED]',
    ],
  ],
  [Waiting, ['.later: It has @ValidatePromise(), and JSON has no promises: drop it. [DTO_RULE_UNSUPPORTED]']],
  [
    Bare,
    [
      '.list: It has no rule that says what it takes: write one, such as @IsString() or @IsArray(). [DTO_PROPERTY_UNDESCRIBED]',
      '.some: It has no rule that says what it takes: write one, such as @IsString() or @IsArray(). [DTO_PROPERTY_UNDESCRIBED]',
      '.when: It has no rule that says what it takes: write one, such as @IsString() or @IsArray(). [DTO_PROPERTY_UNDESCRIBED]',
    ],
  ],
  [
    Forgotten,
    [
      '.note: It has no rule, so that no call could fill it: write one, such as @IsString(), or make it #private. [DTO_PROPERTY_UNDESCRIBED]',
      '.size: It has no rule, so that no call could fill it: write one, such as @IsString(), or make it #private. [DTO_PROPERTY_UNDESCRIBED]',
    ],
  ],
  [
    Nested,
    [
      '.noType: It has @ValidateNested() and no @Type(() => …), so that nobody knows its class: name a class with rules. [DTO_NESTED_INCOMPLETE]',
      '.noRules: It has @ValidateNested() and @Type of Plain, which has no rules: name a class with rules. [DTO_NESTED_INCOMPLETE]',
      '.unchecked: It is a Line whose own rules nobody checks: write @ValidateNested() and @Type(() => Line). [DTO_NESTED_INCOMPLETE]',
      '.emitted: It is a Line whose own rules nobody checks: write @ValidateNested() and @Type(() => Line). [DTO_NESTED_INCOMPLETE]',
      '.plain: It has @Type of Plain, which has no rules: name a class with rules and write @ValidateNested(). [DTO_NESTED_INCOMPLETE]',
    ],
  ],
  [
    Dates,
    [
      '.noType: It must be a Date, and nothing makes one of the text that comes in: write @Type(() => Date). [DTO_NESTED_INCOMPLETE]',
      '.noRule: It has @Type(() => Date) and nothing that refuses a text that is no date: write @IsDate(). [DTO_NESTED_INCOMPLETE]',
      '.both: It has rules that no value can pass, for no value is both a Date and a string. [DTO_RULE_UNSUPPORTED]',
    ],
  ],
  [
    Disagreeing,
    [
      '.count: It has rules for the type string, and its own type is Number: make them agree. [DTO_RULE_UNSUPPORTED]',
      '.both: It has rules that no value can pass, for no value is both a number and a string. [DTO_RULE_UNSUPPORTED]',
      '.none: It has rules that no value can pass, for its lists of values share none. [DTO_RULE_UNSUPPORTED]',
      '.objects: It has the rule isIn, which allows no value that JSON can say. [DTO_RULE_UNSUPPORTED]',
      '.coerced: It has rules that no value can pass, for no value is both a number and a string. [DTO_RULE_UNSUPPORTED]',
    ],
  ],
  [
    Renamed,
    [
      ".userId: It has @Expose({ name: 'user_id' }), so that it does not come in under its own name: drop it. [DTO_RULE_UNSUPPORTED]",
      '.secret: It has @Exclude(), so that it does not come in under its own name: drop it. [DTO_RULE_UNSUPPORTED]',
    ],
  ],
  [Drawing, ['.shape: It has @Type with a discriminator: give the tool a schema (zod has discriminatedUnion). [DTO_RULE_UNSUPPORTED]']],
  [Odd, ['.toString: It has a name that every object has: use another. [DTO_RULE_UNSUPPORTED]']],
  [
    Needy,
    [
      ': new Needy() throws "Cannot read properties of undefined (reading \'name\')", and class-transformer makes it without arguments: let its constructor work without. [DTO_NOT_MADE]',
    ],
  ],
])('%p', (type, problems) => {
  expect(problemsOf(type as DtoClass).map((line) => line.replace(`Shop.order, ${type.name}`, ''))).toEqual(problems);
});

test('problems of a class inside are found once', () => {
  class Inner {
    @IsString({ groups: ['a'] }) id!: string;
  }
  class Outer {
    @ValidateNested() @Type(() => Inner) first!: Inner;
    @ValidateNested() @Type(() => Inner) second!: Inner;
  }
  expect(problemsOf(Outer)).toHaveLength(1);
});

test('without class-transformer no instance can be made', () => {
  expect(dtoSchema(Line, 'Shop.order', () => loadTransformer(createRequire('/nowhere/index.js')))).toEqual([
    {
      code: 'DTO_LIBRARY_MISSING',
      where: 'Shop.order',
      message: 'An instance of Line is made by class-transformer, which is not installed: run "npm install class-transformer@0.5".',
    },
  ]);
});
