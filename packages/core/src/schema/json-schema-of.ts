import type { Problem } from '../contracts/errors.js';
import type { JsonSchema } from '../contracts/json.js';
import type { StandardSchema } from '../contracts/standard-schema.js';
import { checkSchema } from './check-schema.js';
import { isChecked, markChecked } from './checked-schemas.js';
import { isDtoClass } from './dto/dto-rules.js';
import { dtoSchema } from './dto/dto-schema.js';
import { frozenJson } from './frozen-json.js';
import { isProblems } from './shape-source.js';
import { isStandardSchema } from './standard-schema.js';

/** A schema as JSON Schema, and the library's own schema where it came from one. */
export interface ConvertedSchema {
  /** Deeply frozen. */
  readonly schema: JsonSchema;
  readonly standard?: StandardSchema;
}

/**
 * The JSON Schema that `source` is or describes, checked and frozen, or its problems. A raw JSON Schema is kept as
 * published. A Standard Schema gives its input side through `~standard.jsonSchema`, else through the converter method that
 * zod and ArkType schemas have. A class with class-validator's rules gives what they say. Codes: `SCHEMA_INVALID`,
 * `SCHEMA_NOT_CONVERTIBLE` and those of DTO classes (`DTO_…`).
 */
export function toJsonSchema(source: unknown, where: string): ConvertedSchema | readonly Problem[] {
  if (isStandardSchema(source)) {
    const converted = convert(source, 'input', where);
    return 'schema' in converted ? { schema: converted.schema, standard: source } : converted;
  }
  if (isDtoClass(source)) {
    const described = dtoSchema(source, where);
    if (isProblems(described)) return described;
    const published = publish(described.schema, where);
    return isProblems(published) ? published : { ...published, standard: described.standard };
  }
  return publish(source, where);
}

/** The same for what a tool gives back: of a Standard Schema the output side, after its transformations. */
export function toOutputSchema(source: unknown, where: string): ConvertedSchema | readonly Problem[] {
  return isStandardSchema(source) ? convert(source, 'output', where) : publish(source, where);
}

function publish(source: unknown, where: string): ConvertedSchema | readonly Problem[] {
  if (typeof source === 'object' && source !== null && isChecked(source)) return { schema: source };
  if (typeof source !== 'object' || source === null || Array.isArray(source)) {
    const got = typeof source === 'function' ? `the function or class ${source.name}` : JSON.stringify(source);
    const hint = typeof source === 'function' ? ' A class says what it takes with the decorators of class-validator.' : '';
    const message = `must be a JSON Schema object or a Standard Schema (zod, Valibot, ArkType), got ${got}.${hint}`;
    return [{ code: 'SCHEMA_INVALID', where, message }];
  }
  const copy = frozenJson(source);
  if ('notJson' in copy) {
    const place = copy.notJson.pointer === '' ? '' : ` at "${copy.notJson.pointer}"`;
    return [{ code: 'SCHEMA_INVALID', where, message: `must be plain JSON, but holds ${copy.notJson.what}${place}.` }];
  }
  const problems = checkSchema(copy.value, where);
  if (problems.length > 0) return problems;
  const schema = copy.value as JsonSchema;
  markChecked(schema);
  return { schema };
}

function convert(source: StandardSchema, side: 'input' | 'output', where: string): ConvertedSchema | readonly Problem[] {
  const { vendor } = source['~standard'];
  try {
    const converted = byConvention(source, side) ?? byMethod(source, side);
    if (converted !== undefined) return publish(withoutMarks(converted), where);
    const message =
      `The ${vendor} schema does not say its JSON Schema. Use a version of ${vendor} that offers ~standard.jsonSchema, ` +
      `or give the JSON Schema itself.`;
    return [{ code: 'SCHEMA_NOT_CONVERTIBLE', where, message }];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `The ${vendor} schema has no JSON Schema: ${reason}. Describe that part with types that JSON has, or give the JSON Schema itself.`;
    return [{ code: 'SCHEMA_NOT_CONVERTIBLE', where, message }];
  }
}

function byConvention(source: StandardSchema, side: 'input' | 'output'): object | undefined {
  return source['~standard'].jsonSchema?.[side]({ target: 'draft-2020-12' });
}

/** Converters that libraries had before the convention: `toJSONSchema` (zod), `toJsonSchema` (ArkType). */
function byMethod(source: object, side: 'input' | 'output'): object | undefined {
  for (const name of ['toJSONSchema', 'toJsonSchema'] as const) {
    const method: unknown = name in source ? (source as Record<string, unknown>)[name] : undefined;
    if (typeof method !== 'function') continue;
    const converted: unknown = name === 'toJSONSchema' ? method.call(source, { io: side }) : method.call(source);
    if (typeof converted === 'object' && converted !== null) return converted;
  }
  return undefined;
}

/** Without what describes the document and not the value: some providers refuse `$schema`. */
function withoutMarks(converted: object): object {
  const { $schema: _dialect, '~standard': _marker, ...schema } = converted as Record<string, unknown>;
  return schema;
}
