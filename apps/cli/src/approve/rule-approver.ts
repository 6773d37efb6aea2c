import { parseRule, RuleBasedPermissionService, type Approver, type ToolRegistry } from 'tackroom';

/** An approval request carries no facts about paths and URLs. */
const NO_FACTS = { paths: {}, urls: {}, caseInsensitivePaths: false };

/**
 * Approves what matches a `--yes-to` rule and hands everything else on. A rule that is narrowed to a path or a command
 * does not match here, where nothing is known of either: such a call is asked about.
 */
export function ruleApprover(rules: readonly string[], tools: ToolRegistry, next: Approver | undefined): Approver {
  const policy = new RuleBasedPermissionService({ profile: 'locked', allow: rules.map(parseRule) });
  return {
    approve(request, signal) {
      const tool = tools.get(request.toolName);
      const context = { sessionId: '', runId: request.runId, agentPath: request.agentPath };
      // Only a rule's own word counts: a tool whose own level is allow matches no rule by that.
      const matches = tool !== undefined && policy.decide({ tool, args: request.args }, NO_FACTS, context).source === 'allow-rule';
      return matches ? { type: 'approve', scope: 'once', by: 'tackroom --yes-to' } : next?.approve(request, signal);
    },
  };
}
