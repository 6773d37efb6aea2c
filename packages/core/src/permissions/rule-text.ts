import { HarnessError } from '../contracts/errors.js';
import { type ArgumentPatterns, isRiskLevel, type Rule, rule } from './rule.js';
import { escapeUnseen } from './visible-text.js';

/**
 * Reads a rule from text: `tool`, `glob*`, `tool{"argument":"pattern"}`, `category:name` or `risk:level`. Throws
 * `PERMISSIONS_RULE_INVALID` for anything else, also for JSON that is cut off, a pattern that is not a string and an
 * argument that is named twice.
 */
export function parseRule(text: string): Rule {
  const parsed = readRule(text);
  const [problem] = parsed.problems;
  if (problem !== undefined) throw invalid(text, problem);
  return parsed;
}

/** The text of a rule, for people and for {@link parseRule}; unseen characters are escaped. Options are not part of it. */
export function formatRule(of: Pick<Rule, 'subject' | 'args'>): string {
  return ruleText(subjectText(of.subject), of.args);
}

/** The text of a rule about `subject` with these patterns. */
export function ruleText(subject: string, args: readonly { readonly name: string; readonly pattern: string }[]): string {
  if (args.length === 0) return subject;
  const members = args.map(({ name, pattern }) => `${JSON.stringify(name)}:${JSON.stringify(pattern)}`);
  return `${subject}{${escapeUnseen(members.join(','))}}`;
}

function subjectText(subject: Rule['subject']): string {
  switch (subject.kind) {
    case 'name':
      return subject.name;
    case 'glob':
      return subject.pattern;
    case 'definition':
      return subject.definition.name;
    case 'member':
      return `${subject.toolkit.name}.${subject.member ?? '*'}`;
    case 'work':
      return subject.work;
    case 'mcp':
      return `${subject.server}__${subject.tool ?? '*'}`;
    case 'category':
      return `category:${subject.category}`;
    case 'risk':
      return `risk:${subject.level}`;
  }
}

function readRule(text: string): Rule {
  if (typeof text !== 'string') throw invalid(JSON.stringify(text) ?? typeof text, 'must be a text');
  const trimmed = text.trim();
  const selector = /^(category|risk):(.*)$/s.exec(trimmed);
  if (selector !== null) return readSelector(selector[1] ?? '', selector[2] ?? '', text);
  const brace = trimmed.indexOf('{');
  if (brace < 0) return rule(trimmed);
  return rule(trimmed.slice(0, brace).trimEnd(), readPatterns(trimmed.slice(brace), text));
}

function readSelector(kind: string, value: string, text: string): Rule {
  if (kind === 'category') return rule.category(value);
  if (isRiskLevel(value)) return rule.risk(value);
  throw invalid(text, 'names no risk level; write risk:low, risk:medium or risk:high');
}

function readPatterns(json: string, text: string): ArgumentPatterns {
  let patterns: unknown;
  try {
    patterns = JSON.parse(json);
  } catch (cause) {
    throw invalid(text, 'is not a tool name followed by one JSON object', cause);
  }
  // The last of two equal keys would win silently and take a pattern out of a deny rule.
  const values = Object.values(patterns as object);
  const literals = json.match(/"(?:[^"\\]|\\.)*"/g) ?? [];
  if (values.every((value) => typeof value === 'string') && literals.length !== 2 * values.length) {
    throw invalid(text, 'names an argument twice');
  }
  return patterns as ArgumentPatterns; // the rule builder reports what is not a string
}

function invalid(text: string, problem: string, cause?: unknown): HarnessError {
  const message = `The rule ${escapeUnseen(JSON.stringify(text))} cannot be used: ${problem}. Write tool, glob* or tool{"argument":"pattern"}.`;
  return new HarnessError('PERMISSIONS_RULE_INVALID', message, cause === undefined ? {} : { cause });
}
