import type { JsonValue } from '../contracts/json.js';

/**
 * JSON text that is equal for equal values: own keys in UTF-16 order, no spaces, members that are undefined left out (RFC
 * 8785 but for numbers). Numbers that JSON text can say but
 * `JSON.stringify` cannot (`-0`, and `1e400`, which is read as infinity) keep a text of their own.
 */
export function canonicalJson(value: JsonValue): string {
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members: string[] = [];
  for (const key of Object.keys(value).sort()) {
    const member = value[key];
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${canonicalJson(member)}`);
  }
  return `{${members.join(',')}}`;
}

/** `Array.isArray` that narrows a readonly JSON array. */
export function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
