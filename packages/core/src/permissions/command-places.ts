import type { CallFacts, PathFact } from '../contracts/permissions.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';
import type { PlaceTest } from './match/command-coverage.js';
import type { StringMatcher } from './match/matcher.js';
import { compilePathMatcher } from './match/path-matcher.js';
import { isProtectedPath } from './protected-paths.js';
import type { Rule } from './rule.js';

/**
 * What allow rules on commands extend to beside the words of a command. A directory must be inside the workspace. A file that is
 * read by `<` must be there, too, and no rule of the policy that denies or asks may be about it, whichever tool that rule
 * names; the rule that covers `cat` then says that it may be read. Undefined for a tool without commands.
 */
export function compilePlaces(tool: ToolDefinition, restricting: readonly Rule[]): PlaceTest | undefined {
  const commands = Object.keys(tool.semantics).filter((name) => tool.semantics[name] === 'shell-command');
  if (commands.length === 0) return undefined;
  const isOwn = (name: string): boolean => commands.includes(name);
  let matchers: readonly StringMatcher[] | undefined;
  return ({ path, is }, fact, facts) => {
    if (fact.outside || fact.normalized === undefined || fact.canonical === undefined) return false;
    if (is === 'directory') return true;
    if (isProtectedPath(path, fact)) return false;
    matchers ??= restricting.flatMap((rule) => pathMatchers(rule, isOwn));
    return !matchers.some((match) => match(path, 'path', factsOf(path, fact, facts)) !== 'no');
  };
}

function factsOf(path: string, fact: PathFact, facts: CallFacts): CallFacts {
  return { ...facts, paths: { path: fact.raw === path ? fact : { ...fact, raw: path } } };
}

/** What a rule that denies or asks says of a path: all that a rule about every reading tool does, else its patterns, each by itself. */
function pathMatchers({ subject, args }: Rule, isOwn: (name: string) => boolean): readonly StringMatcher[] {
  if (args.length === 0) {
    if (subject.kind === 'work') return subject.work === 'shows-files' ? [() => 'yes'] : [];
    const reads =
      subject.kind === 'category' ? subject.category === 'read' : subject.kind === 'definition' && subject.definition.category === 'read';
    return reads ? [() => 'yes'] : [];
  }
  return args.flatMap(({ name, pattern }) =>
    isOwn(name) || name === 'shell-command' || pattern.includes('://') ? [] : [pathMatcher(pattern)],
  );
}

function pathMatcher(pattern: string): StringMatcher {
  try {
    return compilePathMatcher(pattern, 'restrict');
  } catch {
    return () => 'unknown';
  }
}
