import type { JsonSchema, JsonValue } from '@tackroom/core';
import { flattenRoot, sayingSets } from './flatten-root.js';
import { googleEnum } from './google-enum.js';
import { alsoSaying, below, isSchema, quoted, resolveReference, schemasIn, typesOf, type AnySchema } from './schema-parts.js';
import type { DialectCopy, DialectNote, SchemaDialect } from './schema-dialect.js';

/**
 * Gemini's function declarations, whose `parameters` are a `Schema` of its own after OpenAPI 3.0. `@ai-sdk/google` 3.0 makes
 * them from JSON Schema (`convertJSONSchemaToOpenAPISchema`): it writes `const` as `enum` and `null` as `nullable`, follows
 * references to definitions, and drops keywords it does not know; but it hands on `allOf` and `oneOf`, which Gemini has not,
 * throws for an enum of several types, loses the schema of a value that may be anything, and earlier versions lose
 * references. Gemini answers 400 to (its errors):
 * - "Unknown name … Cannot find field" for any other keyword;
 * - "items: missing field" for an array, and "property is not defined" for a name in `required`;
 * - "schema didn't specify the schema type field", and "When using any_of, it must be the only field set";
 * - "only 'enum' and 'date-time' are supported for STRING type" of `format`; enums of anything but text.
 *
 * So the copy is JSON Schema that every version of the package translates without a loss.
 */
export const GOOGLE_DIALECT: SchemaDialect = {
  provider: 'google',
  copy({ description, inputSchema }): DialectCopy {
    const copier = new GoogleCopier(inputSchema);
    const flat = sayingSets(flattenRoot(inputSchema, copier.notes));
    const schema = copier.copy({ ...flat, type: 'object' }, '');
    return { description, inputSchema: schema, strict: undefined, notes: copier.notes, undo: undefined };
  },
};

/** Say nothing of values. */
const SILENT = ['$schema', '$id', '$anchor', '$comment', '$defs', 'definitions', 'examples', 'deprecated', 'readOnly', 'writeOnly'];
/** Have a place in a copy, each in its own way. */
const BUILT = [
  'type',
  'title',
  'description',
  'default',
  'enum',
  'const',
  'format',
  'properties',
  'required',
  'items',
  'prefixItems',
  'anyOf',
  'oneOf',
  'allOf',
  '$ref',
  'exclusiveMinimum',
  'exclusiveMaximum',
];
/** Belong to one type, and mean the same to Gemini. */
const KEPT: Readonly<Record<string, readonly string[]>> = {
  string: ['minLength', 'maxLength', 'pattern'],
  number: ['minimum', 'maximum'],
  integer: ['minimum', 'maximum'],
  array: ['minItems', 'maxItems'],
  object: ['minProperties', 'maxProperties'],
};
const FORMATS: Readonly<Record<string, readonly string[]>> = {
  string: ['date-time'],
  number: ['float', 'double'],
  integer: ['int32', 'int64'],
};

/** What a value may be that may be anything. */
const ANY_TYPES = ['string', 'number', 'boolean', 'object', 'array'];

/** A copy holds what references lead to as often as they do: definitions that lead to each other would never end. */
const MAX_FOLLOWINGS = 1_000;

class GoogleCopier {
  readonly notes: DialectNote[] = [];
  /** References on the way to what is being copied. */
  private readonly way: string[] = [];
  private followings = 0;

  constructor(private readonly document: JsonSchema) {}

  copy(schema: AnySchema, path: string): JsonSchema {
    if (!isSchema(schema)) return this.anything({}, path);
    const { $ref: reference } = schema;
    if (typeof reference === 'string') return this.followed(schema, reference, path);
    const parts = schemasIn(schema, 'allOf');
    if (parts !== undefined) return this.joined(schema, parts, path);
    const branches = schemasIn(schema, 'anyOf') ?? schemasIn(schema, 'oneOf');
    if (branches !== undefined) return this.union(schema, branches, path);
    this.noteUnknown(schema, path);
    const { values, types } = googleEnum(schema);
    if (types === undefined) return this.anything(schema, path);
    const named = types.filter((type) => type !== 'null');
    if (named.length === 0) return { type: 'null', ...this.described(schema, path, []) };
    const [only] = named;
    if (named.length === 1 && only !== undefined) {
      return this.typed(schema, { type: only, isNullable: types.length > 1, values }, path);
    }
    const { description: _description, default: _default, ...bare } = schema;
    const alternatives = named.map((type) => this.typed(bare, { type, isNullable: false, values }, path));
    return this.alternatives(schema, [...alternatives, ...(types.includes('null') ? [{ type: 'null' }] : [])], path);
  }

  private typed(
    schema: JsonSchema,
    {
      type,
      isNullable,
      values,
    }: { readonly type: string; readonly isNullable: boolean; readonly values: readonly JsonValue[] | undefined },
    path: string,
  ): JsonSchema {
    const own = values?.filter(
      (value) => value !== null && (type === 'integer' || type === 'number' ? typeof value === 'number' : typeof value === type),
    );
    const format = FORMATS[type]?.includes(String(schema['format'])) === true ? { format: schema['format'] } : {};
    const kept = (KEPT[type] ?? []).filter((keyword) => schema[keyword] !== undefined);
    return {
      type: isNullable ? [type, 'null'] : type,
      ...this.described(schema, path, sentences(schema, type, own)),
      ...format,
      ...Object.fromEntries(kept.map((keyword) => [keyword, schema[keyword]])),
      ...(type === 'string' && own !== undefined ? { enum: own } : {}),
      ...(type === 'object' ? this.object(schema, path) : {}),
      ...(type === 'array' ? { items: this.items(schema, path) } : {}),
    };
  }

  private object(schema: JsonSchema, path: string): JsonSchema {
    const { additionalProperties: open } = schema;
    if (open !== undefined && open !== false) this.lose(path, 'additionalProperties: what an open map may hold');
    if (schema.properties === undefined) return {};
    const given = Object.entries(schema.properties).filter(([, property]) => property !== false);
    const properties = Object.fromEntries(given.map(([name, property]) => [name, this.copy(property, below(path, name))]));
    const required = schema.required?.filter((name) => Object.hasOwn(properties, name)) ?? [];
    return { properties, ...(required.length > 0 ? { required } : {}) };
  }

  /** A tuple is an array of whatever its places take. */
  private items(schema: JsonSchema, path: string): JsonSchema {
    const places = schema['prefixItems'] ?? schema.items;
    if (!Array.isArray(places)) return this.copy(schema.items ?? true, `${path}[]`);
    this.lose(path, 'which place of the tuple takes what');
    const rest = Array.isArray(schema.items) || !isSchema(schema.items) ? [] : [schema.items];
    return this.copy({ anyOf: [...(places as readonly AnySchema[]), ...rest] }, `${path}[]`);
  }

  private union(schema: JsonSchema, branches: readonly AnySchema[], path: string): JsonSchema {
    const { anyOf: _any, oneOf: _one, description, default: fallback, title: _title, ...around } = schema;
    const shared = Object.keys(around).some((keyword) => !SILENT.includes(keyword));
    const whole = branches.map((branch) => (shared && isSchema(branch) ? { ...around, ...branch } : branch));
    const isNull = (branch: AnySchema): boolean => isSchema(branch) && (branch.type === 'null' || branch.const === null);
    const copies = whole.filter((branch) => !isNull(branch)).map((branch) => this.copy(branch, path));
    const nulls = whole.some(isNull) ? [{ type: 'null' }] : [];
    return this.alternatives(
      { ...(description === undefined ? {} : { description }), ...(fallback === undefined ? {} : { default: fallback }) },
      [...copies, ...nulls],
      path,
    );
  }

  /** No description stands beside alternatives; it goes to the first of them. */
  private alternatives(schema: JsonSchema, copies: readonly JsonSchema[], path: string): JsonSchema {
    const flat = copies.flatMap((copy) => (Array.isArray(copy['anyOf']) ? (copy['anyOf'] as readonly JsonSchema[]) : [copy]));
    const [first = { type: 'null' }, ...others] = flat;
    const { description } = this.described(schema, path, []);
    const told =
      description === undefined
        ? first
        : { ...first, description: first.description === undefined ? description : alsoSaying(description, first.description) };
    if (others.length === 0) return told;
    const [second] = others;
    if (others.length === 1 && second?.type === 'null' && typeof told.type === 'string') return { ...told, type: [told.type, 'null'] };
    return { anyOf: [told, ...others] };
  }

  private joined(schema: JsonSchema, parts: readonly AnySchema[], path: string): JsonSchema {
    const { allOf: _parts, ...around } = schema;
    const known = [...parts, around].filter(isSchema);
    const isObject = known.some((part) => part.properties !== undefined || part.type === 'object' || part['$ref'] !== undefined);
    if (parts.length > 1) this.notes.push({ kind: 'adapted', path, text: 'the parts of allOf are put together' });
    return this.copy(
      isObject && parts.length > 1 ? sayingSets(flattenRoot(schema, [], this.document)) : (Object.assign({}, ...known) as JsonSchema),
      path,
    );
  }

  private followed(schema: JsonSchema, reference: string, path: string): JsonSchema {
    const { $ref: _reference, ...around } = schema;
    const target = resolveReference(this.document, reference);
    if (this.way.includes(reference) || this.followings++ > MAX_FOLLOWINGS) {
      this.lose(path, `${reference}, which leads to itself: only its outermost form is told`);
      const type = isSchema(target) ? typesOf(target)?.find((each) => each !== 'null') : undefined;
      return this.described(
        around,
        path,
        [`Nested as ${reference.split('/').at(-1) ?? 'above'} is.`],
        type === 'array' ? { type, items: { type: 'object' } } : { type: type ?? 'object' },
      );
    }
    this.way.push(reference);
    const copy = this.copy(isSchema(target) ? { ...target, ...around } : around, path);
    this.way.pop();
    return copy;
  }

  private anything(schema: JsonSchema, path: string): JsonSchema {
    this.lose(path, 'it may be anything, which can only be said of some types');
    const alternatives = ANY_TYPES.map((type) => (type === 'array' ? { type, items: { type: 'string' } } : { type }));
    return this.alternatives(schema, alternatives, path);
  }

  private described(schema: JsonSchema, path: string, said: readonly string[], around: JsonSchema = {}): JsonSchema {
    const fallback = schema.default === undefined ? undefined : quoted(schema.default);
    if (schema.default !== undefined && fallback === undefined) this.lose(path, 'default, which is too long to be told in words');
    const all = [...said, ...(fallback === undefined ? [] : [`Default: ${fallback}.`])];
    const description = all.reduce<string | undefined>((text, sentence) => alsoSaying(text, sentence), schema.description);
    return description === undefined ? around : { ...around, description };
  }

  private noteUnknown(schema: JsonSchema, path: string): void {
    const known = [...SILENT, ...BUILT, 'additionalProperties', ...Object.values(KEPT).flat()];
    for (const keyword of Object.keys(schema)) if (!known.includes(keyword)) this.lose(path, keyword);
  }

  private lose(path: string, text: string): void {
    if (!this.notes.some((note) => note.path === path && note.text === text)) this.notes.push({ kind: 'lost', path, text });
  }
}

/** What is said in words, because there is no keyword for it. */
function sentences(schema: JsonSchema, type: string, values: readonly JsonValue[] | undefined): readonly string[] {
  const said: string[] = [];
  const { format, exclusiveMinimum: above, exclusiveMaximum: under } = schema;
  if (type !== 'string' && values !== undefined) said.push(`One of ${values.map((value) => JSON.stringify(value)).join(', ')}.`);
  if (typeof format === 'string' && type === 'string' && !FORMATS['string']?.includes(format)) said.push(`Format: ${format}.`);
  if (type === 'number' || type === 'integer') {
    if (typeof above === 'number') said.push(`Greater than ${above}.`);
    if (typeof under === 'number') said.push(`Less than ${under}.`);
  }
  return said;
}
