import { parseRule, RuleBasedPermissionService, type Approver } from 'tackroom';

/**
 * Approves what matches a `--yes-to` rule and hands everything else on. A rule narrowed to a path or a command never
 * matches here: an approval request carries no facts to judge those by.
 */
export function ruleApprover(rules: readonly string[], next: Approver | undefined): Approver {
  const policy = new RuleBasedPermissionService({ profile: 'locked', allow: rules.map(parseRule) });
  return {
    approve(request, signal) {
      const allowed = policy.allowsByName(request.toolName, request.args);
      return allowed ? { type: 'approve', scope: 'once', by: 'tackroom --yes-to' } : next?.approve(request, signal);
    },
  };
}
