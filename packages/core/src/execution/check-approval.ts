import type { AnsweredBy } from '../contracts/approvals.js';
import type { CallPlace } from '../contracts/call-place.js';
import type { JsonObject } from '../contracts/json.js';
import type { Decision } from '../contracts/permissions.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';
import { argsDigest } from '../permissions/args-digest.js';
import { canonicalJson } from '../registry/canonical-json.js';
import { movedDirectory, movedPlace, movedText } from './moved-place.js';
import type { PersonApproval } from './run-context.js';

/** Why an approval does not count: the code of the result, and what the model is told. */
export interface VoidApproval {
  readonly code: 'APPROVAL_STALE' | 'APPROVAL_EXPIRED' | 'APPROVAL_NOT_ENTITLED';
  readonly message: string;
}

/** Why an approval does not hold for the tool, the time and the terms of now; undefined if it does, and for a refusal. */
export function voidApproval(
  approved: PersonApproval,
  tool: ToolDefinition,
  now: { readonly nowMs: number; readonly approvers: readonly string[] | undefined },
): VoidApproval | undefined {
  if (approved.refused === true) return undefined;
  const stale = staleTool(approved, tool);
  if (stale !== undefined) return { code: 'APPROVAL_STALE', message: stale };
  const expired = expiredApproval(approved, now.nowMs);
  if (expired !== undefined) return { code: 'APPROVAL_EXPIRED', message: expired };
  if (isEntitled(now.approvers, approved)) return undefined;
  const message = 'The approval is not by one of those who may give it. The call did not run; make it again if it is still needed.';
  return { code: 'APPROVAL_NOT_ENTITLED', message };
}

/** Whether somebody may answer: one of those named, or anybody where nobody is. */
export function isEntitled(approvers: readonly string[] | undefined, { by }: AnsweredBy): boolean {
  return approvers === undefined || (by !== undefined && approvers.includes(by));
}

/** Why an approval does not hold for the tool as it is now; undefined if it does. */
function staleTool(approved: PersonApproval, tool: ToolDefinition): string | undefined {
  if (approved.definitionFingerprint === tool.fingerprint) return undefined;
  return `The tool ${tool.name} changed after this call was approved, so the approval no longer holds. The call did not run; make it again if it is still needed.`;
}

/** Why an approval no longer counts; undefined if it does. `nowMs` is milliseconds since the epoch. */
export function expiredApproval({ expiresAt }: { readonly expiresAt?: string }, nowMs: number): string | undefined {
  // An end that cannot be read is past.
  if (expiresAt === undefined || Date.parse(expiresAt) > nowMs) return undefined;
  return `The approval expired at ${expiresAt}. The call did not run; make it again if it is still needed.`;
}

/** Why an approval does not hold for what is to be done; undefined if it does, and for arguments that the person wrote. */
export function staleApproval(
  approved: PersonApproval,
  tool: ToolDefinition,
  now: {
    readonly args: JsonObject;
    readonly decision: Decision;
    /** Where it acts now, and where it did when the person was asked. */
    readonly place: CallPlace | undefined;
    readonly asked: CallPlace | undefined;
  },
): string | undefined {
  const { args, decision, place, asked } = now;
  if (approved.refused === true) return undefined;
  if (place !== undefined && asked !== undefined) {
    const problem = approved.edited ? movedDirectory(asked, place) : movedPlace(asked, place);
    if (problem !== undefined) return movedText(problem);
  }
  if (approved.edited) return undefined;
  if (approved.argsDigest !== argsDigest(tool.name, args, place))
    return 'The arguments are not the ones that were approved. The call did not run.';
  return unheardGuard(approved.reason, decision);
}

/**
 * Why an approval does not hold for what a guard says now; undefined if it does. `asked` is why the person was asked: a
 * protected file that has appeared in a directory since, say, is none that they agreed to delete.
 */
export function unheardGuard(asked: string | undefined, now: Decision): string | undefined {
  if (now.verdict !== 'ask' || now.source !== 'guard' || asked === undefined || asked === now.reason) return undefined;
  return `This call became another than the one that was decided about: ${now.reason}. The call did not run; make it again if it is still needed.`;
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
