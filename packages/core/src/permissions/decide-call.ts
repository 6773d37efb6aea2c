import type { JsonValue } from '../contracts/json.js';
import type { CallFacts, DecidedCall, Decision, DecisionStep, ShellLine } from '../contracts/permissions.js';
import { allowTogether } from './allow-together.js';
import type { CompiledRule, ToolRules } from './compile-tool-rules.js';
import { findDanger } from './dangerous-commands-guard.js';
import type { Match } from './match/matcher.js';
import { findProtectedPath, type ProtectedPath } from './protected-paths.js';
import { escapeUnseen } from './visible-text.js';

/** Takes what was tried and what it said; undefined when nobody wants to know. */
export type DecisionLog = DecisionStep[] | undefined;

/**
 * The order of decision, but for session grants: a deny rule; an override or the tool itself denying; a guard; an allow
 * rule; an ask rule; the level. A guard is a floor of asking that only an allow rule marked `evenIfDangerous` lifts.
 * What a deny rule cannot judge is a guard's matter, what an ask rule cannot judge asks, and what an allow rule cannot
 * judge asks unless somebody else's word settles it.
 */
export function decideCall(rules: ToolRules, call: DecidedCall, facts: CallFacts, log?: DecisionLog): Decision {
  const denied = decideDenied(rules, call, facts, log);
  if (denied?.verdict === 'deny') return denied;
  if (log !== undefined) logBlocked(rules, log);
  if (rules.blocked !== undefined) return rules.blocked;
  const guard = guardOf(rules, call, facts, denied);
  const lifting = guard === undefined || guard.verdict === 'deny' ? undefined : liftingRule(rules, call, facts);
  if (log !== undefined) logGuard(guard, lifting, log);
  if (guard?.verdict === 'deny') return guard;
  const unguarded = decideUnguarded(rules, call, facts, log);
  return guard === undefined || lifting !== undefined || unguarded.verdict === 'deny' ? unguarded : guard;
}

/** The word of a deny rule that matches, else that of a guard for one which cannot tell. */
function decideDenied(rules: ToolRules, call: DecidedCall, facts: CallFacts, log: DecisionLog): Decision | undefined {
  let guard: Decision | undefined;
  // Of many rules that look at one text it is taken out once: 100 of them cost less than half then.
  let name: string | undefined;
  let value: JsonValue | undefined;
  for (const rule of rules.deny) {
    const { only } = rule;
    if (only !== undefined && only.name !== name) {
      ({ name } = only);
      value = Object.hasOwn(call.args, name) ? call.args[name] : undefined;
    }
    if (log === undefined && only?.covers !== undefined && typeof value === 'string') {
      if (only.covers(value)) return rule.decision;
      continue;
    }
    const match = matchRule(rule, call, facts);
    log?.push(ruleStep(rule, match, call, facts));
    if (match === 'yes') return rule.decision;
    if (match === 'unknown') guard ??= undecided(rule, facts);
  }
  return guard;
}

/** What guards say, `unsure` deny rules first; a list of dangerous commands that denies outranks them. */
function guardOf(rules: ToolRules, call: DecidedCall, facts: CallFacts, unsure: Decision | undefined): Decision | undefined {
  const danger = rules.dangers === undefined ? undefined : findDanger(rules.dangers, call.args, facts);
  if (danger?.verdict === 'deny') return danger;
  return unsure ?? danger ?? (rules.guardedPaths.length > 0 ? protectedPathGuard(rules, call, facts) : undefined);
}

function decideUnguarded(rules: ToolRules, call: DecidedCall, facts: CallFacts, log: DecisionLog): Decision {
  const first = askingRule(rules.askFirst, call, facts, log);
  if (first !== undefined) return first.decision;
  const allowing = allowingRule(rules, call, facts, log);
  if (allowing.decision !== undefined) return allowing.decision;
  const asking = askingRule(rules.ask, call, facts, log);
  const rest = asking?.decision ?? levelOf(rules, call, log);
  const { unsure } = allowing;
  if (unsure === undefined || (rest.verdict === 'allow' && rest.source === 'override')) return rest;
  const { reason } = undecided(unsure, facts);
  // Where somebody wrote down which commands may run, a command that cannot be judged is not waved through by a default.
  if (rest.verdict === 'allow') return { ...rest, verdict: 'ask', reason };
  return { ...rest, reason: `${rest.reason}; ${reason}` };
}

/** The word of the allow rules, alone or together; else the first that cannot tell. */
function allowingRule(
  rules: ToolRules,
  call: DecidedCall,
  facts: CallFacts,
  log: DecisionLog,
): { readonly decision?: Decision; readonly unsure?: CompiledRule } {
  let unsure: CompiledRule | undefined;
  for (const rule of rules.allow) {
    const match = matchRule(rule, call, facts);
    log?.push(ruleStep(rule, match, call, facts));
    if (match === 'yes') return { decision: rule.decision };
    if (match === 'unknown') unsure ??= rule;
  }
  const together = rules.sharing.length === 0 ? undefined : allowTogether(rules.sharing, call, facts);
  if (together === undefined) return unsure === undefined ? {} : { unsure };
  log?.push({ step: 'allow rules together', detail: together.rule ?? '', outcome: 'matched' });
  return { decision: together };
}

/** Why a rule cannot tell, with what is known of the line that it is about. */
function undecided({ undecided: decision, list }: CompiledRule, facts: CallFacts): Decision {
  const why = knownOf(list, facts);
  return why === undefined ? decision : { ...decision, reason: `${decision.reason}: ${why}` };
}

/** Why a line cannot be judged by rules of this list, as a clause. */
function knownOf(list: string, { commands }: CallFacts): string | undefined {
  for (const { line } of Object.values(commands ?? {})) {
    const why = list.startsWith('allow') ? (line.obstacle ?? besideWords(line)) : line.hidden;
    if (why !== undefined) return why;
  }
  return undefined;
}

/** What a line depends on beside the words of its commands, as a clause. */
function besideWords({ commands }: ShellLine): string | undefined {
  for (const { sets, place } of commands) {
    const named = (sets ?? []).flatMap(({ name, isInert }) => (isInert ? [] : [name]));
    if (named.length > 0) return `it sets ${named.join(' and ')}`;
    if (place !== undefined) return 'it reads a file by redirection';
  }
  return undefined;
}

/** The override, else the tool's own word, else the default. */
function levelOf(rules: ToolRules, call: DecidedCall, log: DecisionLog): Decision {
  const needsApproval = call.approvalNeeded ?? rules.requiresApproval;
  const level = rules.override ?? (needsApproval ? rules.needsApproval : rules.level);
  log?.push({ step: 'level', detail: level.reason, outcome: 'matched' });
  return level;
}

function askingRule(rules: readonly CompiledRule[], call: DecidedCall, facts: CallFacts, log: DecisionLog): CompiledRule | undefined {
  for (const rule of rules) {
    const match = matchRule(rule, call, facts);
    log?.push(ruleStep(rule, match, call, facts));
    if (match !== 'no') return rule;
  }
  return undefined;
}

function liftingRule(rules: ToolRules, call: DecidedCall, facts: CallFacts): Pick<CompiledRule, 'text'> | undefined {
  const lifting = rules.allow.filter(({ evenIfDangerous }) => evenIfDangerous);
  const alone = lifting.find((rule) => matchRule(rule, call, facts) === 'yes');
  if (alone !== undefined || rules.sharing.length === 0) return alone;
  const together = allowTogether(lifting, call, facts);
  return together === undefined ? undefined : { text: together.rule ?? '' };
}

function protectedPathGuard(rules: ToolRules, call: DecidedCall, facts: CallFacts): Decision | undefined {
  const found = findProtectedPath(rules.guardedPaths, call.args, facts);
  return found === undefined ? undefined : { verdict: 'ask', reason: protectedReason(found), source: 'guard' };
}

function protectedReason({ path, below, partOf }: ProtectedPath): string {
  const quoted = (text: string): string => escapeUnseen(JSON.stringify(text));
  if (partOf === 'repository') return `${quoted(path)} is part of a git repository or would make one, and that needs a person's word`;
  if (partOf === 'hooks') return `${quoted(path)} is where git keeps its hooks, and changing it needs a person's word`;
  if (below === 'repository') return `${quoted(path)} holds a git repository, and changing that needs a person's word`;
  if (below === undefined) return `${quoted(path)} is a protected path, and changing it needs a person's word`;
  const what = below === 'unknown' ? 'more than was looked through for protected paths' : `the protected path ${quoted(below.path)}`;
  return `${quoted(path)} holds ${what}, and changing that needs a person's word`;
}

/** Every named argument must match; one that does not settles it. */
function matchRule(rule: CompiledRule, call: DecidedCall, facts: CallFacts): Match {
  let result: Match = 'yes';
  for (const argument of rule.args) {
    const match = argument.match(call.args, facts);
    if (match === 'no') return 'no';
    if (match === 'unknown') result = 'unknown';
  }
  return result;
}

function logBlocked(rules: ToolRules, log: DecisionStep[]): void {
  log.push({ step: 'other rules', detail: `${rules.others} of the policy's rules are about other tools`, outcome: 'not-applicable' });
  const detail = rules.blocked?.reason ?? 'neither an override nor the tool denies';
  log.push({ step: 'override or tool denies', detail, outcome: outcomeOf(rules.blocked !== undefined) });
}

function logGuard(guard: Decision | undefined, lifting: Pick<CompiledRule, 'text'> | undefined, log: DecisionStep[]): void {
  const lifted = lifting === undefined ? '' : `; lifted by the allow rule ${lifting.text}`;
  const detail = guard === undefined ? 'no guard speaks' : `${guard.reason}${lifted}`;
  log.push({ step: 'guards', detail, outcome: outcomeOf(guard !== undefined && lifting === undefined) });
}

function ruleStep(rule: CompiledRule, match: Match, call: DecidedCall, facts: CallFacts): DecisionStep {
  const why = match === 'yes' ? '' : match === 'unknown' ? undecidedBecause(rule, facts) : missBecause(rule, call, facts);
  return { step: rule.list, detail: `${rule.text}${why}`, outcome: outcomeOf(match === 'yes') };
}

function undecidedBecause({ list }: CompiledRule, facts: CallFacts): string {
  const why = knownOf(list, facts);
  return ` cannot be decided by pattern${why === undefined ? '' : `: ${why}`}`;
}

/** Of the argument that settled it. */
function missBecause({ args }: CompiledRule, call: DecidedCall, facts: CallFacts): string {
  const miss = args.length === 1 ? args[0] : args.find((argument) => argument.match(call.args, facts) === 'no');
  const why = miss?.explain?.(call.args, facts);
  return why === undefined ? '' : `: it ${escapeUnseen(why)}`;
}

function outcomeOf(matched: boolean): DecisionStep['outcome'] {
  return matched ? 'matched' : 'not-matched';
}
