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
  const path: string[] = [];
  try {
    return { value: copy(value, path) };
  } catch (error) {
    if (error instanceof NotJsonSignal) return { notJson: { what: error.message, pointer: pointerOf(path) } };
    throw error;
  }
}

class NotJsonSignal extends Error {}

/** `path` names the value being copied; it is only read when something is not JSON. */
function copy(value: unknown, path: string[]): JsonValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') {
    if (Number.isFinite(value)) return value;
    throw new NotJsonSignal(`the number ${value}`);
  }
  if (typeof value !== 'object') throw new NotJsonSignal(value === undefined ? 'undefined' : `a ${typeof value}`);
  if (path.length > MAX_DEPTH) throw new NotJsonSignal(`more than ${MAX_DEPTH} levels (a cycle?)`);
  if (Array.isArray(value)) return copyArray(value, path);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null && !isForeignPlain(prototype)) {
    throw new NotJsonSignal(`an instance of ${(prototype as object).constructor.name}`);
  }
  return copyObject(value as Record<string, unknown>, path);
}

function copyArray(value: readonly unknown[], path: string[]): JsonValue {
  const result: JsonValue[] = [];
  for (let index = 0; index < value.length; index++) {
    path.push(String(index));
    result.push(copy(value[index], path));
    path.pop();
  }
  return Object.freeze(result);
}

function copyObject(value: Record<string, unknown>, path: string[]): JsonValue {
  const result: Record<string, JsonValue> = {};
  for (const key of Object.keys(value)) {
    const member = value[key];
    if (member === undefined) continue;
    path.push(key);
    const inner = copy(member, path);
    path.pop();
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

/** Keys from the root on as a JSON pointer. */
export function pointerOf(path: readonly string[]): string {
  return path.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
