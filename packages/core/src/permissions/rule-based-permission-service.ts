import { randomUUID } from 'node:crypto';
import type { ApprovalTerms, Approver } from '../contracts/approvals.js';
import type { Ids } from '../contracts/clock.js';
import { HarnessError, type Problem } from '../contracts/errors.js';
import type { JsonObject } from '../contracts/json.js';
import type {
  CallFacts,
  DecidedCall,
  Decision,
  DecisionContext,
  DecisionStep,
  DecisionTrace,
  GrantOptions,
  PermissionLevel,
  PermissionService,
  SessionGrant,
} from '../contracts/permissions.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';
import { checkRules, idleRules } from './check-rules.js';
import { compilePolicyRules, compileToolRules, type PolicyRules, type ToolRules } from './compile-tool-rules.js';
import { decideCall } from './decide-call.js';
import { grantDigest } from './grant-coverage.js';
import { isPermissionLevel, type PermissionOptions, type Policy, readPermissionOptions } from './permission-options.js';
import { SessionGrants } from './session-grants.js';
import { grantText } from './suggest-grants.js';

/** Time and identity of a {@link RuleBasedPermissionService}. */
export interface PermissionServicePorts {
  /** Milliseconds since the epoch; the system's unless given. Only the expiry of grants looks at it. */
  readonly now?: () => number;
  /** Names grants; random unless given. */
  readonly ids?: Pick<Ids, 'next'>;
}

/**
 * Decides by rules, levels and session grants. A policy is compiled for each tool definition when the tool is first
 * decided about; after that a decision costs the rules about this tool, however many tools and other rules there are.
 */
export class RuleBasedPermissionService implements PermissionService {
  private readonly policy: Policy;
  private readonly rules: PolicyRules;
  private readonly overrides = new Map<string, PermissionLevel>();
  private readonly sessionGrants: SessionGrants;
  private readonly ids: Pick<Ids, 'next'>;
  private compiled = new WeakMap<ToolDefinition, ToolRules>();
  private changes = 0;

  /** Throws `PERMISSIONS_INVALID` with every problem of the options. */
  constructor(options: PermissionOptions = {}, ports: PermissionServicePorts = {}) {
    this.policy = readPermissionOptions(options);
    this.rules = compilePolicyRules(this.policy);
    this.sessionGrants = new SessionGrants(ports.now ?? Date.now);
    this.ids = ports.ids ?? { next: (kind) => `${kind}_${randomUUID()}` };
  }

  /** Counts the changes of overrides and the grants that were taken back. */
  get version(): number {
    return this.changes;
  }

  /** What an ask without an approver's answer becomes. */
  get onAsk(): 'pause' | 'deny' {
    return this.policy.onAsk;
  }

  /** On which terms people are asked. */
  get approvals(): ApprovalTerms {
    return this.policy.approvals;
  }

  /** Answers asks while a run waits, if the policy names one. */
  get approver(): Approver | undefined {
    return this.policy.approver;
  }

  /** Whether a call of which nothing is said is allowed, whatever its risk. */
  get allowsByDefault(): boolean {
    const { defaultLevel, profile } = this.policy;
    return defaultLevel === undefined ? profile === 'open' : defaultLevel === 'allow';
  }

  /** What is wrong with the rules once the tools are known: a tool or an argument that does not exist, a pattern of no use. */
  checkAgainst(tools: readonly ToolDefinition[]): readonly Problem[] {
    return checkRules(this.policy, tools);
  }

  /** Imported rules that are about none of these tools, as they are written in a message. */
  idleRules(tools: readonly ToolDefinition[]): readonly string[] {
    return idleRules(this.policy, tools);
  }

  looksAt(tool: ToolDefinition, parameter: string): boolean {
    const { deny, askFirst, ask } = this.rulesFor(tool);
    return [deny, askFirst, ask].some((rules) => rules.some(({ args }) => args.some(({ name }) => name === parameter)));
  }

  decide(call: DecidedCall, facts: CallFacts, context: DecisionContext): Decision {
    const decision = decideCall(this.rulesFor(call.tool), call, facts);
    return isGrantable(decision) ? (this.sessionGrants.decide(context.sessionId, call, facts) ?? decision) : decision;
  }

  explain(call: DecidedCall, facts: CallFacts, context: DecisionContext): DecisionTrace {
    const steps: DecisionStep[] = [];
    const decision = decideCall(this.rulesFor(call.tool), call, facts, steps);
    const granted = isGrantable(decision) ? this.sessionGrants.decide(context.sessionId, call, facts) : undefined;
    steps.push(grantStep(decision, granted));
    return { ...(granted ?? decision), steps };
  }

  /** Throws `PERMISSIONS_INVALID` for something that is no level. */
  setPermission(toolName: string, level: PermissionLevel | undefined): void {
    if (level === undefined) this.overrides.delete(toolName);
    else if (isPermissionLevel(level)) this.overrides.set(toolName, level);
    else throw new HarnessError('PERMISSIONS_INVALID', `${JSON.stringify(level)} is no permission level; write allow, ask or deny.`);
    this.compiled = new WeakMap();
    this.changes += 1;
  }

  /** Throws `PERMISSIONS_GRANT_INVALID` for an end that is no time. */
  grant(sessionId: string, tool: ToolDefinition, args?: JsonObject, options: GrantOptions = {}): SessionGrant {
    const grant: SessionGrant = Object.freeze({
      id: this.ids.next('grant'),
      rule: args === undefined ? tool.name : grantText(tool, args, options.facts),
      toolName: tool.name,
      definitionFingerprint: tool.fingerprint,
      ...(args === undefined ? {} : { argsDigest: grantDigest({ tool, args }, options.facts) }),
      ...(options.expiresAt === undefined ? {} : { expiresAt: options.expiresAt }),
    });
    this.sessionGrants.add(sessionId, [grant]);
    return grant;
  }

  revoke(sessionId: string, grantId?: string): void {
    this.sessionGrants.revoke(sessionId, grantId);
    this.changes += 1;
  }

  grants(sessionId: string): readonly SessionGrant[] {
    return this.sessionGrants.of(sessionId);
  }

  /** Throws `PERMISSIONS_GRANT_INVALID` for something that is no grant; then none is put back. */
  restoreGrants(sessionId: string, grants: readonly SessionGrant[]): void {
    this.sessionGrants.add(sessionId, grants);
  }

  private rulesFor(tool: ToolDefinition): ToolRules {
    let rules = this.compiled.get(tool);
    if (rules === undefined) {
      rules = compileToolRules(tool, this.policy, this.rules, this.overrides.get(tool.name));
      this.compiled.set(tool, rules);
    }
    return rules;
  }
}

/** A grant satisfies an ask, but never a guard's. */
function isGrantable({ verdict, source }: Decision): boolean {
  return verdict === 'ask' && source !== 'guard';
}

function grantStep(decision: Decision, granted: Decision | undefined): DecisionStep {
  const step = 'session grant';
  if (!isGrantable(decision))
    return { step, detail: `nothing to grant: ${decision.verdict} by ${decision.source}`, outcome: 'not-applicable' };
  if (granted === undefined) return { step, detail: 'no grant covers this call', outcome: 'not-matched' };
  return { step, detail: granted.rule ?? granted.reason, outcome: 'matched' };
}
