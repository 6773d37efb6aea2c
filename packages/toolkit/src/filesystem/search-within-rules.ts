import type { Ctx, GlobResult, JsonObject } from '@tackroom/core';
import { wayTo } from './shown-path.js';

/**
 * What is looked for where some of it is left out, whatever limit a model sets: whether that is reached must not tell what is left
 * out.
 */
const MOST_FOUND = 5_000;

const KEPT_BACK = 'Rules keep some paths from this tool; what is there is left out.';

/** What a search asks the policy with; without it the search is a plain function call, outside any harness. */
export type SearchCtx = Pick<Ctx, 'workspace' | 'signal'> & Partial<Pick<Ctx, 'call' | 'permissions'>>;

/** A search of what a path holds. */
interface Search<Found, Result> {
  readonly args: object;
  /** How many of what counts are shown. */
  readonly limit: number;
  readonly find: (limit: number) => Promise<Result>;
  readonly pathOf: (found: Found) => string;
  readonly counts: (found: Found) => boolean;
}

type SearchResult<Found> = Pick<GlobResult, 'more' | 'ignored' | 'warnings'> & { readonly matches: readonly Found[] };

/**
 * Searches, and leaves out files that a rule denies to this tool, or asks about, when it is called with their own path: a search of
 * a directory does not tell what a search of the file may not. Nor does what remains tell which files matched: what ignore
 * files hide is not counted then, and the warning is the same whatever was found.
 */
export async function searchWithinRules<Found>(ctx: SearchCtx, search: Search<Found, SearchResult<Found>>): Promise<SearchResult<Found>> {
  const { limit, find, pathOf, counts } = search;
  const { call, permissions, workspace } = ctx;
  if (call === undefined || permissions?.looksAt(call.toolName, 'path') !== true) return find(limit);
  const { matches, more, warnings } = await find(Math.max(limit, MOST_FOUND));
  const mayShow = await pathTest(call.toolName, search.args as JsonObject, { permissions, workspace }); // arguments of a call
  const shown: Found[] = [];
  let counted = 0;
  for (const match of matches) {
    if (!(await mayShow(pathOf(match)))) continue;
    if (counts(match)) counted += 1;
    if (counted > limit) break;
    shown.push(match);
  }
  return { matches: shown, more: more || counted > limit, ignored: 0, warnings: [...warnings, KEPT_BACK] };
}

/** Whether the rules let this tool have a path that it found, asked once for each. */
async function pathTest(
  toolName: string,
  args: JsonObject,
  { permissions, workspace }: Pick<Ctx, 'permissions' | 'workspace'>,
): Promise<(path: string) => Promise<boolean>> {
  const searching = await permissions.check(toolName, args);
  const known = new Map<string, boolean>();
  return async (path) => {
    const before = known.get(path);
    if (before !== undefined) return before;
    const { verdict, rule, source } = await permissions.check(toolName, { ...args, path: wayTo(path, workspace) });
    // Without a rule it is a level, which does not tell one path from another; a check that failed is no word of the policy.
    const isLevel = rule === undefined && source !== 'none';
    const may = verdict === 'allow' || isLevel || (verdict === 'ask' && searching.verdict !== 'allow');
    known.set(path, may);
    return may;
  };
}
