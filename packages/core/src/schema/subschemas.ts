import type { JsonSchema } from '../contracts/json.js';

/** Keywords that hold a schema, or a list of schemas. */
const SCHEMAS: ReadonlySet<string> = new Set([
  ...['additionalItems', 'additionalProperties', 'allOf', 'anyOf', 'contains', 'contentSchema', 'else', 'if', 'items', 'not', 'oneOf'],
  ...['prefixItems', 'propertyNames', 'then', 'unevaluatedItems', 'unevaluatedProperties'],
]);

/** Keywords that hold schemas by a name of the author's, which is no keyword. */
const SCHEMA_MAPS: ReadonlySet<string> = new Set([
  ...['$defs', 'definitions', 'dependencies', 'dependentSchemas', 'patternProperties', 'properties'],
]);

/** Whether the members of this keyword are names and not keywords. */
export function holdsNames(keyword: string): boolean {
  return SCHEMA_MAPS.has(keyword);
}

/** A copy of a schema with every schema directly inside it replaced. Data (`enum`, `const`, `default`, …) stays as it is. */
export function mapSubschemas(schema: JsonSchema, replace: (inner: JsonSchema) => JsonSchema): JsonSchema {
  const one = (value: unknown): unknown => (isObject(value) ? replace(value) : value);
  const mapped = Object.entries(schema).map(([keyword, value]): [string, unknown] => {
    if (SCHEMAS.has(keyword)) return [keyword, Array.isArray(value) ? value.map(one) : one(value)];
    if (SCHEMA_MAPS.has(keyword) && isObject(value))
      return [keyword, Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, one(inner)]))];
    return [keyword, value];
  });
  return Object.fromEntries(mapped);
}

function isObject(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
