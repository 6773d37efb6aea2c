/** Compares relative paths name by name, each by code point: the order in which ripgrep sorts a walk. */
export function comparePaths(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right) return weight(left) - weight(right);
  }
  return a.length - b.length;
}

/** A slash ends a name and comes before everything; surrogates stand for code points above all others. */
function weight(unit: number): number {
  if (unit === 0x2f) return -1;
  if (unit < 0xd800) return unit;
  return unit >= 0xe000 ? unit - 0x800 : unit + 0x2000;
}
