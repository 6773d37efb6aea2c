import type { CallFacts, DecidedCall, Decision } from '../contracts/permissions.js';
import type { CompiledRule } from './compile-tool-rules.js';

/**
 * Rules that allow a shell line only together, each some of its commands: `git status && npm test` under a rule for either.
 * The rules must agree in which argument the line is, and all else that a rule names must match. Undefined if a command
 * is left over, or if the line cannot be judged.
 */
export function allowTogether(rules: readonly CompiledRule[], call: DecidedCall, facts: CallFacts): Decision | undefined {
  const byArgument = new Map<string, { readonly left: boolean[]; readonly rules: CompiledRule[] }>();
  for (const rule of rules) {
    const found = coverageOf(rule, call, facts);
    if (found === undefined) continue;
    const { name, covered } = found;
    const group = byArgument.get(name);
    if (group === undefined) byArgument.set(name, { left: covered.map((is) => !is), rules: [rule] });
    else if (covered.some((is, at) => is && group.left[at])) {
      covered.forEach((is, at) => (group.left[at] &&= !is));
      group.rules.push(rule);
    }
  }
  for (const { left, rules: needed } of byArgument.values()) {
    const [first] = needed;
    if (first === undefined || left.some(Boolean)) continue;
    return { ...first.decision, rule: needed.map(({ text }) => text).join(' and ') };
  }
  return undefined;
}

/** Which commands the rule covers; undefined if none, or if another argument that it names does not match. */
function coverageOf(
  { args }: CompiledRule,
  call: DecidedCall,
  facts: CallFacts,
): { readonly name: string; readonly covered: readonly boolean[] } | undefined {
  const [line, ...further] = args.filter(({ coverage }) => coverage !== undefined);
  if (line === undefined || further.length > 0) return undefined;
  const covered = line.coverage?.(call.args, facts);
  if (covered === undefined || !covered.some(Boolean)) return undefined;
  return args.every((argument) => argument === line || argument.match(call.args, facts) === 'yes')
    ? { name: line.name, covered }
    : undefined;
}
