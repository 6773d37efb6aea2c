import type { GrepMatch, GrepQuery, GrepResult } from '@tackroom/core';
import { openFileIn, openHostFile, type HostFile } from '../../workspace/host-file.js';
import { compilePathGlob, type PathGlob } from '../path-glob.js';
import { checkLimit, depthWarning, unreadFromRoot, unreadWarnings, type SearchContext } from '../search-base.js';
import { Breather } from './breather.js';
import { fromRoot } from './glob-without.js';
import { LineMatcher } from './line-matcher.js';
import { searchLines, type LineSearch } from './search-lines.js';
import { noteUnread, walkFiles, type WalkNotes } from './walk-files.js';

const MAX_IGNORED_COUNTED = 1_000;

type Context = Omit<SearchContext, 'ripgrep'>;

/** Finds lines in files in this process, with the results of `grepFiles`. Rejects with `ToolFailure`. */
export async function grepWithout(context: Context, base: string, query: GrepQuery): Promise<GrepResult> {
  checkLimit(query);
  const include = query.include === undefined ? undefined : compilePathGlob(query.include);
  const matcher = await LineMatcher.compile(query.pattern, query.signal);
  try {
    const entry = await context.tree.entry(base, true);
    await entry.directory.close();
    if (!entry.stats.isDirectory()) return await grepOne(context, base, new Search(query, query.limit, matcher));
    const search = new Search(query, query.limit, matcher);
    const notes = await grepBelow(context, base, { include, search, includeIgnored: query.includeIgnored === true });
    let ignored = 0;
    if (search.matches.length === 0 && query.includeIgnored !== true) {
      const hidden = new Search({ ...query, context: 0 }, MAX_IGNORED_COUNTED, matcher);
      await grepBelow(context, base, { include, search: hidden, includeIgnored: true });
      ignored = hidden.matches.length;
    }
    const depth = notes.tooDeep && !search.more ? [depthWarning(context.maxDepth)] : [];
    const warnings = [...unreadWarnings(notes.unread.map((line) => unreadFromRoot(base, line))), ...search.warnings, ...depth];
    return { matches: search.matches, more: search.more, ignored, warnings };
  } finally {
    await matcher.close();
  }
}

/** Matches of one search, gathered file by file. */
class Search {
  readonly matches: GrepMatch[] = [];
  readonly warnings: string[] = [];
  more = false;
  readonly breather = new Breather();
  private count = 0;

  constructor(
    private readonly query: GrepQuery,
    private readonly limit: number,
    private readonly matcher: LineMatcher,
  ) {}

  get signal(): AbortSignal | undefined {
    return this.query.signal;
  }

  /** Searches one more file; false once there are enough. */
  async file(file: HostFile, path: string, tellBinary: boolean): Promise<boolean> {
    const { matcher, breather, signal } = this;
    const context = Math.max(0, Math.trunc(this.query.context ?? 0));
    const options: LineSearch = { matcher, breather, context, signal, limit: this.limit - this.count };
    const found = await searchLines(file, options);
    for (const { line, text, isContext } of found.lines) {
      this.matches.push({ path, line, text, isContext });
      if (!isContext) this.count += 1;
    }
    if (found.binaryFrom !== undefined && found.lines.length > 0)
      this.warnings.push(`searched in part: ${path} is binary from byte ${found.binaryFrom} on`);
    else if (found.binaryFrom !== undefined && tellBinary) this.warnings.push(`not searched: ${path} is a binary file`);
    if (found.longLine !== undefined) this.warnings.push(`searched in part: line ${found.longLine} of ${path} is too long`);
    this.more = found.more;
    return !found.more;
  }
}

async function grepOne(context: Context, path: string, search: Search): Promise<GrepResult> {
  const file = await openHostFile(context.tree, path);
  try {
    await search.file(file, path, true);
  } finally {
    await file.close();
  }
  return { matches: search.matches, more: search.more, ignored: 0, warnings: search.warnings };
}

async function grepBelow(
  context: Context,
  base: string,
  {
    include,
    search,
    includeIgnored,
  }: { readonly include: PathGlob | undefined; readonly search: Search; readonly includeIgnored: boolean },
): Promise<WalkNotes> {
  const notes: WalkNotes = { unread: [], tooDeep: false };
  for await (const { path, directory, name } of walkFiles({ ...context, base, includeIgnored, signal: search.signal }, notes)) {
    await search.breather.breathe();
    if (include !== undefined && !include.matches(path)) continue;
    const shown = fromRoot(base, path);
    let file: HostFile;
    try {
      file = await openFileIn(context.tree, directory, name, shown);
    } catch (error) {
      noteUnread(notes, path, error);
      continue;
    }
    try {
      if (!(await search.file(file, shown, false))) break;
    } finally {
      await file.close();
    }
  }
  return notes;
}
