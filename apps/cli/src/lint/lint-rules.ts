import { lintPolicy, type PermissionOptions, type PolicyFinding, type ToolDefinition } from 'tackroom';
import type { LintFinding } from './lint-finding.js';

/** What there is to say of the rules of a policy and of those that agents bring, by the place of each policy. */
export async function lintRules(
  policies: ReadonlyMap<string, PermissionOptions>,
  tools: readonly ToolDefinition[],
): Promise<readonly LintFinding[]> {
  const found = await Promise.all(
    [...policies].map(async ([place, policy]) => (await lintPolicy(policy, tools)).map((finding) => asFinding(finding, place))),
  );
  return found.flat();
}

function asFinding({ kind, where, rule, message, suggestion }: PolicyFinding, place: string): LintFinding {
  const written = suggestion === undefined ? '' : `; write ${JSON.stringify(suggestion)}`;
  return {
    level: 'warning',
    rule: `policy-${kind}`,
    policyRule: `${place}${where}: ${rule}`,
    message: `${message}${written}`,
    ...(suggestion === undefined ? {} : { suggestion }),
  };
}
