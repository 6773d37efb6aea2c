import type { StandardIssue } from '../../contracts/standard-schema.js';

/**
 * A field, inside an open object, with a name that every object has (`constructor`, `toString`): class-transformer takes
 * those for a class or for methods and would fail or drop them, so that the method would get less than was approved.
 */
export function unkeptField(value: unknown, path: readonly PropertyKey[] = []): StandardIssue | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const at = [...path, key];
    if (key in Object.prototype && !Array.isArray(value)) return { path: at, message: 'has a name that every object has; use another' };
    const found = unkeptField(inner, at);
    if (found !== undefined) return found;
  }
  return undefined;
}
