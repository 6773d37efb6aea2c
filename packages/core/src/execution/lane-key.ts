import type { LaneKey } from '../contracts/tool-definition.js';

/**
 * Segments of a lane key. Text is split at `/`, empty segments and `.` dropped, so that `src/a.ts` lies below `src`;
 * a list is taken as it is.
 */
export function laneSegments(key: LaneKey): readonly string[] {
  if (typeof key !== 'string') return key;
  return key.split('/').filter((segment) => segment !== '' && segment !== '.');
}

/** Whether one key is the other, or lies above or below it. */
export function keysOverlap(a: readonly string[], b: readonly string[]): boolean {
  const shared = Math.min(a.length, b.length);
  for (let index = 0; index < shared; index++) if (a[index] !== b[index]) return false;
  return true;
}
