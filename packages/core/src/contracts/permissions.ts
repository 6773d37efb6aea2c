import type { JsonObject } from './json.js';
import { token, type Token } from './token.js';
import type { ToolDefinition } from './tool-definition.js';

/** A verdict of the policy, and the level a tool or a default may have. */
export type PermissionLevel = 'allow' | 'ask' | 'deny';

/** A path argument as the workspace understands it. Relative paths use `/` and never begin with one. */
export interface PathFact {
  readonly raw: string;
  /** Relative to the root after lexical normalisation; `''` is the root; `undefined` when it leads outside. */
  readonly normalized: string | undefined;
  /** After links were followed, as far as the path exists; `undefined` when that cannot be told or it leads outside. */
  readonly canonical: string | undefined;
  readonly outside: boolean;
}

/** A URL argument; `href` is the WHATWG form, `undefined` when it does not parse. */
export interface UrlFact {
  readonly raw: string;
  readonly href: string | undefined;
  readonly host: string | undefined;
}

/** What was learnt about a call's arguments before it is decided, by parameter name; by `name[index]` for elements. */
export interface CallFacts {
  readonly paths: Readonly<Record<string, PathFact>>;
  readonly urls: Readonly<Record<string, UrlFact>>;
  /** True when the file system compares names without regard to case. */
  readonly caseInsensitivePaths: boolean;
  /** Host path of the workspace's root: what absolute patterns are read against. Absent when there is none. */
  readonly workspaceRoot?: string;
}

/** Facts of a call without any. */
export const NO_FACTS: CallFacts = Object.freeze({ paths: Object.freeze({}), urls: Object.freeze({}), caseInsensitivePaths: false });

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

/** Which part of the policy spoke. */
export type DecisionSource =
  'deny-rule' | 'override' | 'tool' | 'guard' | 'allow-rule' | 'ask-rule' | 'profile' | 'default' | 'grant' | 'agent-policy' | 'none';

/** The policy's word on one call. */
export interface Decision {
  readonly verdict: PermissionLevel;
  readonly reason: string;
  readonly source: DecisionSource;
  /** Text of the rule that matched. */
  readonly rule?: string;
}

/** One line of an explanation: what was tried and what it said. */
export interface DecisionStep {
  readonly step: string;
  readonly detail: string;
  readonly outcome: 'matched' | 'not-matched' | 'not-applicable';
}

/** A decision with everything that led to it. */
export interface DecisionTrace extends Decision {
  readonly steps: readonly DecisionStep[];
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
