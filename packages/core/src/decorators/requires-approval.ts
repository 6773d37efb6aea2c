import type { ApprovalRequirement } from '../contracts/tool-definition.js';
import { amendDeclaration, type ToolStatement } from './state-fact.js';

/**
 * Asks a person before the tool runs: always, or when `when` says so of the arguments (a throw counts as yes). Several add
 * up, and what a base class requires cannot be taken back by an override.
 */
export function RequiresApproval(requirement: ApprovalRequirement = {}): ToolStatement {
  return amendDeclaration('RequiresApproval', (before) => ({
    ...before,
    facts: { ...before.facts, approvals: [...(before.facts.approvals ?? []), requirement] },
  }));
}
