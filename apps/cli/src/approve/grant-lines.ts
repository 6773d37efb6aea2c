import { printable } from '../output/printable.js';
import { cellWidth, cutCells } from '../terminal/cells.js';

/**
 * What "always" would cover, in at most two rows of `columns`. A rule that takes more room is cut, and the second row says
 * what the rest of it says: a grant is for exactly the arguments that stand above it.
 */
export function grantLines(grants: readonly string[], columns: number): readonly string[] {
  if (grants.length === 0) return [];
  const whole = printable(`"always" covers ${grants.join(', ')}`);
  // A wide character that no longer fits a row's end takes the next one.
  if (!whole.includes('\n') && cellWidth(whole) <= 2 * columns - 2) return [whole];
  return [cutCells(whole.replace(/\s+/g, ' '), columns), cutCells('exactly as above, and nothing wider', columns)];
}
