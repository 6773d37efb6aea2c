import type { JsonValue } from '../contracts/json.js';

const MAX_DEPTH = 64;
/** How much is converted: a unit is a value, or 16 characters of text. A shared object counts each time it is met. */
const MAX_UNITS = 250_000;
const TOO_LARGE = '[the rest is too large]';

/** One conversion. */
interface Walk {
  readonly parents: object[];
  units: number;
}

/**
 * A handler's value as JSON. `Date` becomes ISO text, `Map` an object (or pairs, when a key is not text), `Set` an array,
 * `BigInt` its digits, bytes a note with their length, `Error` its name and message; functions and symbols are left out,
 * `NaN` and infinities become null. Cycles, depth beyond 64 and what goes beyond 250 000 values (or 4 MB of text in them) are
 * cut and marked. `toJSON` methods are honoured. Getters that throw are marked; what else throws is thrown. The result
 * shares nothing with the value.
 */
export function toJson(value: unknown): JsonValue | undefined {
  return convert(value, { parents: [], units: MAX_UNITS }, 0);
}

function convert(value: unknown, walk: Walk, depth: number): JsonValue | undefined {
  walk.units -= 1;
  switch (typeof value) {
    case 'string':
      walk.units -= value.length >> 4;
      return value.isWellFormed() ? value : value.toWellFormed();
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : null;
    case 'bigint':
      return value.toString();
    case 'object':
      return value === null ? null : convertObject(value, walk, depth);
    default:
      return undefined;
  }
}

function convertObject(value: object, walk: Walk, depth: number): JsonValue | undefined {
  const { parents } = walk;
  if (parents.includes(value)) return '[circular]';
  if (depth >= MAX_DEPTH) return '[too deep]';
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
  if (value instanceof Error) return { name: value.name, message: value.message };
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`;
  parents.push(value);
  try {
    return convertContainer(value, walk, depth + 1);
  } finally {
    parents.pop();
  }
}

function convertContainer(value: object, walk: Walk, depth: number): JsonValue | undefined {
  const own = (value as { toJSON?: unknown }).toJSON;
  if (typeof own === 'function') return convert((own as (this: object, key: string) => unknown).call(value, ''), walk, depth);
  if (Array.isArray(value)) return convertList(value, walk, depth);
  if (value instanceof Set) return convertList([...value], walk, depth);
  if (value instanceof Map) return convertMap([...value], walk, depth);
  return convertMembers(Object.keys(value), (key) => readProperty(value, key), walk, depth);
}

/** A `for` over the indexes: holes count, and reading an element may throw. */
function convertList(list: readonly unknown[], walk: Walk, depth: number): JsonValue {
  const result: JsonValue[] = [];
  for (let index = 0; index < list.length; index++) {
    if (walk.units <= 0) {
      result.push(TOO_LARGE);
      break;
    }
    result.push(convert(readProperty(list, index), walk, depth) ?? null);
  }
  return result;
}

function convertMap(entries: readonly (readonly [unknown, unknown])[], walk: Walk, depth: number): JsonValue {
  if (!entries.every(([key]) => typeof key === 'string')) return convertList(entries, walk, depth);
  const keys = entries.map(([key]) => key as string); // as was just asked
  return convertMembers(keys, (_key, index) => entries[index]?.[1], walk, depth);
}

function convertMembers(keys: readonly string[], itemOf: (key: string, index: number) => unknown, walk: Walk, depth: number): JsonValue {
  const result: Record<string, JsonValue> = {};
  for (const [index, key] of keys.entries()) {
    if (walk.units <= 0) {
      result['…'] = TOO_LARGE;
      break;
    }
    const item = convert(itemOf(key, index), walk, depth);
    if (item !== undefined) setOwn(result, key.toWellFormed(), item);
  }
  return result;
}

function readProperty(value: object, key: string | number): unknown {
  try {
    return (value as Record<string | number, unknown>)[key];
  } catch (error) {
    return `[unreadable: ${error instanceof Error ? error.message : 'the getter threw'}]`;
  }
}

/** `__proto__` must become a property like any other. */
function setOwn(target: Record<string, JsonValue>, key: string, value: JsonValue): void {
  if (key === '__proto__') Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });
  else target[key] = value;
}
