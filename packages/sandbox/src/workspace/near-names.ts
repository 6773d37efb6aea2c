import { opendir } from 'node:fs/promises';

const MAX_NAMES_READ = 2_000;
const MAX_HINTS = 3;

/**
 * Names in a directory that somebody who wrote `wanted` may have meant, closest first, at most three: another case,
 * another Unicode form, a typo, another extension. Empty when the directory cannot be read.
 */
export async function nearNames(directoryPath: string, wanted: string): Promise<readonly string[]> {
  const scored: { name: string; distance: number }[] = [];
  try {
    let read = 0;
    for await (const entry of await opendir(directoryPath)) {
      const distance = nameDistance(wanted, entry.name);
      if (distance !== undefined) scored.push({ name: entry.name, distance });
      read += 1;
      if (read === MAX_NAMES_READ) break;
    }
  } catch {
    return [];
  }
  scored.sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1));
  return scored.slice(0, MAX_HINTS).map((hint) => hint.name);
}

/** How far apart two names are, or undefined when nobody would mistake one for the other. */
export function nameDistance(wanted: string, present: string): number | undefined {
  const a = wanted.normalize('NFC').toLowerCase();
  const b = present.normalize('NFC').toLowerCase();
  if (a === b) return 0;
  const longer = Math.max(a.length, b.length);
  if (longer > 100) return undefined;
  const distance = editDistance(a, b);
  // Names of one character that differ have nothing in common.
  if (distance < longer && distance <= Math.max(1, Math.floor(longer / 3))) return distance;
  return stem(a) === stem(b) ? longer : undefined;
}

/** Edits (insert, delete, replace, swap of neighbours) from `a` to `b`: optimal string alignment. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replace = at(last, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let best = Math.min(at(last, j) + 1, at(row, j - 1) + 1, replace);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, at(beforeLast, j - 2) + 1);
      row.push(best);
    }
    beforeLast = last;
    last = row;
  }
  return at(last, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity;
}

function stem(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}
