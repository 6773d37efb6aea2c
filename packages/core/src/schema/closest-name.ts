import { nameSimilarity } from './name-similarity.js';

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

/** Gives 0 for what is empty or too long. */
function likenessOf(a: string, b: string): number {
  const longest = Math.max(a.length, b.length);
  return longest === 0 || longest > MAX_LENGTH ? 0 : nameSimilarity(a, b, LEAST_LIKENESS);
}
