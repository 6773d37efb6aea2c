import type { GlobQuery, GlobResult } from '@tackroom/core';
import { compilePathGlob } from '../path-glob.js';
import { checkLimit, depthWarning, unreadFromRoot, unreadWarnings, type SearchContext } from '../search-base.js';
import { Breather } from './breather.js';
import { walkFiles, type WalkNotes } from './walk-files.js';

const MAX_IGNORED_COUNTED = 1_000;
const MAX_IGNORED_WALK = 200_000;

/** Finds files by name in this process, with the results of `globFiles`. Rejects with `ToolFailure`. */
export async function globWithout(context: Omit<SearchContext, 'ripgrep'>, base: string, query: GlobQuery): Promise<GlobResult> {
  checkLimit(query);
  const glob = compilePathGlob(query.pattern);
  const includeIgnored = query.includeIgnored === true;
  const notes: WalkNotes = { unread: [], tooDeep: false };
  const walk = { ...context, base, signal: query.signal };
  const breather = new Breather();
  const matches: string[] = [];
  let more = false;
  for await (const { path } of walkFiles({ ...walk, includeIgnored }, notes)) {
    await breather.breathe();
    if (!glob.matches(path)) continue;
    if (matches.length === query.limit) {
      more = true;
      break;
    }
    matches.push(path);
  }
  const warnings = [...unreadWarnings(notes.unread.map((line) => unreadFromRoot(base, line)))];
  if (notes.tooDeep && !more) warnings.push(depthWarning(context.maxDepth));
  let ignored = 0;
  if (!more && !includeIgnored) {
    let walked = 0;
    for await (const { path } of walkFiles({ ...walk, includeIgnored: true }, { unread: [], tooDeep: false })) {
      await breather.breathe();
      if (glob.matches(path)) ignored += 1;
      if ((walked += 1) >= MAX_IGNORED_WALK || ignored - matches.length >= MAX_IGNORED_COUNTED) break;
    }
    ignored = Math.max(0, ignored - matches.length);
  }
  return { matches: matches.map((path) => fromRoot(base, path)), more, ignored, warnings };
}

/** A path relative to the base, relative to the root. */
export function fromRoot(base: string, path: string): string {
  return base === '' ? path : `${base.replace(/\/$/, '')}/${path}`;
}
