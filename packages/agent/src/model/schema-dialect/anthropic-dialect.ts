import type { JsonSchema } from '@tackroom/core';
import { flattenRoot, sayingSets, type FlatRoot } from './flatten-root.js';
import { decodePointer, mapSchemas } from './schema-parts.js';
import type { DialectCopy, DialectNote, SchemaDialect } from './schema-dialect.js';
import type { SchemaUndo } from './schema-undo.js';

/**
 * Anthropic's messages. It takes JSON Schema draft 2020-12, references included, but answers 400 to:
 * - "input_schema does not support oneOf, allOf, or anyOf at the top level" (its error; not in the documentation);
 * - "Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'" (its error; said of `input_schema.properties`, so that
 *   only names at the root are changed);
 * - "JSON schema is invalid. It must match JSON Schema draft 2020-12" (its error), such as for `items` with a list.
 * `@ai-sdk/anthropic` 3.0 passes the schema on unchanged (`prepareTools`).
 */
export const ANTHROPIC_DIALECT: SchemaDialect = {
  provider: 'anthropic',
  copy({ description, inputSchema }): DialectCopy {
    const notes: DialectNote[] = [];
    const mapped = mapSchemas(inputSchema, withoutItemLists);
    const { $schema: _draft, ...current } = mapped;
    if (mapped !== inputSchema) notes.push({ kind: 'adapted', path: '', text: 'tuples are written as in draft 2020-12' });
    const { schema, undo } = withPlainNames(flattenRoot(mapped === inputSchema ? inputSchema : current, notes), notes);
    return { description, inputSchema: schema, strict: undefined, notes, undo };
  },
};

/** Draft-07 had the schemas of a tuple in `items`, and that of the rest in `additionalItems`. */
function withoutItemLists(schema: JsonSchema): JsonSchema {
  const items: unknown = schema.items;
  if (!Array.isArray(items)) return schema;
  const { items: _items, additionalItems, ...rest } = schema;
  return { ...rest, prefixItems: items, ...(additionalItems === undefined ? {} : { items: additionalItems as JsonSchema | boolean }) };
}

const NAME = /^[a-zA-Z0-9_.-]{1,64}$/;

/** Keywords that name properties in ways that are not followed here; they only narrow, so that a copy can do without. */
const NAMING = [
  'if',
  'then',
  'else',
  'not',
  'dependentRequired',
  'dependentSchemas',
  'patternProperties',
  'propertyNames',
  'unevaluatedProperties',
];

function withPlainNames(flat: FlatRoot, notes: DialectNote[]): { readonly schema: JsonSchema; readonly undo: SchemaUndo | undefined } {
  const schema = sayingSets(flat);
  const properties = Object.entries(schema.properties ?? {});
  if (properties.every(([name]) => NAME.test(name))) return { schema, undo: undefined };
  const taken = new Set(properties.map(([name]) => name));
  const sent = new Map<string, string>();
  for (const [name] of properties) if (!NAME.test(name)) sent.set(name, plainName(name, taken));
  const nameOf = (name: string): string => sent.get(name) ?? name;
  const rest: Record<string, unknown> = { ...sayingSets(flat, nameOf) };
  for (const keyword of NAMING) {
    if (rest[keyword] === undefined) continue;
    delete rest[keyword];
    notes.push({ kind: 'lost', path: '', text: `${keyword}, which names parameters that have other names here` });
  }
  for (const [name, plain] of sent)
    notes.push({ kind: 'adapted', path: name, text: `is called ${plain}, because the provider takes no such name` });
  const renamed = {
    ...rest,
    properties: Object.fromEntries(properties.map(([name, value]) => [nameOf(name), value])),
    ...(schema.required === undefined ? {} : { required: schema.required.map(nameOf) }),
  };
  return {
    schema: mapSchemas(renamed, (inner) => withPointers(inner, sent)),
    undo: { renamed: new Map([...sent].map(([name, plain]) => [plain, name])) },
  };
}

/** Letters, digits, `_`, `.` and `-` of a name, cut to 64 and told apart from the others by a number. */
function plainName(name: string, taken: Set<string>): string {
  const base =
    name
      .replace(/[^a-zA-Z0-9_.-]+/g, '_')
      .replace(/^_+|_+$/g, '')
      .slice(0, 60) || 'parameter';
  let plain = base;
  for (let number = 2; taken.has(plain); number++) plain = `${base}_${number}`;
  taken.add(plain);
  return plain;
}

/** References may lead through a property by its name. */
function withPointers(schema: JsonSchema, sent: ReadonlyMap<string, string>): JsonSchema {
  const { $ref: reference } = schema;
  if (typeof reference !== 'string' || !reference.startsWith('#/properties/')) return schema;
  const [part = '', ...rest] = reference.slice('#/properties/'.length).split('/');
  const plain = sent.get(decodePointer(part) ?? '');
  return plain === undefined ? schema : { ...schema, $ref: ['#/properties', plain, ...rest].join('/') };
}
