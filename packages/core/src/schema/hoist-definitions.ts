import type { JsonSchema } from '../contracts/json.js';
import { pointerOf } from './frozen-json.js';

/** Schemas of parameters that share one table of definitions. */
export interface HoistedSchemas {
  readonly schemas: readonly JsonSchema[];
  /** Undefined if no schema brought any. */
  readonly definitions: Readonly<Record<string, JsonSchema>> | undefined;
}

/** A schema that stands as the property `name` of a larger one. */
export interface NamedSchema {
  readonly name: string;
  readonly schema: JsonSchema;
}

/** A definition as it was given, and with its references changed. */
interface Definition {
  readonly given: JsonSchema;
  readonly moved: JsonSchema;
}

const TABLES = ['$defs', 'definitions'] as const;

/**
 * Prepares schemas, each complete in itself, to stand as properties of one object: a local reference starts from the root,
 * so that definitions move there and references follow. Two different definitions of one name get different names.
 */
export function hoistDefinitions(parameters: readonly NamedSchema[]): HoistedSchemas {
  if (!parameters.some(({ schema }) => hasReferences(schema)))
    return { schemas: parameters.map(({ schema }) => schema), definitions: undefined };
  const definitions = new Map<string, Definition>();
  const schemas = parameters.map(({ name, schema }) => (hasReferences(schema) ? hoist(name, schema, definitions) : schema));
  return {
    schemas,
    definitions: definitions.size === 0 ? undefined : Object.fromEntries([...definitions].map(([name, { moved }]) => [name, moved])),
  };
}

/** A schema with an `$id` is a document of its own: its references start from itself. */
function hasReferences(schema: JsonSchema): boolean {
  return schema['$id'] === undefined && mentionsReference(schema);
}

/** Whether a key of a reference stands anywhere in it. Of a thousand tools, to write them out as text would take 18 ms. */
function mentionsReference(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(mentionsReference);
  for (const key in value) {
    if (key === '$ref' || key === '$dynamicRef' || mentionsReference((value as Readonly<Record<string, unknown>>)[key])) return true;
  }
  return false;
}

function hoist(parameter: string, schema: JsonSchema, definitions: Map<string, Definition>): JsonSchema {
  const own = new Map(TABLES.flatMap((table) => Object.entries((schema[table] ?? {}) as Readonly<Record<string, JsonSchema>>)));
  const names = new Map([...own].map(([name, definition]) => [name, freeName(name, definition, definitions)]));
  const rewrite = (reference: string): string => {
    const [, table, encoded, rest] = /^#\/(\$defs|definitions)\/([^/]+)(.*)$/.exec(reference) ?? [];
    const renamed = encoded === undefined ? undefined : names.get(decoded(encoded));
    if (table !== undefined && renamed !== undefined) return `${referenceTo(['$defs', renamed])}${rest ?? ''}`;
    return reference.startsWith('#/') || reference === '#' ? `${referenceTo(['properties', parameter])}${reference.slice(1)}` : reference;
  };
  for (const [name, given] of own) definitions.set(names.get(name) ?? name, { given, moved: withReferences(given, rewrite) });
  const { $defs: _moved, definitions: _movedToo, ...rest } = schema;
  return withReferences(rest, rewrite);
}

/** A reference is a URI, in which a percent or number sign of a name would mean something. */
function referenceTo(path: readonly string[]): string {
  return `#${pointerOf(path).replace(/[%#]/g, encodeURIComponent)}`;
}

/** The name itself, unless another definition has it. A definition that looks the same may still refer to others. */
function freeName(name: string, definition: JsonSchema, taken: ReadonlyMap<string, Definition>): string {
  const isFree = (candidate: string): boolean => {
    const other = taken.get(candidate)?.given;
    return other === undefined || (JSON.stringify(other) === JSON.stringify(definition) && !refersElsewhere(definition, candidate));
  };
  let candidate = name;
  for (let at = 2; !isFree(candidate); at++) candidate = `${name}_${at}`;
  return candidate;
}

function refersElsewhere(definition: JsonSchema, name: string): boolean {
  const references = [...JSON.stringify(definition).matchAll(/"\$ref":"([^"]*)"/g)].map(([, reference]) => reference);
  return references.some((reference) => reference !== `#/$defs/${name}`);
}

/** Values in which `$ref` is data and not a reference. */
const DATA: readonly string[] = ['const', 'default', 'enum', 'examples'];

function withReferences(schema: JsonSchema, rewrite: (reference: string) => string): JsonSchema {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return Object.freeze(value.map(walk));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(([key, inner]): [string, unknown] => {
      if ((key === '$ref' || key === '$dynamicRef') && typeof inner === 'string') return [key, rewrite(inner)];
      return [key, DATA.includes(key) ? inner : walk(inner)];
    });
    return Object.freeze(Object.fromEntries(entries));
  };
  return walk(schema) as JsonSchema;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return part;
  }
}
