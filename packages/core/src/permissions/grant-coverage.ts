import { type CallFacts, type DecidedCall, NO_FACTS, type SessionGrant } from '../contracts/permissions.js';
import { argsDigest } from './args-digest.js';
import { compileArgumentMatcher, semanticsOf } from './match/argument-matcher.js';
import { parseRule } from './rule-text.js';
import { placeArguments } from './suggest-grants.js';

/**
 * The first grant that covers a call: given for this tool as it is defined now, not expired, and for the tool as a whole,
 * for exactly these arguments, or by a rule that permits them. `nowMs` is milliseconds since the epoch.
 */
export function findCoveringGrant(
  grants: readonly SessionGrant[],
  call: DecidedCall,
  facts: CallFacts,
  nowMs: number,
): SessionGrant | undefined {
  let digest: string | undefined;
  return grants.find((grant) => {
    if (grant.toolName !== call.tool.name || grant.definitionFingerprint !== call.tool.fingerprint || isExpired(grant, nowMs)) return false;
    if (grant.argsDigest === undefined) return permits(grant.rule, call, facts);
    return grant.argsDigest === (digest ??= grantDigest(call, facts));
  });
}

/** Digest of the arguments that a grant for exactly this call covers. */
export function grantDigest({ tool, args }: DecidedCall, facts: CallFacts = NO_FACTS): string {
  return argsDigest(tool.name, placeArguments(tool, args, facts));
}

/** Whether a grant has run out; one whose end cannot be read has. */
export function isExpired(grant: SessionGrant, nowMs: number): boolean {
  return grant.expiresAt !== undefined && !(Date.parse(grant.expiresAt) > nowMs);
}

/** Whether the patterns of a grant's rule, which is about this tool, permit the call. */
function permits(text: string, call: DecidedCall, facts: CallFacts): boolean {
  return parseRule(text).args.every(({ name, pattern }) => {
    const matcher = compileArgumentMatcher({
      name,
      pattern,
      semantics: semanticsOf(call.tool, name),
      reading: 'permit',
      omitted: undefined,
    });
    return matcher.match(call.args, facts) === 'yes';
  });
}
