import { createHash } from 'node:crypto';
import type { CallPlace } from '../contracts/call-place.js';
import type { JsonObject, JsonValue } from '../contracts/json.js';
import { canonicalJson } from '../registry/canonical-json.js';

/**
 * `sha256:` and the hex digest of a tool name with its arguments and, where it has one, the place that it acts in. Equal calls have equal digests in every process,
 * whatever the order of their keys; approvals and grants bind to it.
 */
export function argsDigest(toolName: string, args: JsonObject, place?: CallPlace): string {
  return `sha256:${createHash('sha256')
    .update(canonicalJson(place === undefined ? [toolName, args] : [toolName, args, placeJson(place)]))
    .digest('hex')}`;
}

/** The members of a place and nothing else: a stored one may carry more. */
function placeJson({ cwd, real, paths }: CallPlace): JsonValue {
  return { cwd, real, paths };
}
