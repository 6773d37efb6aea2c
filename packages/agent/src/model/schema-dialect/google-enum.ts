import type { JsonSchema, JsonValue } from '@tackroom/core';
import { typeOfValue, typesOf } from './schema-parts.js';

/** The values and types of a schema, of which each says something of the other; both undefined where it names neither. */
export function googleEnum(schema: JsonSchema): {
  readonly values: readonly JsonValue[] | undefined;
  readonly types: readonly string[] | undefined;
} {
  const values = schema.const === undefined ? schema.enum : [schema.const];
  const named = typesOf(schema) ?? impliedTypes(schema);
  if (values === undefined || values.length === 0) return { values: undefined, types: named };
  const found = [...new Set(values.map(typeOfValue))];
  const types = named === undefined ? found : named.filter((type) => found.includes(type === 'integer' ? 'number' : type));
  // Values and types that exclude each other take nothing: then the types are as good as any.
  return types.length === 0 ? { values: undefined, types: named } : { values, types };
}

/** A schema that describes members has none but objects, or arrays, in mind. */
function impliedTypes(schema: JsonSchema): readonly string[] | undefined {
  if (schema.properties !== undefined) return ['object'];
  return schema.items !== undefined || schema['prefixItems'] !== undefined ? ['array'] : undefined;
}
