import type { GrepMatch, StructuredReturn } from '@tackroom/core';
import { DEFAULT_FILE_LIMITS, type FileLimits } from './file-limits.js';
import { nothingFound, searchNotes } from './search-text.js';
import { searchWithinRules, type SearchCtx } from './search-within-rules.js';
import { shownPath, type Viewpoint } from './shown-path.js';

/** More than this is not collected, whatever a model asks for. */
const MOST_MATCHES = 5_000;

/** Arguments of `grep`. */
export interface GrepArgs {
  /** The regular expression. Escape `.`, `(`, `[` and the like to find them literally. */
  readonly pattern: string;
  /**
   * The directory or file to search, relative to the working directory.
   * @default "."
   */
  readonly path?: string;
  /** Only files whose path matches this pattern, for example `*.ts` or `src/**`. */
  readonly include?: string;
  /**
   * How many lines to show before and after each match.
   * @integer
   * @minimum 0
   * @maximum 50
   * @default 0
   */
  readonly context?: number;
  /**
   * How many matching lines to show at most.
   * @integer
   * @minimum 1
   * @default 200
   */
  readonly max_matches?: number;
  /**
   * Also files that ignore files exclude.
   * @default false
   */
  readonly include_ignored?: boolean;
}

/**
 * Finds lines in files, by path and line. Rejects with `ToolFailure`: `PATH_*`, `PATTERN_INVALID`, `SEARCH_*`. Called
 * plainly it bypasses the harness.
 */
export async function grep(
  args: GrepArgs,
  ctx: SearchCtx,
  limits: Pick<FileLimits, 'maxMatches'> = DEFAULT_FILE_LIMITS,
): Promise<StructuredReturn> {
  const { workspace, signal } = ctx;
  const limit = Math.min(args.max_matches ?? limits.maxMatches, Math.max(MOST_MATCHES, limits.maxMatches));
  const found = await searchWithinRules<GrepMatch>(ctx, {
    args,
    limit,
    pathOf: ({ path }) => path,
    counts: ({ isContext }) => !isContext,
    find: (most) =>
      workspace.grep({
        pattern: args.pattern,
        path: args.path ?? '.',
        ...(args.include === undefined ? {} : { include: args.include }),
        context: args.context ?? 0,
        includeIgnored: args.include_ignored ?? false,
        limit: most,
        signal,
      }),
  });
  const lines = found.matches.length === 0 ? [nothingFound('lines', found.warnings)] : matchLines(found.matches, workspace);
  return {
    output: { matches: found.matches.map(matchOutput), ...(found.more ? { more: true } : {}) },
    content: [...lines, ...searchNotes(found, limit)].join('\n'),
  };
}

function matchOutput({ path, line, text, isContext }: GrepMatch): { path: string; line: number; text: string; isContext?: true } {
  return isContext ? { path, line, text, isContext } : { path, line, text };
}

/** As `grep -n` prints them: context with dashes, and a gap where lines were left out. */
function matchLines(matches: readonly GrepMatch[], from: Viewpoint): readonly string[] {
  const hasContext = matches.some((match) => match.isContext);
  return matches.flatMap((match, index) => {
    const before = matches[index - 1];
    const isGap = hasContext && before !== undefined && (before.path !== match.path || before.line + 1 !== match.line);
    const mark = match.isContext ? '-' : ':';
    const line = `${shownPath(match.path, from)}${mark}${match.line}${mark}${match.text}`;
    return isGap ? ['--', line] : [line];
  });
}
