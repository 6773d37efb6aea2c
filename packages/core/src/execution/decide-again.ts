import type { CallFacts, Decision } from '../contracts/permissions.js';
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
 * The policy's word right before a call starts, for calls that waited for a lane, for a person or for a repeat. What rules
 * must know of the arguments is learnt anew: a link may lead elsewhere by now.
 */
export function decideAgain({ tools, call, run }: PerformingCall): Decision | Promise<Decision> {
  const { definition, collectFacts } = call.tool;
  const decide = (facts: CallFacts): Decision =>
    tools.kernel.permissions.decide({ tool: definition, args: call.args, approvalNeeded: false }, facts, run);
  return collectFacts === undefined ? decide(call.facts) : collectFacts(call.args, run).then(decide);
}
