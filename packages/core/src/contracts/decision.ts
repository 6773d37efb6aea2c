/** A verdict of the policy, and the level a tool or a default may have. */
export type PermissionLevel = 'allow' | 'ask' | 'deny';

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
