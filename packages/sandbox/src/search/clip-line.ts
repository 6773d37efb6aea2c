/** How much of a long line is shown, in bytes, and how much of that comes before the match. */
const MAX_SHOWN_BYTES = 400;
const LEAD_BYTES = 120;

/** Whether a line is shown whole. */
export function fitsLine(bytes: Uint8Array): boolean {
  return bytes.length <= MAX_SHOWN_BYTES;
}

/**
 * The part of a line around `at`, cut between code points, with `…` where something was left out. `before` and `after`
 * tell whether the line goes on outside `bytes`.
 */
export function clipLine(bytes: Buffer, at: number, beyond: { readonly before: boolean; readonly after: boolean }): string {
  const from = characterStart(bytes, Math.max(0, Math.min(at - LEAD_BYTES, bytes.length - MAX_SHOWN_BYTES)));
  const to = characterStart(bytes, Math.min(bytes.length, from + MAX_SHOWN_BYTES));
  const head = from > 0 || beyond.before ? '…' : '';
  const tail = to < bytes.length || beyond.after ? '…' : '';
  return `${head}${bytes.toString('utf8', from, to)}${tail}`;
}

/** The bytes of a line that must be read to show what is around `at`. */
export function clipWindow(at: number): { readonly from: number; readonly length: number } {
  // A few bytes more, so that a cut character can be told from a whole one.
  const from = Math.max(0, at - LEAD_BYTES - 4);
  return { from, length: MAX_SHOWN_BYTES + 8 };
}

function characterStart(bytes: Buffer, index: number): number {
  let start = index;
  while (start > 0 && index - start < 3 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start -= 1;
  return start;
}
