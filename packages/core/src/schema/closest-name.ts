/** Names less alike than this are no help. */
const LEAST_LIKENESS = 0.6;
/** Longer names are not compared: the work grows with the product of the lengths. */
const MAX_LENGTH = 64;

/** The name among `names` that `written` was most likely meant to be; formatting and letter case count little. */
export function closestName(written: string, names: readonly string[]): string | undefined {
  let best: string | undefined;
  let bestLikeness = LEAST_LIKENESS;
  for (const name of names) {
    const likeness = likenessOf(bare(written), bare(name));
    if (likeness > bestLikeness || (likeness === bestLikeness && best === undefined)) [best, bestLikeness] = [name, likeness];
  }
  return best;
}

function bare(name: string): string {
  return name.replace(/[-_. ]/g, '').toLowerCase();
}

/** One minus the edit distance (insert, delete, replace, swap of neighbours) over the longer length. */
function likenessOf(a: string, b: string): number {
  const longest = Math.max(a.length, b.length);
  if (longest === 0 || longest > MAX_LENGTH) return 0;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (beforeLast[j - 2] ?? 0) + 1 : Infinity;
      row.push(Math.min(replaced, swapped, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    [beforeLast, last] = [last, row];
  }
  return 1 - (last[b.length] ?? 0) / longest;
}
