import type { ApprovalTerms, Approver } from '../contracts/approvals.js';
import { HarnessError, type Problem, problemsError } from '../contracts/errors.js';
import type { PermissionLevel } from '../contracts/permissions.js';
import type { DangerousCommandsOptions } from './dangerous-commands-guard.js';
import { compileGlob } from '../registry/glob.js';
import { isRule, isToolDefinition, type Rule, rule, type RuleInput } from './rule.js';
import { formatRule, parseRule } from './rule-text.js';

/**
 * What is decided where no rule and no level of the tool speaks. `guarded`: by risk, low is allowed, the rest asks.
 * `open`: allowed. `locked`: denied.
 */
export type PermissionProfile = 'guarded' | 'open' | 'locked';

/**
 * Checks that ask whatever is allowed. `protected-paths`: writing to version control, environment, policy and editor files.
 * `dangerous-commands`: shell lines on the list of dangerous ones.
 */
export type GuardName = 'protected-paths' | 'dangerous-commands';

/** A permission policy. */
export interface PermissionOptions {
  readonly allow?: readonly RuleInput[];
  readonly ask?: readonly RuleInput[];
  readonly deny?: readonly RuleInput[];
  /** `guarded` unless given. */
  readonly profile?: PermissionProfile;
  /** Takes the place of what the profile says. */
  readonly defaultLevel?: PermissionLevel;
  /** All of them unless the profile is `open`, which has none. */
  readonly guards?: readonly GuardName[];
  /** Another list of dangerous commands than the built-in one, or another word on them than `ask`. */
  readonly dangerousCommands?: DangerousCommandsOptions;
  /** Answers an ask while the run waits. */
  readonly approver?: Approver | Approver['approve'];
  /** What an ask without an approver's answer becomes; `pause` unless given. */
  readonly onAsk?: 'pause' | 'deny';
  /** On which terms people are asked. */
  readonly approvals?: ApprovalTerms;
}

/** A policy that has been checked and completed. */
export interface Policy {
  readonly allow: readonly Rule[];
  readonly ask: readonly Rule[];
  readonly deny: readonly Rule[];
  readonly profile: PermissionProfile;
  readonly defaultLevel: PermissionLevel | undefined;
  readonly guards: readonly GuardName[];
  readonly dangerousCommands: DangerousCommandsOptions;
  readonly approver: Approver | undefined;
  readonly onAsk: 'pause' | 'deny';
  readonly approvals: ApprovalTerms;
}

const LEVELS: readonly PermissionLevel[] = ['allow', 'ask', 'deny'];
const GUARDS: readonly GuardName[] = ['protected-paths', 'dangerous-commands'];
const CHOICES = { profile: ['guarded', 'open', 'locked'], defaultLevel: LEVELS, onAsk: ['pause', 'deny'] } as const;
const KEYS: readonly (keyof PermissionOptions)[] = [
  'allow',
  'ask',
  'deny',
  'profile',
  'defaultLevel',
  'guards',
  'dangerousCommands',
  'approver',
  'onAsk',
  'approvals',
];

/** Checks and completes a policy. Throws one `PERMISSIONS_INVALID` that lists every problem; nothing is dropped or guessed. */
export function readPermissionOptions(options: PermissionOptions): Policy {
  if (!isPlainObject(options)) throw invalidPolicy([problem('PERMISSIONS_OPTION_INVALID', 'permissions', 'must be an object')]);
  const problems: Problem[] = checkOptions(options);
  const { profile = 'guarded', defaultLevel, approver, onAsk = 'pause' } = options;
  const policy: Policy = {
    allow: readRules('allow', options.allow, problems),
    ask: readRules('ask', options.ask, problems),
    deny: readRules('deny', options.deny, problems),
    profile,
    defaultLevel,
    guards: readGuards(options.guards) ?? (profile === 'open' ? [] : GUARDS),
    dangerousCommands: problems.length === 0 ? (options.dangerousCommands ?? {}) : {},
    approver: typeof approver === 'function' ? { approve: approver } : approver,
    onAsk,
    approvals: Object.freeze({ ...options.approvals }),
  };
  if (problems.length > 0) throw invalidPolicy(problems);
  return policy;
}

/** Everything that is wrong but the rules. */
function checkOptions(options: PermissionOptions): Problem[] {
  const problems: Problem[] = [];
  const refuse = (key: string, message: string): void => {
    problems.push(problem('PERMISSIONS_OPTION_INVALID', `permissions.${key}`, message));
  };
  for (const key of Object.keys(options)) {
    if ((KEYS as readonly string[]).includes(key)) continue;
    problems.push(problem('PERMISSIONS_OPTION_UNKNOWN', `permissions.${key}`, `is no option; valid: ${KEYS.join(', ')}`));
  }
  for (const [key, valid] of Object.entries(CHOICES)) {
    const value = options[key as keyof typeof CHOICES];
    if (value !== undefined && !(valid as readonly unknown[]).includes(value)) refuse(key, `must be one of ${valid.join(', ')}`);
  }
  const { guards, approver } = options as { readonly guards?: unknown; readonly approver?: unknown };
  const areGuards =
    guards === undefined || (Array.isArray(guards) && guards.every((guard) => (GUARDS as readonly unknown[]).includes(guard)));
  if (!areGuards) refuse('guards', `must be an array of: ${GUARDS.join(', ')}`);
  for (const message of approvalTermsProblems(options.approvals)) refuse('approvals', message);
  for (const message of dangerousCommandsProblems(options.dangerousCommands)) refuse('dangerousCommands', message);
  if (approver !== undefined && !isApprover(approver)) refuse('approver', 'must be a function or have a method approve');
  return problems;
}

function approvalTermsProblems(given: unknown): readonly string[] {
  if (given === undefined) return [];
  if (!isPlainObject(given)) return ['must be an object: { expireAfterMs?, approvers?, maxRefusals?, hold? }'];
  const { expireAfterMs, approvers, maxRefusals, hold, ...unknown } = given as Readonly<Record<string, unknown>>;
  const problems = Object.keys(unknown).map(
    (key) => `has no option ${JSON.stringify(key)}; valid: expireAfterMs, approvers, maxRefusals, hold`,
  );
  if (expireAfterMs !== undefined && !isCount(expireAfterMs))
    problems.push('expireAfterMs must be a whole number above 0, in milliseconds');
  if (maxRefusals !== undefined && !isCount(maxRefusals)) problems.push('maxRefusals must be a whole number above 0');
  if (![undefined, 'lane', 'turn'].includes(hold as string | undefined)) problems.push('hold must be lane or turn');
  const areNames = approvers === undefined || (Array.isArray(approvers) && approvers.every((name) => typeof name === 'string'));
  return areNames ? problems : [...problems, 'approvers must be an array of names'];
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) > 0;
}

function dangerousCommandsProblems(given: unknown): readonly string[] {
  if (given === undefined) return [];
  if (!isPlainObject(given)) return ["must be an object: { verdict?: 'ask' | 'deny', commands?: patterns }"];
  const { verdict, commands, ...unknown } = given as Readonly<Record<string, unknown>>;
  const problems = Object.keys(unknown).map((key) => `has no option ${JSON.stringify(key)}; valid: verdict, commands`);
  if (![undefined, 'ask', 'deny'].includes(verdict as string | undefined)) problems.push('verdict must be ask or deny');
  if (commands === undefined) return problems;
  if (!Array.isArray(commands) || commands.some((pattern) => typeof pattern !== 'string'))
    return [...problems, 'commands must be an array of patterns'];
  return [...problems, ...globProblems(commands as readonly string[])];
}

/** The guards that are there; what else is listed has been reported. */
function readGuards(guards: unknown): readonly GuardName[] | undefined {
  return Array.isArray(guards) ? GUARDS.filter((guard) => guards.includes(guard)) : undefined;
}

function isApprover(value: unknown): boolean {
  if (typeof value === 'function') return true;
  return typeof value === 'object' && value !== null && 'approve' in value && typeof value.approve === 'function';
}

/** Whether `value` is a permission level. */
export function isPermissionLevel(value: unknown): value is PermissionLevel {
  return (LEVELS as readonly unknown[]).includes(value);
}

function readRules(list: 'allow' | 'ask' | 'deny', inputs: unknown, problems: Problem[]): readonly Rule[] {
  if (inputs === undefined) return [];
  if (!Array.isArray(inputs)) {
    problems.push(problem('PERMISSIONS_OPTION_INVALID', `permissions.${list}`, 'must be an array of rules'));
    return [];
  }
  return inputs.flatMap((input: unknown, index) => {
    const read = readRule(input);
    const wrong = typeof read === 'string' ? [read] : [...read.problems, ...misplacedOptions(list, read), ...patternProblems(read)];
    const name = typeof read === 'string' ? '' : ` (${formatRule(read)})`;
    problems.push(...wrong.map((message) => problem('PERMISSIONS_RULE_INVALID', `permissions.${list}[${index}]${name}`, message)));
    return typeof read === 'string' ? [] : [read];
  });
}

/** The rule, or what is wrong with it. */
function readRule(input: unknown): Rule | string {
  if (isRule(input)) return input;
  if (isToolDefinition(input)) return rule(input);
  if (typeof input === 'function') return "is a function; write rule(Toolkit, 'method'), the tool's name, or its definition";
  if (typeof input !== 'string') return 'is neither text nor a rule; write a tool name, a glob, or rule(tool, { argument: pattern })';
  try {
    return parseRule(input);
  } catch (error) {
    if (HarnessError.is(error, 'PERMISSIONS_RULE_INVALID')) return error.message;
    throw error;
  }
}

function misplacedOptions(list: 'allow' | 'ask' | 'deny', read: Rule): string[] {
  const problems: string[] = [];
  if (read.evenIfDangerous && list !== 'allow') problems.push('evenIfDangerous belongs to allow rules');
  if (read.beforeAllow && list !== 'ask') problems.push('beforeAllow belongs to ask rules');
  return problems;
}

function patternProblems(read: Rule): string[] {
  const patterns = read.args.map(({ pattern }) => pattern);
  if (read.subject.kind === 'glob') patterns.unshift(read.subject.pattern);
  return globProblems(patterns);
}

function globProblems(patterns: readonly string[]): string[] {
  return patterns.flatMap((pattern) => {
    try {
      compileGlob(pattern);
      return [];
    } catch (error) {
      if (HarnessError.is(error, 'PATTERN_INVALID')) return [error.message];
      throw error;
    }
  });
}

function isPlainObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function problem(code: string, where: string, message: string): Problem {
  return { code, where, message };
}

function invalidPolicy(problems: readonly Problem[]): HarnessError {
  return problemsError('PERMISSIONS_INVALID', 'The permission policy cannot be used', problems);
}
