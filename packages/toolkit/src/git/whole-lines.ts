const GAP = /^\[… \d+ characters left out …\]$/;

/** Said to a model of a list that is not whole. */
export const LIST_CUT = '[The list is too long: entries in its middle are left out.]';

/** The lines of a list that a sandbox may have shortened, without those next to the gap, of which only a part may be there. */
export function wholeLines(text: string): { readonly lines: readonly string[]; readonly isCut: boolean } {
  const lines = text.split('\n');
  const gap = lines.findIndex((line) => GAP.test(line));
  if (gap === -1) return { lines, isCut: false };
  return { lines: [...lines.slice(0, Math.max(0, gap - 1)), ...lines.slice(gap + 2)], isCut: true };
}
