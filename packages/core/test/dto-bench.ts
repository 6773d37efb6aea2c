import { plainToInstance } from 'class-transformer';
import { validate } from 'class-validator';
import type { DtoClass } from '../src/contracts/dto-class.js';
import type { Problem } from '../src/contracts/errors.js';
import type { JsonObject, JsonSchema, JsonValue } from '../src/contracts/json.js';
import { objectSchema } from '../src/schema/object-schema.js';
import { parameterShape } from '../src/schema/parameter-shape.js';
import { isProblems, type ParameterShape } from '../src/schema/shape-source.js';
import { parseStandard, refuse } from '../src/schema/standard-schema.js';
import { compileValidator } from '../src/schema/validator.js';

/** A class whose one property `value` has these decorators. */
export function dtoWith(...decorators: readonly PropertyDecorator[]): DtoClass {
  class Probe {}
  for (const decorate of decorators) decorate(Probe.prototype, 'value');
  return Probe;
}

/** What a class is as the type of a parameter. */
export function shapeOf(type: DtoClass): ParameterShape | readonly Problem[] {
  return parameterShape({ where: 'Shop.order', param: { schema: type }, designType: type, hasDesignTypes: true }, 'reject');
}

/** Its problems, a line each. */
export function problemsOf(type: DtoClass): readonly string[] {
  const shape = shapeOf(type);
  return isProblems(shape) ? shape.map(({ code, where, message }) => `${where}: ${message} [${code}]`) : [];
}

/** A class as a call meets it. */
export interface Judge {
  readonly schema: JsonSchema;
  /** What the rules that the schema does not say find, at once or in a promise. */
  check(value: JsonObject): string | undefined | Promise<string | undefined>;
  /** What the schema and then the rules say against a value; undefined if nothing. */
  refusalOf(value: JsonValue): Promise<string | undefined>;
  /** The value that the handler gets. */
  made(value: JsonObject): unknown;
}

/** Judges values as a call does: by the schema, compiled under strict rules, and then by what it does not say. */
export function judgeOf(type: DtoClass): Judge {
  const shape = shapeOf(type);
  if (isProblems(shape)) throw new Error(problemsOf(type).join('\n'));
  const { schema, standard } = shape;
  if (standard === undefined) throw new Error('A DTO class has checks of its own.');
  const whole = objectSchema([{ name: 'order', schema, isRequired: true, isGenerated: true }]);
  const validator = compileValidator(whole);
  return {
    schema,
    check: (value) => refuse(standard, value, 'order'),
    async refusalOf(value) {
      const args = { order: structuredClone(value) };
      return validator.check(args) ?? (await refuse(standard, args.order, 'order'));
    },
    made: (value) => parseStandard(standard, value, 'order'),
  };
}

/** Whether class-validator alone would let a value pass. */
export async function isValidAlone(type: DtoClass, value: JsonObject): Promise<boolean> {
  const instance = plainToInstance(type, structuredClone(value) as object);
  return (await validate(instance, { whitelist: true, forbidNonWhitelisted: true })).length === 0;
}

/** Decorators of a property, a value that they accept and one that they refuse, the schema they make and the refusal. */
export type RuleRow = readonly [name: string, decorators: readonly PropertyDecorator[], ...RuleExpectation];

type RuleExpectation = readonly [good: JsonValue, bad: JsonValue, schema: JsonSchema, text: string];

/** Holds a property's schema and verdicts against what is expected, and the verdicts against class-validator's own. */
export async function expectRule(type: DtoClass, [good, bad, schema, text]: RuleExpectation): Promise<void> {
  const judge = judgeOf(type);
  expect(judge.schema.properties?.['value']).toEqual(schema);
  expect(await judge.refusalOf({ value: good })).toBeUndefined();
  expect(await judge.refusalOf({ value: bad })).toBe(text);
  expect(await isValidAlone(type, { value: good })).toBe(true);
  expect(await isValidAlone(type, { value: bad })).toBe(false);
}
