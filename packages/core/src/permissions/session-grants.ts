import { HarnessError, type Problem, problemsError } from '../contracts/errors.js';
import type { CallFacts, DecidedCall, Decision, SessionGrant } from '../contracts/permissions.js';
import { findCoveringGrant, isExpired } from './grant-coverage.js';
import { parseRule } from './rule-text.js';

/** The grants of every session, in memory; runs persist them and put them back. */
export class SessionGrants {
  private readonly sessions = new Map<string, readonly SessionGrant[]>();

  /** `now` is milliseconds since the epoch. */
  constructor(private readonly now: () => number) {}

  /** Adds grants to a session; one with the id of an earlier one takes its place. Throws `PERMISSIONS_GRANT_INVALID`. */
  add(sessionId: string, grants: readonly SessionGrant[]): void {
    checkGrants(grants);
    if (grants.length === 0) return;
    const ids = new Set(grants.map(({ id }) => id));
    const kept = this.of(sessionId).filter(({ id }) => !ids.has(id));
    this.sessions.set(sessionId, Object.freeze([...kept, ...grants.map((grant) => Object.freeze({ ...grant }))]));
  }

  /** Takes back one grant of a session, or all of them. */
  revoke(sessionId: string, grantId?: string): void {
    const kept = grantId === undefined ? [] : this.of(sessionId).filter(({ id }) => id !== grantId);
    if (kept.length === 0) this.sessions.delete(sessionId);
    else this.sessions.set(sessionId, Object.freeze(kept));
  }

  /** The grants of a session that have not run out. */
  of(sessionId: string): readonly SessionGrant[] {
    const grants = this.sessions.get(sessionId) ?? [];
    const now = this.now();
    return grants.some((grant) => isExpired(grant, now)) ? grants.filter((grant) => !isExpired(grant, now)) : grants;
  }

  /** The word of a grant that covers the call, if there is one. */
  decide(sessionId: string, call: DecidedCall, facts: CallFacts): Decision | undefined {
    const grants = this.sessions.get(sessionId);
    const grant = grants === undefined ? undefined : findCoveringGrant(grants, call, facts, this.now());
    return grant === undefined ? undefined : grantDecision(grant);
  }
}

/** The decision that a covering grant makes. */
export function grantDecision(grant: SessionGrant): Decision {
  return { verdict: 'allow', reason: `a person granted ${grant.toolName} for this session`, source: 'grant', rule: grant.rule };
}

function checkGrants(grants: readonly SessionGrant[]): void {
  const problems = grants.flatMap((grant, index) =>
    grantProblems(grant).map((message): Problem => ({ code: 'PERMISSIONS_GRANT_INVALID', where: `grants[${index}]`, message })),
  );
  if (problems.length > 0) throw problemsError('PERMISSIONS_GRANT_INVALID', 'Session grants cannot be used', problems);
}

function grantProblems(grant: SessionGrant): string[] {
  if (typeof grant !== 'object' || grant === null) return ['must be an object'];
  const texts = ['id', 'rule', 'toolName', 'definitionFingerprint'] as const;
  const problems = texts.filter((key) => typeof grant[key] !== 'string' || grant[key] === '').map((key) => `${key} must be a text`);
  const { expiresAt, argsDigest } = grant;
  if (expiresAt !== undefined && Number.isNaN(Date.parse(expiresAt))) problems.push('expiresAt must be an ISO 8601 time');
  if (argsDigest !== undefined && typeof argsDigest !== 'string') problems.push('argsDigest must be a text');
  if (argsDigest === undefined && problems.length === 0) problems.push(...ruleProblems(grant));
  return problems;
}

function ruleProblems({ rule, toolName }: SessionGrant): string[] {
  try {
    const { subject } = parseRule(rule);
    return subject.kind === 'name' && subject.name === toolName ? [] : [`rule must be about ${toolName}`];
  } catch (error) {
    if (HarnessError.is(error, 'PERMISSIONS_RULE_INVALID')) return [error.message];
    throw error;
  }
}
