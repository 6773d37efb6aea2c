import type { Schema } from '../describe/json-schema.js';
import { Refusal } from '../describe/refusal.js';

/** Two keywords of which the first may not be above the second. */
const RANGES = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const;

/** Bounds of a value of one kind: what is measured, and why it does not fit. */
type Bound = readonly [keyword: string, isOutside: (value: unknown, bound: number) => boolean, what: string];

const numbers = (compare: (value: number, bound: number) => boolean) => (value: unknown, bound: number) =>
  typeof value === 'number' && compare(value, bound);
const texts = (compare: (value: number, bound: number) => boolean) => (value: unknown, bound: number) =>
  typeof value === 'string' && compare([...value].length, bound);
const lists = (compare: (value: number, bound: number) => boolean) => (value: unknown, bound: number) =>
  Array.isArray(value) && compare(value.length, bound);

const BOUNDS: readonly Bound[] = [
  ['minimum', numbers((value, bound) => value < bound), 'below'],
  ['maximum', numbers((value, bound) => value > bound), 'above'],
  ['exclusiveMinimum', numbers((value, bound) => value <= bound), 'not above'],
  ['exclusiveMaximum', numbers((value, bound) => value >= bound), 'not below'],
  ['minLength', texts((value, bound) => value < bound), 'shorter than'],
  ['maxLength', texts((value, bound) => value > bound), 'longer than'],
  ['minItems', lists((value, bound) => value < bound), 'shorter than'],
  ['maxItems', lists((value, bound) => value > bound), 'longer than'],
];

/**
 * Throws `Refusal` for a schema that contradicts itself: a lower bound above its upper one, which no value meets, or a
 * default that its own type, choices, bounds or pattern refuse. What a `$ref` says is not looked up.
 */
export function refuseContradictions(schema: Schema): void {
  const branches = schema.anyOf ?? [schema];
  for (const branch of branches) refuseEmptyRange(branch);
  if (!Object.hasOwn(schema, 'default')) return;
  const value = schema['default'];
  const reasons = branches.map((branch) => misfit(value, branch));
  if (reasons.includes(undefined)) return;
  const reason = reasons.length === 1 ? reasons[0] : 'of none of its types';
  throw new Refusal(`has the default ${JSON.stringify(value)}, which is ${reason}: change one of the two`);
}

function refuseEmptyRange(schema: Schema): void {
  for (const [low, high] of RANGES) {
    const [from, to] = [schema[low], schema[high]];
    if (typeof from === 'number' && typeof to === 'number' && from > to) throw new Refusal(noValue(low, from, high, to));
  }
  const { exclusiveMinimum: above, exclusiveMaximum: below, minimum, maximum } = schema as Readonly<Record<string, number | undefined>>;
  if (above !== undefined && below !== undefined && above >= below) {
    throw new Refusal(noValue('exclusiveMinimum', above, 'exclusiveMaximum', below));
  }
  if (above !== undefined && maximum !== undefined && above >= maximum)
    throw new Refusal(noValue('exclusiveMinimum', above, 'maximum', maximum));
  if (minimum !== undefined && below !== undefined && minimum >= below)
    throw new Refusal(noValue('minimum', minimum, 'exclusiveMaximum', below));
}

function noValue(low: string, from: number, high: string, to: number): string {
  return `has @${low} ${from} and @${high} ${to}, so that no value fits: change one of the two`;
}

/** Why a value is none of a schema, as what follows "which is"; undefined if it may be one. */
function misfit(value: unknown, schema: Schema): string | undefined {
  const { type, enum: choices, const: only, pattern } = schema;
  const types = type === undefined ? [] : [type].flat();
  if (types.length > 0 && !types.some((one) => isOfType(value, one))) return `no ${types.join(' or ')}`;
  const allowed = choices ?? (only === undefined ? undefined : [only]);
  if (allowed?.some((choice) => choice === value) === false) {
    return `none of ${allowed.map((choice) => JSON.stringify(choice)).join(', ')}`;
  }
  for (const [keyword, isOutside, what] of BOUNDS) {
    const bound = schema[keyword];
    if (typeof bound === 'number' && isOutside(value, bound)) return `${what} @${keyword} ${bound}`;
  }
  if (typeof pattern === 'string' && typeof value === 'string' && !new RegExp(pattern, 'u').test(value))
    return `not of the pattern ${pattern}`;
  return undefined;
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type;
}
