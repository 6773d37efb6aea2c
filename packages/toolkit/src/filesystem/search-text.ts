import type { GlobResult } from '@tackroom/core';
import { formatNumber } from '../format-number.js';

/** What a search must say besides its matches, a line each. */
export function searchNotes(result: Pick<GlobResult, 'more' | 'ignored' | 'warnings'>, limit: number): readonly string[] {
  const notes: string[] = [];
  if (result.more)
    notes.push(
      `[${limit === 1 ? 'This is the first one' : `These are the first ${formatNumber(limit)}`}; there are more. Narrow the pattern or the path.]`,
    );
  if (result.ignored > 0) notes.push(`[Ignore files hide ${countText(result.ignored)} more; set include_ignored to see them.]`);
  return [...notes, ...result.warnings.map((warning) => `[${warning.replace(/\s+/g, ' ')}]`)];
}

/** Counting stops at a thousand. */
function countText(count: number): string {
  return count >= 1_000 ? 'a thousand or' : formatNumber(count);
}

/** What a search without matches says. */
export function nothingFound(what: string, warnings: readonly string[]): string {
  return warnings.length === 0 ? `No ${what} match.` : `No ${what} match in what could be searched.`;
}
