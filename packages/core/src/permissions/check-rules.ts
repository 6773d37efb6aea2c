import { HarnessError, type Problem } from '../contracts/errors.js';
import type { ParameterSemantics, ToolDefinition } from '../contracts/tool-definition.js';
import { compileStringMatcher, semanticsOf } from './match/argument-matcher.js';
import type { Reading } from './match/matcher.js';
import type { Policy } from './permission-options.js';
import type { Rule } from './rule.js';
import { compileSubject } from './rule-subject.js';
import { formatRule } from './rule-text.js';
import { patternsFor } from './tool-work.js';

/** Names of tools that a message lists at most. */
const MAX_NAMES = 50;

/**
 * What is wrong with the rules of a policy once the tools are known. A deny or ask rule that names a tool which nobody has
 * (and which is not one of a lazily connected server, `server__…`), or an argument which its tool does not have, would
 * silently match nothing. Patterns over tool names may match nothing, and an allow rule that matches nothing is inert;
 * but a pattern that its parameter's kind cannot read is a problem in every rule.
 */
export function checkRules(policy: Policy, tools: readonly ToolDefinition[]): readonly Problem[] {
  const lists = ['deny', 'ask', 'allow'] as const;
  return lists.flatMap((list) =>
    policy[list].flatMap((rule, index) => {
      const reading: Reading = list === 'allow' ? 'permit' : 'restrict';
      const where = `permissions.${list}[${index}] (${formatRule(rule)})`;
      return checkRule(rule, reading, tools).map(({ code, message }) => ({ code, where, message }));
    }),
  );
}

/** Rules of another policy that are about no tool here: what they forbid there is forbidden by nothing here. */
export function idleRules(policy: Policy, tools: readonly ToolDefinition[]): readonly string[] {
  return (['deny', 'ask', 'allow'] as const).flatMap((list) =>
    policy[list].flatMap((rule, index) => {
      const isAbout = compileSubject(rule.subject, list === 'allow' ? 'permit' : 'restrict');
      const isImported = rule.subject.kind === 'work' || rule.subject.kind === 'mcp';
      return isImported && !tools.some(isAbout) ? [`permissions.${list}[${index}] (${formatRule(rule)})`] : [];
    }),
  );
}

type Finding = Omit<Problem, 'where'>;

function checkRule(rule: Rule, reading: Reading, tools: readonly ToolDefinition[]): readonly Finding[] {
  const targets = tools.filter(compileSubject(rule.subject, reading));
  const findings: Finding[] = [];
  if (isNaming(rule) && reading === 'restrict') {
    if (targets.length === 0) return isLazy(rule) ? [] : [unknownTool(tools)];
    for (const { name } of rule.args) {
      if (!targets.some((tool) => hasArgument(tool, name))) findings.push(unknownArgument(name, targets));
    }
  }
  if (rule.subject.kind === 'member' && reading === 'permit') findings.push(...ambiguous(targets));
  return [...findings, ...unreadablePatterns(rule, reading, targets)];
}

/** Whether the rule means certain tools, not whichever match. */
function isNaming({ subject }: Rule): boolean {
  return subject.kind === 'name' || subject.kind === 'definition' || subject.kind === 'member';
}

function isLazy({ subject }: Rule): boolean {
  return subject.kind === 'name' && subject.name.includes('__');
}

function hasArgument({ inputSchema, hidden }: ToolDefinition, name: string): boolean {
  const { properties } = inputSchema;
  if (properties === undefined || Object.hasOwn(properties, name) || Object.hasOwn(hidden, name)) return true;
  const { additionalProperties } = inputSchema;
  const isOpen = additionalProperties === true || typeof additionalProperties === 'object';
  return isOpen || COMPOSING.some((keyword) => Object.hasOwn(inputSchema, keyword));
}

/** Keywords that can bring in properties which `properties` does not list. */
const COMPOSING = ['$ref', '$dynamicRef', 'allOf', 'anyOf', 'oneOf', 'if', 'patternProperties', 'dependentSchemas'];

function unknownTool(tools: readonly ToolDefinition[]): Finding {
  const registered = tools.map(({ name }) => name).sort();
  return { code: 'PERMISSIONS_TOOL_UNKNOWN', message: `no registered tool is meant; registered tools: ${listed(registered)}` };
}

function unknownArgument(name: string, targets: readonly ToolDefinition[]): Finding {
  const known = [...new Set(targets.flatMap((tool) => Object.keys(tool.inputSchema.properties ?? {})))].sort();
  const names = targets.map((tool) => tool.name);
  const has = names.length === 1 ? `${listed(names)} has no argument` : `none of ${listed(names)} has an argument`;
  return { code: 'PERMISSIONS_ARGUMENT_UNKNOWN', message: `${has} ${JSON.stringify(name)}; arguments: ${listed(known)}` };
}

/** Two classes of one name look alike to a rule: to allow one of them must not allow the other. */
function ambiguous(targets: readonly ToolDefinition[]): readonly Finding[] {
  const byOrigin = new Map<string, ToolDefinition>();
  for (const tool of targets) {
    const origin = tool.origin.kind === 'user' ? tool.origin.source : tool.name;
    const other = byOrigin.get(origin);
    if (other !== undefined && other.handler !== tool.handler) {
      const message = `${other.name} and ${tool.name} both come from a ${origin}; name the tool instead of the class`;
      return [{ code: 'PERMISSIONS_RULE_AMBIGUOUS', message }];
    }
    byOrigin.set(origin, tool);
  }
  return [];
}

function unreadablePatterns(rule: Rule, reading: Reading, targets: readonly ToolDefinition[]): readonly Finding[] {
  const messages = targets.flatMap((tool) =>
    patternsFor(rule, tool, reading)
      .flat()
      .flatMap(({ name, pattern }) => patternProblem(pattern, semanticsOf(tool, name), reading) ?? []),
  );
  return [...new Set(messages)].map((message) => ({ code: 'PERMISSIONS_RULE_INVALID', message }));
}

function patternProblem(pattern: string, semantics: ParameterSemantics, reading: Reading): string | undefined {
  try {
    compileStringMatcher(pattern, semantics, reading);
    return undefined;
  } catch (error) {
    if (HarnessError.is(error, 'PATTERN_INVALID')) return error.message;
    throw error;
  }
}

function listed(names: readonly string[]): string {
  if (names.length === 0) return 'none';
  const shown = names.slice(0, MAX_NAMES).join(', ');
  return names.length > MAX_NAMES ? `${shown} and ${names.length - MAX_NAMES} more` : shown;
}
