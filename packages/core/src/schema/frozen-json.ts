import type { JsonValue } from '../contracts/json.js';

/** Deeper nesting than this is a cycle or an attack. */
const MAX_DEPTH = 100;

/** What is not JSON, and where (a JSON pointer). */
export interface NotJson {
  readonly pointer: string;
  readonly what: string;
}

/** A deeply frozen copy of a JSON value, or what in it is not JSON. Members that are `undefined` are left out. */
export function frozenJson(value: unknown): { readonly value: JsonValue } | { readonly notJson: NotJson } {
  try {
    return { value: copy(value, '', 0) };
  } catch (error) {
    if (error instanceof NotJsonSignal) return { notJson: error.found };
    throw error;
  }
}

class NotJsonSignal extends Error {
  constructor(readonly found: NotJson) {
    super(found.what);
  }
}

function copy(value: unknown, pointer: string, depth: number): JsonValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') {
    if (Number.isFinite(value)) return value;
    throw new NotJsonSignal({ pointer, what: `the number ${value}` });
  }
  if (typeof value !== 'object') throw new NotJsonSignal({ pointer, what: value === undefined ? 'undefined' : `a ${typeof value}` });
  if (depth > MAX_DEPTH) throw new NotJsonSignal({ pointer: '', what: `nested more than ${MAX_DEPTH} deep (a cycle?)` });
  if (Array.isArray(value)) return Object.freeze(value.map((item, index) => copy(item, `${pointer}/${index}`, depth + 1)));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null && !isForeignPlain(prototype)) {
    throw new NotJsonSignal({ pointer, what: `an instance of ${(prototype as object).constructor.name}` });
  }
  return copyObject(value as Record<string, unknown>, pointer, depth);
}

function copyObject(value: Record<string, unknown>, pointer: string, depth: number): JsonValue {
  const result: Record<string, JsonValue> = {};
  for (const key of Object.keys(value)) {
    const member = value[key];
    if (member === undefined) continue;
    const inner = copy(member, `${pointer}/${pointerPart(key)}`, depth + 1);
    // Assigning to `__proto__` would set the prototype.
    if (key === '__proto__') Object.defineProperty(result, key, { value: inner, enumerable: true });
    else result[key] = inner;
  }
  return Object.freeze(result);
}

/** The plain prototype of another realm, such as a test runner's. */
function isForeignPlain(prototype: unknown): boolean {
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype as object, 'isPrototypeOf');
}

/** A key as a part of a JSON pointer. */
export function pointerPart(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
