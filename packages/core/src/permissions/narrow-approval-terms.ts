import type { ApprovalTerms } from '../contracts/approvals.js';
import { problemsError } from '../contracts/errors.js';

/**
 * The stricter of both terms, term by term: the earlier end, the fewer refusals, the longer hold, and those who may answer under
 * both. Throws `PERMISSIONS_INVALID` where nobody may, as every call that is asked about would wait for ever then.
 */
export function narrowApprovalTerms(harness: ApprovalTerms, agent: ApprovalTerms): ApprovalTerms {
  const expireAfterMs = least(harness.expireAfterMs, agent.expireAfterMs);
  const maxRefusals = least(harness.maxRefusals, agent.maxRefusals);
  const approvers = namedByBoth(harness.approvers, agent.approvers);
  const hold = [harness.hold, agent.hold].includes('turn') ? 'turn' : (agent.hold ?? harness.hold);
  return Object.freeze({
    ...(expireAfterMs === undefined ? {} : { expireAfterMs }),
    ...(maxRefusals === undefined ? {} : { maxRefusals }),
    ...(approvers === undefined ? {} : { approvers }),
    ...(hold === undefined ? {} : { hold }),
  });
}

function least(one: number | undefined, other: number | undefined): number | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return Math.min(one, other);
}

function namedByBoth(harness: readonly string[] | undefined, agent: readonly string[] | undefined): readonly string[] | undefined {
  if (harness === undefined || agent === undefined) return harness ?? agent;
  const both = agent.filter((name) => harness.includes(name));
  if (both.length > 0 || harness.length === 0) return both;
  const names = harness.map((name) => JSON.stringify(name)).join(', ');
  const message = `names nobody whom the harness lets answer, so nobody could; name some of ${names}, or leave approvers out`;
  const problem = { code: 'PERMISSIONS_OPTION_INVALID', where: 'permissions.approvals.approvers', message };
  throw problemsError('PERMISSIONS_INVALID', "The agent's approval terms do not fit its harness's", [problem]);
}
