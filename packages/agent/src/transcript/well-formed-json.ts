import type { JsonValue } from '@tackroom/core';

/** The same value with the halves of surrogate pairs that stand alone replaced by U+FFFD, in keys as in texts. */
export function wellFormedJson(value: JsonValue): JsonValue {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(wellFormedJson);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key.toWellFormed(), wellFormedJson(member)]));
}
