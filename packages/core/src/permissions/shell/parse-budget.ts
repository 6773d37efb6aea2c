/** Longest line that is parsed, in UTF-16 units. */
const MAX_LENGTH = 10_000;
/** Expansions, substitutions, calculations and here-documents of a line: a line of a person's has a few. */
const MAX_OPENINGS = 200;
const OPENINGS = /`|\$[({['"]|[<>][(<]|\(\(|\[\[/g;

/**
 * Whether a line is too long, or opens more than the parser could follow in 50 ms: its time grows with the square of the openings that
 * are within one another. Counts them wherever they stand, in one pass, and two backquotes for one.
 */
export function isOverParseBudget(line: string): boolean {
  if (line.length > MAX_LENGTH) return true;
  // Each opening is at least one character.
  if (line.length < MAX_OPENINGS) return false;
  let halves = 0;
  for (const [opening] of line.matchAll(OPENINGS)) halves += opening === '`' ? 1 : 2;
  return halves > 2 * MAX_OPENINGS;
}
