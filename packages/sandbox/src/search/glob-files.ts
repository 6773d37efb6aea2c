import type { GlobQuery, GlobResult } from '@tackroom/core';
import { alongside } from './alongside.js';
import { failUnlessRead, findDeeperFile, listNames } from './list-names.js';
import { compilePathGlob, type PathGlob } from './path-glob.js';
import { comparePaths } from './path-order.js';
import { checkLimit, depthWarning, nameOptions, readWarnings, SearchBase, type SearchContext } from './search-base.js';
import type { RipgrepEnd } from './ripgrep-process.js';

/** Ignored matches are counted up to here, and among so many files. */
const MAX_IGNORED_COUNTED = 1_000;
const MAX_IGNORED_WALK = 200_000;

interface Listing {
  /** One more than the limit if there are more. */
  readonly matches: readonly string[];
  readonly more: boolean;
  readonly end: RipgrepEnd;
}

/** All files of a tree, ignored ones included. */
interface Count {
  /** Those that match, up to the bound. */
  readonly matching: readonly string[];
  /** Whether any lies too deep; undefined when the count ended before that was known. */
  readonly tooDeep: boolean | undefined;
}

/**
 * Finds files below `path` (relative to the root) by name. Undefined when not all that ripgrep printed was found again in the
 * workspace: something was moved meanwhile. Rejects with `ToolFailure`.
 */
export async function globFiles(context: SearchContext, path: string, query: GlobQuery): Promise<GlobResult | undefined> {
  checkLimit(query);
  const glob = compilePathGlob(query.pattern);
  return SearchBase.with(context, path, (base) =>
    // Both at once: what is hidden takes as long to find as what is not.
    alongside(
      query.signal,
      (signal) => countAll(base, glob, { ...query, signal }),
      async (counting) => {
        // Without an order ripgrep walks in parallel. Only a list that must be cut needs the order, and is over soon.
        const unsorted = await listFiles(base, glob, query, false);
        if (unsorted.more) counting.giveUp();
        const { matches, more, end } = unsorted.more ? await listFiles(base, glob, query, true) : unsorted;
        if (unsorted.more && !more) return undefined;
        const rest = more ? { hidden: [], deeper: undefined } : await restOf(base, query, { matches, count: await counting.result });
        const printed = [...matches, ...rest.hidden, ...(rest.deeper === undefined ? [] : [rest.deeper])];
        if (!(await base.inside.hasEntries(printed)) || !(await base.hasComplaints(end))) return undefined;
        return {
          matches: matches
            .slice(0, query.limit)
            .sort(comparePaths)
            .map((match) => base.fromRoot(match)),
          more,
          ignored: rest.hidden.length,
          warnings: [...readWarnings(end, path), ...(rest.deeper === undefined ? [] : [depthWarning(context.maxDepth)])],
        };
      },
    ),
  );
}

/** What is not shown: files that ignore files hide, and one that lies too deep. */
async function restOf(
  base: SearchBase,
  query: GlobQuery,
  { matches, count }: { readonly matches: readonly string[]; readonly count: Count },
): Promise<{ readonly hidden: readonly string[]; readonly deeper: string | undefined }> {
  const shown = new Set(matches);
  const hidden = query.includeIgnored === true ? [] : count.matching.filter((path) => !shown.has(path));
  return { hidden, deeper: count.tooDeep === false ? undefined : await findDeeperFile(base, query, query.signal) };
}

async function listFiles(base: SearchBase, glob: PathGlob, query: GlobQuery, sorted: boolean): Promise<Listing> {
  const matches: string[] = [];
  let more = false;
  const take = (path: string): boolean => {
    if (!glob.matches(path)) return true;
    matches.push(path);
    more = matches.length > query.limit;
    return !more;
  };
  const args = [...nameOptions(glob.names), ...(sorted ? ['--sort=path'] : [])];
  const end = await listNames(base, { args, includeIgnored: query.includeIgnored === true, signal: query.signal, take });
  failUnlessRead(end);
  return { matches, more, end };
}

/** The files that match, ignored ones included, no more than the limit and a thousand; and whether there are any further down. */
async function countAll(base: SearchBase, glob: PathGlob, query: GlobQuery): Promise<Count> {
  const matching: string[] = [];
  let walked = 0;
  let tooDeep = false;
  const take = (path: string): boolean => {
    walked += 1;
    if (base.isTooDeep(path)) tooDeep = true;
    else if (glob.matches(path)) matching.push(path);
    return matching.length < query.limit + MAX_IGNORED_COUNTED && walked < MAX_IGNORED_WALK;
  };
  const only = glob.names === undefined ? [] : [...glob.names, base.tooDeepPattern];
  const { stopped } = await listNames(base, { args: [], only, includeIgnored: true, anyDepth: true, signal: query.signal, take });
  return { matching, tooDeep: tooDeep || (stopped ? undefined : false) };
}
