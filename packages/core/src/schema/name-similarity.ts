/**
 * How alike two strings are, from 0 to 1: one minus their Damerau–Levenshtein distance over the length of the longer one
 * (insert, delete, replace, swap of neighbours; in the optimal string alignment form). Gives 0 for anything below
 * `atLeast`, which keeps the table to a band of the distances that still count. Counts UTF-16 units.
 */
export function nameSimilarity(a: string, b: string, atLeast: number): number {
  const longest = Math.max(a.length, b.length);
  if (longest === 0) return 1;
  // The tiny addend undoes the rounding of e.g. 20 * (1 - 0.85), which is 3 and not 2.9999…
  const budget = Math.floor(longest * (1 - atLeast) + 1e-9);
  if (Math.abs(a.length - b.length) > budget) return 0;
  const start = commonStart(a, b);
  const end = commonEnd(a, b, start);
  const distance = boundedDistance(a.slice(start, a.length - end), b.slice(start, b.length - end), budget);
  return distance > budget ? 0 : 1 - distance / longest;
}

/** How many units are equal at the start. What two strings share at their ends adds nothing to their distance. */
function commonStart(a: string, b: string): number {
  let i = 0;
  while (i < a.length && i < b.length && a[i] === b[i]) i++;
  return i;
}

function commonEnd(a: string, b: string, start: number): number {
  let i = 0;
  while (i < a.length - start && i < b.length - start && a[a.length - 1 - i] === b[b.length - 1 - i]) i++;
  return i;
}

/** The distance, or something above `budget` when it is above `budget`. Three rows, of which a band is filled. */
function boundedDistance(a: string, b: string, budget: number): number {
  const over = budget + 1;
  let beforeLast = new Array<number>(b.length + 1).fill(over);
  let last = Array.from({ length: b.length + 1 }, (_, j) => Math.min(j, over));
  for (let i = 1; i <= a.length; i++) {
    const row = new Array<number>(b.length + 1).fill(over);
    if (i <= budget) row[0] = i;
    let least = row[0] ?? over;
    for (let j = Math.max(1, i - budget); j <= Math.min(b.length, i + budget); j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, at(beforeLast, j - 2) + 1);
      row[j] = Math.min(cost, over);
      least = Math.min(least, cost);
    }
    if (least > budget) return over;
    beforeLast = last;
    last = row;
  }
  return at(last, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity;
}
