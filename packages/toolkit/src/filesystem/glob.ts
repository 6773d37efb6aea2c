import type { StructuredReturn } from '@tackroom/core';
import { DEFAULT_FILE_LIMITS, type FileLimits } from './file-limits.js';
import { nothingFound, searchNotes } from './search-text.js';
import { searchWithinRules, type SearchCtx } from './search-within-rules.js';
import { shownPath } from './shown-path.js';

/** Arguments of `glob`. */
export interface GlobArgs {
  /** Which files, for example `*.ts` or `tests/**`. */
  readonly pattern: string;
  /**
   * The directory to search, relative to the working directory.
   * @default "."
   */
  readonly path?: string;
  /**
   * Also files that ignore files exclude.
   * @default false
   */
  readonly include_ignored?: boolean;
}

/**
 * Finds files by name, in path order. Rejects with `ToolFailure`: `PATH_*`, `PATTERN_INVALID`, `SEARCH_*`. Called plainly it
 * bypasses the harness.
 */
export async function glob(
  args: GlobArgs,
  ctx: SearchCtx,
  limits: Pick<FileLimits, 'maxFiles'> = DEFAULT_FILE_LIMITS,
): Promise<StructuredReturn> {
  const { workspace, signal } = ctx;
  const found = await searchWithinRules<string>(ctx, {
    args,
    limit: limits.maxFiles,
    pathOf: (path) => path,
    counts: () => true,
    find: (limit) =>
      workspace.glob({ pattern: args.pattern, path: args.path ?? '.', includeIgnored: args.include_ignored ?? false, limit, signal }),
  });
  const paths = found.matches.map((path) => shownPath(path, workspace));
  const lines = paths.length === 0 ? [nothingFound('files', found.warnings)] : paths;
  return {
    output: { matches: found.matches, ...(found.more ? { more: true } : {}) },
    content: [...lines, ...searchNotes(found, limits.maxFiles)].join('\n'),
  };
}
