import type { JsonSchema } from '../contracts/json.js';
import { resolvePointer } from './check-schema.js';

/**
 * Turns strings among `parameters` into what the schema asks for, in place, where the string is exactly that: a JSON
 * number, `true` or `false`, or the JSON of an array or object. A parameter that may be a string keeps its string, and
 * whatever would lose digits stays as it is, for the validator to refuse.
 */
export function coerceLossless(args: Record<string, unknown>, schema: JsonSchema, parameters: readonly string[]): void {
  for (const name of parameters) {
    if (!Object.hasOwn(args, name)) continue;
    const text = args[name];
    if (typeof text !== 'string') continue;
    const property: unknown =
      schema.properties !== undefined && Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    const value = parsed(text, typesOf(property, schema, 0));
    if (value !== undefined) args[name] = value;
  }
}

/** The types a schema takes; `string` among them when it takes anything. */
function typesOf(schema: unknown, root: JsonSchema, hops: number): readonly string[] {
  if (typeof schema !== 'object' || schema === null || hops > 10) return ['string'];
  const { type, anyOf, oneOf, $ref } = schema as JsonSchema;
  if (type !== undefined) return typeof type === 'string' ? [type] : type;
  if (typeof $ref === 'string' && $ref.startsWith('#/')) return typesOf(resolvePointer(root, $ref), root, hops + 1);
  const branches = anyOf ?? oneOf;
  return Array.isArray(branches) ? branches.flatMap((branch) => typesOf(branch, root, hops + 1)) : ['string'];
}

function parsed(text: string, types: readonly string[]): unknown {
  if (types.includes('string')) return undefined;
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  if (types.includes('number') || types.includes('integer')) {
    const number = exactNumber(text);
    if (number !== undefined) return number;
  }
  if (types.includes('array') && text.startsWith('[')) return container(text);
  return types.includes('object') && text.startsWith('{') ? container(text) : undefined;
}

/** Digits that a double always keeps. */
const KEPT_DIGITS = 15;

function exactNumber(text: string): number | undefined {
  if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) return undefined;
  const value = Number(text);
  if (!Number.isFinite(value)) return undefined;
  const digits = text
    .replace(/[eE].*$/, '')
    .replace(/\D/g, '')
    .replace(/^0+/, '');
  const isKept = digits.length <= KEPT_DIGITS ? digits === '' || value !== 0 : String(value) === text;
  return isKept ? value : undefined;
}

function container(text: string): unknown {
  let isExact = true;
  try {
    const value: unknown = JSON.parse(text, (_key, inner: unknown) => {
      if (typeof inner === 'number' && (!Number.isFinite(inner) || (Number.isInteger(inner) && !Number.isSafeInteger(inner))))
        isExact = false;
      return inner;
    });
    return isExact ? value : undefined;
  } catch {
    // Not JSON: the validator says what was expected.
    return undefined;
  }
}
