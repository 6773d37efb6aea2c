/** Which places count. */
export interface PlaceLimits {
  /** Only those at a multiple of so many bytes. */
  readonly unit: 1 | 2;
  /** At most so many. */
  readonly limit: number;
}

/**
 * Where `wanted` begins in `bytes`, every place, overlapping ones included. Linear in both (Knuth, Morris and
 * Pratt): a search that starts anew behind each place takes a second for a million places, and minutes for long repetitions.
 */
export function findAll(bytes: Buffer, wanted: Buffer, { unit, limit }: PlaceLimits): Uint32Array {
  const first = bytes.indexOf(wanted);
  if (first === -1) return new Uint32Array(0);
  // A list of ten million numbers that grows takes a second; this, a tenth.
  let found = new Uint32Array(16);
  let count = 0;
  if (first % unit === 0) found[count++] = first;
  // Most texts are there once, and the system's search is faster.
  const next = bytes.indexOf(wanted, first + 1);
  if (next === -1) return found.subarray(0, count);
  const borders = bordersOf(wanted);
  const { length } = wanted;
  let same = 0;
  for (let at = next; at < bytes.length && count < limit; at += 1) {
    while (same > 0 && wanted[same] !== bytes[at]) same = borders[same - 1] ?? 0;
    if (wanted[same] === bytes[at]) same += 1;
    if (same === length) {
      const place = at - length + 1;
      if (count === found.length) found = grown(found);
      if (place % unit === 0) found[count++] = place;
      same = borders[length - 1] ?? 0;
    }
  }
  return found.subarray(0, count);
}

function grown(places: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(2 * places.length);
  larger.set(places);
  return larger;
}

/** For each beginning of the bytes the longest shorter one that it also ends with. */
function bordersOf(wanted: Buffer): Int32Array {
  const borders = new Int32Array(wanted.length);
  let same = 0;
  for (let at = 1; at < wanted.length; at += 1) {
    while (same > 0 && wanted[same] !== wanted[at]) same = borders[same - 1] ?? 0;
    if (wanted[same] === wanted[at]) same += 1;
    borders[at] = same;
  }
  return borders;
}
