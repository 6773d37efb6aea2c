/** Text that fits, and how much of it was left out. Lengths are UTF-16 code units. */
export interface BoundedText {
  readonly text: string;
  readonly omitted: number;
}

/**
 * Keeps head and tail of a text that is too long, two thirds and one third, cut on code points. `notice` says what
 * stands between them and counts towards `max`; but half of `max` is always the text's, so that a bound smaller than two
 * notices is passed by what the notice needs.
 */
export function boundText(text: string, max: number, notice: (omitted: number) => string): BoundedText {
  if (text.length <= max) return { text, omitted: 0 };
  const room = Math.max(max - notice(text.length).length - 2, Math.floor(max / 2));
  const head = sliceStart(text, Math.floor((room * 2) / 3));
  const tail = sliceEnd(text, room - head.length);
  const omitted = text.length - head.length - tail.length;
  return { text: `${head}\n${notice(omitted)}\n${tail}`, omitted };
}

/** At most `length` code units from the start, never half a character. */
export function sliceStart(text: string, length: number): string {
  if (length >= text.length) return text;
  return text.slice(0, isHighSurrogate(text.charCodeAt(length - 1)) && isLowSurrogate(text.charCodeAt(length)) ? length - 1 : length);
}

/** At most `length` code units from the end, never half a character. */
function sliceEnd(text: string, length: number): string {
  if (length >= text.length) return text;
  const start = text.length - length;
  return text.slice(isLowSurrogate(text.charCodeAt(start)) && isHighSurrogate(text.charCodeAt(start - 1)) ? start + 1 : start);
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
