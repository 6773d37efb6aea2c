import type { JsonValue } from '../contracts/json.js';

const MAX_DEPTH = 64;

/**
 * A handler's value as JSON. `Date` becomes ISO text, `Map` an object (or pairs, when a key is not text), `Set` an array,
 * `BigInt` its digits, bytes a note with their length, `Error` its name and message; functions and symbols are left out,
 * `NaN` and infinities become null, cycles and depth beyond 64 are cut and marked. `toJSON` methods are honoured. Getters
 * that throw are marked. The result shares nothing with the value.
 */
export function toJson(value: unknown): JsonValue | undefined {
  return convert(value, [], 0);
}

function convert(value: unknown, parents: object[], depth: number): JsonValue | undefined {
  switch (typeof value) {
    case 'string':
      return value.isWellFormed() ? value : value.toWellFormed();
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : null;
    case 'bigint':
      return value.toString();
    case 'object':
      return value === null ? null : convertObject(value, parents, depth);
    default:
      return undefined;
  }
}

function convertObject(value: object, parents: object[], depth: number): JsonValue | undefined {
  if (parents.includes(value)) return '[circular]';
  if (depth >= MAX_DEPTH) return '[too deep]';
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
  if (value instanceof Error) return { name: value.name, message: value.message };
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`;
  parents.push(value);
  try {
    return convertContainer(value, parents, depth + 1);
  } finally {
    parents.pop();
  }
}

function convertContainer(value: object, parents: object[], depth: number): JsonValue | undefined {
  const own = (value as { toJSON?: unknown }).toJSON;
  if (typeof own === 'function') return convert((own as (this: object, key: string) => unknown).call(value, ''), parents, depth);
  if (Array.isArray(value)) return value.map((item) => convert(item, parents, depth) ?? null);
  if (value instanceof Set) return [...value].map((item) => convert(item, parents, depth) ?? null);
  if (value instanceof Map) return convertMap(value, parents, depth);
  const result: Record<string, JsonValue> = {};
  for (const key of Object.keys(value)) {
    const item = convert(readProperty(value, key), parents, depth);
    if (item !== undefined) setOwn(result, key.toWellFormed(), item);
  }
  return result;
}

function convertMap(map: ReadonlyMap<unknown, unknown>, parents: object[], depth: number): JsonValue {
  const pairs = [...map].map(([key, item]) => [key, convert(item, parents, depth) ?? null] as const);
  if (!pairs.every(([key]) => typeof key === 'string')) {
    return pairs.map(([key, item]) => [convert(key, parents, depth) ?? null, item]);
  }
  const result: Record<string, JsonValue> = {};
  for (const [key, item] of pairs) setOwn(result, key as string, item);
  return result;
}

function readProperty(value: object, key: string): unknown {
  try {
    return (value as Record<string, unknown>)[key];
  } catch (error) {
    return `[unreadable: ${error instanceof Error ? error.message : 'the getter threw'}]`;
  }
}

/** `__proto__` must become a property like any other. */
function setOwn(target: Record<string, JsonValue>, key: string, value: JsonValue): void {
  if (key === '__proto__') Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });
  else target[key] = value;
}
