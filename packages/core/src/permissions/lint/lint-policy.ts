import type { ToolDefinition } from '../../contracts/tool-definition.js';
import { semanticsOf } from '../match/argument-matcher.js';
import { type PermissionOptions, readPermissionOptions } from '../permission-options.js';
import type { Rule } from '../rule.js';
import { compileSubject } from '../rule-subject.js';
import { formatRule } from '../rule-text.js';
import { loadShellReader, type ShellReader } from '../shell/load-shell-reader.js';
import { lintAllowPattern } from './lint-allow-pattern.js';
import { lintDenyPattern } from './lint-deny-pattern.js';
import type { PolicyFinding } from './policy-finding.js';

/**
 * What is to be said of the patterns on commands in a policy: those that allow more than they seem to, those that never
 * allow anything, and those that deny less than they seem to. `tools` are the ones that the policy is about: which of
 * their parameters hold commands decides what is looked at. Throws `PERMISSIONS_INVALID` for a policy that does not boot.
 */
export async function lintPolicy(policy: PermissionOptions, tools: readonly ToolDefinition[]): Promise<readonly PolicyFinding[]> {
  const { allow, ask, deny } = readPermissionOptions(policy);
  const reader = await loadShellReader();
  const lists = { allow, ask, deny };
  return (['allow', 'ask', 'deny'] as const).flatMap((list) =>
    lists[list].flatMap((rule, at) => lintRule(rule, tools, { list, where: `permissions.${list}[${at}]`, reader })),
  );
}

function lintRule(
  rule: Rule,
  tools: readonly ToolDefinition[],
  { list, where, reader }: { readonly list: 'allow' | 'ask' | 'deny'; readonly where: string; readonly reader: ShellReader },
): readonly PolicyFinding[] {
  const isAbout = compileSubject(rule.subject, list === 'allow' ? 'permit' : 'restrict');
  const meant = tools.filter((tool) => isAbout(tool));
  return rule.args.flatMap(({ name, pattern }) => {
    const isCommand = name === 'shell-command' || meant.some((tool) => semanticsOf(tool, name) === 'shell-command');
    if (!isCommand) return [];
    const found = list === 'allow' ? lintAllowPattern(pattern, reader) : lintDenyPattern(pattern);
    return found === undefined ? [] : [{ ...found, where, rule: formatRule(rule) }];
  });
}
