import { UNKNOWN_TEXT } from '../../contracts/shell-line.js';

const ESCAPE = /\\(?:x\{([\dA-Fa-f]*)\}?|x([\dA-Fa-f]{1,2})|([0-7]{1,3})|u([\dA-Fa-f]{1,4})|U([\dA-Fa-f]{1,8})|c(\\\\|[^])|([^]))/g;

const LETTERS: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1B',
  E: '\x1B',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '?': '?',
};

/**
 * The text of an ANSI-C quotation (`$'…'`, with its quotes) as bash 5.2 decodes it, `\x{…}` included. What depends on the
 * locale – bytes and code points beyond ASCII – is unknown, and bash ends the text at a NUL.
 */
export function decodeAnsiC(source: string): string {
  const text = source.replace(/^\$'/, '').replace(/'$/, '');
  if (!text.includes('\\')) return text;
  const decoded = text.replace(ESCAPE, (escape: string, ...groups: readonly (string | undefined)[]) => {
    const [braced, hex, octal, short, long, control, letter] = groups;
    if (braced !== undefined) return byte(Number.parseInt(`0${braced.slice(-2)}`, 16));
    if (hex !== undefined) return byte(Number.parseInt(hex, 16));
    if (octal !== undefined) return byte(Number.parseInt(octal, 8));
    if (short !== undefined || long !== undefined) return ascii(Number.parseInt(short ?? long ?? '', 16));
    if (control !== undefined) return control === '?' ? '\x7F' : ascii(control.charCodeAt(0), 0x1f);
    return LETTERS[letter ?? ''] ?? escape;
  });
  const end = decoded.indexOf('\0');
  return end < 0 ? decoded : decoded.slice(0, end);
}

function byte(value: number): string {
  return ascii(value & 0xff);
}

function ascii(code: number, mask = 0x7f): string {
  return code < 0x80 ? String.fromCharCode(code & mask) : UNKNOWN_TEXT;
}
