import type { JsonSchema } from '@tackroom/core';
import { isSchema, resolveReference, schemasIn, typesOf, type AnySchema } from './schema-parts.js';

/** Whether a schema takes `null`, by the keywords that strict mode knows; a keyword beyond them counts for nothing. */
export function canBeNull(schema: AnySchema, root: JsonSchema, known = new Map<string, boolean>()): boolean {
  if (!isSchema(schema)) return schema;
  if (!ownKeywordsTakeNull(schema)) return false;
  const takes = (inner: AnySchema): boolean => canBeNull(inner, root, known);
  const unions = [schemasIn(schema, 'anyOf'), schemasIn(schema, 'oneOf')];
  if (unions.some((branches) => branches?.some(takes) === false)) return false;
  if (schemasIn(schema, 'allOf')?.every(takes) === false) return false;
  const { $ref: reference } = schema;
  if (typeof reference !== 'string') return true;
  if (!known.has(reference)) {
    known.set(reference, true); // one that leads to itself says nothing
    known.set(reference, canBeNull(resolveReference(root, reference) ?? true, root, known));
  }
  return known.get(reference) ?? true;
}

function ownKeywordsTakeNull(schema: JsonSchema): boolean {
  if (typesOf(schema)?.includes('null') === false || schema.enum?.includes(null) === false) return false;
  return schema.const === undefined || schema.const === null;
}

/** The schema, with `null` beside what it takes. */
export function orNull(schema: JsonSchema): JsonSchema {
  const { title, description, ...bare } = schema;
  const about = { ...(title === undefined ? {} : { title }), ...(description === undefined ? {} : { description }) };
  if (Array.isArray(bare['anyOf'])) return { ...about, ...bare, anyOf: [...(bare['anyOf'] as readonly JsonSchema[]), { type: 'null' }] };
  const types = typesOf(bare);
  if (types === undefined || bare.const !== undefined) return { ...about, anyOf: [bare, { type: 'null' }] };
  return {
    ...about,
    ...bare,
    type: [...types, 'null'],
    ...(bare.enum === undefined ? {} : { enum: [...bare.enum, null] }),
  };
}
