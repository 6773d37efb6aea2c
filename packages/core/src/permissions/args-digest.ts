import { createHash } from 'node:crypto';
import type { JsonObject } from '../contracts/json.js';
import { canonicalJson } from '../registry/canonical-json.js';

/**
 * `sha256:` and the hex digest of a tool name with its arguments. Equal calls have equal digests in every process,
 * whatever the order of their keys; approvals and grants bind to it.
 */
export function argsDigest(toolName: string, args: JsonObject): string {
  return `sha256:${createHash('sha256')
    .update(canonicalJson([toolName, args]))
    .digest('hex')}`;
}
