import type { LaneKey } from '../contracts/tool-definition.js';

/**
 * Segments of a lane key. Text is split at `/`, empty segments and `.` dropped, so that `src/a.ts` lies below `src`;
 * a list is copied as it is: a lane that its owner can still change is never found again to be left. Throws for anything
 * else, such as the promise of a key function that is async.
 */
export function laneSegments(key: LaneKey): readonly string[] {
  if (typeof key === 'string') return key.split('/').filter((segment) => segment !== '' && segment !== '.');
  const segments: readonly unknown[] = Array.isArray(key) ? [...(key as readonly unknown[])] : [key];
  if (Array.isArray(key) && segments.every(isText)) return segments;
  const wrong = segments.find((segment) => !isText(segment));
  throw new TypeError(`a lane key is a text or a list of texts, not ${wrong === null ? 'null' : `of type ${typeof wrong}`}`);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** Whether one key is the other, or lies above or below it. */
export function keysOverlap(a: readonly string[], b: readonly string[]): boolean {
  const shared = Math.min(a.length, b.length);
  for (let index = 0; index < shared; index++) if (a[index] !== b[index]) return false;
  return true;
}
