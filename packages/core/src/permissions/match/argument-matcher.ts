import type { JsonObject, JsonValue } from '../../contracts/json.js';
import type { CallFacts } from '../../contracts/permissions.js';
import type { ParameterSemantics, ToolDefinition } from '../../contracts/tool-definition.js';
import { canonicalJson, isArray } from '../../registry/canonical-json.js';
import { compileGlob } from '../../registry/glob.js';
import type { Match, Reading, StringMatcher } from './matcher.js';
import { compilePathMatcher } from './path-matcher.js';
import { compileCommandCoverage, compileCoverageExplanation, type CoverageExplanation, type PlaceTest } from './command-coverage.js';
import { compileShellCommandMatcher } from './shell-command-matcher.js';
import { compileTextMatcher } from './text-matcher.js';
import { compileUrlMatcher } from './url-matcher.js';

/** Judges one named argument of a call. */
export interface ArgumentMatcher {
  readonly name: string;
  match(args: JsonObject, facts: CallFacts): Match;
  /** Whether it matches a text that the call gives; undefined where that takes more than a look at the text. */
  readonly covers: ((value: string) => boolean) | undefined;
  /** Why it does not match, as a clause after "the rule"; for people. */
  explain?(args: JsonObject, facts: CallFacts): string;
  /** Of a rule that permits shell lines: which of their commands it covers; undefined if that cannot be judged. */
  readonly coverage?: (args: JsonObject, facts: CallFacts) => readonly boolean[] | undefined;
}

/** What an argument matcher is made of. */
export interface ArgumentMatcherOptions {
  readonly name: string;
  readonly pattern: string;
  readonly semantics: ParameterSemantics;
  readonly reading: Reading;
  /** What a restricting rule reads when the call leaves the argument out. */
  readonly omitted: JsonValue | undefined;
  /** Of a rule that permits shell lines: which paths it extends to; none unless given. */
  readonly places?: PlaceTest;
  /** Left out, the argument stands for the working directory, where facts say which that is. */
  readonly standsForDirectory?: boolean;
}

/** How rules understand a parameter of the tool. */
export function semanticsOf(tool: ToolDefinition, name: string): ParameterSemantics {
  return (Object.hasOwn(tool.semantics, name) ? tool.semantics[name] : undefined) ?? 'text';
}

/** The matcher of a kind of parameter. Throws `PATTERN_INVALID` for a pattern that means nothing to this kind. */
export function compileStringMatcher(pattern: string, semantics: ParameterSemantics, reading: Reading, places?: PlaceTest): StringMatcher {
  switch (semantics) {
    case 'path':
      return compilePathMatcher(pattern, reading);
    case 'url':
      return compileUrlMatcher(pattern, reading);
    case 'shell-command':
      return compileShellCommandMatcher(pattern, reading, places);
    case 'text':
      return compileTextMatcher(pattern);
  }
}

/**
 * Compiles the pattern of one argument. Numbers and booleans are compared by their JSON text. Of an array every element
 * must match to permit, and there must be one; any element is enough to restrict. Null, objects and absent arguments
 * match nothing. A pattern that means nothing to the parameter's kind never permits and is `unknown` when it restricts.
 */
export function compileArgumentMatcher(options: ArgumentMatcherOptions): ArgumentMatcher {
  const { name, reading, omitted, standsForDirectory = false } = options;
  const { text, plain, covers } = compileMatchers(options);
  const coverage = compileCoverage(options);
  const valueLeftOut = ({ paths }: CallFacts): JsonValue | undefined => {
    if (standsForDirectory && Object.hasOwn(paths, name)) return '.';
    return reading === 'restrict' ? omitted : undefined;
  };
  const matchValue = (value: JsonValue, key: string, facts: CallFacts): Match => {
    if (typeof value === 'string') return text(value, key, facts);
    if (typeof value === 'number' || typeof value === 'boolean') return plain(canonicalJson(value), key, facts);
    if (value === null || !isArray(value)) return 'no';
    const found = new Set(value.map((element, index) => matchValue(element, `${key}[${index}]`, facts)));
    const order: readonly Match[] = reading === 'permit' ? ['no', 'unknown', 'yes'] : ['yes', 'unknown', 'no'];
    return order.find((match) => found.has(match)) ?? 'no';
  };
  return {
    name,
    covers,
    ...(coverage === undefined ? {} : { coverage }),
    explain: compileExplanation(options),
    match(args, facts) {
      const value = Object.hasOwn(args, name) ? args[name] : valueLeftOut(facts);
      return value === undefined ? 'no' : matchValue(value, name, facts);
    },
  };
}

/** Compiled when somebody first wants to know. */
function compileExplanation({ name, pattern, semantics, reading }: ArgumentMatcherOptions): NonNullable<ArgumentMatcher['explain']> {
  const isPermittedLine = semantics === 'shell-command' && reading === 'permit';
  let explain: CoverageExplanation | undefined;
  return (args, facts) => {
    const value = Object.hasOwn(args, name) ? args[name] : undefined;
    if (value === undefined) return `names ${name}, which the call leaves out`;
    if (value === null || (typeof value === 'object' && !isArray(value))) return `names ${name}, which is no text here`;
    if (!isPermittedLine || typeof value !== 'string') return `is about another ${name}`;
    explain ??= compileCoverageExplanation(pattern);
    return explain(value, name, facts) ?? `is about another ${name}`;
  };
}

/** Of a list of lines every command counts. */
function compileCoverage({ name, pattern, semantics, reading, places }: ArgumentMatcherOptions): ArgumentMatcher['coverage'] {
  if (semantics !== 'shell-command' || reading !== 'permit') return undefined;
  const covers = compileCommandCoverage(pattern, places);
  return (args, facts) => {
    const value = Object.hasOwn(args, name) ? args[name] : undefined;
    if (typeof value === 'string') return covers(value, name, facts);
    if (value === undefined || value === null || !isArray(value)) return undefined;
    const each = value.map((line, index) => (typeof line === 'string' ? covers(line, `${name}[${index}]`, facts) : undefined));
    return each.some((covered) => covered === undefined) ? undefined : each.flatMap((covered) => covered ?? []);
  };
}

function compileMatchers({ pattern, semantics, reading, places }: ArgumentMatcherOptions): {
  readonly text: StringMatcher;
  readonly plain: StringMatcher;
  readonly covers: ((value: string) => boolean) | undefined;
} {
  try {
    const covers = semantics === 'text' ? compileGlob(pattern) : undefined;
    return { text: compileStringMatcher(pattern, semantics, reading, places), plain: compileTextMatcher(pattern), covers };
  } catch {
    const undecided: StringMatcher = () => (reading === 'permit' ? 'no' : 'unknown');
    return { text: undecided, plain: undecided, covers: undefined };
  }
}
