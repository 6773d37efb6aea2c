import type { CallFacts, PathFact } from '../../contracts/permissions.js';
import type { Match, Reading, StringMatcher } from './matcher.js';
import { compilePathGlob, foldCase, foldForm, type PathGlob, checkPathPattern, readPath, splitPath } from './path-glob.js';

/** A pattern of a path rule, compiled for file systems of both kinds. */
interface PathPattern {
  readonly absolute: boolean;
  /** The pattern leads out of the root by `..`. */
  readonly leadsOut: boolean;
  /** The pattern begins with `**`, so that it also means something for an absolute spelling. */
  readonly anywhere: boolean;
  readonly exact: PathGlob;
  readonly caseless: PathGlob;
}

/**
 * Judges a path against a pattern that is relative to the root (or absolute, read against the root that the facts name).
 * A restricting rule is tested on the value as written, resolved by text, as the workspace resolves it, and after links;
 * an allowing rule must match what the workspace makes of it and, where something is there, what links lead to. Under a
 * restricting rule `dir/` and `dir/**` both cover `dir` and all that it holds. A path without facts, or one that cannot be
 * compared, is `unknown` to a restricting rule and never allowed. Throws `PATTERN_INVALID`.
 */
export function compilePathMatcher(pattern: string, reading: Reading): StringMatcher {
  checkPathPattern(pattern);
  const compiled = compilePattern(pattern, reading);
  if (reading === 'permit') return (value, key, facts) => permit(compiled, factOf(facts, key, value), facts);
  return (value, key, facts) => restrict(compiled, value, factOf(facts, key, value), facts);
}

function compilePattern(pattern: string, reading: Reading): PathPattern {
  const { absolute, segments } = readPath(pattern);
  const isFolder = reading === 'restrict' && pattern.endsWith('/') && segments.length > 0;
  const whole = isFolder ? [...segments, '**'] : segments;
  return {
    absolute,
    leadsOut: whole[0] === '..',
    anywhere: whole[0] === '**',
    exact: compilePathGlob(whole, reading, foldForm),
    caseless: compilePathGlob(whole, reading, foldCase),
  };
}

/** The fact of this very value; a fact of another value is none. */
function factOf(facts: CallFacts, key: string, value: string): PathFact | undefined {
  const fact = Object.hasOwn(facts.paths, key) ? facts.paths[key] : undefined;
  return fact?.raw === value ? fact : undefined;
}

function permit(pattern: PathPattern, fact: PathFact | undefined, facts: CallFacts): Match {
  if (fact === undefined || fact.outside || fact.normalized === undefined) return 'no';
  const root = rootSegments(pattern, facts);
  if (root === undefined) return 'no';
  const matches = facts.caseInsensitivePaths ? pattern.caseless : pattern.exact;
  const covers = (path: string | undefined): boolean => path === undefined || matches([...root, ...splitPath(path)]);
  return covers(fact.normalized) && covers(fact.canonical) ? 'yes' : 'no';
}

function restrict(pattern: PathPattern, value: string, fact: PathFact | undefined, facts: CallFacts): Match {
  const matches = facts.caseInsensitivePaths ? pattern.caseless : pattern.exact;
  const spelled = readPath(value);
  if (spelled.absolute === pattern.absolute || pattern.anywhere) {
    if (matches(spelled.segments) || matches(splitPath(value))) return 'yes';
  }
  const root = rootSegments(pattern, facts);
  if (fact === undefined || root === undefined) return 'unknown';
  for (const path of [fact.normalized, fact.canonical]) {
    if (path !== undefined && matches([...root, ...splitPath(path)])) return 'yes';
  }
  return fact.outside && (pattern.absolute || pattern.leadsOut) ? 'unknown' : 'no';
}

/** What stands before a path of the workspace when it is compared with the pattern; undefined when that is not known. */
function rootSegments(pattern: PathPattern, facts: CallFacts): readonly string[] | undefined {
  if (!pattern.absolute) return [];
  return facts.workspaceRoot === undefined ? undefined : readPath(facts.workspaceRoot).segments;
}
