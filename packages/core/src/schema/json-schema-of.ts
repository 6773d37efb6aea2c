import type { Problem } from '../contracts/errors.js';
import type { JsonSchema } from '../contracts/json.js';
import type { StandardSchema } from '../contracts/standard-schema.js';
import { checkSchema, isOlderDraft } from './check-schema.js';
import { isChecked, markChecked } from './checked-schemas.js';
import { isDtoClass } from './dto/dto-rules.js';
import { dtoSchema } from './dto/dto-schema.js';
import { frozenJson } from './frozen-json.js';
import { libraryOptions } from './library-options.js';
import { isProblems } from './shape-source.js';
import { isStandardSchema } from './standard-schema.js';
import { upgradeDraft } from './upgrade-draft.js';
import { convertByVendor } from './vendor-converter.js';
import type { SchemaSide } from './zod-3-schema.js';

/** A schema as JSON Schema, and the library's own schema where it came from one. */
export interface ConvertedSchema {
  /** Deeply frozen. */
  readonly schema: JsonSchema;
  readonly standard?: StandardSchema;
}

/**
 * The JSON Schema that `source` is or describes, checked and frozen, or its problems. A raw JSON Schema is kept as
 * published. A Standard Schema gives its input side through `~standard.jsonSchema`, else through a converter method of its
 * own (`toJSONSchema`, `toJsonSchema`), else through the package that converts schemas of its library. A class with
 * class-validator's rules gives what they say. Codes: `SCHEMA_INVALID`, `SCHEMA_NOT_CONVERTIBLE`,
 * `SCHEMA_CONVERTER_MISSING` and those of DTO classes (`DTO_…`).
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
    if (isOldZod(source)) {
      const message = 'is a schema of a zod before 3.24, which does not follow the Standard Schema convention. Run: npm install zod@3';
      return [{ code: 'SCHEMA_INVALID', where, message }];
    }
    const place = copy.notJson.pointer === '' ? '' : ` at "${copy.notJson.pointer}"`;
    return [{ code: 'SCHEMA_INVALID', where, message: `must be plain JSON, but holds ${copy.notJson.what}${place}.` }];
  }
  const problems = checkSchema(copy.value, where);
  if (problems.length > 0) return problems;
  const schema = copy.value as JsonSchema;
  markChecked(schema);
  return { schema };
}

function isOldZod(source: object): boolean {
  const { _def: definition } = source as { readonly _def?: { readonly typeName?: unknown } };
  return typeof definition?.typeName === 'string' && definition.typeName.startsWith('Zod');
}

function convert(source: StandardSchema, side: SchemaSide, where: string): ConvertedSchema | readonly Problem[] {
  const { vendor } = source['~standard'];
  try {
    const answer = byLibrary(source, side) ?? convertByVendor(source, side);
    if (answer === undefined)
      return [
        notConvertible(
          where,
          `The ${vendor} schema does not say its JSON Schema. Use a version of ${vendor} that offers ~standard.jsonSchema, or give the JSON Schema itself.`,
        ),
      ];
    if ('converted' in answer) return publish(withoutMarks(answer.converted), where);
    const { library, packageName } = answer.missing;
    const message = `${library} schemas need a converter to JSON Schema. Run: npm install ${packageName}`;
    return [{ code: 'SCHEMA_CONVERTER_MISSING', where, message, once: true }];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `The ${vendor} schema has no JSON Schema: ${reason.replace(/[\s.]+$/, '')}. Describe that part with types that JSON has, or give the JSON Schema itself.`;
    return [notConvertible(where, message)];
  }
}

function notConvertible(where: string, message: string): Problem {
  return { code: 'SCHEMA_NOT_CONVERTIBLE', where, message };
}

/** By the convention, or by the converter methods that libraries had before it: `toJSONSchema`, `toJsonSchema`. */
function byLibrary(source: StandardSchema, side: SchemaSide): { readonly converted: JsonSchema } | undefined {
  const { vendor, jsonSchema } = source['~standard'];
  if (jsonSchema !== undefined) {
    const converted = jsonSchema[side]({ target: 'draft-2020-12', ...libraryOptions(vendor) });
    return { converted: converted as JsonSchema }; // checked like any published schema
  }
  for (const name of ['toJSONSchema', 'toJsonSchema'] as const) {
    const method: unknown = name in source ? (source as unknown as Record<string, unknown>)[name] : undefined; // a library's own method, checked below
    if (typeof method !== 'function') continue;
    const converted: unknown = name === 'toJSONSchema' ? method.call(source, { io: side }) : method.call(source);
    if (typeof converted === 'object' && converted !== null) return { converted: converted as JsonSchema }; // checked like any published schema
  }
  return undefined;
}

/** In our draft, and without what describes the document and not the value: some providers refuse `$schema`. */
function withoutMarks(converted: JsonSchema): JsonSchema {
  const { $schema: _dialect, '~standard': _marker, ...schema } = isOlderDraft(converted) ? upgradeDraft(converted) : converted;
  return schema;
}
