import type { JsonObject } from '../contracts/json.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';
import { argsDigest } from '../permissions/args-digest.js';
import { canonicalJson } from '../registry/canonical-json.js';
import type { PersonApproval } from './run-context.js';

/** Why an approval does not hold for the tool as it is now; undefined if it does. */
export function staleTool(approved: PersonApproval, tool: ToolDefinition): string | undefined {
  if (approved.definitionFingerprint === tool.fingerprint) return undefined;
  return `The tool ${tool.name} changed after this call was approved, so the approval no longer holds. The call did not run; make it again if it is still needed.`;
}

/** Why an approval no longer counts; undefined if it does. `nowMs` is milliseconds since the epoch. */
export function expiredApproval({ expiresAt }: { readonly expiresAt?: string }, nowMs: number): string | undefined {
  // An end that cannot be read is past.
  if (expiresAt === undefined || Date.parse(expiresAt) > nowMs) return undefined;
  return `The approval expired at ${expiresAt}. The call did not run; make it again if it is still needed.`;
}

/** Why an approval does not hold for these arguments; undefined if it does, and for arguments that the person wrote. */
export function staleArguments(approved: PersonApproval, tool: ToolDefinition, args: JsonObject): string | undefined {
  if (approved.edited || approved.argsDigest === argsDigest(tool.name, args)) return undefined;
  return 'The arguments are not the ones that were approved. The call did not run.';
}

/**
 * Takes out of approved arguments what the runtime fills in: the person was shown all that runs, hidden parameters
 * included, and nobody but the runtime may set those. One with another value stays, and is refused like a model's.
 */
export function withoutHidden(args: Record<string, unknown>, { hidden }: ToolDefinition): void {
  for (const [name, value] of Object.entries(hidden)) {
    const given = Object.hasOwn(args, name) ? (args[name] as JsonObject[string]) : undefined; // read from JSON
    if (given !== undefined && canonicalJson(given) === canonicalJson(value)) delete args[name];
  }
}
