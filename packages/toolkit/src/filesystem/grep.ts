import type { Ctx, GrepMatch, StructuredReturn } from '@tackroom/core';
import { DEFAULT_FILE_LIMITS, type FileLimits } from './file-limits.js';
import { nothingFound, searchNotes } from './search-text.js';
import { shownPath } from './shown-path.js';

/** More than this is not collected, whatever a model asks for. */
const MOST_MATCHES = 5_000;

/** Arguments of `grep`. */
export interface GrepArgs {
  /** Regular expression, within one line. */
  readonly pattern: string;
  /** Directory or file to search; the working directory unless given. */
  readonly path?: string;
  /** Glob that the paths of files must match. */
  readonly include?: string;
  /** Lines to show before and after each match; none unless given. */
  readonly context?: number;
  readonly max_matches?: number;
  readonly include_ignored?: boolean;
}

/**
 * Finds lines in files, by path and line. Rejects with `ToolFailure`: `PATH_*`, `PATTERN_INVALID`, `SEARCH_*`. Called
 * plainly it bypasses the harness.
 */
export async function grep(
  args: GrepArgs,
  ctx: Pick<Ctx, 'workspace' | 'signal'>,
  limits: Pick<FileLimits, 'maxMatches'> = DEFAULT_FILE_LIMITS,
): Promise<StructuredReturn> {
  const { workspace, signal } = ctx;
  const limit = Math.min(args.max_matches ?? limits.maxMatches, Math.max(MOST_MATCHES, limits.maxMatches));
  const found = await workspace.grep({
    pattern: args.pattern,
    path: args.path ?? '.',
    ...(args.include === undefined ? {} : { include: args.include }),
    context: args.context ?? 0,
    includeIgnored: args.include_ignored ?? false,
    limit,
    signal,
  });
  const lines = found.matches.length === 0 ? [nothingFound('lines', found.warnings)] : matchLines(found.matches, workspace.cwd);
  return {
    output: { matches: found.matches.map(matchOutput), ...(found.more ? { more: true } : {}) },
    content: [...lines, ...searchNotes(found, limit)].join('\n'),
  };
}

function matchOutput({ path, line, text, isContext }: GrepMatch): { path: string; line: number; text: string; isContext?: true } {
  return isContext ? { path, line, text, isContext } : { path, line, text };
}

/** As `grep -n` prints them: context with dashes, and a gap where lines were left out. */
function matchLines(matches: readonly GrepMatch[], cwd: string): readonly string[] {
  const hasContext = matches.some((match) => match.isContext);
  return matches.flatMap((match, index) => {
    const before = matches[index - 1];
    const isGap = hasContext && before !== undefined && (before.path !== match.path || before.line + 1 !== match.line);
    const mark = match.isContext ? '-' : ':';
    const line = `${shownPath(match.path, cwd)}${mark}${match.line}${mark}${match.text}`;
    return isGap ? ['--', line] : [line];
  });
}
