import type { JsonObject } from '../contracts/json.js';
import type {
  CallFacts,
  DecidedCall,
  Decision,
  DecisionContext,
  DecisionTrace,
  GrantOptions,
  PermissionLevel,
  PermissionService,
  SessionGrant,
} from '../contracts/permissions.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';
import { findCoveringGrant } from './grant-coverage.js';
import { narrowApprovalTerms } from './narrow-approval-terms.js';
import type { PermissionOptions } from './permission-options.js';
import { type PermissionServicePorts, RuleBasedPermissionService } from './rule-based-permission-service.js';
import { grantDecision } from './session-grants.js';

const STRICTNESS: Readonly<Record<PermissionLevel, number>> = { allow: 0, ask: 1, deny: 2 };

/**
 * The policy that an agent brings to narrow its harness's. Where neither a profile nor a default level is given, it has
 * nothing to say of calls that none of its rules covers.
 */
export function agentPermissionService(options: PermissionOptions, ports?: PermissionServicePorts): RuleBasedPermissionService {
  const speaks = options.profile !== undefined || options.defaultLevel !== undefined;
  return new RuleBasedPermissionService(speaks ? options : { ...options, profile: 'open' }, ports);
}

/**
 * Lets both policies decide; the stricter verdict wins, and the reason says when it was the agent's. Grants are the
 * harness's and satisfy asks of both; overrides that are set here are the agent's and can only narrow. What a tool itself
 * asks for is judged once, by the harness, unless the agent's policy closes what it does not allow. Whatever asks, people are
 * asked on the stricter of both terms. `now` is milliseconds since the epoch. Throws `PERMISSIONS_INVALID` for terms under
 * which nobody could answer.
 */
export function narrowingPermissionService(
  harness: PermissionService,
  agent: RuleBasedPermissionService,
  now: () => number = Date.now,
): PermissionService {
  const narrowed = new WeakMap<Decision, Decision>();

  const combine = (own: Decision, agents: Decision, grant: () => SessionGrant | undefined): Decision => {
    if (STRICTNESS[agents.verdict] <= STRICTNESS[own.verdict] || isToolsOwnAsk(agents, agent)) return own;
    const covering = agents.verdict === 'ask' && agents.source !== 'guard' ? grant() : undefined;
    if (covering !== undefined) return grantDecision(covering);
    let decision = narrowed.get(agents);
    if (decision === undefined) narrowed.set(agents, (decision = asAgents(agents)));
    return decision;
  };
  const grantFor =
    (call: DecidedCall, facts: CallFacts, { sessionId }: DecisionContext) =>
    (): SessionGrant | undefined =>
      findCoveringGrant(harness.grants(sessionId), call, facts, now());

  return {
    approvals: narrowApprovalTerms(harness.approvals ?? {}, agent.approvals),
    get version(): number {
      return (harness.version ?? 0) + agent.version;
    },
    looksAt: (tool, parameter) => (harness.looksAt?.(tool, parameter) ?? true) || agent.looksAt(tool, parameter),
    decide(call, facts, context): Decision {
      const own = harness.decide(call, facts, context);
      return own.verdict === 'deny' ? own : combine(own, agent.decide(call, facts, context), grantFor(call, facts, context));
    },
    explain(call, facts, context): DecisionTrace {
      const { steps: ownSteps, ...own } = harness.explain(call, facts, context);
      const { steps: agentSteps, ...agents } = agent.explain(call, facts, context);
      const decision = own.verdict === 'deny' ? own : combine(own, agents, grantFor(call, facts, context));
      return { ...decision, steps: [...ownSteps, ...agentSteps.map((step) => ({ ...step, step: `agent: ${step.step}` }))] };
    },
    setPermission(toolName: string, level: PermissionLevel | undefined): void {
      agent.setPermission(toolName, level);
    },
    grant(sessionId: string, tool: ToolDefinition, args?: JsonObject, options?: GrantOptions): SessionGrant {
      return harness.grant(sessionId, tool, args, options);
    },
    revoke(sessionId: string, grantId?: string): void {
      harness.revoke(sessionId, grantId);
    },
    grants(sessionId: string): readonly SessionGrant[] {
      return harness.grants(sessionId);
    },
    restoreGrants(sessionId: string, grants: readonly SessionGrant[]): void {
      harness.restoreGrants(sessionId, grants);
    },
  };
}

/** Where an agent's policy is open, a tool's own ask is not the agent's word: a rule of the harness may have allowed it. */
function isToolsOwnAsk(decision: Decision, agent: RuleBasedPermissionService): boolean {
  return decision.source === 'tool' && decision.verdict === 'ask' && agent.allowsByDefault;
}

function asAgents(decision: Decision): Decision {
  return Object.freeze({ ...decision, source: 'agent-policy', reason: `the agent's own policy: ${decision.reason}` });
}
