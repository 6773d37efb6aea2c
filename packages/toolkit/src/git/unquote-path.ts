const ESCAPES: Readonly<Partial<Record<string, number>>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13 };

/** A path as git prints it: in quotes, with escapes as in C, if it holds control characters, quotes or backslashes. */
export function unquotePath(shown: string): string {
  if (!shown.startsWith('"') || !shown.endsWith('"') || shown.length < 2) return shown;
  const bytes: number[] = [];
  const inner = Buffer.from(shown.slice(1, -1));
  for (let at = 0; at < inner.length; at += 1) {
    const byte = inner[at] ?? 0;
    if (byte !== 0x5c) {
      bytes.push(byte);
      continue;
    }
    const octal = /^[0-7]{3}/.exec(inner.toString('latin1', at + 1, at + 4))?.[0];
    const next = String.fromCharCode(inner[at + 1] ?? 0);
    bytes.push(octal === undefined ? (ESCAPES[next] ?? next.charCodeAt(0)) : parseInt(octal, 8));
    at += octal === undefined ? 1 : 3;
  }
  return Buffer.from(bytes).toString();
}
