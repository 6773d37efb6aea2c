import type { JsonSchema, JsonValue } from '../../contracts/json.js';

/** What cannot be true together, for a message. */
export interface Contradiction {
  readonly contradiction: string;
}

type Draft = Record<string, unknown>;

const LARGEST = ['minLength', 'minItems', 'minProperties', 'minimum', 'exclusiveMinimum'];
const SMALLEST = ['maxLength', 'maxItems', 'maxProperties', 'maximum', 'exclusiveMaximum'];

/**
 * One schema for what several say of one value: the narrower of types and limits, the values that all lists share, and under
 * `allOf` what a schema can say only once. What no value can fit is a contradiction.
 */
export function mergeSchemas(schemas: readonly JsonSchema[]): JsonSchema | Contradiction {
  const merged: Draft = {};
  for (const schema of schemas) {
    for (const [keyword, value] of Object.entries(schema)) {
      const contradiction = mergeKeyword(merged, keyword, value);
      if (contradiction !== undefined) return { contradiction };
    }
  }
  return merged;
}

function mergeKeyword(merged: Draft, keyword: string, value: unknown): string | undefined {
  const before = merged[keyword];
  if (before === undefined) merged[keyword] = value;
  else if (keyword === 'type') return mergeTypes(merged, before, value);
  else if (keyword === 'enum') return mergeChoices(merged, before as readonly JsonValue[], value as readonly JsonValue[]);
  else if (LARGEST.includes(keyword)) merged[keyword] = Math.max(Number(before), Number(value));
  else if (SMALLEST.includes(keyword)) merged[keyword] = Math.min(Number(before), Number(value));
  else if (keyword === 'allOf') merged[keyword] = [...(before as readonly JsonSchema[]), ...(value as readonly JsonSchema[])];
  // A second format is no second check: the first that is named stays the hint.
  else if (keyword !== 'format' && JSON.stringify(before) !== JSON.stringify(value)) {
    merged['allOf'] = [...((merged['allOf'] ?? []) as readonly JsonSchema[]), { [keyword]: value }];
  }
  return undefined;
}

function mergeTypes(merged: Draft, before: unknown, type: unknown): string | undefined {
  if (before === type) return undefined;
  const isWhole = [before, type].includes('number') && [before, type].includes('integer');
  if (!isWhole) return `no value is both ${typeName(before)} and ${typeName(type)}`;
  merged['type'] = 'integer';
  return undefined;
}

function mergeChoices(merged: Draft, before: readonly JsonValue[], values: readonly JsonValue[]): string | undefined {
  const shared = before.filter((value) => values.includes(value));
  merged['enum'] = shared;
  return shared.length === 0 ? 'its lists of values share none' : undefined;
}

function typeName(type: unknown): string {
  return type === 'date' ? 'a Date' : `${['array', 'object', 'integer'].includes(String(type)) ? 'an' : 'a'} ${String(type)}`;
}
