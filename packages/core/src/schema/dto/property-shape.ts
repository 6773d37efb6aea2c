import type { JsonSchema } from '../../contracts/json.js';
import type { Class } from '../../contracts/token.js';
import { readPropertyType } from '../../decorators/metadata-store.js';
import { contradicts, designTypeSchema } from '../design-type-shape.js';
import type { CheckedProperty } from './check-instance.js';
import { isDtoClass, type DtoRule } from './dto-rules.js';
import { mergeSchemas } from './merge-schemas.js';
import { ruleMeaning, type RuleMeaning } from './rule-meaning.js';
import type { PropertyType, Transformer } from './transformer.js';

/** What a property takes, and what of it is left to class-validator. */
export interface PropertyShape {
  readonly schema: JsonSchema;
  /** Whether `@IsOptional` or a condition lets it be left out. */
  readonly mayBeAbsent: boolean;
  readonly checked: CheckedProperty;
}

/** Why a property cannot be described: the end of a sentence, for a problem of that code. */
export interface PropertyFault {
  readonly code: 'DTO_GROUPS_UNSUPPORTED' | 'DTO_RULE_UNSUPPORTED' | 'DTO_NESTED_INCOMPLETE' | 'DTO_PROPERTY_UNDESCRIBED';
  readonly message: string;
}

/** What the shape of a property is made from. */
export interface PropertyFacts {
  readonly owner: Class;
  readonly name: string;
  readonly rules: readonly DtoRule[];
  readonly transformer: Transformer;
  /** The schema of a DTO class inside this one. */
  readonly nestedSchema: (type: Class) => JsonSchema;
}

/** What a rule of the user's own means: only its own check knows. */
const ASKED: RuleMeaning = { isPartial: true };

class Fault extends Error {
  constructor(
    readonly code: PropertyFault['code'],
    message: string,
  ) {
    super(message);
  }
}

/** The shape of one property of a DTO class, or why it has none. */
export function propertyShape(facts: PropertyFacts): PropertyShape | PropertyFault {
  try {
    return shapeOf(facts);
  } catch (error) {
    if (error instanceof Fault) return { code: error.code, message: error.message };
    throw error;
  }
}

function shapeOf(facts: PropertyFacts): PropertyShape {
  const { owner, name, rules, transformer } = facts;
  const emitted = readPropertyType(owner, name);
  const type = transformer.typeOf(owner, name);
  refuseUnsupported(facts, emitted, type);
  const checks = rules.filter(({ kind }) => kind === 'check');
  const conditions = rules.filter(({ kind }) => kind === 'condition');
  const isOptional = conditions.some((rule) => rule.name === 'isOptional');
  const isConditional = conditions.some((rule) => rule.name !== 'isOptional') || checks.some(({ validateIf }) => validateIf !== undefined);
  const isTransformed = transformer.isTransformed(owner, name);
  const nested = nestedOf(facts, type, emitted);
  const meanings = new Map(checks.map((rule) => [rule, ruleMeaning(rule)]));
  const schema = isTransformed ? {} : valueSchema(facts, { meanings, nested, type, emitted });
  const described = { ...loosened(schema, { isConditional, isOptional }), ...descriptionOf(rules) };
  const isPartial = (rule: DtoRule): boolean => (meanings.get(rule) ?? ASKED).isPartial === true;
  return {
    schema: described,
    mayBeAbsent: isOptional || isConditional || checks.some((rule) => rule.name === 'isEmpty'),
    checked: { name, conditions, checks, partial: checks.filter(isPartial), nested, isLoose: isConditional || isTransformed },
  };
}

function refuseUnsupported({ owner, name, rules, transformer }: PropertyFacts, emitted: unknown, type: PropertyType | undefined): void {
  if (rules.some(({ hasGroups }) => hasGroups)) {
    throw new Fault(
      'DTO_GROUPS_UNSUPPORTED',
      'has a rule with groups, and a call of a tool has none: drop "groups", or write a class per group.',
    );
  }
  if (name in Object.prototype) throw unsupported('has a name that every object has: use another.');
  if (rules.some(({ kind }) => kind === 'promise')) throw unsupported('has @ValidatePromise(), and JSON has no promises: drop it.');
  for (const container of [Map, Set] as const) {
    if (emitted === container || type?.type === container) {
      throw unsupported(`is a ${container.name}, which JSON cannot say: take an array or an object.`);
    }
  }
  if (type?.hasDiscriminator === true)
    throw unsupported('has @Type with a discriminator: give the tool a schema (zod has discriminatedUnion).');
  const renamed = transformer.renamedBy(owner, name);
  if (renamed !== undefined) throw unsupported(`has ${renamed}, so that it does not come in under its own name: drop it.`);
}

function nestedOf({ rules }: PropertyFacts, type: PropertyType | undefined, emitted: unknown): CheckedProperty['nested'] {
  const rule = rules.find(({ kind }) => kind === 'nested');
  if (rule !== undefined) {
    if (isDtoClass(type?.type)) return { type: type.type, rule };
    const named =
      type === undefined ? 'no @Type(() => …), so that nobody knows its class' : `@Type of ${nameOf(type.type)}, which has no rules`;
    throw incomplete(`has @ValidateNested() and ${named}: name a class with rules.`);
  }
  const unchecked = isDtoClass(type?.type) ? type.type : isDtoClass(emitted) ? emitted : undefined;
  if (unchecked === undefined) return undefined;
  throw incomplete(
    `is a ${nameOf(unchecked)} whose own rules nobody checks: write @ValidateNested() and @Type(() => ${nameOf(unchecked)}).`,
  );
}

/** What is known of a property's value. */
interface ValueFacts {
  readonly meanings: ReadonlyMap<DtoRule, RuleMeaning | undefined>;
  readonly nested: CheckedProperty['nested'];
  readonly type: PropertyType | undefined;
  readonly emitted: unknown;
}

/** What the rules say of the value and, for a list, of its items. Rules for each item make a list, whatever else they let pass. */
function valueSchema(facts: PropertyFacts, { meanings, nested, type, emitted }: ValueFacts): JsonSchema {
  const rules = [...meanings].map(([rule, meaning]) => ({ rule, meaning: meaning ?? ASKED }));
  for (const { rule, meaning } of rules) {
    if (meaning.impossible !== undefined) throw unsupported(`has the rule ${String(rule.name)}, which ${meaning.impossible}.`);
  }
  const ofValue = rules.filter(({ rule }) => !rule.isEach).map(({ meaning }) => meaning);
  const ofItems = rules.filter(({ rule }) => rule.isEach).map(({ meaning }) => meaning);
  const saysList = ofItems.length > 0 || nested?.rule.isEach === true || ofValue.some(({ schema }) => schema?.type === 'array');
  const isList = saysList || (emitted === Array && nested !== undefined);
  const inner = [...typeSchemas(type, nested), ...(nested === undefined ? [] : [facts.nestedSchema(nested.type)])];
  const own = settleDates(merged([...inner, ...schemasOf(isList ? ofItems : ofValue)]), facts, type);
  if (!isList) return agreeing(withPresence(typed(own, emitted, ofValue), ofValue), emitted);
  const items = withPresence(own, ofItems);
  const list = agreeing(merged([{ type: 'array', items }, ...schemasOf(ofValue)]), emitted);
  const isUnique = ofValue.some(({ about }) => about === 'unique') && PRIMITIVES.includes(items.type);
  return isUnique ? { ...list, uniqueItems: true } : list;
}

const PRIMITIVES: readonly unknown[] = ['string', 'number', 'integer', 'boolean'];

/** What `@Type` says: class-transformer makes such a value of whatever comes in. */
function typeSchemas(type: PropertyType | undefined, nested: CheckedProperty['nested']): readonly JsonSchema[] {
  if (type === undefined || nested !== undefined || type.type === Object) return [];
  if (type.type === Date) return [{ type: 'date' }];
  const primitive = designTypeSchema(type.type);
  if (primitive !== undefined) return [primitive];
  throw incomplete(`has @Type of ${nameOf(type.type)}, which has no rules: name a class with rules and write @ValidateNested().`);
}

function settleDates(schema: JsonSchema, { rules }: PropertyFacts, type: PropertyType | undefined): JsonSchema {
  if (schema.type !== 'date') return schema;
  if (type?.type !== Date) throw incomplete('must be a Date, and nothing makes one of the text that comes in: write @Type(() => Date).');
  if (!rules.some(({ name }) => name === 'isDate' || name === 'minDate' || name === 'maxDate')) {
    throw incomplete('has @Type(() => Date) and nothing that refuses a text that is no date: write @IsDate().');
  }
  return { ...schema, type: 'string', format: 'date-time' };
}

/** Without `''` and null where a rule forbids them and the type does not. */
function withPresence(schema: JsonSchema, meanings: readonly RuleMeaning[]): JsonSchema {
  const isFilled = meanings.some(({ about }) => about === 'filled');
  if (!isFilled && !meanings.some(({ about }) => about === 'defined')) return schema;
  const forbidden = isFilled ? ['', null] : [null];
  if (schema.enum !== undefined) return { ...schema, enum: schema.enum.filter((value) => !forbidden.some((other) => other === value)) };
  if (schema.type === 'string') return isFilled ? merged([schema, { minLength: 1 }]) : schema;
  return schema.type !== undefined || schema['$ref'] !== undefined ? schema : merged([schema, { not: { enum: forbidden } }]);
}

/** Where no rule names a type, the compiler's word counts. Rules that only say what may not be are no description. */
function typed(schema: JsonSchema, emitted: unknown, meanings: readonly RuleMeaning[]): JsonSchema {
  if (schema.type !== undefined || schema.enum !== undefined || schema['$ref'] !== undefined) return schema;
  const own = designTypeSchema(emitted);
  if (own !== undefined) return { ...own, ...schema };
  if (meanings.some(({ isPartial }) => isPartial === true)) return schema;
  throw new Fault('DTO_PROPERTY_UNDESCRIBED', 'has no rule that says what it takes: write one, such as @IsString() or @IsArray().');
}

function agreeing(schema: JsonSchema, emitted: unknown): JsonSchema {
  if (typeof schema.type !== 'string' || !contradicts(emitted, schema.type)) return schema;
  throw unsupported(`has rules for the type ${schema.type}, and its own type is ${nameOf(emitted)}: make them agree.`);
}

/** What is not required to be of that form: null where a property is optional, anything where a condition decides. */
function loosened(
  schema: JsonSchema,
  { isConditional, isOptional }: { readonly isConditional: boolean; readonly isOptional: boolean },
): JsonSchema {
  if (Object.keys(schema).length === 0) return schema;
  // The first form is for the reader: whether it counts, only the condition knows.
  if (isConditional) return { anyOf: [schema, {}] };
  return isOptional ? nullable(schema) : schema;
}

const ABOUT_ONE_TYPE = [
  'type',
  'enum',
  'format',
  'pattern',
  'items',
  'properties',
  'required',
  'additionalProperties',
  'uniqueItems',
  'multipleOf',
];

function nullable(schema: JsonSchema): JsonSchema {
  const isPlain = Object.keys(schema).every((keyword) => ABOUT_ONE_TYPE.includes(keyword) || /^(?:exclusive)?m(?:in|ax)/i.test(keyword));
  if (!isPlain || typeof schema.type !== 'string') return { anyOf: [schema, { type: 'null' }] };
  return { ...schema, type: [schema.type, 'null'], ...(schema.enum === undefined ? {} : { enum: [...schema.enum, null] }) };
}

function descriptionOf(rules: readonly DtoRule[]): JsonSchema {
  for (const { context } of rules) {
    if (typeof context !== 'object' || context === null || !('description' in context)) continue;
    if (typeof context.description === 'string') return { description: context.description };
  }
  return {};
}

function merged(schemas: readonly JsonSchema[]): JsonSchema {
  const result = mergeSchemas(schemas);
  if ('contradiction' in result) throw unsupported(`has rules that no value can pass, for ${String(result.contradiction)}.`);
  return result;
}

function schemasOf(meanings: readonly RuleMeaning[]): readonly JsonSchema[] {
  return meanings.flatMap(({ schema }) => (schema === undefined ? [] : [schema]));
}

function nameOf(type: unknown): string {
  return typeof type === 'function' ? type.name : String(type);
}

function unsupported(message: string): Fault {
  return new Fault('DTO_RULE_UNSUPPORTED', message);
}

function incomplete(message: string): Fault {
  return new Fault('DTO_NESTED_INCOMPLETE', message);
}
