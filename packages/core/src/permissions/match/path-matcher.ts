import type { CallFacts, PathFact } from '../../contracts/permissions.js';
import type { Match, Reading, StringMatcher } from './matcher.js';
import { compilePathGlob, foldCase, foldForm, type PathGlob, checkPathPattern, readPath, splitPath } from './path-glob.js';

/** A pattern of a path rule, compiled for file systems of both kinds. */
interface PathPattern {
  readonly absolute: boolean;
  /** The pattern leads out of the root by `..`. */
  readonly leadsOut: boolean;
  /** A restricting pattern that begins with `**`: it also means something for an absolute path. */
  readonly anywhere: boolean;
  readonly exact: PathGlob;
  readonly caseless: PathGlob;
}

/**
 * Judges a path against a pattern that is relative to the root (or absolute, read against the root that the facts name).
 * A restricting rule is tested on the value as written, resolved by text, as the workspace resolves it, and after links;
 * an allowing rule must match what the workspace makes of it and what links lead to. Under a restricting rule `dir/` and
 * `dir/**` both cover `dir` and all that it holds. A path without facts, or one that cannot be compared, is `unknown` to
 * a restricting rule and never allowed. Throws `PATTERN_INVALID`.
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
    anywhere: reading === 'restrict' && whole[0] === '**',
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
  if (fact === undefined || fact.outside || fact.normalized === undefined || fact.canonical === undefined) return 'no';
  const isMatch = (path: string): boolean => matchResolved(pattern, path, facts) === 'yes';
  return isMatch(fact.normalized) && (fact.canonical === fact.normalized || isMatch(fact.canonical)) ? 'yes' : 'no';
}

function restrict(pattern: PathPattern, value: string, fact: PathFact | undefined, facts: CallFacts): Match {
  if (matchesText(pattern, value, facts)) return 'yes';
  if (fact === undefined) return 'unknown';
  const found = resolve(pattern, fact.normalized, fact, facts);
  if (found === 'yes' || fact.canonical === fact.normalized) return found;
  const followed = resolve(pattern, fact.canonical, fact, facts);
  return followed === 'no' ? found : followed;
}

/** Whether the value as written, or resolved by its text alone, is what the pattern is about. */
function matchesText(pattern: PathPattern, value: string, facts: CallFacts): boolean {
  const matches = facts.caseInsensitivePaths ? pattern.caseless : pattern.exact;
  const { absolute, segments } = readPath(value);
  if (absolute !== pattern.absolute && !pattern.anywhere) return false;
  return matches(segments) || (value.includes('..') && matches(splitPath(value)));
}

function resolve(pattern: PathPattern, path: string | undefined, fact: PathFact, facts: CallFacts): Match {
  if (path !== undefined) return matchResolved(pattern, path, facts);
  // A path that leads out of a root is nowhere below it; where there is no root, that cannot be told.
  const isElsewhere = facts.workspaceRoot !== undefined && (fact.outside || fact.normalized === undefined);
  return isElsewhere && !pattern.absolute && !pattern.leadsOut ? 'no' : 'unknown';
}

/** Compares what the workspace made of a path: relative to its root, or absolute where the workspace has none. */
function matchResolved(pattern: PathPattern, path: string, facts: CallFacts): Match {
  const matches = facts.caseInsensitivePaths ? pattern.caseless : pattern.exact;
  const { absolute, segments } = readPath(path);
  if (absolute) return (pattern.absolute || pattern.anywhere) && matches(segments) ? 'yes' : 'no';
  if (!pattern.absolute) return matches(segments) ? 'yes' : 'no';
  if (facts.workspaceRoot === undefined) return 'unknown';
  return matches([...readPath(facts.workspaceRoot).segments, ...segments]) ? 'yes' : 'no';
}
