import type { JsonValue } from '../contracts/json.js';
import type { Decision, DecisionSource, PermissionLevel } from '../contracts/permissions.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';
import { type ArgumentMatcher, compileArgumentMatcher, semanticsOf } from './match/argument-matcher.js';
import { compilePlaces } from './command-places.js';
import { compileDangerousCommands, type DangerousCommands } from './dangerous-commands-guard.js';
import type { PlaceTest } from './match/command-coverage.js';
import type { Match, Reading } from './match/matcher.js';
import { changesBelow } from './path-fact.js';
import type { Policy } from './permission-options.js';
import { writtenParameters } from './protected-paths.js';
import type { Rule } from './rule.js';
import { compileSubject, type SubjectTest } from './rule-subject.js';
import { formatRule } from './rule-text.js';
import { startDirectories } from './start-directory.js';
import { patternsFor } from './tool-work.js';

/** A rule of the policy with what does not depend on a tool already compiled. */
export interface PolicyRule {
  readonly rule: Rule;
  readonly text: string;
  readonly isAbout: SubjectTest;
}

/** The rules of a policy, ready to be compiled for one tool after another. */
export interface PolicyRules {
  readonly deny: readonly PolicyRule[];
  readonly allow: readonly PolicyRule[];
  /** Ask rules that are tried before the allow rules. */
  readonly askFirst: readonly PolicyRule[];
  readonly ask: readonly PolicyRule[];
}

/** A rule as it applies to one tool, with everything that it can decide made beforehand. */
export interface CompiledRule {
  /** Which list it is from, for explanations. */
  readonly list: string;
  readonly text: string;
  readonly args: readonly ArgumentMatcher[];
  /** The argument, of a rule that is narrowed to one. */
  readonly only: ArgumentMatcher | undefined;
  readonly evenIfDangerous: boolean;
  /** The word of the rule when it matches. */
  readonly decision: Decision;
  /** The word of a guard when a deny rule cannot tell whether it matches; why an allow rule does not. */
  readonly undecided: Decision;
}

/** Everything that a policy can say of one tool. Decisions are shared and frozen: deciding allocates nothing. */
export interface ToolRules {
  readonly deny: readonly CompiledRule[];
  readonly allow: readonly CompiledRule[];
  /** Allow rules that may cover a shell line together; empty unless there are two. */
  readonly sharing: readonly CompiledRule[];
  readonly askFirst: readonly CompiledRule[];
  readonly ask: readonly CompiledRule[];
  /** Number of rules of the policy that are about other tools. */
  readonly others: number;
  /** An override or the tool itself denies. */
  readonly blocked: Decision | undefined;
  /** The override, if one is set; it outranks the two below. */
  readonly override: Decision | undefined;
  /** The tool's own word when its approval condition holds. */
  readonly needsApproval: Decision;
  /** Whether the tool has an approval requirement that holds unless the call says otherwise. */
  readonly requiresApproval: boolean;
  /** The tool's own level, else the default. */
  readonly level: Decision;
  /** Path parameters that the protected-paths guard looks at. */
  readonly guardedPaths: readonly string[];
  /** What a dangerous command among these parameters means; undefined where nobody looks for one. */
  readonly dangers: DangerousCommands | undefined;
}

/** Compiles whom each rule is about. */
export function compilePolicyRules(policy: Policy): PolicyRules {
  const compile = (rules: readonly Rule[], reading: Reading): readonly PolicyRule[] =>
    rules.map((rule) => ({ rule, text: formatRule(rule), isAbout: compileSubject(rule.subject, reading) }));
  return {
    deny: compile(policy.deny, 'restrict'),
    allow: compile(policy.allow, 'permit'),
    askFirst: compile(
      policy.ask.filter((rule) => rule.beforeAllow),
      'restrict',
    ),
    ask: compile(
      policy.ask.filter((rule) => !rule.beforeAllow),
      'restrict',
    ),
  };
}

/** Compiles a policy for one tool: the rules that are about it, and what the levels say. */
export function compileToolRules(
  tool: ToolDefinition,
  policy: Policy,
  rules: PolicyRules,
  override: PermissionLevel | undefined,
): ToolRules {
  const places = compilePlaces(
    tool,
    [...rules.deny, ...rules.askFirst, ...rules.ask].map(({ rule }) => rule),
  );
  const candidates = (list: readonly PolicyRule[], level: PermissionLevel): readonly CompiledRule[] =>
    list.filter(({ isAbout }) => isAbout(tool)).flatMap((candidate) => compileAlternatives(candidate, tool, level, places));
  const deny = candidates(rules.deny, 'deny');
  const allow = candidates(rules.allow, 'allow');
  const askFirst = candidates(rules.askFirst, 'ask');
  const ask = candidates(rules.ask, 'ask');
  const others = [rules.deny, rules.allow, rules.askFirst, rules.ask].flat().filter(({ isAbout }) => !isAbout(tool)).length;
  const overridden =
    override === undefined ? undefined : decision(override, 'override', `the permission of ${tool.name} is set to ${override}`);
  const own = tool.permission === undefined ? undefined : decision(tool.permission, 'tool', ownReason(tool, tool.permission));
  const strongest = overridden ?? own;
  return {
    deny,
    allow,
    sharing: sharingRules(allow),
    askFirst,
    ask,
    others,
    blocked: strongest?.verdict === 'deny' ? strongest : undefined,
    override: overridden,
    needsApproval: decision('ask', 'tool', ownReason(tool, 'ask')),
    requiresApproval: tool.approval !== undefined,
    level: own ?? defaultDecision(tool, policy),
    guardedPaths: policy.guards.includes('protected-paths') ? writtenParameters(tool) : [],
    dangers: policy.guards.includes('dangerous-commands') ? compileDangerousCommands(tool, policy.dangerousCommands) : undefined,
  };
}

function sharingRules(allow: readonly CompiledRule[]): readonly CompiledRule[] {
  const sharing = allow.filter(({ args }) => args.some(({ coverage }) => coverage !== undefined));
  return sharing.length > 1 ? sharing : [];
}

function compileAlternatives(
  { rule, ...rest }: PolicyRule,
  tool: ToolDefinition,
  level: PermissionLevel,
  extent?: PlaceTest,
): readonly CompiledRule[] {
  const alternatives = patternsFor(rule, tool, level === 'allow' ? 'permit' : 'restrict');
  return alternatives.map((args) => compileRule({ ...rest, rule: args === rule.args ? rule : { ...rule, args } }, tool, level, extent));
}

function compileRule({ rule, text }: PolicyRule, tool: ToolDefinition, level: PermissionLevel, extent?: PlaceTest): CompiledRule {
  const reading: Reading = level === 'allow' ? 'permit' : 'restrict';
  // A rule that says where commands start says nothing of another directory.
  const isPlaced = rule.args.some(({ name }) => semanticsOf(tool, name) === 'path');
  const reach: PlaceTest | undefined = isPlaced ? (place, ...of) => place.is === 'read' && extent?.(place, ...of) === true : extent;
  const starts = startDirectories(tool);
  const args = rule.args.map(({ name, pattern }) => {
    return compileArgumentMatcher({
      name,
      pattern,
      semantics: semanticsOf(tool, name),
      reading,
      omitted: omittedValue(tool, name),
      standsForDirectory: starts.includes(name),
      ...(reach === undefined ? {} : { places: reach }),
    });
  });
  const named = args.map(({ name }) => name).join(' and ');
  const orBelow = level !== 'allow' && changesBelow(tool) && rule.args.some(({ name }) => semanticsOf(tool, name) === 'path');
  const places = level === 'allow' ? startPlaces(rule, tool) : [];
  const judged = `the ${level} rule cannot judge this ${named} by its text`;
  const all = places.length === 0 ? args : [...args, ...places];
  return {
    list: rule.beforeAllow ? 'ask rule before allow' : `${level} rule`,
    text,
    args: all,
    only: all.length === 1 ? all[0] : undefined,
    evenIfDangerous: rule.evenIfDangerous,
    decision: decision(
      level,
      `${level}-rule`,
      rule.reason ??
        `${ruleVerbs[level]} ${tool.name}${named === '' ? '' : ` with this ${named}${orBelow ? ' or something below it' : ''}`}`,
      text,
    ),
    undecided: decision('ask', 'guard', judged, text),
  };
}

/**
 * What a rule that allows commands silently means as well: that they start inside the workspace. A rule that names the
 * parameter says where itself.
 */
function startPlaces(rule: Rule, tool: ToolDefinition): readonly ArgumentMatcher[] {
  const named = new Set(rule.args.map(({ name }) => name));
  if (![...named].some((name) => semanticsOf(tool, name) === 'shell-command')) return [];
  const places = Object.keys(tool.semantics).filter((name) => tool.semantics[name] === 'path' && !named.has(name));
  return places.map((name) => ({
    name,
    explain: () => `allows commands that start inside the workspace, and ${name} leads out or cannot be told`,
    covers: undefined,
    match: (args, { paths }): Match => {
      const fact = Object.hasOwn(paths, name) ? paths[name] : undefined;
      if (!Object.hasOwn(args, name) && fact === undefined) return 'yes';
      return fact?.outside === false && fact.canonical !== undefined ? 'yes' : 'no';
    },
  }));
}

/** Patterns stay out of the reason, which a model may read: they can name host paths. The rule's text is beside it. */
const ruleVerbs: Readonly<Record<PermissionLevel, string>> = {
  deny: 'a rule forbids',
  allow: 'a rule allows',
  ask: 'a rule asks a person before',
};

/** What the runtime fills in for an argument that the call leaves out. */
function omittedValue(tool: ToolDefinition, name: string): JsonValue | undefined {
  if (Object.hasOwn(tool.hidden, name)) return tool.hidden[name];
  const properties = tool.inputSchema.properties ?? {};
  const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
  return typeof schema === 'object' ? schema.default : undefined;
}

function defaultDecision(tool: ToolDefinition, { profile, defaultLevel }: Policy): Decision {
  if (defaultLevel !== undefined) return decision(defaultLevel, 'default', `the default of the policy is ${defaultLevel}`);
  if (profile === 'open') return decision('allow', 'profile', 'the policy is open');
  if (profile === 'locked') return decision('deny', 'profile', `the policy is locked and no rule allows ${tool.name}`);
  return decision(tool.riskLevel === 'low' ? 'allow' : 'ask', 'profile', `${tool.name} is of ${tool.riskLevel} risk`);
}

function ownReason(tool: ToolDefinition, level: PermissionLevel): string {
  if (level === 'ask') return tool.approval?.reason ?? `${tool.name} requires approval`;
  return level === 'deny' ? `${tool.name} is not permitted` : `${tool.name} is permitted`;
}

function decision(verdict: PermissionLevel, source: DecisionSource, reason: string, rule?: string): Decision {
  return Object.freeze(rule === undefined ? { verdict, reason, source } : { verdict, reason, source, rule });
}
