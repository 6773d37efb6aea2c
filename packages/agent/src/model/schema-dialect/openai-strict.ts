import type { JsonSchema, JsonValue } from '@tackroom/core';
import { canBeNull, orNull } from './nullable.js';
import { alsoSaying, below, isSchema, quoted, resolveReference, schemasIn, typeOfValue, typesOf, type AnySchema } from './schema-parts.js';
import type { DialectNote } from './schema-dialect.js';
import type { SchemaUndo } from './schema-undo.js';
import { strictLimit } from './strict-limits.js';
import { strictUndo } from './strict-undo.js';

/** A schema that OpenAI holds a model to, or why there is none. */
export type StrictCopy =
  | { readonly kind: 'copy'; readonly schema: JsonSchema; readonly notes: readonly DialectNote[]; readonly undo: SchemaUndo | undefined }
  | { readonly kind: 'none'; readonly path: string; readonly reason: string };

/**
 * The schema in the subset of strict mode ("Structured outputs", "Supported schemas"): every property is required and an
 * optional one takes `null` instead, no object is open, and keywords that are not in the subset are left out. Nothing is
 * guessed: where that would refuse what the registered schema takes, or leaves open what a `null` means, there is no copy.
 */
export function strictCopy(schema: JsonSchema): StrictCopy {
  const copier = new StrictCopier(schema);
  const copy = copier.root();
  if (copier.refusal !== undefined) return { kind: 'none', ...copier.refusal };
  const limit = strictLimit(copy);
  if (limit !== undefined) return { kind: 'none', path: '', reason: limit };
  const undo = strictUndo(schema);
  if (undo.conflict !== undefined) return { kind: 'none', ...undo.conflict };
  return { kind: 'copy', schema: copy, notes: copier.notes, undo: undo.undo };
}

/** Say nothing of values. */
const SILENT = [
  '$schema',
  '$comment',
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  '$defs',
  'definitions',
];
const KEPT = [
  'type',
  'pattern',
  'format',
  'multipleOf',
  'maximum',
  'exclusiveMaximum',
  'minimum',
  'exclusiveMinimum',
  'minItems',
  'maxItems',
  'enum',
  'const',
];
const BUILT = ['properties', 'required', 'additionalProperties', 'items', 'anyOf', 'oneOf', 'allOf', '$ref'];
/** Narrow a value of known form, so that a copy can do without. Any other keyword may give it a form and is refused. */
const NARROWING = [
  'minLength',
  'maxLength',
  'uniqueItems',
  'contains',
  'minContains',
  'maxContains',
  'minProperties',
  'maxProperties',
  'propertyNames',
  'dependentRequired',
];
const FORMATS = ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'];

class StrictCopier {
  readonly notes: DialectNote[] = [];
  refusal: { readonly path: string; readonly reason: string } | undefined = undefined;
  /** Copies of what references lead to, by keyword and name. */
  private readonly shared = new Map<string, Map<string, JsonSchema>>();

  constructor(private readonly document: JsonSchema) {}

  root(): JsonSchema {
    if (
      schemasIn(this.document, 'anyOf') ??
      schemasIn(this.document, 'oneOf') ??
      schemasIn(this.document, 'allOf') ??
      this.document['$ref']
    ) {
      return this.refuse('', 'its root is put together from other schemas');
    }
    const copy = this.copy(this.document, '');
    const shared = [...this.shared].map(([keyword, schemas]) => [keyword, Object.fromEntries(schemas)] as const);
    return { ...copy, ...Object.fromEntries(shared) };
  }

  private copy(schema: AnySchema, path: string): JsonSchema {
    if (this.refusal !== undefined) return {};
    if (!isSchema(schema)) return this.refuse(path, schema ? 'it may be anything' : 'it may be nothing at all');
    const foreign = Object.keys(schema).find((keyword) => ![...SILENT, ...KEPT, ...BUILT, ...NARROWING].includes(keyword));
    if (foreign !== undefined) return this.refuse(path, `it uses ${foreign}`);
    for (const keyword of NARROWING) if (schema[keyword] !== undefined) this.lose(path, keyword);
    const { $ref: reference } = schema;
    if (typeof reference === 'string') return this.reference(schema, reference, path);
    const only = schemasIn(schema, 'allOf');
    if (only !== undefined) return this.single(schema, only, path);
    const branches = schemasIn(schema, 'anyOf') ?? schemasIn(schema, 'oneOf');
    return branches === undefined ? this.value(schema, path) : this.union(schema, branches, path);
  }

  private value(schema: JsonSchema, path: string): JsonSchema {
    const types = typesOf(schema) ?? typesOfValues(schema);
    if (types === undefined) return this.refuse(path, 'it may be anything');
    return {
      ...described(schema),
      type: types.length === 1 ? (types[0] ?? 'null') : types,
      ...this.kept(schema, path),
      ...(types.includes('object') ? this.object(schema, path) : {}),
      ...(types.includes('array') ? { items: this.items(schema, path) } : {}),
    };
  }

  private kept(schema: JsonSchema, path: string): JsonSchema {
    const kept: Record<string, unknown> = {};
    for (const keyword of KEPT) {
      const value = schema[keyword];
      if (keyword === 'type' || value === undefined) continue;
      // Its patterns know no look-around.
      if ((keyword === 'format' && !FORMATS.includes(String(value))) || (keyword === 'pattern' && /\(\?<?[=!]/.test(String(value)))) {
        this.lose(path, `${keyword} ${JSON.stringify(value)}`);
      } else kept[keyword] = value;
    }
    return kept;
  }

  private object(schema: JsonSchema, path: string): JsonSchema {
    const { properties, required = [], additionalProperties: open } = schema;
    if (open !== undefined && open !== false) return this.refuse(path, 'it is an open map (additionalProperties)');
    // At the root it is a tool without parameters.
    if (path !== '' && open !== false && Object.keys(properties ?? {}).length === 0) {
      return this.refuse(path, 'it is an object of which no property is known');
    }
    const copies: [string, JsonSchema][] = [];
    for (const [name, property] of Object.entries(properties ?? {})) {
      const copy = this.copy(property, below(path, name));
      copies.push([name, required.includes(name) ? copy : this.optional(copy, property, below(path, name))]);
    }
    const unknown = required.find((name) => !copies.some(([known]) => known === name));
    if (unknown !== undefined) return this.refuse(path, `it requires ${unknown}, of which nothing is known`);
    return { properties: Object.fromEntries(copies), required: copies.map(([name]) => name), additionalProperties: false };
  }

  private optional(copy: JsonSchema, property: AnySchema, path: string): JsonSchema {
    if (canBeNull(property, this.document)) {
      this.notes.push({ kind: 'lost', path, text: 'cannot be left out: the model says null, which the tool takes as a value' });
      return copy;
    }
    this.notes.push({ kind: 'adapted', path, text: 'is null where it is left out' });
    return orNull(copy);
  }

  private items({ items }: JsonSchema, path: string): JsonSchema {
    if (Array.isArray(items)) return this.refuse(path, 'it is a tuple');
    return items === undefined ? this.refuse(`${path}[]`, 'it may be anything') : this.copy(items, `${path}[]`);
  }

  private union(schema: JsonSchema, branches: readonly AnySchema[], path: string): JsonSchema {
    const beside = Object.keys(schema).find((keyword) => keyword !== 'anyOf' && keyword !== 'oneOf' && !SILENT.includes(keyword));
    if (beside !== undefined || (schema['anyOf'] !== undefined && schema['oneOf'] !== undefined)) {
      return this.refuse(path, `it says more beside its alternatives (${beside ?? 'oneOf'})`);
    }
    if (schema['oneOf'] !== undefined) this.notes.push({ kind: 'adapted', path, text: 'oneOf is written as anyOf' });
    return { ...described(schema), anyOf: branches.map((branch) => this.copy(branch, path)) };
  }

  private single(schema: JsonSchema, parts: readonly AnySchema[], path: string): JsonSchema {
    const [only] = parts;
    const { allOf: _parts, ...around } = schema;
    if (parts.length !== 1 || !isSchema(only) || Object.keys(around).some((keyword) => !SILENT.includes(keyword))) {
      return this.refuse(path, 'it uses allOf');
    }
    return this.copy({ ...only, ...around }, path);
  }

  /** A reference stands alone, so that a description needs a place around it. */
  private reference(schema: JsonSchema, reference: string, path: string): JsonSchema {
    const beside = Object.keys(schema).find((keyword) => keyword !== '$ref' && !SILENT.includes(keyword));
    if (beside !== undefined) return this.refuse(path, `it says more beside its reference (${beside})`);
    const [, keyword, name] = /^#\/(\$defs|definitions)\/([^/%~]+)$/.exec(reference) ?? [];
    const target = resolveReference(this.document, reference);
    if (reference !== '#' && (keyword === undefined || name === undefined || target === undefined)) {
      return this.refuse(path, `its reference ${reference} is not to a definition`);
    }
    if (keyword !== undefined && name !== undefined && target !== undefined) this.share(keyword, name, target);
    const about = described(schema);
    return about.description === undefined ? { $ref: reference } : { ...about, anyOf: [{ $ref: reference }] };
  }

  private share(keyword: string, name: string, target: AnySchema): void {
    const schemas = this.shared.get(keyword) ?? new Map<string, JsonSchema>();
    this.shared.set(keyword, schemas);
    if (schemas.has(name)) return;
    schemas.set(name, {}); // known before it is whole, since it may lead to itself
    schemas.set(name, this.copy(target, name));
  }

  private refuse(path: string, reason: string): JsonSchema {
    this.refusal ??= { path, reason };
    return {};
  }

  private lose(path: string, what: string): void {
    this.notes.push({ kind: 'lost', path, text: what });
  }
}

/** What a model reads of a value: a default is filled in by the tool, and `default` is not in the subset. */
function described({ title, description, default: fallback }: JsonSchema): JsonSchema {
  const said = fallback === undefined ? undefined : quoted(fallback);
  const text = said === undefined ? description : alsoSaying(description, `Default: ${said}.`);
  return { ...(title === undefined ? {} : { title }), ...(text === undefined ? {} : { description: text }) };
}

function typesOfValues(schema: JsonSchema): readonly string[] | undefined {
  const values: readonly JsonValue[] | undefined = schema.const === undefined ? schema.enum : [schema.const];
  return values === undefined || values.length === 0 ? undefined : [...new Set(values.map(typeOfValue))];
}
