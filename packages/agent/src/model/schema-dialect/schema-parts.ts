import type { JsonSchema, JsonValue } from '@tackroom/core';

/** A schema of either form. */
export type AnySchema = JsonSchema | boolean;

/** Whether it is a schema in object form. */
export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The schemas under a keyword that takes a list of them. */
export function schemasIn(schema: JsonSchema, keyword: 'allOf' | 'anyOf' | 'oneOf'): readonly AnySchema[] | undefined {
  const value = schema[keyword];
  return Array.isArray(value) ? (value as readonly AnySchema[]) : undefined; // schemas were checked when the tool was registered
}

/** The types that a schema names; undefined where it names none. */
export function typesOf({ type }: JsonSchema): readonly string[] | undefined {
  return type === undefined ? undefined : typeof type === 'string' ? [type] : type;
}

/** The type of a value, in the words of JSON Schema. */
export function typeOfValue(value: JsonValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}

/** What a local reference points at; undefined for one that leads nowhere, or elsewhere. */
export function resolveReference(root: JsonSchema, reference: string): AnySchema | undefined {
  if (reference !== '#' && !reference.startsWith('#/')) return undefined;
  let at: unknown = root;
  for (const part of reference.split('/').slice(1)) {
    const key = decodePointer(part);
    if (key === undefined || typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Readonly<Record<string, unknown>>)[key];
  }
  return typeof at === 'boolean' || isSchema(at) ? at : undefined;
}

/** A part of a JSON pointer in a reference; undefined for one that is not well formed. */
export function decodePointer(part: string): string | undefined {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return undefined;
  }
}

/** The path of a property below another one, as error messages write it. */
export function below(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** A description with one more sentence. */
export function alsoSaying(description: string | undefined, sentence: string): string {
  const said = description?.trimEnd() ?? '';
  if (said === '') return sentence;
  return /[.!?:]$/.test(said) ? `${said} ${sentence}` : `${said}. ${sentence}`;
}

/** Longest value that a description quotes. */
const MAX_QUOTED = 200;

/** A value for a description; undefined for one that is too long to read there. */
export function quoted(value: JsonValue): string | undefined {
  const text = JSON.stringify(value);
  return text.length > MAX_QUOTED ? undefined : text;
}

/** Keywords with a schema, with a list of schemas, and with schemas by name. */
const ONE = [
  'items',
  'additionalProperties',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
];
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items'];
const MAPS = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];

/** The schema with every schema in it replaced, innermost first. The very same schema where nothing is. */
export function mapSchemas(schema: JsonSchema, change: (schema: JsonSchema) => JsonSchema): JsonSchema {
  let copy: Record<string, unknown> | undefined;
  const inner = (value: unknown): unknown => (isSchema(value) ? mapSchemas(value, change) : value);
  const set = (keyword: string, value: unknown): void => {
    if (value !== schema[keyword]) copy = { ...(copy ?? schema), [keyword]: value };
  };
  for (const keyword of ONE) set(keyword, inner(schema[keyword]));
  for (const keyword of LISTS) {
    const list = schema[keyword];
    if (!Array.isArray(list)) continue;
    const mapped = list.map(inner);
    if (mapped.some((value, at) => value !== list[at])) set(keyword, mapped);
  }
  for (const keyword of MAPS) {
    const members = schema[keyword];
    if (!isSchema(members)) continue;
    const mapped = Object.entries(members).map(([name, value]) => [name, inner(value)] as const);
    if (mapped.some(([name, value]) => value !== members[name])) set(keyword, Object.fromEntries(mapped));
  }
  return change(copy ?? schema);
}
