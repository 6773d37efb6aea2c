import type { PermissionOptions, RuleInput, TackroomConfig } from 'tackroom';
import type { HarnessFlags } from '../harness-flags.js';

const LISTS = ['allow', 'ask', 'deny'] as const;

/**
 * The policy of flags and configuration; undefined if neither says anything. Rules of flags come after those of the
 * configuration and take none of them away. `--profile` stands in for what the configuration says of calls without a rule,
 * its `defaultLevel` included.
 */
export function joinPermissions(flags: HarnessFlags, config: TackroomConfig = {}): PermissionOptions | undefined {
  const { profile: short, permissions = {} } = config;
  const { profile = short, defaultLevel, ...rest } = permissions;
  const joined: Record<string, unknown> = { ...rest };
  for (const list of LISTS) {
    const rules: readonly RuleInput[] = [...(permissions[list] ?? []), ...(flags[list] ?? [])];
    if (rules.length > 0) joined[list] = rules;
  }
  if (flags.profile !== undefined) joined['profile'] = flags.profile;
  else {
    if (profile !== undefined) joined['profile'] = profile;
    if (defaultLevel !== undefined) joined['defaultLevel'] = defaultLevel;
  }
  return Object.keys(joined).length === 0 ? undefined : joined; // keys of PermissionOptions only, which boot checks
}
