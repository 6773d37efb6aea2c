import type { ReplayPolicy as ReplayPolicyType } from '../contracts/tool-definition.js';
import { stateFact, type ToolStatement } from './state-fact.js';

/** Whether a call may be repeated: harmless, deduplicated by the other side, or only by a person's word. */
export type ReplayPolicy = ReplayPolicyType;

/** Says whether a call may be repeated. It holds for this body: an override without its own is `manual` again. */
export function ReplayPolicy(policy: ReplayPolicyType): ToolStatement {
  return stateFact('ReplayPolicy', 'replayPolicy', policy);
}
