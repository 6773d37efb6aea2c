import type { ApprovalTerms } from './approvals.js';
import type { CallFacts } from './call-facts.js';
import type { Decision, DecisionTrace, PermissionLevel } from './decision.js';
import type { JsonObject } from './json.js';
import { token, type Token } from './token.js';
import type { ToolDefinition } from './tool-definition.js';

export type { ShellCommand, ShellLine } from './shell-line.js';
export { NO_FACTS, type CallFacts, type CommandFact, type PathFact, type PathsBelow, type UrlFact } from './call-facts.js';
export type { Decision, DecisionSource, DecisionStep, DecisionTrace, PermissionLevel } from './decision.js';

/** The run in which a decision is made. */
export interface DecisionContext {
  readonly sessionId: string;
  readonly runId: string;
  readonly agentPath: readonly string[];
}

/** A call as the policy sees it: the resolved tool and the frozen arguments. */
export interface DecidedCall {
  readonly tool: ToolDefinition;
  readonly args: JsonObject;
  /** Whether the tool's own approval condition holds for these arguments; absent when it has none. */
  readonly approvalNeeded?: boolean;
}

/** A permission that a person gave for one session. */
export interface SessionGrant {
  readonly id: string;
  /** Rule text, every value escaped. */
  readonly rule: string;
  readonly toolName: string;
  readonly definitionFingerprint: string;
  /** Digest of the arguments that it covers exactly; absent when it covers what the rule permits. */
  readonly argsDigest?: string;
  /** ISO 8601; absent means for the rest of the session. */
  readonly expiresAt?: string;
}

/** What a grant may say besides its scope. */
export interface GrantOptions {
  /** ISO 8601. */
  readonly expiresAt?: string;
  /** Facts of the call that was approved: with them a relative path keeps its meaning when the working directory changes. */
  readonly facts?: CallFacts;
}

/** Allows, asks or denies one call, and says why. Deciding is synchronous and touches nothing outside. */
export interface PermissionService {
  /** Grows when the policy's word on some call may have changed: calls that were decided before are decided again then. */
  readonly version?: number;
  /** On which terms people are asked; the usual ones unless given. */
  readonly approvals?: ApprovalTerms;
  /** Whether a rule that denies or asks looks at this argument of the tool. Where this is not given, one may. */
  looksAt?(tool: ToolDefinition, parameter: string): boolean;
  decide(call: DecidedCall, facts: CallFacts, context: DecisionContext): Decision;
  explain(call: DecidedCall, facts: CallFacts, context: DecisionContext): DecisionTrace;
  /** Sets or (with undefined) removes the override of one tool name. */
  setPermission(toolName: string, level: PermissionLevel | undefined): void;
  /** Grants a tool (by definition) or exactly these arguments of it for a session. */
  grant(sessionId: string, tool: ToolDefinition, args?: JsonObject, options?: GrantOptions): SessionGrant;
  revoke(sessionId: string, grantId?: string): void;
  grants(sessionId: string): readonly SessionGrant[];
  /** Puts back grants that a persisted session carried. */
  restoreGrants(sessionId: string, grants: readonly SessionGrant[]): void;
}

/** Token of the {@link PermissionService} port. */
export const PermissionService: Token<PermissionService> = token('@tackroom/core/PermissionService');
