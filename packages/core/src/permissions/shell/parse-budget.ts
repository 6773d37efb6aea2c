/** Longest line that is parsed, in UTF-16 units. */
const MAX_LENGTH = 10_000;
/** Expansions, substitutions, calculations and here-documents of a line: a line of a person's has a few. */
const MAX_OPENINGS = 200;

/**
 * Whether a line is too long, or opens more than the parser could follow in 50 ms: its time grows with the square of the openings that
 * are within one another. Counts them wherever they stand, in one pass, and two backquotes for one.
 */
export function isOverParseBudget(line: string): boolean {
  if (line.length > MAX_LENGTH) return true;
  let halves = 0;
  for (let at = 0; at < line.length; at++) {
    const next = line.charCodeAt(at + 1);
    switch (line.charCodeAt(at)) {
      case 0x60: // `
        halves += 1;
        break;
      case 0x24: // $ with ( { [ ' "
        if (next === 0x28 || next === 0x7b || next === 0x5b || next === 0x27 || next === 0x22) halves += 2;
        break;
      case 0x3c: // < with ( <
      case 0x3e: // > with (
        if (next === 0x28 || next === 0x3c) halves += 2;
        break;
      case 0x5b: // [ with [
        if (next === 0x5b) halves += 2;
        break;
      case 0x28: // ( with (
        if (next === 0x28) halves += 2;
        break;
      default:
    }
    if (halves > 2 * MAX_OPENINGS) return true;
  }
  return false;
}
