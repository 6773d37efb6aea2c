import { HarnessError, problemsError, type Problem } from '../contracts/errors.js';
import type { RiskLevel, ToolDefinition, ToolOrigin } from '../contracts/tool-definition.js';
import { compileGlob, isGlob } from './glob.js';
import { isRecord, shown } from './tool-problem.js';

/** Which tools are meant. Every field that is given must agree; an empty list agrees with nothing. */
export interface ToolFilter {
  /** Names or globs; a tool needs one that matches. Empty exposes nothing. */
  readonly include?: readonly string[];
  /** Names or globs; a tool that matches one is left out, included or not. */
  readonly exclude?: readonly string[];
  readonly categories?: readonly string[];
  readonly maxRisk?: RiskLevel;
  readonly origins?: readonly ToolOrigin['kind'][];
}

const RISKS: readonly RiskLevel[] = ['low', 'medium', 'high'];
const ORIGINS: readonly ToolOrigin['kind'][] = ['user', 'builtin', 'mcp', 'agent'];
const FIELDS: readonly (keyof ToolFilter)[] = ['include', 'exclude', 'categories', 'maxRisk', 'origins'];

/**
 * Compiles a filter; without one every tool matches. Throws `FILTER_INVALID` with every unknown field, every string that
 * should be a list, every unknown risk or origin, and every pattern that does not compile.
 */
export function compileFilter(filter: ToolFilter | undefined): (definition: ToolDefinition) => boolean {
  if (filter === undefined) return () => true;
  const problems = checkFilter(filter, 'filter');
  if (problems.length > 0) throw problemsError('FILTER_INVALID', 'The tool filter is not valid', problems);
  const { include, exclude, categories, maxRisk, origins } = filter;
  const included = include && compileNames(include);
  const excluded = exclude && compileNames(exclude);
  return (definition) =>
    (included === undefined || included(definition.name)) &&
    (excluded === undefined || !excluded(definition.name)) &&
    (categories === undefined || categories.includes(definition.category)) &&
    (maxRisk === undefined || RISKS.indexOf(definition.riskLevel) <= RISKS.indexOf(maxRisk)) &&
    (origins === undefined || origins.includes(definition.origin.kind));
}

/** Whether one definition matches. Compile the filter once instead when there are many. */
export function matchesFilter(definition: ToolDefinition, filter: ToolFilter | undefined): boolean {
  return compileFilter(filter)(definition);
}

/** Compiles a list of names and globs. Throws `PATTERN_INVALID`. */
export function compileNames(patterns: readonly string[]): (name: string) => boolean {
  const names = new Set(patterns.filter((pattern) => !isGlob(pattern)));
  const globs = patterns.filter(isGlob).map(compileGlob);
  return (name) => names.has(name) || globs.some((matches) => matches(name));
}

/** Those patterns that match none of the names: misspelt, or meant for tools that are not there. */
export function unmatchedPatterns(patterns: readonly string[], names: readonly string[]): readonly string[] {
  return patterns.filter((pattern) => !names.some(compileNames([pattern])));
}

/** Everything that is wrong with a filter; `where` names the option it came from. */
function checkFilter(filter: unknown, where: string): readonly Problem[] {
  if (!isRecord(filter)) return [problem(where, `is ${shown(filter)}; write an object such as { include: ['read_*'] }`)];
  const problems = Object.keys(filter)
    .filter((field) => !(FIELDS as readonly string[]).includes(field))
    .map((field) => problem(`${where}.${field}`, `is not a filter; the filters are ${FIELDS.join(', ')}`));
  problems.push(...checkNames(filter['include'], `${where}.include`), ...checkNames(filter['exclude'], `${where}.exclude`));
  problems.push(...checkStrings(filter['categories'], `${where}.categories`));
  problems.push(...checkStrings(filter['origins'], `${where}.origins`, ORIGINS));
  const { maxRisk } = filter;
  if (maxRisk !== undefined && !(RISKS as readonly unknown[]).includes(maxRisk)) {
    problems.push(problem(`${where}.maxRisk`, `is ${shown(maxRisk)}; write one of ${RISKS.join(', ')}`));
  }
  return problems;
}

/** What is wrong with a list of names and globs; nothing when it is absent. */
export function checkNames(patterns: unknown, where: string): readonly Problem[] {
  const problems = [...checkStrings(patterns, where)];
  if (problems.length > 0 || !Array.isArray(patterns)) return problems;
  for (const [index, pattern] of (patterns as readonly string[]).entries()) {
    try {
      compileGlob(pattern);
    } catch (error) {
      if (!HarnessError.is(error)) throw error;
      problems.push({ code: error.code, where: `${where}[${index}]`, message: error.message });
    }
  }
  return problems;
}

function checkStrings(list: unknown, where: string, allowed?: readonly string[]): readonly Problem[] {
  if (list === undefined) return [];
  if (!Array.isArray(list)) {
    const isText = typeof list === 'string';
    return [problem(where, `is ${isText ? 'a string' : shown(list)}; write an array: ['${isText ? list : '…'}']`)];
  }
  return (list as readonly unknown[]).flatMap((item, index) => {
    if (typeof item !== 'string') return [problem(`${where}[${index}]`, `is ${shown(item)}; write a string`)];
    if (allowed !== undefined && !allowed.includes(item)) {
      return [problem(`${where}[${index}]`, `is "${item}"; write one of ${allowed.join(', ')}`)];
    }
    return [];
  });
}

function problem(where: string, message: string): Problem {
  return { code: 'FILTER_INVALID', where, message: `${message}.` };
}
