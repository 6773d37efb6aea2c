import type { Decision } from '../contracts/permissions.js';
import { denialText } from '../permissions/denial-text.js';
import { unheardGuard } from './check-approval.js';
import { errorMessage } from './error-text.js';
import { movedText, placeProblem } from './moved-place.js';
import type { PerformingCall } from './prepared-call.js';

/** Whether a decision leaves a way to run. A verdict that is none of ours (a service of the user's may err) does not. */
export function mayRun({ verdict }: Decision): boolean {
  return verdict === 'allow' || verdict === 'ask';
}

/** Whether the policy was changed since the call was decided about, as far as the policy tells. */
export function isPolicyChanged({ tools, call }: PerformingCall): boolean {
  return tools.kernel.permissions.version !== call.policyVersion;
}

/**
 * What the model is told if the policy denies a call right before it starts; undefined if it may run. For calls that
 * waited for a lane, for a person or for a repeat. What rules must know of the arguments is learnt anew: a link may lead
 * elsewhere by now, a protected file lie in a directory. A guard whose word nobody has heard denies, and so does a policy that
 * fails.
 */
export async function denialNow({ tools, call, run }: PerformingCall): Promise<string | undefined> {
  const { definition, collectFacts } = call.tool;
  try {
    const facts = collectFacts === undefined ? call.facts : await collectFacts(call.args, run);
    const decision = tools.kernel.permissions.decide({ tool: definition, args: call.args, approvalNeeded: false }, facts, run);
    if (!mayRun(decision)) return denialText(decision);
    const moved = call.place === undefined ? undefined : await placeProblem(call.place, run, facts);
    return moved === undefined ? unheardGuard(call.decision.reason, decision) : movedText(moved);
  } catch (error) {
    return denialText({ reason: `the policy failed: ${errorMessage(error, run.workspace.root)}` });
  }
}
