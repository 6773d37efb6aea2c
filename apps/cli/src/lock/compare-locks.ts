import { isDeepStrictEqual } from 'node:util';
import type { JsonObject, JsonValue } from 'tackroom';
import type { LockedTools } from './tool-lock.js';

/** One value that differs; without `before` it is new, without `after` it is gone. */
export interface LockDifference {
  /** Such as `inputSchema.properties.path.minLength`. */
  readonly path: string;
  readonly before?: JsonValue;
  readonly after?: JsonValue;
}

/** A tool that is not as it was locked, as `--json` prints it. */
export interface LockChange {
  readonly tool: string;
  readonly kind: 'added' | 'removed' | 'changed';
  /** Of a changed tool. */
  readonly differences: readonly LockDifference[];
}

/** What changed since the tools were locked, by name. */
export function compareLocks(locked: LockedTools, now: LockedTools): readonly LockChange[] {
  const names = [...new Set([...locked.keys(), ...now.keys()])].sort();
  return names.flatMap((tool): readonly LockChange[] => {
    const before = locked.get(tool);
    const after = now.get(tool);
    if (before === undefined || after === undefined) return [{ tool, kind: before === undefined ? 'added' : 'removed', differences: [] }];
    const differences = differencesOf(before, after, '');
    return differences.length === 0 ? [] : [{ tool, kind: 'changed', differences: withoutEcho(differences) }];
  });
}

/** The fingerprint follows from what it is made of; alone it says that something changed which the file does not hold. */
function withoutEcho(differences: readonly LockDifference[]): readonly LockDifference[] {
  return differences.length === 1 ? differences : differences.filter(({ path }) => path !== 'fingerprint');
}

function differencesOf(before: JsonObject, after: JsonObject, at: string): readonly LockDifference[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return keys.flatMap((key): readonly LockDifference[] => {
    const path = at === '' ? key : `${at}.${key}`;
    const [was, is] = [before[key], after[key]];
    if (was === undefined || is === undefined)
      return [{ path, ...(was === undefined ? {} : { before: was }), ...(is === undefined ? {} : { after: is }) }];
    if (isObject(was) && isObject(is)) return differencesOf(was, is, path);
    return isDeepStrictEqual(was, is) ? [] : [{ path, before: was, after: is }];
  });
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
