import type { CallFacts, PathFact, PathsBelow } from '../../contracts/permissions.js';
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
 * `dir/**` both cover `dir` and all that it holds, and a directory that a call may change with all that it holds is what the
 * pattern is about if something in it is. A path without facts, or one that cannot be compared, is `unknown` to
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

/** The fact of this very value; a fact of another value does not count. */
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
  if (found === 'yes') return found;
  const followed = fact.canonical === fact.normalized ? 'no' : resolve(pattern, fact.canonical, fact, facts);
  const held = fact.below === undefined || followed === 'yes' ? 'no' : matchBelow(pattern, fact, fact.below, facts);
  return strongest(found, followed, held);
}

function strongest(...matches: readonly Match[]): Match {
  return matches.find((match) => match === 'yes') ?? matches.find((match) => match === 'unknown') ?? 'no';
}

/** Whether something that the directory holds is what the pattern is about. */
function matchBelow(pattern: PathPattern, fact: PathFact, { entries, complete }: PathsBelow, facts: CallFacts): Match {
  const directories = [...new Set([fact.normalized, fact.canonical])].flatMap((path) => path ?? []);
  const glob = globOf(pattern, facts);
  const each = directories.map((path): Match => {
    const directory = locate(pattern, path, facts);
    if (typeof directory === 'string') return directory;
    if (!glob.reachesBelow(directory)) return 'no';
    if (entries.some((entry) => glob.matches([...directory, ...splitPath(entry)]))) return 'yes';
    return complete ? 'no' : 'unknown';
  });
  return strongest(...each);
}

/** Whether the value as written, or resolved by its text alone, is what the pattern is about. */
function matchesText(pattern: PathPattern, value: string, facts: CallFacts): boolean {
  const glob = globOf(pattern, facts);
  const { absolute, segments } = readPath(value);
  if (absolute !== pattern.absolute && !pattern.anywhere) return false;
  return glob.matches(segments) || (value.includes('..') && glob.matches(splitPath(value)));
}

function resolve(pattern: PathPattern, path: string | undefined, fact: PathFact, facts: CallFacts): Match {
  if (path !== undefined) return matchResolved(pattern, path, facts);
  // A path that leads out of a root is nowhere below it; where there is no root, that cannot be told.
  const isElsewhere = facts.workspaceRoot !== undefined && (fact.outside || fact.normalized === undefined);
  return isElsewhere && !pattern.absolute && !pattern.leadsOut ? 'no' : 'unknown';
}

function matchResolved(pattern: PathPattern, path: string, facts: CallFacts): Match {
  const segments = locate(pattern, path, facts);
  if (typeof segments === 'string') return segments;
  return globOf(pattern, facts).matches(segments) ? 'yes' : 'no';
}

/**
 * Segments that can be compared with the pattern, of what the workspace made of a path: relative to its root, or absolute where
 * the workspace has none. Else what that means for a match.
 */
function locate(pattern: PathPattern, path: string, facts: CallFacts): readonly string[] | 'no' | 'unknown' {
  const { absolute, segments } = readPath(path);
  if (absolute) return pattern.absolute || pattern.anywhere ? segments : 'no';
  if (!pattern.absolute) return segments;
  return facts.workspaceRoot === undefined ? 'unknown' : [...readPath(facts.workspaceRoot).segments, ...segments];
}

function globOf(pattern: PathPattern, { caseInsensitivePaths }: CallFacts): PathGlob {
  return caseInsensitivePaths ? pattern.caseless : pattern.exact;
}
