import type { JsonSchema } from '../contracts/json.js';
import type { SchemaSide } from './zod-3-schema.js';

interface Action {
  readonly kind: string;
  readonly type: string;
}

interface ConvertedAction {
  readonly valibotAction: Action;
  readonly jsonSchema: JsonSchema;
  readonly errors?: readonly string[];
}

/** What is used of the module `@valibot/to-json-schema`. */
interface Converter {
  toJsonSchema(source: unknown, options: object): JsonSchema;
}

/** Transformations whose result has the type of what goes in. */
const KEEPING: ReadonlySet<string> = new Set([
  ...['brand', 'flavor', 'normalize', 'readonly', 'to_lower_case', 'to_max_value', 'to_min_value', 'to_upper_case'],
  ...['trim', 'trim_end', 'trim_start'],
]);

/**
 * JSON Schema of a Valibot schema by the converter `@valibot/to-json-schema`. What JSON Schema cannot check (`v.check`, a
 * pattern with flags, …) is left to Valibot, which checks every argument once more; a type that JSON has not is an error.
 */
export function valibotSchema(converter: unknown, source: unknown, side: SchemaSide): JsonSchema {
  return (converter as Converter).toJsonSchema(source, {
    target: 'draft-2020-12',
    typeMode: side,
    errorMode: 'throw',
    overrideAction: ({ valibotAction, jsonSchema, errors }: ConvertedAction) =>
      errors !== undefined && keepsType(valibotAction, side) ? withoutPattern(jsonSchema, valibotAction) : undefined,
  });
}

/** On the way in the converter stops before whatever makes another type, so only the way out can meet it. */
function keepsType({ kind, type }: Action, side: SchemaSide): boolean {
  return kind !== 'transformation' || side === 'input' || KEEPING.has(type);
}

/** The converter has written the pattern by then, without the flags that change what it takes. */
function withoutPattern(schema: JsonSchema, { type }: Action): JsonSchema {
  const { pattern, ...rest } = schema;
  return type === 'regex' || pattern === undefined ? rest : schema;
}
