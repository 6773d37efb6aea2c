/** Head and tail of a text, cut on code points, at most `maxChars` UTF-16 code units besides the line that names the gap. */
export function keepEnds(text: string, maxChars: number = Infinity): string {
  if (text.length <= maxChars) return text;
  const half = Math.floor(maxChars / 2);
  const head = withoutHalf(text.slice(0, half));
  const tail = half === 0 ? '' : withoutHalf(text.slice(-half));
  return `${head}\n[${text.length - head.length - tail.length} characters left out]\n${tail}`;
}

/** Drops half of a surrogate pair at either end. */
function withoutHalf(text: string): string {
  return text.replace(/^[\uDC00-\uDFFF]/, '').replace(/[\uD800-\uDBFF]$/, '');
}
