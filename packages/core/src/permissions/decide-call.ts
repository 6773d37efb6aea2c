import type { CallFacts, DecidedCall, Decision, DecisionStep } from '../contracts/permissions.js';
import type { CompiledRule, ToolRules } from './compile-tool-rules.js';
import type { Match } from './match/matcher.js';
import { findProtectedPath } from './protected-paths.js';
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
  let guard: Decision | undefined;
  for (const rule of rules.deny) {
    const match = matchRule(rule, call, facts);
    log?.push(ruleStep(rule, match));
    if (match === 'yes') return rule.decision;
    if (match === 'unknown') guard ??= rule.undecided;
  }
  if (log !== undefined) logBlocked(rules, log);
  if (rules.blocked !== undefined) return rules.blocked;
  if (rules.guardedPaths.length > 0) guard ??= protectedPathGuard(rules, call, facts);
  const lifting = guard === undefined ? undefined : liftingRule(rules, call, facts);
  if (log !== undefined) logGuard(guard, lifting, log);
  const unguarded = decideUnguarded(rules, call, facts, log);
  return guard === undefined || lifting !== undefined || unguarded.verdict === 'deny' ? unguarded : guard;
}

function decideUnguarded(rules: ToolRules, call: DecidedCall, facts: CallFacts, log: DecisionLog): Decision {
  const first = askingRule(rules.askFirst, call, facts, log);
  if (first !== undefined) return first.decision;
  let undecided: CompiledRule | undefined;
  for (const rule of rules.allow) {
    const match = matchRule(rule, call, facts);
    log?.push(ruleStep(rule, match));
    if (match === 'yes') return rule.decision;
    if (match === 'unknown') undecided ??= rule;
  }
  const asking = askingRule(rules.ask, call, facts, log);
  const rest = asking?.decision ?? levelOf(rules, call, log);
  if (undecided === undefined || (rest.verdict === 'allow' && rest.source === 'override')) return rest;
  // Where somebody wrote down which commands may run, a command that cannot be judged is not waved through by a default.
  if (rest.verdict === 'allow') return { ...rest, verdict: 'ask', reason: undecided.undecided.reason };
  return { ...rest, reason: `${rest.reason}; ${undecided.undecided.reason}` };
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
    log?.push(ruleStep(rule, match));
    if (match !== 'no') return rule;
  }
  return undefined;
}

function liftingRule(rules: ToolRules, call: DecidedCall, facts: CallFacts): CompiledRule | undefined {
  return rules.allow.find((rule) => rule.evenIfDangerous && matchRule(rule, call, facts) === 'yes');
}

function protectedPathGuard(rules: ToolRules, call: DecidedCall, facts: CallFacts): Decision | undefined {
  const path = findProtectedPath(rules.guardedPaths, call.args, facts);
  if (path === undefined) return undefined;
  const reason = `${escapeUnseen(JSON.stringify(path))} is a protected path, and changing it needs a person's word`;
  return { verdict: 'ask', reason, source: 'guard' };
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

function logGuard(guard: Decision | undefined, lifting: CompiledRule | undefined, log: DecisionStep[]): void {
  const lifted = lifting === undefined ? '' : `; lifted by the allow rule ${lifting.text}`;
  const detail = guard === undefined ? 'no guard speaks' : `${guard.reason}${lifted}`;
  log.push({ step: 'guards', detail, outcome: outcomeOf(guard !== undefined && lifting === undefined) });
}

function ruleStep(rule: CompiledRule, match: Match): DecisionStep {
  const detail = match === 'unknown' ? `${rule.text} cannot be decided by pattern` : rule.text;
  return { step: rule.list, detail, outcome: outcomeOf(match === 'yes') };
}

function outcomeOf(matched: boolean): DecisionStep['outcome'] {
  return matched ? 'matched' : 'not-matched';
}
