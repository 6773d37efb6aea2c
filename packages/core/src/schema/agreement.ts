import type { JsonSchema } from '../contracts/json.js';
import { resolvePointer } from './check-schema.js';

/** Where and how two schemas leave no value that both allow. */
export interface Disagreement {
  /** ` at "path"`, or empty for the whole. */
  readonly at: string;
  readonly first: string;
  readonly second: string;
}

/** Deeper than this nobody looks for a contradiction. */
const MAX_DEPTH = 8;

/**
 * The first place at which two schemas contradict each other: their types, constants, required fields or items exclude one
 * another. Undefined when some value may fit both; what is not understood contradicts nothing.
 */
export function disagreement(first: JsonSchema, second: JsonSchema): Disagreement | undefined {
  return compare({ schema: first, root: first }, { schema: second, root: second }, []);
}

interface Side {
  readonly schema: unknown;
  readonly root: JsonSchema;
}

function compare(a: Side, b: Side, path: readonly string[]): Disagreement | undefined {
  const [left, right] = [branchesOf(a, 0), branchesOf(b, 0)];
  if (left === undefined || right === undefined || path.length > MAX_DEPTH) return undefined;
  let found: Disagreement | undefined;
  for (const one of left) {
    for (const other of right) {
      const difference = compareBranch({ schema: one, root: a.root }, { schema: other, root: b.root }, path);
      if (difference === undefined) return undefined;
      if (found === undefined || difference.at.length > found.at.length) found = difference;
    }
  }
  return left.length === 1 && right.length === 1
    ? found
    : disagreeing(path, left.map(typeName).join(' or '), right.map(typeName).join(' or '));
}

/** The alternatives of a schema; undefined where it says something that is not looked at. */
function branchesOf({ schema, root }: Side, hops: number): readonly JsonSchema[] | undefined {
  if (typeof schema !== 'object' || schema === null || hops > MAX_DEPTH) return undefined;
  const { $ref, anyOf, oneOf, allOf, type } = schema as JsonSchema;
  if (allOf !== undefined) return undefined;
  if (typeof $ref === 'string')
    return $ref.startsWith('#') ? branchesOf({ schema: resolvePointer(root, $ref), root }, hops + 1) : undefined;
  const alternatives = anyOf ?? oneOf;
  if (Array.isArray(alternatives)) {
    const inner = alternatives.map((branch: unknown) => branchesOf({ schema: branch, root }, hops + 1));
    return inner.every((branches) => branches !== undefined) ? inner.flat() : undefined;
  }
  return typeof type === 'object' ? type.map((one): JsonSchema => ({ ...schema, type: one })) : [schema as JsonSchema];
}

function compareBranch(a: Side, b: Side, path: readonly string[]): Disagreement | undefined {
  const [one, other] = [a.schema as JsonSchema, b.schema as JsonSchema];
  const [typeA, typeB] = [typeOf(one), typeOf(other)];
  if (typeA !== undefined && typeB !== undefined && typeA !== typeB) return disagreeing(path, typeName(one), typeName(other));
  const [valuesA, valuesB] = [valuesOf(one), valuesOf(other)];
  if (valuesA !== undefined && valuesB !== undefined && !valuesA.some((value) => valuesB.includes(value))) {
    return disagreeing(path, `one of ${valuesA.join(', ')}`, `one of ${valuesB.join(', ')}`);
  }
  if (typeA === 'object') return compareMembers(a, b, path);
  return typeA === 'array' ? compareItems(a, b, path) : undefined;
}

function compareMembers(a: Side, b: Side, path: readonly string[]): Disagreement | undefined {
  const [one, other] = [a.schema as JsonSchema, b.schema as JsonSchema];
  for (const name of one.required ?? [])
    if (!takes(other, name)) return disagreeing(path, `"${name}" is required`, `"${name}" is not known`);
  for (const name of other.required ?? [])
    if (!takes(one, name)) return disagreeing(path, `"${name}" is not known`, `"${name}" is required`);
  // Leaving out an optional field would fit both, but nobody means that.
  for (const name of Object.keys(one.properties ?? {})) {
    if (!Object.hasOwn(other.properties ?? {}, name)) continue;
    const [left, right] = [one.properties?.[name], other.properties?.[name]];
    const difference = compare({ ...a, schema: left }, { ...b, schema: right }, [...path, name]);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

/** An empty list fits whatever the items are, but nobody means that. */
function compareItems(a: Side, b: Side, path: readonly string[]): Disagreement | undefined {
  const [one, other] = [a.schema as JsonSchema, b.schema as JsonSchema];
  return compare({ ...a, schema: one.items }, { ...b, schema: other.items }, [...path, '[]']);
}

function takes({ properties, additionalProperties, patternProperties }: JsonSchema, name: string): boolean {
  return additionalProperties !== false || patternProperties !== undefined || (properties !== undefined && Object.hasOwn(properties, name));
}

function typeOf(schema: JsonSchema): string | undefined {
  return schema.type === 'integer' ? 'number' : (schema.type as string | undefined);
}

function valuesOf(schema: JsonSchema): readonly unknown[] | undefined {
  return schema.const === undefined ? schema.enum : [schema.const];
}

function typeName(schema: JsonSchema): string {
  return typeof schema.type === 'string' ? schema.type : 'anything';
}

function disagreeing(path: readonly string[], first: string, second: string): Disagreement {
  const at = path.length === 0 ? '' : ` at "${path.join('.').replaceAll('.[]', '[]')}"`;
  return { at, first, second };
}
