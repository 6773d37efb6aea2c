import type { GlobQuery, GlobResult } from '@tackroom/core';
import { ToolFailure } from '@tackroom/core';
import { compilePathGlob, type PathGlob } from './path-glob.js';
import { comparePaths } from './path-order.js';
import { checkLimit, nameOptions, readWarnings, SearchBase, type SearchContext } from './search-base.js';
import type { RipgrepEnd } from './ripgrep-process.js';

/** Ignored matches are counted up to here, and among so many files. */
const MAX_IGNORED_COUNTED = 1_000;
const MAX_IGNORED_WALK = 200_000;

interface Listing {
  readonly matches: readonly string[];
  readonly more: boolean;
  readonly end: RipgrepEnd;
  readonly tooDeep: boolean;
}

/** Finds files below `path` (relative to the root) by name. Rejects with `ToolFailure`. */
export async function globFiles(context: SearchContext, path: string, query: GlobQuery): Promise<GlobResult> {
  checkLimit(query);
  const glob = compilePathGlob(query.pattern);
  return SearchBase.with(context, path, async (base) => {
    const includeIgnored = query.includeIgnored === true;
    const stop = new AbortController();
    // Both at once: what is hidden takes as long to find as what is not.
    const counting = includeIgnored ? Promise.resolve(0) : countAll(base, glob, query, stop.signal);
    const counted = counting.catch(() => undefined);
    try {
      // Without an order ripgrep walks in parallel. Only a list that must be cut needs the order, and is over soon.
      const unsorted = await listFiles(base, glob, query, { includeIgnored, sorted: false });
      if (unsorted.more) stop.abort();
      const listing = unsorted.more ? await listFiles(base, glob, query, { includeIgnored, sorted: true }) : unsorted;
      const ignored = listing.more || includeIgnored ? 0 : Math.max(0, (await counting) - listing.matches.length);
      const warnings = [...readWarnings(listing.end)];
      if (listing.tooDeep) warnings.push(`not searched: directories more than ${context.maxDepth} levels down`);
      const matches = [...listing.matches].sort(comparePaths).map((match) => base.fromRoot(match));
      return { matches, more: listing.more, ignored, warnings };
    } finally {
      stop.abort();
      await counted;
    }
  });
}

async function listFiles(
  base: SearchBase,
  glob: PathGlob,
  query: GlobQuery,
  mode: { readonly includeIgnored: boolean; readonly sorted: boolean },
): Promise<Listing> {
  const matches: string[] = [];
  let more = false;
  let tooDeep = false;
  const take = (path: string): boolean => {
    if (base.isAtMaxDepth(path)) tooDeep = true;
    if (!glob.matches(path)) return true;
    if (matches.length === query.limit) more = true;
    else matches.push(path);
    return !more;
  };
  const end = await runListing(base, glob, query, { ...mode, take });
  return { matches, more, end, tooDeep };
}

/** How many files match, ignored ones included; no more than the limit and a thousand. */
async function countAll(base: SearchBase, glob: PathGlob, query: GlobQuery, stop: AbortSignal): Promise<number> {
  const signal = query.signal === undefined ? stop : AbortSignal.any([query.signal, stop]);
  let walked = 0;
  let matching = 0;
  const take = (path: string): boolean => {
    walked += 1;
    if (glob.matches(path)) matching += 1;
    return matching < query.limit + MAX_IGNORED_COUNTED && walked < MAX_IGNORED_WALK;
  };
  await runListing(base, glob, { ...query, signal }, { includeIgnored: true, sorted: false, take });
  return matching;
}

async function runListing(
  base: SearchBase,
  glob: PathGlob,
  query: GlobQuery,
  mode: { readonly includeIgnored: boolean; readonly sorted: boolean; readonly take: (path: string) => boolean },
): Promise<RipgrepEnd> {
  let held = Buffer.alloc(0);
  const end = await base.run({
    args: ['--files', '--null', ...nameOptions(glob.names), ...(mode.sorted ? ['--sort=path'] : []), '--', './'],
    includeIgnored: mode.includeIgnored,
    signal: query.signal,
    onOutput: (chunk) => {
      const bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      let from = 0;
      for (let nul = bytes.indexOf(0); nul !== -1; nul = bytes.indexOf(0, from)) {
        if (!mode.take(bytes.toString('utf8', from, nul).replace(/^\.\//, ''))) return false;
        from = nul + 1;
      }
      held = Buffer.from(bytes.subarray(from));
      return true;
    },
  });
  if (end.code === 2 && readWarnings(end).length === 0) {
    throw new ToolFailure('The search failed. Try again with a narrower path.', { code: 'SEARCH_FAILED' });
  }
  return end;
}
