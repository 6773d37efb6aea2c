import type { JsonObject, JsonValue } from '../contracts/json.js';
import { type CallFacts, NO_FACTS } from '../contracts/permissions.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';
import { escapeGlob } from '../registry/glob.js';
import { canonicalJson, isArray } from '../registry/canonical-json.js';
import { startDirectories } from './start-directory.js';
import { ruleText } from './rule-text.js';

/** Stands in a grant's text for the value of a secret parameter. */
const SECRET = '<secret>';

/** What "always" grants for a call, as rule texts: exactly these arguments of this tool and nothing wider. */
export function suggestGrants(tool: ToolDefinition, args: JsonObject, facts?: CallFacts): readonly string[] {
  return [grantText(tool, args, facts)];
}

/**
 * The rule text of a grant for exactly this call. Every value is escaped, so that none is read as a pattern; a path is
 * written as the workspace resolves it.
 */
export function grantText(tool: ToolDefinition, args: JsonObject, facts: CallFacts = NO_FACTS): string {
  const placed = placeArguments(tool, args, facts);
  const patterns = Object.entries(placed).map(([name, value]) => {
    const text = tool.secretParameters.includes(name) ? SECRET : typeof value === 'string' ? value : canonicalJson(value);
    return { name, pattern: escapeGlob(text) };
  });
  return ruleText(tool.name, patterns);
}

/**
 * The arguments with every path as it resolves now, links followed, and with the directory that a call starts in where it
 * leaves that out: the same text means another file once the working directory has changed.
 */
export function placeArguments(tool: ToolDefinition, args: JsonObject, facts: CallFacts): JsonObject {
  const paths = Object.keys(args).filter((name) => Object.hasOwn(tool.semantics, name) && tool.semantics[name] === 'path');
  const starts = startDirectories(tool).filter((name) => !Object.hasOwn(args, name) && Object.hasOwn(facts.paths, name));
  if (paths.length === 0 && starts.length === 0) return args;
  const entries = Object.entries(args).map(
    ([name, value]) => [name, paths.includes(name) ? placeValue(value, name, facts) : value] as const,
  );
  return Object.fromEntries([...entries, ...starts.map((name) => [name, placeValue('.', name, facts)] as const)]);
}

function placeValue(value: JsonValue, key: string, facts: CallFacts): JsonValue {
  if (typeof value === 'string') {
    const fact = Object.hasOwn(facts.paths, key) ? facts.paths[key] : undefined;
    return fact?.raw === value ? (fact.canonical ?? fact.normalized ?? value) || '.' : value;
  }
  if (value === null || typeof value !== 'object' || !isArray(value)) return value;
  return value.map((element, index) => placeValue(element, `${key}[${index}]`, facts));
}
